import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { FormActions } from '@/components/form/form-actions';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { TenantValues } from './tenant-fields';
import type { CreatedTenant } from './tenant-form';

// Forms bring the schemas along; a page is read far more often than a form is opened.
const CreateTenantForm = lazyPart(() =>
  import('./tenant-form').then((module) => ({ default: module.CreateTenantForm })),
);
const EditTenantForm = lazyPart(() =>
  import('./tenant-form').then((module) => ({ default: module.EditTenantForm })),
);

/** Creates a tenant, or changes the one that is given. */
export function TenantDialog({
  open,
  onOpenChange,
  tenant,
  onCreated,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant?: TenantValues;
  onCreated?: (tenant: CreatedTenant) => void;
}) {
  const t = useTranslations('TenantForm');
  const close = () => onOpenChange(false);
  const actions = <FormActions onClose={close}>{tenant ? t('save') : t('create')}</FormActions>;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={tenant ? t('editTitle') : t('newTitle')}>
      <Suspense fallback={<SkeletonForm />}>
        {tenant ? (
          <EditTenantForm tenant={tenant} onSaved={close} actions={actions} />
        ) : (
          <CreateTenantForm
            actions={actions}
            onCreated={(created) => {
              close();
              onCreated?.(created);
            }}
          />
        )}
      </Suspense>
    </Dialog>
  );
}
