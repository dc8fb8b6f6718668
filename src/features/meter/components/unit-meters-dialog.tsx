import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { Icon } from '@/components/icon';
import { ellipsisIcon, pencilIcon, plusIcon, trash2Icon, xIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { showSuccess } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { consumedThousandths } from '../rules';
import { EditMeterForm, type MeterRow, NewMeterForm, ReadingForm } from './meter-form';
import { useMeterName, useReadingWords } from './meter-words';

type Reading = MeterRow['readings'][number];
type Doing =
  | { what: 'add' }
  | { what: 'edit' | 'read' | 'delete'; meter: MeterRow }
  | { what: 'deleteReading'; meter: MeterRow; reading: Reading };

/** The meters of a unit with what they showed, and below them what the page adds; open as long as it is mounted. */
export function UnitMetersDialog({
  unit,
  canEdit,
  onClose,
  children,
}: {
  unit: { id: string; name: string };
  canEdit: boolean;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations('Meter');
  const words = useErrorWords();
  const nameOf = useMeterName();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [doing, setDoing] = useState<Doing | null>(null);
  const meters = trpc.meter.list.useQuery({ unitId: unit.id });
  const done = () => setDoing(null);
  const latest = (meter: MeterRow) => meters.data?.find((one) => one.id === meter.id) ?? meter;

  if (doing?.what === 'add' || doing?.what === 'edit' || doing?.what === 'read') {
    const titles = { add: t('addTitle'), edit: t('editTitle') };
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && done()}
        title={doing.what === 'read' ? t('readTitle', { name: nameOf(doing.meter) }) : titles[doing.what]}
        description={unit.name}
      >
        {doing.what === 'add' && <NewMeterForm unitId={unit.id} onDone={done} />}
        {doing.what === 'edit' && (
          <EditMeterForm meter={latest(doing.meter)} meters={meters.data ?? []} onDone={done} />
        )}
        {doing.what === 'read' && (
          <ReadingForm
            meter={latest(doing.meter)}
            meters={meters.data ?? []}
            today={portfolio.today}
            onDone={done}
          />
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('title', { name: unit.name })}
    >
      <div className="flex flex-col gap-6">
        {meters.error && <Notice tone="danger">{words.failure(meters.error)}</Notice>}
        <section aria-label={t('meters')} className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-3">
            <h3 className="font-semibold">{t('meters')}</h3>
            {canEdit && (
              <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setDoing({ what: 'add' })}>
                {t('add')}
              </Button>
            )}
          </div>
          {meters.isLoading && <Skeleton className="h-24 w-full rounded-xl" />}
          {meters.data?.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
          {meters.data?.map((meter) => (
            <MeterCard key={meter.id} meter={meter} onDo={canEdit ? setDoing : null} />
          ))}
        </section>
        {children}
      </div>
      {doing && <DeleteQuestion doing={doing} onClose={done} />}
    </Dialog>
  );
}

/** So many readings stand there before one asks for all. */
const shownReadings = 4;

function MeterCard({ meter, onDo }: { meter: MeterRow; onDo: ((doing: Doing) => void) | null }) {
  const t = useTranslations('Meter');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const nameOf = useMeterName();
  const words = useReadingWords();
  const [showsAll, setShowsAll] = useState(false);
  const { readings, measure } = meter;
  const name = nameOf(meter);
  const rows = readings
    .map((reading, index) => ({ reading, earlier: readings[index - 1] ?? null }))
    .toReversed()
    .slice(0, showsAll ? undefined : shownReadings);
  const notes = [
    meter.unitId === null && t('shared'),
    meter.removedOn && t('removedSince', { day: formatDate(meter.removedOn, formats) }),
  ].filter(Boolean);
  return (
    <div className="rounded-xl border border-border">
      {/* On a phone what is done stands below a long name, which else breaks within a word. */}
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 px-4 py-3">
        <p className="min-w-0">
          <span className="block font-medium hyphens-auto">{name}</span>
          {notes.length > 0 && <span className="block text-sm text-muted">{notes.join(' · ')}</span>}
        </p>
        {onDo && (
          <div className="ms-auto flex shrink-0 gap-1">
            <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => onDo({ what: 'read', meter })}>
              {t('read')}
            </Button>
            <Menu
              label={t('edit', { name })}
              size="sm"
              iconOnly
              trigger={<Icon icon={ellipsisIcon} />}
              groups={[
                [
                  {
                    id: 'edit',
                    label: t('editTitle'),
                    icon: pencilIcon,
                    onSelect: () => onDo({ what: 'edit', meter }),
                  },
                ],
                [
                  {
                    id: 'delete',
                    label: t('delete'),
                    icon: trash2Icon,
                    tone: 'danger',
                    disabled: readings.length > 0,
                    onSelect: () => onDo({ what: 'delete', meter }),
                  },
                ],
              ]}
            />
          </div>
        )}
      </div>
      {readings.length === 0 ? (
        <p className="border-t border-separator px-4 py-2.5 text-sm text-muted">{t('noReading')}</p>
      ) : (
        <ul
          aria-label={t('readings', { name })}
          className="divide-y divide-separator border-t border-separator"
        >
          {rows.map(({ reading, earlier }) => {
            const difference = earlier && consumedThousandths(earlier, reading);
            const day = formatDate(reading.readOn, formats);
            return (
              <li
                key={reading.id}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-1.5 text-sm tabular-nums sm:grid-cols-[minmax(0,1fr)_8rem_8rem_2rem]"
              >
                <span className="min-w-0">
                  {day}
                  {reading.handoverKind && (
                    <span className="text-muted"> · {labels(`handoverKind.${reading.handoverKind}`)}</span>
                  )}
                  {/* On a phone there is no column for it; that a meter went backwards is told there, too. */}
                  {difference !== null && difference < 0 && (
                    <span className="block text-warning-soft-foreground sm:hidden">
                      {words(difference, measure, 'signed')}
                    </span>
                  )}
                </span>
                <span
                  className={
                    difference !== null && difference < 0
                      ? 'text-end text-warning-soft-foreground max-sm:hidden'
                      : 'text-end text-muted max-sm:hidden'
                  }
                >
                  {difference === null ? '' : words(difference, measure, 'signed')}
                </span>
                <span className="text-end font-medium">{words(reading.readingThousandths, measure)}</span>
                {onDo && reading.handoverId === null ? (
                  <Button
                    look="ghost"
                    size="sm"
                    iconOnly
                    icon={xIcon}
                    className="-me-2 text-muted"
                    aria-label={t('deleteReading', { day })}
                    onClick={() => onDo({ what: 'deleteReading', meter, reading })}
                  />
                ) : (
                  <span className="max-sm:w-6" />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {!showsAll && readings.length > shownReadings && (
        <div className="border-t border-separator px-4 py-1.5">
          <Button look="ghost" size="sm" className="-ms-2" onClick={() => setShowsAll(true)}>
            {t('earlier', { count: String(readings.length) })}
          </Button>
        </div>
      )}
    </div>
  );
}

function DeleteQuestion({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const t = useTranslations('Meter');
  const formats = useFormats();
  const words = useReadingWords();
  const deleteMeter = trpc.meter.delete.useMutation();
  const deleteReading = trpc.meter.deleteReading.useMutation();
  if (doing.what !== 'delete' && doing.what !== 'deleteReading') return null;
  const { meter } = doing;
  const reading = doing.what === 'deleteReading' ? doing.reading : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(reading ? 'deleteReadingTitle' : 'deleteTitle')}
      confirmLabel={t(reading ? 'remove' : 'delete')}
      confirm={async () => {
        if (reading) await deleteReading.mutateAsync({ id: reading.id });
        else await deleteMeter.mutateAsync({ id: meter.id, version: meter.version });
        if (!reading) showSuccess(t('deleted'));
      }}
    >
      {reading
        ? t('deleteReadingText', {
            reading: words(reading.readingThousandths, meter.measure),
            day: formatDate(reading.readOn, formats),
          })
        : t('deleteText')}
    </ConfirmDialog>
  );
}
