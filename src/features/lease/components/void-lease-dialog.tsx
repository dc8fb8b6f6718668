'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { useAccountRefresh } from '@/features/rent-account/components/use-account-refresh';
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
  const refresh = useAccountRefresh();
  const voidLease = trpc.lease.void.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      confirmLabel={t('void')}
      confirm={async () => {
        try {
          await voidLease.mutateAsync({ id: lease.id, version: lease.version });
          showSuccess(t('done'));
        } finally {
          // Also after a conflict: the next attempt must know the latest version.
          refresh({ leases: true });
        }
      }}
    >
      {t('text')}
    </ConfirmDialog>
  );
}
