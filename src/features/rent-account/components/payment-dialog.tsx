import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { SelectField } from '@/components/form/select-field';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';

const PaymentForm = lazyPart(() => import('./payment-form'));
const TransferForm = lazyPart(() => import('./transfer-form'));
/** In place of a lease: one transfer for several. */
const ALL = 'all';

/** Records money received; open as long as it is mounted. With several leases it asks for which, or for all. */
export function PaymentDialog({
  leases,
  leaseId: chosenId,
  chargeId,
  onClose,
}: {
  leases: readonly { id: string; label: string }[];
  /** Chosen beforehand; default is the first. */
  leaseId?: string;
  /** The open item the payment is for, when someone said so; default is the oldest due first. */
  chargeId?: string;
  onClose: () => void;
}) {
  const t = useTranslations('PaymentForm');
  const [leaseId, setLeaseId] = useState(chosenId ?? leases[0]?.id);
  const lease = leases.find((known) => known.id === leaseId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={leases.length === 1 ? lease?.label : undefined}
    >
      <div className="flex flex-col gap-4">
        {leases.length > 1 && (
          <SelectField
            name={null}
            label={t('lease')}
            options={[
              ...leases.map(({ id, label }) => ({ value: id, label })),
              { value: ALL, label: t('severalLeases') },
            ]}
            defaultValue={leaseId}
            onValueChange={setLeaseId}
          />
        )}
        {leaseId === ALL && (
          <Suspense fallback={<SkeletonForm fields={4} />}>
            <TransferForm leases={leases} onClose={onClose} />
          </Suspense>
        )}
        {leaseId !== undefined && leaseId !== ALL && (
          <Suspense key={leaseId} fallback={<SkeletonForm fields={4} />}>
            <PaymentForm
              leaseId={leaseId}
              chargeId={leaseId === chosenId ? chargeId : undefined}
              onClose={onClose}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
