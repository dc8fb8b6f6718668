import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { FIRST_DAY } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { RecurringItem } from './recurring-list';

/** For an item entered by mistake: says how many bookings go with it. */
export function VoidDialog({ item, onClose }: { item: RecurringItem; onClose: () => void }) {
  const t = useTranslations('RecurringForm');
  const remove = trpc.recurring.void.useMutation();
  const posted = trpc.recurring.posted.useQuery({ id: item.id, from: FIRST_DAY }, { staleTime: 0 });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('voidQuestion', { title: item.title })}
      confirmLabel={t('void')}
      confirm={async () => {
        await remove.mutateAsync({ id: item.id, version: item.version });
        showSuccess(t('voided'));
      }}
    >
      <p>{posted.data ? t('voidText', { count: posted.data.length }) : t('voidWaiting')}</p>
      <p className="mt-2">{t('ratherEnd')}</p>
    </ConfirmDialog>
  );
}
