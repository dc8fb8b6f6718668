import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { DateText } from '@/components/date-text';
import { pencilIcon, trash2Icon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { StatusChip } from '@/components/status-chip';
import { showSuccess } from '@/components/toast';
import { useLineName } from '@/features/rent-account/components/line-words';
import { formatDate, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { maxDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { rentOn } from '../rules';
import { netCentsOf } from '../step-rules';
import { CorrectDialog } from './correct-posted';

export type AgreedRent = Outputs['rent']['list'][number];

/** Every rent of a lease, the latest first: what was, what holds, and the steps to come. */
export function RentList({
  leaseId,
  postedThrough,
  hasEnded,
  today,
  onEdit,
}: {
  leaseId: string;
  postedThrough: string | null;
  /** Or has passed to the buyer of the house. */
  hasEnded: boolean;
  today: string;
  /** Null: nothing may be changed. */
  onEdit: ((rent: AgreedRent) => void) | null;
}) {
  const t = useTranslations('RentList');
  const [rents] = trpc.rent.list.useSuspenseQuery({ leaseId });
  const differences = trpc.rent.differences.useQuery({ leaseId });
  const [isCorrecting, setCorrecting] = useState(false);
  const [removing, setRemoving] = useState<AgreedRent | null>(null);
  const current = rentOn(rents, maxDate(today, rents[0]?.validFrom));
  const differing = differences.data ?? [];
  return (
    <div className="flex flex-col gap-3">
      {differing.length > 0 && (
        <Notice tone="warning">
          <p>{t('differ', { count: differing.length })}</p>
          {onEdit && (
            <Button size="sm" className="mt-2" onClick={() => setCorrecting(true)}>
              {t('lookAtThem')}
            </Button>
          )}
        </Notice>
      )}
      <ul className="divide-y divide-separator">
        {rents.toReversed().map((rent) => (
          <Rent
            key={rent.id}
            rent={rent}
            isCurrent={rent.id === current?.id}
            hasEnded={hasEnded}
            isComing={rent.validFrom > today && rent.id !== current?.id}
            isRemovable={
              rent.reason !== 'initial' && (postedThrough === null || rent.validFrom > postedThrough)
            }
            onEdit={onEdit && (() => onEdit(rent))}
            onRemove={() => setRemoving(rent)}
          />
        ))}
      </ul>
      {isCorrecting && (
        <CorrectDialog leaseId={leaseId} differences={differing} onClose={() => setCorrecting(false)} />
      )}
      {removing && <RemoveRent rent={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function Rent({
  rent,
  isCurrent,
  hasEnded,
  isComing,
  isRemovable,
  onEdit,
  onRemove,
}: {
  rent: AgreedRent;
  isCurrent: boolean;
  hasEnded: boolean;
  isComing: boolean;
  isRemovable: boolean;
  onEdit: (() => void) | null;
  onRemove: () => void;
}) {
  const t = useTranslations('RentList');
  const labels = useTranslations('Labels');
  const lines = useTranslations('RentLines');
  const lineName = useLineName();
  const formats = useFormats();
  const from = formatDate(rent.validFrom, formats);
  return (
    <li className="py-2.5">
      <div className="flex items-start justify-between gap-x-4">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">
            {t('from')} <DateText day={rent.validFrom} />
          </span>
          {onEdit && (
            <span className="-my-1.5 -ms-1.5 flex">
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={pencilIcon}
                className="text-muted"
                aria-label={t('edit', { day: from })}
                onClick={onEdit}
              />
              {isRemovable && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={trash2Icon}
                  className="text-muted"
                  aria-label={t('remove', { day: from })}
                  onClick={onRemove}
                />
              )}
            </span>
          )}
          {isCurrent && (
            <StatusChip tone={hasEnded ? 'neutral' : 'success'}>
              {t(hasEnded ? 'last' : 'current')}
            </StatusChip>
          )}
          {isComing && <StatusChip tone="accent">{t('coming')}</StatusChip>}
        </p>
        <Money amountCents={rent.totalCents} className="font-semibold" />
      </div>
      <p className="mt-0.5 flex items-baseline justify-between gap-x-4 text-sm text-muted">
        {labels(`rentReason.${rent.reason}`)}
        {netCentsOf(rent.lines) !== rent.totalCents && <span className="text-xs">{t('perMonth')}</span>}
      </p>
      <dl className="mt-1.5 flex flex-col text-sm text-muted">
        {rent.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a rent have no identity but their place
          <div key={index} className="flex justify-between gap-4">
            <dt>
              {lineName(line)}
              {line.vatRateBp > 0 && (
                <span className="inline-block whitespace-nowrap ps-1 text-xs">
                  {lines('inclVat', { rate: formatPercent(line.vatRateBp, formats) })}
                </span>
              )}
            </dt>
            <dd>
              <Money amountCents={line.amountCents} />
            </dd>
          </div>
        ))}
      </dl>
      {rent.note && <p className="mt-1 text-sm text-muted">{rent.note}</p>}
    </li>
  );
}

function RemoveRent({ rent, onClose }: { rent: AgreedRent; onClose: () => void }) {
  const t = useTranslations('RentList');
  const formats = useFormats();
  const remove = trpc.rent.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle')}
      confirmLabel={t('removeConfirm')}
      confirm={async () => {
        await remove.mutateAsync({ id: rent.id, version: rent.version });
        showSuccess(t('removed'));
      }}
    >
      {t('removeText', { day: formatDate(rent.validFrom, formats) })}
    </ConfirmDialog>
  );
}
