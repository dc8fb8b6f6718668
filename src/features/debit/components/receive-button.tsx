import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useUndoPayments } from '@/features/rent-account/components/use-undo-payments';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { CollectionRow } from './collection-list';

/** Records what the bank collected; not before it did. */
export function ReceiveButton({ row }: { row: CollectionRow }) {
  const t = useTranslations('Debits');
  const words = useErrorWords();
  const formats = useFormats();
  const [{ today }] = trpc.portfolio.get.useSuspenseQuery();
  const receive = trpc.debit.receive.useMutation();
  const offerUndo = useUndo();
  const undo = useUndoPayments();
  if (row.collectOn > today) return null;
  async function record() {
    try {
      const { paymentIds, amountCents } = await receive.mutateAsync({ id: row.id });
      const said = t('received', {
        count: paymentIds.length,
        amount: formatMoney(amountCents, formats.currency, formats),
      });
      if (paymentIds.length === 0) showSuccess(said);
      else offerUndo(said, () => undo(paymentIds));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  return (
    <Button
      size="sm"
      look="secondary"
      pending={receive.isPending}
      aria-label={t('receiveOf', { day: formatDate(row.collectOn, formats) })}
      onClick={() => void record()}
    >
      {t('receive')}
    </Button>
  );
}
