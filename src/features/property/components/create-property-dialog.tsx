'use client';

import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { SubmitButton } from '@/components/form/submit-button';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import { useRouter } from '@/i18n/navigation';

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
  const form = useTranslations('Form');
  const router = useRouter();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('newTitle')} description={t('newText')}>
      <Suspense fallback={<SkeletonForm />}>
        <CreatePropertyForm
          country={country}
          onCreated={({ id }) => {
            onOpenChange(false);
            router.push({ pathname: '/property/[id]', params: { id } });
          }}
          actions={
            <DialogActions>
              <Button look="tertiary" onClick={() => onOpenChange(false)}>
                {form('cancel')}
              </Button>
              <SubmitButton>{t('create')}</SubmitButton>
            </DialogActions>
          }
        />
      </Suspense>
    </Dialog>
  );
}
