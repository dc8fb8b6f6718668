import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes back a waiver entered by mistake; open as long as it is mounted. */
export function RevertWaiverDialog({
  waiverId,
  title,
  amountCents,
  isReduction,
  onClose,
}: {
  waiverId: string;
  title: string;
  /** What was waived. */
  amountCents: number;
  isReduction: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('RevertWaiver');
  const formats = useFormats();
  const [id] = useState(newId);
  const revertWaiver = trpc.charge.revertWaiver.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isReduction ? 'reductionTitle' : 'title')}
      confirmLabel={t('confirm')}
      confirm={async () => {
        await revertWaiver.mutateAsync({ id, waiverId });
        showSuccess(t('done'));
      }}
    >
      {t('text', { name: title, amount: formatMoney(amountCents, formats.currency, formats) })}
    </ConfirmDialog>
  );
}
