import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { SkeletonForm } from '@/components/skeleton-form';
import type { CalendarDate } from '@/lib/calendar';
import { PayOverdueForm } from './pay-overdue-form';

/** Records payments for what is overdue on a lease, in a property or anywhere, all in one go; open as long as it is mounted. */
export function PayOverdueDialog(props: {
  propertyId: string | null;
  /** What is of this lease alone. */
  leaseId?: string;
  /** With a day everything due through it, overdue or not. */
  dueThrough?: CalendarDate;
  onClose: () => void;
}) {
  const t = useTranslations('PayOverdue');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t(props.dueThrough ? 'dueTitle' : 'title')}
      description={t('text')}
    >
      <Suspense fallback={<SkeletonForm fields={4} />}>
        <PayOverdueForm {...props} />
      </Suspense>
    </Dialog>
  );
}
