import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { DateRange } from '@/lib/calendar';

// The form brings pickers and schemas along; pages that offer it stay light.
const LeaseForm = lazyPart(() => import('./lease-form'));

/**
 * Enters a lease; open as long as it is mounted. `onDone` is called when it closes: with the new lease, or
 * with null when nothing was saved. What is already known (property, unit, tenant, free days) is chosen beforehand.
 */
export function LeaseDialog({
  onDone,
  ...known
}: {
  propertyId?: string;
  unitId?: string;
  tenantId?: string;
  within?: DateRange;
  onDone?: (created: { id: string } | null) => void;
}) {
  const t = useTranslations('LeaseForm');
  return (
    <Dialog open onOpenChange={(open) => !open && onDone?.(null)} title={t('title')} size="lg">
      <Suspense fallback={<SkeletonForm fields={7} />}>
        <LeaseForm {...known} onCreated={(created) => onDone?.(created)} onCancel={() => onDone?.(null)} />
      </Suspense>
    </Dialog>
  );
}
