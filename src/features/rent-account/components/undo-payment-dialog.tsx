import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes a payment back; open as long as it is mounted. */
export function UndoPaymentDialog({
  paymentId,
  amountCents,
  paidOn,
  onClose,
}: {
  paymentId: string;
  amountCents: number;
  paidOn: string;
  onClose: () => void;
}) {
  const t = useTranslations('UndoPayment');
  const formats = useFormats();
  const [id] = useState(newId);
  const reverse = trpc.payment.reverse.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      confirmLabel={t('undo')}
      confirm={async () => {
        await reverse.mutateAsync({ id, paymentId });
        showSuccess(t('done'));
      }}
    >
      {t('text', {
        amount: formatMoney(amountCents, formats.currency, formats),
        day: formatDate(paidOn, formats),
      })}
    </ConfirmDialog>
  );
}
