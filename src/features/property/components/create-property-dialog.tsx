import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { FormActions } from '@/components/form/form-actions';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import { useGo } from '@/i18n/use-go';

// Forms bring the schemas along; a list is read far more often than a form is opened.
const CreatePropertyForm = lazyPart(() =>
  import('./create-property-form').then((module) => ({ default: module.CreatePropertyForm })),
);

/** Creates a property and leads to its page. */
export function CreatePropertyDialog({
  open,
  onOpenChange,
  country,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  country: string;
}) {
  const t = useTranslations('PropertyForm');
  const go = useGo();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('newTitle')} description={t('newText')}>
      <Suspense fallback={<SkeletonForm />}>
        <CreatePropertyForm
          country={country}
          onCreated={({ id }) => {
            onOpenChange(false);
            go({ pathname: '/property/[id]', params: { id } });
          }}
          actions={<FormActions onClose={() => onOpenChange(false)}>{t('create')}</FormActions>}
        />
      </Suspense>
    </Dialog>
  );
}
