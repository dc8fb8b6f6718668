import { useTranslations } from 'next-intl';
import { BankFiles } from '@/components/bank-files';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { CollectionDialog, tones } from './collection-dialog';
import { ReceiveButton } from './receive-button';
import { useDebitFile } from './use-debit-file';

export type CollectionRow = Outputs['debit']['collections'][number];

/** The files that were made, and what became of each. */
export function CollectionList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const [rows] = trpc.debit.collections.useSuspenseQuery();
  const cancel = trpc.debit.cancel.useMutation({ retry: retryTransient });
  const handOut = useDebitFile();
  const chipsOf = (row: CollectionRow) => {
    const amount = (cents: number) => ({ amount: formatMoney(cents, formats.currency, formats) });
    if (row.cancelledAt !== null && row.receivedCents + row.returnedCents === 0) {
      return [{ text: t('stateOf.cancelled'), tone: tones.cancelled }];
    }
    return [
      {
        cents: row.underWayCents,
        text: t('ofIt.underWay', amount(row.underWayCents)),
        tone: tones.under_way,
      },
      { cents: row.receivedCents, text: t('ofIt.received', amount(row.receivedCents)), tone: tones.received },
      { cents: row.returnedCents, text: t('ofIt.returned', amount(row.returnedCents)), tone: tones.returned },
    ].filter(({ cents }) => cents > 0);
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
      dayOf={(row) => row.collectOn}
      chipsOf={chipsOf}
      isOpen={(row) => canEdit && row.cancelledAt === null}
      isUntouched={(row) => row.underWayCents === row.amountCents}
      handOut={(row) => handOut(row.id)}
      further={(row) => row.underWayCents > 0 && <ReceiveButton row={row} />}
      dialog={(row, onClose) => (
        <CollectionDialog id={row.id} day={row.collectOn} canEdit={canEdit} onClose={onClose} />
      )}
      cancel={(row) => cancel.mutateAsync({ id: row.id })}
    />
  );
}
