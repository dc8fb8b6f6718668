import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { pencilIcon, trash2Icon } from '@/components/icons';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { MandateRow } from './mandate-list';

/** Changes, ends or renews a mandate; one that was never used may be removed. */
export function MandateActions({
  row,
  onEdit,
  onRemove,
}: {
  row: MandateRow;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const t = useTranslations('Debits');
  const words = useErrorWords();
  const offerUndo = useUndo();
  const [{ today }] = trpc.portfolio.get.useSuspenseQuery();
  const revoke = trpc.debit.revokeMandate.useMutation({ retry: retryTransient });
  const { id, reference, revokedOn } = row;
  async function toggle() {
    const next = revokedOn === null ? today : null;
    try {
      const { version } = await revoke.mutateAsync({ id, version: row.version, revokedOn: next });
      offerUndo(t(next === null ? 'restored' : 'revoked', { reference }), async () => {
        await revoke.mutateAsync({ id, version, revokedOn });
        showSuccess(t(revokedOn === null ? 'restored' : 'revoked', { reference }));
      });
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  return (
    <span className="flex justify-end gap-1 whitespace-nowrap">
      <Button
        size="sm"
        look="ghost"
        iconOnly
        icon={pencilIcon}
        aria-label={t('editOf', { reference })}
        onClick={onEdit}
      />
      <Button
        size="sm"
        look="ghost"
        pending={revoke.isPending}
        aria-label={t(revokedOn === null ? 'revokeOf' : 'restoreOf', { reference })}
        onClick={() => void toggle()}
      >
        {t(revokedOn === null ? 'revoke' : 'restore')}
      </Button>
      {!row.isUsed && (
        <Button
          size="sm"
          look="ghost"
          iconOnly
          icon={trash2Icon}
          aria-label={t('removeOf', { reference })}
          onClick={onRemove}
        />
      )}
    </span>
  );
}
