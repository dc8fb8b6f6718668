import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { UnitRow } from './unit-state';

const UnitForm = lazyPart(() => import('./unit-form').then((module) => ({ default: module.UnitForm })));

/** Adds a unit, or changes the one that is given. */
export function UnitDialog({
  propertyId,
  unit,
  open,
  onCreated,
  onClose,
}: {
  propertyId: string;
  unit: UnitRow | null;
  open: boolean;
  onCreated?: (unitId: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  return (
    <Dialog open={open} onOpenChange={onClose} title={t(unit ? 'editTitle' : 'newTitle')}>
      <Suspense fallback={<SkeletonForm />}>
        <UnitForm propertyId={propertyId} unit={unit} onCreated={onCreated} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
