import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '@/components/icon';
import { triangleAlertIcon } from '@/components/icons';
import { StatusChip } from '@/components/status-chip';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { useMeterName, useReadingWords } from '../../meter/components/meter-words';
import { consumedThousandths } from '../../meter/rules';
import { compareKeys, findRoom } from '../rules';
import type { HandoverRecord } from './handover-words';
import { HandoverPhotos } from './photos';

/** A record to read: what was found, on moving out beside how it was. */
export function HandoverView({ record, canEdit }: { record: HandoverRecord; canEdit: boolean }) {
  const t = useTranslations('Handover');
  return (
    <div className="flex flex-col gap-6">
      <Part title={t('persons')}>{names(record.persons) ?? <Nothing />}</Part>
      <Part title={t('meters')}>
        <Meters record={record} />
      </Part>
      <Part title={t('keys')}>
        <Keys record={record} />
      </Part>
      <Part title={t('rooms')}>
        <Rooms record={record} />
      </Part>
      {record.remarks && (
        <Part title={t('remarks')}>
          <p className="text-sm whitespace-pre-line">{record.remarks}</p>
        </Part>
      )}
      {record.confirmedBy.length > 0 && <Part title={t('confirmedBy')}>{names(record.confirmedBy)}</Part>}
      <Part title={t('photos')}>
        <HandoverPhotos
          handoverId={record.id}
          leaseId={record.leaseId}
          canEdit={canEdit && record.voidedAt === null}
        />
      </Part>
    </div>
  );
}

const names = (list: readonly string[]) =>
  list.length === 0 ? null : <p className="text-sm">{list.join(', ')}</p>;

function Nothing() {
  const t = useTranslations('Handover');
  return <p className="text-sm text-muted">{t('nothing')}</p>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

const list = 'divide-y divide-separator rounded-xl border border-border text-sm';

function Meters({ record: { meters } }: { record: HandoverRecord }) {
  const t = useTranslations('Handover');
  const formats = useFormats();
  const nameOf = useMeterName();
  const words = useReadingWords();
  if (meters.length === 0) return <Nothing />;
  return (
    <ul className={list}>
      {meters.map((meter) => {
        const { previous, measure } = meter;
        const difference = previous && consumedThousandths(previous, meter);
        return (
          <li key={meter.meterId} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3">
            <span className="min-w-0">{nameOf(meter)}</span>
            <span className="ms-auto text-end tabular-nums">
              <span className="block font-medium">{words(meter.readingThousandths, measure)}</span>
              {previous && difference !== null && (
                <span className={difference < 0 ? 'block text-warning-soft-foreground' : 'block text-muted'}>
                  {difference < 0 && <Icon icon={triangleAlertIcon} className="me-1 inline size-3.5" />}
                  {t('previous', {
                    reading: words(previous.readingThousandths, measure),
                    day: formatDate(previous.readOn, formats),
                  })}
                  {' · '}
                  {t('difference', { difference: words(difference, measure, 'signed') })}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Keys({ record: { keys, moveIn } }: { record: HandoverRecord }) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const lines = compareKeys(moveIn?.keys ?? [], keys);
  if (lines.length === 0) return <Nothing />;
  return (
    <ul className={list}>
      {lines.map((key) => (
        <li
          key={`${key.kind} ${key.label}`}
          className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3"
        >
          <span className="min-w-0">
            {labels(`keyKind.${key.kind}`)}
            {key.label && <span className="text-muted"> · {key.label}</span>}
          </span>
          <span className="ms-auto text-end tabular-nums">
            <span className="font-medium">{key.returned}</span>
            {moveIn && (
              <span className="block text-muted">
                {t('keysGiven', { count: String(key.given) })}
                {key.given > key.returned && (
                  <span className="text-warning-soft-foreground">
                    {' · '}
                    {t('keysMissing', { count: key.given - key.returned })}
                  </span>
                )}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Rooms({ record: { rooms, moveIn } }: { record: HandoverRecord }) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const mending = ({ mendedBy, mendUntil }: HandoverRecord['rooms'][number]['defects'][number]) => {
    const who = labels(`mendedBy.${mendedBy}`);
    if (mendedBy === 'nobody') return who;
    return mendUntil === null
      ? t('mends', { who })
      : t('mendsUntil', { who, day: formatDate(mendUntil, formats) });
  };
  if (rooms.length === 0) return <Nothing />;
  return (
    <ul className={list}>
      {rooms.map((room, index) => {
        const then = moveIn && findRoom(moveIn.rooms, room.name);
        const hasChanged = then && then.condition !== room.condition;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rooms have no identity but their place
          <li key={index} className="flex flex-col gap-1.5 px-4 py-3">
            <span className="flex flex-wrap justify-between gap-x-6">
              <span className="font-medium">{room.name}</span>
              <span className="text-end">
                {labels(`roomCondition.${room.condition}`)}
                {hasChanged && (
                  <span className="block text-muted">
                    {t('conditionThen', { condition: labels(`roomCondition.${then.condition}`) })}
                  </span>
                )}
              </span>
            </span>
            {room.note && <span className="text-muted">{room.note}</span>}
            {room.defects.length > 0 && (
              <ul className="flex flex-col gap-1.5">
                {room.defects.map((defect, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: defects have no identity but their place
                  <li key={place} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
                    {!defect.isKnown && <StatusChip tone="warning">{t('defect')}</StatusChip>}
                    <span className="min-w-0 whitespace-pre-line">{defect.description}</span>
                    <span className="text-muted">{defect.isKnown ? t('asAtMoveIn') : mending(defect)}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
