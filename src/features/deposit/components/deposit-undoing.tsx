import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { Deposit, Movement } from './deposit-doing';

/** Takes a movement back, by one against it. */
export function UndoMovement({ movement, onClose }: { movement: Movement; onClose: () => void }) {
  const t = useTranslations('Deposit');
  const labels = useTranslations('Labels');
  const [id] = useState(newId);
  const reverse = trpc.deposit.reverse.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('undoTitle')}
      confirmLabel={t('undo')}
      confirm={async () => {
        await reverse.mutateAsync({ id, movementId: movement.id });
        showSuccess(t('undone'));
      }}
    >
      {t(movement.kind === 'deduction' ? 'undoDeductionText' : 'undoText', {
        what: labels(`depositMovement.${movement.kind}`),
      })}
    </ConfirmDialog>
  );
}

/** Takes away a deposit that nothing happened to. */
export function RemoveDeposit({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const t = useTranslations('Deposit');
  const remove = trpc.deposit.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      confirm={() => remove.mutateAsync({ id: deposit.id, version: deposit.version })}
    >
      {t('removeText')}
    </ConfirmDialog>
  );
}
