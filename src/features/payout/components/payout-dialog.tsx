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
import { formatIban } from '@/lib/iban';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { TransferState } from '../rules';

export const tones = {
  ordered: 'accent',
  confirmed: 'success',
  returned: 'warning',
  cancelled: 'neutral',
} as const satisfies Record<TransferState, string>;

/** The transfers of a file, each with what became of it. Open as long as it is mounted. */
export function PayoutDialog({
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
  const t = useTranslations('Payouts');
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
  const t = useTranslations('Payouts');
  const [{ items }] = trpc.payout.get.useSuspenseQuery({ id });
  return (
    <ul className="divide-y divide-separator rounded-xl border border-border">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2.5 text-sm">
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words">{item.holder}</span>
            <span className="block text-xs break-words text-muted">{formatIban(item.iban)}</span>
            <span className="block text-xs break-words text-muted">
              {t(item.isDeposit ? 'deposit' : 'credit')} · {item.lease.place}
            </span>
          </span>
          <StatusChip tone={tones[item.state]}>{t(`stateOf.${item.state}`)}</StatusChip>
          <Money amountCents={item.amountCents} className="font-medium" />
          {canEdit && item.state === 'ordered' && <NeverWent id={item.id} holder={item.holder} />}
        </li>
      ))}
    </ul>
  );
}

/** Of one that the bank did not execute; its amount is open again. */
function NeverWent({ id, holder }: { id: string; holder: string }) {
  const t = useTranslations('Payouts');
  const cancel = trpc.payout.cancelTransfer.useMutation({ retry: retryTransient });
  return (
    <CallOff
      label={t('neverWent')}
      labelOf={t('neverWentOf', { holder })}
      done={t('neverWentDone', { holder })}
      callOff={() => cancel.mutateAsync({ id })}
    />
  );
}
