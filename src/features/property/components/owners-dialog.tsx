import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { PropertyDetails } from './use-property';

const OwnersForm = lazyPart(() => import('./owners-form').then((module) => ({ default: module.OwnersForm })));

/** Who owns the property, in fractions. */
export function OwnersDialog({
  property,
  isOwner,
  open,
  onOpenChange,
}: {
  property: PropertyDetails;
  isOwner: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('OwnersForm');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('text')}>
      <Suspense fallback={<SkeletonForm fields={2} />}>
        <OwnersForm property={property} isOwner={isOwner} onClose={() => onOpenChange(false)} />
      </Suspense>
    </Dialog>
  );
}
