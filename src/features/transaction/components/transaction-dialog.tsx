import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import { trpc } from '@/trpc/client';
import type { BookingPlace } from './transaction-form';

const NewTransactionForm = lazyPart(() =>
  import('./transaction-form').then((module) => ({ default: module.NewTransactionForm })),
);
const EditTransactionForm = lazyPart(() =>
  import('./transaction-form').then((module) => ({ default: module.EditTransactionForm })),
);
const TransactionDetails = lazyPart(() => import('./transaction-details'));

type Props = {
  property: BookingPlace | null;
  today: string;
  /** Gets the day of what was booked or changed. */
  onBooked?: (day: string) => void;
  onClose: () => void;
};

/** Books income or expense; open as long as it is mounted. */
export function NewTransactionDialog(props: Props) {
  const t = useTranslations('BookingForm');
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={t('newTitle')}>
      <Suspense fallback={<SkeletonForm fields={5} />}>
        <NewTransactionForm {...props} />
      </Suspense>
    </Dialog>
  );
}

/** A booking with all that is known of it and its history; `startsEditing` goes straight to its form. */
export function TransactionDialog({
  id,
  canEdit,
  startsEditing = false,
  ...props
}: Props & { id: string; canEdit: boolean; startsEditing?: boolean }) {
  const t = useTranslations('BookingForm');
  const [isEditing, setEditing] = useState(canEdit && startsEditing);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={isEditing ? t('editTitle') : t('detailsTitle')}
    >
      <Suspense fallback={<SkeletonForm fields={5} />}>
        {isEditing ? (
          <EditForm {...props} id={id} />
        ) : (
          <TransactionDetails id={id} onEdit={canEdit ? () => setEditing(true) : null} />
        )}
      </Suspense>
    </Dialog>
  );
}

/** Always the booking as it is now: what is changed here is what somebody sees. */
function EditForm({ id, ...props }: Props & { id: string }) {
  const [transaction] = trpc.transaction.get.useSuspenseQuery({ id }, { staleTime: 0, gcTime: 0 });
  return <EditTransactionForm {...props} transaction={transaction} />;
}
