'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { downloadIcon } from '@/components/icons';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useUndoPayments } from '@/features/rent-account/components/use-undo-payments';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { CollectionRow } from './collection-list';
import { useDebitFile } from './use-debit-file';

/** What may be done with a file: looked at, handed to the bank, recorded, called off. */
export function CollectionActions({
  row,
  canEdit,
  onShow,
  onCancel,
}: {
  row: CollectionRow;
  canEdit: boolean;
  onShow: () => void;
  onCancel: () => void;
}) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const handOut = useDebitFile();
  const day = formatDate(row.collectOn, formats);
  const isOpen = canEdit && row.cancelledAt === null;
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button size="sm" look="ghost" aria-label={t('showOf', { day })} onClick={onShow}>
        {t('show')}
      </Button>
      {isOpen && (
        <Button
          size="sm"
          look="ghost"
          icon={downloadIcon}
          aria-label={t('downloadOf', { day })}
          onClick={() => void handOut(row.id)}
        >
          {t('download')}
        </Button>
      )}
      {isOpen && row.underWayCents > 0 && <Receive row={row} day={day} />}
      {isOpen && row.underWayCents === row.amountCents && (
        <Button size="sm" look="ghost" aria-label={t('cancelOf', { day })} onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </span>
  );
}

/** Records what the bank collected; not before it did. */
function Receive({ row, day }: { row: CollectionRow; day: string }) {
  const t = useTranslations('Debits');
  const words = useErrorWords();
  const formats = useFormats();
  const [{ today }] = trpc.portfolio.get.useSuspenseQuery();
  const receive = trpc.debit.receive.useMutation({ retry: retryTransient });
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
      aria-label={t('receiveOf', { day })}
      onClick={() => void record()}
    >
      {t('receive')}
    </Button>
  );
}
