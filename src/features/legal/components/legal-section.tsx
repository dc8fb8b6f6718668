'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { DateText } from '@/components/date-text';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { landmarkIcon, pencilIcon, plusIcon, trash2Icon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { legalFigureKinds } from '@/domain/vocabulary';
import { formatDate, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { FetchedRows, FetchFigures } from './fetch-figures';
import type { Proposal } from './figure-form';
import { publisherOf, useFigureText, useHalfYearText } from './figure-words';

const FigureForm = lazyPart(() => import('./figure-form'));

type Figures = Outputs['legal']['list'];
type Figure = Figures['own'][number];
const elsewhere = ['own_interest_rate', 'own_deposit_months'] as const;

/** Figures of law that were published since this version, and outside Germany the portfolio's own. */
export function LegalSection({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('LegalFigures');
  const [found] = trpc.legal.list.useSuspenseQuery();
  const [opened, setOpened] = useState<Figure | Proposal | null>(null);
  const [removing, setRemoving] = useState<Figure | null>(null);
  const kinds = found.isGerman ? legalFigureKinds : elsewhere;
  const [firstKind] = kinds;
  const [missing] = found.missingHalfYears;
  return (
    <Section
      id="legal"
      title={t('title')}
      description={t(found.isGerman ? 'textGermany' : 'textElsewhere')}
      flush
      actions={
        canEdit && (
          <>
            {found.isGerman && !found.isFetchOff && <FetchFigures />}
            <Button
              look="tertiary"
              size="sm"
              icon={plusIcon}
              onClick={() => setOpened({ kind: firstKind, validFrom: missing ?? null })}
            >
              {t('add')}
            </Button>
          </>
        )
      }
    >
      {found.isGerman && <Published found={found} />}
      <FetchedRows fetched={found.fetched} canEdit={canEdit} />
      {found.own.length === 0 ? (
        found.fetched.length === 0 && (
          <EmptyState icon={landmarkIcon} title={t('empty')}>
            {t(found.isGerman ? 'emptyGermany' : 'emptyElsewhere')}
          </EmptyState>
        )
      ) : (
        <ul className="divide-y divide-separator">
          {found.own.map((figure) => (
            <FigureRow
              key={figure.id}
              figure={figure}
              onEdit={canEdit ? () => setOpened(figure) : null}
              onRemove={() => setRemoving(figure)}
            />
          ))}
        </ul>
      )}
      <Dialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        title={t(opened && 'id' in opened ? 'edit' : 'add')}
      >
        <Suspense fallback={<SkeletonForm fields={3} />}>
          {opened && (
            <FigureForm
              figure={'id' in opened ? opened : null}
              proposal={opened}
              kinds={kinds}
              onClose={() => setOpened(null)}
            />
          )}
        </Suspense>
      </Dialog>
      {removing && <RemoveFigure figure={removing} onClose={() => setRemoving(null)} />}
    </Section>
  );
}

/** How far the tables that came with the program reach, and which half-years are missing. */
function Published({ found }: { found: Figures }) {
  const t = useTranslations('LegalFigures');
  const text = useFigureText();
  const halfYear = useHalfYearText();
  const formats = useFormats();
  const { latestBaseRate, latestIndex, missingHalfYears, outdatedIndexMonth } = found;
  return (
    <div className="flex flex-col gap-3 border-b border-separator px-5 py-4 text-sm md:px-6">
      {missingHalfYears.length > 0 && (
        <Notice tone="info">{t('missing', { halfYears: missingHalfYears.map(halfYear).join(', ') })}</Notice>
      )}
      {outdatedIndexMonth && (
        <Notice tone="info">{t('outdatedIndex', { month: formatMonth(outdatedIndexMonth, formats) })}</Notice>
      )}
      {latestBaseRate && (
        <p className="text-muted">
          {t('latestBaseRate', {
            rate: text('base_rate', latestBaseRate.rateBp),
            day: formatDate(latestBaseRate.validFrom, formats),
            source: publisherOf(latestBaseRate.source),
          })}{' '}
          <FetchedOn day={latestBaseRate.fetchedOn} />
        </p>
      )}
      {latestIndex && (
        <p className="text-muted">
          {t('latestIndex', {
            index: text('consumer_price_index', latestIndex.indexMilli),
            month: latestIndex.month.slice(5, 7),
            year: latestIndex.month.slice(0, 4),
            source: publisherOf(latestIndex.source),
          })}{' '}
          <FetchedOn day={latestIndex.fetchedOn} />
        </p>
      )}
    </div>
  );
}

function FetchedOn({ day }: { day: string | null }) {
  const t = useTranslations('LegalFigures');
  if (day === null) return null;
  return (
    <>
      {t('fetchedOn')} <DateText day={day} />
    </>
  );
}

function FigureRow({
  figure,
  onEdit,
  onRemove,
}: {
  figure: Figure;
  onEdit: (() => void) | null;
  onRemove: () => void;
}) {
  const t = useTranslations('LegalFigures');
  const text = useFigureText();
  const formats = useFormats();
  const kind = t(`kinds.${figure.kind}`);
  const title = figure.place === '' ? kind : `${figure.place}: ${kind}`;
  const name = `${title}, ${formatDate(figure.validFrom, formats)}`;
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-4 md:px-6">
      <div className="min-w-0">
        <p className="font-medium">
          {title}: <span className="tabular-nums">{text(figure.kind, figure.value)}</span>
        </p>
        <p className="text-sm text-muted">
          {t('from')} <DateText day={figure.validFrom} />
          {figure.validUntil && (
            <>
              {' '}
              {t('until')} <DateText day={figure.validUntil} />
            </>
          )}{' '}
          · {figure.source}
        </p>
        {figure.published !== null && (
          <p className="text-sm text-warning-soft-foreground">
            {t('superseded', { value: text(figure.kind, figure.published) })}
          </p>
        )}
      </div>
      {onEdit && (
        <span className="flex">
          <Button
            look="ghost"
            size="sm"
            iconOnly
            icon={pencilIcon}
            aria-label={t('editOf', { name })}
            onClick={onEdit}
          />
          <Button
            look="ghost"
            size="sm"
            iconOnly
            icon={trash2Icon}
            aria-label={t('removeOf', { name })}
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  );
}

function RemoveFigure({ figure, onClose }: { figure: Figure; onClose: () => void }) {
  const t = useTranslations('LegalFigures');
  const remove = trpc.legal.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      confirm={async () => {
        await remove.mutateAsync({ id: figure.id, version: figure.version });
        showSuccess(t('removed'));
      }}
    >
      {t('removeText')}
    </ConfirmDialog>
  );
}
