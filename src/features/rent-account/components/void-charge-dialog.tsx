import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes back a charge entered by mistake; open as long as it is mounted. */
export function VoidChargeDialog({
  chargeId,
  title,
  onClose,
}: {
  chargeId: string;
  title: string;
  onClose: () => void;
}) {
  const t = useTranslations('VoidCharge');
  const [id] = useState(newId);
  const cancel = trpc.charge.void.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      confirmLabel={t('confirm')}
      confirm={async () => {
        await cancel.mutateAsync({ id, chargeId });
        showSuccess(t('done'));
      }}
    >
      {t('text', { name: title })}
    </ConfirmDialog>
  );
}
