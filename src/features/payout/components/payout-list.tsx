import { useTranslations } from 'next-intl';
import { BankFiles } from '@/components/bank-files';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { PayoutDialog, tones } from './payout-dialog';
import { usePayoutFile } from './use-payout-file';

type PayoutRow = Outputs['payout']['list'][number];

/** The files that were made, and what became of each. */
export function PayoutList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Payouts');
  const formats = useFormats();
  const [rows] = trpc.payout.list.useSuspenseQuery();
  const cancel = trpc.payout.cancel.useMutation({ retry: retryTransient });
  const handOut = usePayoutFile();
  const chipsOf = (row: PayoutRow) => {
    const parts = [
      ['ordered', row.orderedCents],
      ['confirmed', row.confirmedCents],
      ['returned', row.returnedCents],
    ] as const;
    const some = parts.filter(([, cents]) => cents > 0);
    if (some.length === 0) return [{ text: t('stateOf.cancelled'), tone: 'neutral' as const }];
    return some.map(([state, cents]) => ({
      text: t(`ofIt.${state}`, { amount: formatMoney(cents, formats.currency, formats) }),
      tone: tones[state],
    }));
  };
  return (
    <BankFiles
      rows={rows}
      words={{
        emptyText: t('filesEmptyText'),
        cancelText: t('cancelText'),
        count: (count) => t('count', { count }),
        show: t('show'),
        showOf: (day) => t('showOf', { day }),
      }}
      dayOf={(row) => row.executeOn}
      chipsOf={chipsOf}
      isOpen={(row) => canEdit && row.cancelledAt === null}
      isUntouched={(row) => row.confirmedCents + row.returnedCents === 0 && row.orderedCents > 0}
      handOut={(row) => handOut(row.id)}
      dialog={(row, onClose) => (
        <PayoutDialog
          id={row.id}
          day={row.executeOn}
          canEdit={canEdit && row.cancelledAt === null}
          onClose={onClose}
        />
      )}
      cancel={(row) => cancel.mutateAsync({ id: row.id })}
    />
  );
}
