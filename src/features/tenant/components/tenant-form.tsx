import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { tenantName } from '@/domain/names';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { type CreateTenantInput, createTenantInput, updateTenantInput } from '../schema';
import { TenantFields, type TenantValues } from './tenant-fields';

export type CreatedTenant = { id: string; name: string };

const nameOf = (input: Pick<CreateTenantInput, 'kind' | 'firstName' | 'lastName' | 'companyName'>) =>
  tenantName({
    kind: input.kind,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    companyName: input.companyName ?? null,
  });

/** A new tenant. `actions` are the buttons below; the dialog and the lease form have their own. */
export function CreateTenantForm({
  onCreated,
  actions,
}: {
  onCreated: (tenant: CreatedTenant) => void;
  actions: ReactNode;
}) {
  const t = useTranslations('TenantForm');
  const [id] = useState(newId);
  const create = trpc.tenant.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createTenantInput,
    fixed: { id },
    submit: async (input) => {
      await create.mutateAsync(input);
      return { id, name: nameOf(input) };
    },
    onSuccess: (tenant) => {
      showSuccess(t('created', { name: tenant.name }));
      onCreated(tenant);
    },
  });
  return (
    <DomainForm form={form}>
      <TenantFields />
      {actions}
    </DomainForm>
  );
}

export function EditTenantForm({
  tenant,
  onSaved,
  actions,
}: {
  tenant: TenantValues;
  onSaved: () => void;
  actions: ReactNode;
}) {
  const t = useTranslations('TenantForm');
  const update = trpc.tenant.update.useMutation();
  const form = useDomainForm({
    schema: updateTenantInput,
    fixed: { id: tenant.id, version: tenant.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onSaved();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <TenantFields values={tenant} />
      {actions}
    </DomainForm>
  );
}
