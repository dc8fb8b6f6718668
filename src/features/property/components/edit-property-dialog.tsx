import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { PropertyDetails } from './use-property';

// Forms bring the schemas along; a page is read far more often than a form is opened.
const EditPropertyForm = lazyPart(() =>
  import('./edit-property-form').then((module) => ({ default: module.EditPropertyForm })),
);

/** Changes what a property is and where it stands (`main`), or what one looks up rarely (`secondary`). */
export function EditPropertyDialog({
  part,
  property,
  open,
  onOpenChange,
}: {
  part: 'main' | 'secondary';
  property: PropertyDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('PropertyForm');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t(`${part}Title`)}>
      <Suspense fallback={<SkeletonForm />}>
        <EditPropertyForm part={part} property={property} onClose={() => onOpenChange(false)} />
      </Suspense>
    </Dialog>
  );
}
