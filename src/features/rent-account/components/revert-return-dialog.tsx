import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes back that the bank returned a payment; open as long as it is mounted. */
export function RevertReturnDialog({
  paymentId,
  amountCents,
  returnedOn,
  onClose,
}: {
  paymentId: string;
  amountCents: number;
  returnedOn: string;
  onClose: () => void;
}) {
  const t = useTranslations('RevertReturn');
  const formats = useFormats();
  const [id] = useState(newId);
  const revertReturn = trpc.payment.revertReturn.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      confirmLabel={t('confirm')}
      tone="primary"
      confirm={async () => {
        await revertReturn.mutateAsync({ id, paymentId });
        showSuccess(t('done'));
      }}
    >
      {t('text', {
        amount: formatMoney(amountCents, formats.currency, formats),
        day: formatDate(returnedOn, formats),
      })}
    </ConfirmDialog>
  );
}
