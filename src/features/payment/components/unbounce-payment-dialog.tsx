'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { useAccountRefresh } from '@/features/ledger/components/use-account-refresh';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes back that a payment bounced; open as long as it is mounted. */
export function UnbouncePaymentDialog({
  paymentId,
  amountCents,
  bouncedOn,
  onClose,
}: {
  paymentId: string;
  amountCents: number;
  bouncedOn: string;
  onClose: () => void;
}) {
  const t = useTranslations('UnbouncePayment');
  const formats = useFormats();
  const [id] = useState(newId);
  const refresh = useAccountRefresh();
  const unbounce = trpc.payment.unbounce.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      confirmLabel={t('confirm')}
      tone="primary"
      confirm={async () => {
        await unbounce.mutateAsync({ id, paymentId });
        refresh();
        showSuccess(t('done'));
      }}
    >
      {t('text', {
        amount: formatMoney(amountCents, formats.currency, formats),
        day: formatDate(bouncedOn, formats),
      })}
    </ConfirmDialog>
  );
}
