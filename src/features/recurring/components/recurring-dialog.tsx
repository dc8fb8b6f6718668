import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { BookingPlace } from '@/features/transaction/components/transaction-form';
import type { RecurringItem } from './recurring-list';

const NewRecurringForm = lazyPart(() =>
  import('./recurring-form').then((module) => ({ default: module.NewRecurringForm })),
);
const EditRecurringForm = lazyPart(() =>
  import('./recurring-form').then((module) => ({ default: module.EditRecurringForm })),
);

/** A new recurring item, or one that changes; open as long as it is mounted. */
export function RecurringDialog({
  item,
  ...props
}: {
  item: RecurringItem | null;
  property: BookingPlace | null;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('RecurringForm');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t(item ? 'editTitle' : 'newTitle')}
      description={item ? t('editText') : undefined}
    >
      <Suspense fallback={<SkeletonForm fields={5} />}>
        {item ? <EditRecurringForm {...props} item={item} /> : <NewRecurringForm {...props} />}
      </Suspense>
    </Dialog>
  );
}
