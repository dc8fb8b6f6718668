import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { setTenantsInput } from '../../schema';
import { type Contract, recordsOf } from './contract';
import { nextKeyOf, RangeRows } from './range-rows';
import { TenantSearch } from './tenant-search';

const field = fieldsOf<typeof setTenantsInput>();

/** Who is or was a party to the lease, from when to when: for putting it right. */
export default function TenantsForm({ lease, onDone }: { lease: Contract; onDone: () => void }) {
  const t = useTranslations('Contract');
  const saved = lease.tenants.map(({ id, name, fromOn, toOn }) => ({ id, label: name, fromOn, toOn }));
  const [rows, setRows] = useState(() => saved.map((row, key) => ({ key, ...row })));
  const set = trpc.lease.setTenants.useMutation();
  const form = useDomainForm({
    schema: setTenantsInput,
    fixed: { id: lease.id, version: lease.version },
    prepare: (values) => ({
      ...values,
      tenants: recordsOf(values.tenants).map((range, index) => ({ ...range, tenantId: rows[index]?.id })),
    }),
    submit: async (input) => {
      await set.mutateAsync(input);
      await whenFresh();
    },
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <RangeRows
        name={field('tenants')}
        label={t('parts.tenants')}
        rows={rows}
        saved={saved}
        onRows={setRows}
      />
      <TenantSearch
        label={t('addTenant')}
        onPick={({ id, label }) => {
          setRows([...rows, { key: nextKeyOf(rows), id, label, fromOn: lease.startsOn, toOn: null }]);
        }}
      />
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}
