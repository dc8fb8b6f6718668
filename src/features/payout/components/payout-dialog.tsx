import { useTranslations } from 'next-intl';
import { BankFileDialog, BankFileItems } from '@/components/bank-file-dialog';
import { CallOff } from '@/components/call-off';
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
  return (
    <BankFileDialog day={day} titleOf={(shown) => t('shownTitle', { day: shown })} onClose={onClose}>
      <Items id={id} canEdit={canEdit} />
    </BankFileDialog>
  );
}

function Items({ id, canEdit }: { id: string; canEdit: boolean }) {
  const t = useTranslations('Payouts');
  const [{ items }] = trpc.payout.get.useSuspenseQuery({ id });
  return (
    <BankFileItems
      items={items}
      nameOf={({ holder }) => holder}
      linesOf={({ iban, isDeposit, lease }) => [
        formatIban(iban),
        `${t(isDeposit ? 'deposit' : 'credit')} · ${lease.place}`,
      ]}
      chipOf={({ state }) => ({ text: t(`stateOf.${state}`), tone: tones[state] })}
      action={({ id: item, state, holder }) =>
        canEdit && state === 'ordered' && <NeverWent id={item} holder={holder} />
      }
    />
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
