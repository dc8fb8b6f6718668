import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import { rentOn } from '@/features/rent/rules';
import { addDays } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { CarryOverDialog, hasAnythingToCarry } from './carry-over-dialog';

const LeaseForm = lazyPart(() => import('./lease-form'));

/**
 * A new contract for the same tenants and units from the day after this one ends; open while mounted. Then it asks
 * what goes on to it of what the account and the deposit of this one hold.
 */
export function FollowUpDialog({ leaseId, onClose }: { leaseId: string; onClose: () => void }) {
  const t = useTranslations('RenewLease');
  const utils = trpc.useUtils();
  const [created, setCreated] = useState<string | null>(null);
  async function onCreated(id: string) {
    // The lease is there. What cannot be asked now is asked from the menu of the one that ends.
    const found = await utils.lease.carryable.fetch({ id: leaseId }, { staleTime: 0 }).catch(() => null);
    if (found && hasAnythingToCarry(found)) setCreated(id);
    else onClose();
  }
  if (created) return <CarryOverDialog leaseId={leaseId} toLeaseId={created} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('followUpTitle')}
      description={t('followUpText')}
      size="lg"
    >
      <Suspense fallback={<SkeletonForm fields={7} />}>
        <FollowUpForm leaseId={leaseId} onCreated={onCreated} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function FollowUpForm({
  leaseId,
  onCreated,
  onClose,
}: {
  leaseId: string;
  onCreated: (id: string) => Promise<void>;
  onClose: () => void;
}) {
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  const last = lease.endsOn ?? lease.startsOn;
  const present = <Part extends { toOn: string | null }>(parts: readonly Part[]) =>
    parts.filter((part) => part.toOn === null || part.toOn >= last);
  const units = present(lease.units);
  return (
    <LeaseForm
      known={{
        unitIds: units.map((unit) => unit.id),
        propertyIds: [...new Set(units.map((unit) => unit.propertyId))],
        tenants: present(lease.tenants).map((tenant) => ({ id: tenant.id, label: tenant.name })),
        startsOn: addDays(last, 1),
        lines: rentOn(lease.rents, last)?.lines ?? [],
        dueRule: lease.dueRule,
        dueDay: lease.dueDay,
        prorationMethod: lease.prorationMethod,
        persons: lease.household.at(-1)?.persons ?? null,
      }}
      onCreated={({ id }) => void onCreated(id)}
      onCancel={onClose}
    />
  );
}
