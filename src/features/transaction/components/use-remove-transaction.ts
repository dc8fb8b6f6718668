import { useTranslations } from 'next-intl';
import { showFailure, showUndoable } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes a booking back at once and offers to bring it back. */
export function useRemoveTransaction(): (transactionId: string) => void {
  const t = useTranslations('Bookings');
  const words = useErrorWords();
  const remove = trpc.transaction.delete.useMutation({ retry: retryTransient });
  const restore = trpc.transaction.restore.useMutation({ retry: retryTransient });
  // Promises instead of callbacks: those would be lost with the row, which may be the list's last.
  const orSay = (work: Promise<unknown>, done?: () => void) =>
    void work.then(done, (error: unknown) => showFailure(words.failure(error)));
  return (transactionId) =>
    orSay(remove.mutateAsync({ id: newId(), transactionId }), () =>
      showUndoable(t('removed'), t('undo'), () => orSay(restore.mutateAsync({ id: newId(), transactionId }))),
    );
}
