'use client';

import { useTranslations } from 'next-intl';
import { showFailure, showUndoable } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { useBookingRefresh } from './use-booking-refresh';

/** Takes a booking back at once and offers to bring it back. */
export function useRemoveTransaction(): (transactionId: string) => void {
  const t = useTranslations('Bookings');
  const words = useErrorWords();
  const refresh = useBookingRefresh();
  const remove = trpc.transaction.delete.useMutation({ retry: retryTransient });
  const restore = trpc.transaction.restore.useMutation({ retry: retryTransient });
  const onError = (error: unknown) => {
    refresh();
    showFailure(words.failure(error));
  };
  return (transactionId) =>
    remove.mutate(
      { id: newId(), transactionId },
      {
        onSuccess: () => {
          refresh();
          showUndoable(t('removed'), t('undo'), () =>
            restore.mutate({ id: newId(), transactionId }, { onSuccess: refresh, onError }),
          );
        },
        onError,
      },
    );
}
