'use client';

import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { CallOff } from '@/components/call-off';
import { Dialog } from '@/components/dialog';
import { Money } from '@/components/money';
import { SkeletonRows } from '@/components/skeleton';
import { StatusChip } from '@/components/status-chip';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { DebitState } from '../rules';
import { TellBeforehand } from './tell-beforehand';

export const tones = {
  under_way: 'accent',
  received: 'success',
  returned: 'warning',
  cancelled: 'neutral',
} as const satisfies Record<DebitState, string>;

/** The direct debits of a file, each with what became of it. Open as long as it is mounted. */
export function CollectionDialog({
  id,
  day,
  canEdit,
  onClose,
}: {
  id: string;
  day: CalendarDate;
  canEdit: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('shownTitle', { day: formatDate(day, formats) })}
    >
      <Suspense fallback={<SkeletonRows count={3} />}>
        <Items id={id} canEdit={canEdit} />
      </Suspense>
    </Dialog>
  );
}

function Items({ id, canEdit }: { id: string; canEdit: boolean }) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const [file] = trpc.debit.collection.useSuspenseQuery({ id });
  return (
    <div className="flex flex-col gap-4">
      <ul className="divide-y divide-separator rounded-xl border border-border">
        {file.items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{item.lease.tenants.join(', ')}</span>
              <span className="block text-xs break-words text-muted">{item.lease.place}</span>
              {item.notice && (
                <span className="block text-xs break-words text-muted">
                  {item.notice.sentOn === null
                    ? t('toldSoon')
                    : t(`toldBy.${item.notice.way}`, { day: formatDate(item.notice.sentOn, formats) })}
                </span>
              )}
            </span>
            <StatusChip tone={tones[item.state]}>{t(`stateOf.${item.state}`)}</StatusChip>
            <Money amountCents={item.amountCents} className="font-medium" />
            {canEdit && item.state === 'under_way' && (
              <NeverCame id={item.id} tenants={item.lease.tenants.join(', ')} />
            )}
          </li>
        ))}
      </ul>
      {canEdit && <TellBeforehand file={file} />}
    </div>
  );
}

/** Of one that the bank did not collect; its amount is due again. */
function NeverCame({ id, tenants }: { id: string; tenants: string }) {
  const t = useTranslations('Debits');
  const cancel = trpc.debit.cancelDebit.useMutation({ retry: retryTransient });
  return (
    <CallOff
      label={t('neverCame')}
      labelOf={t('neverCameOf', { tenants })}
      done={t('neverCameDone', { tenants })}
      callOff={() => cancel.mutateAsync({ id })}
    />
  );
}
