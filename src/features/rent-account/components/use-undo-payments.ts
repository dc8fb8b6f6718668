import { useTranslations } from 'next-intl';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Takes payments back that were recorded just now. */
export function useUndoPayments(): (paymentIds: readonly string[]) => Promise<void> {
  const t = useTranslations('PayOverdue');
  const reverse = trpc.payment.reverseMany.useMutation({ retry: retryTransient });
  // A promise instead of callbacks: those would be lost with the dialog or row, which is gone by then.
  return async (paymentIds) => {
    await reverse.mutateAsync({ payments: paymentIds.map((paymentId) => ({ id: newId(), paymentId })) });
    showSuccess(t('undone', { count: paymentIds.length }));
  };
}
