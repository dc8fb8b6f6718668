import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import type { LeaseRow } from './lease-words';

/** Takes back a lease that was entered wrongly; open as long as it is mounted. */
export function VoidLeaseDialog({
  lease,
  onClose,
}: {
  lease: Pick<LeaseRow, 'id' | 'version'>;
  onClose: () => void;
}) {
  const t = useTranslations('VoidLease');
  const voidLease = trpc.lease.void.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      confirmLabel={t('void')}
      confirm={async () => {
        await voidLease.mutateAsync({ id: lease.id, version: lease.version });
        showSuccess(t('done'));
      }}
    >
      {t('text')}
    </ConfirmDialog>
  );
}
