import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import type { Found } from '@/components/form/search-picker';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { addDays, firstOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { setTenantsInput } from '../../schema';
import { PickedTenants } from '../picked-tenants';
import type { Contract } from './contract';
import { TenantSearch } from './tenant-search';

const field = fieldsOf<typeof setTenantsInput>();

/** One moves out, another moves in, and the contract goes on: from a day on. */
export default function ChangeTenantsForm({
  lease,
  today,
  onDone,
}: {
  lease: Contract;
  today: string;
  onDone: () => void;
}) {
  const t = useTranslations('Contract');
  const proposed = firstOfMonth(shiftMonth(monthOf(today), 1));
  const [on, setOn] = useState<string | null>(proposed);
  const [leaving, setLeaving] = useState<string[]>([]);
  const [joining, setJoining] = useState<Found[]>([]);
  const present = lease.tenants.filter((tenant) => tenant.toOn === null || tenant.toOn >= today);
  const set = trpc.lease.setTenants.useMutation();
  const form = useDomainForm({
    schema: setTenantsInput,
    fixed: { id: lease.id, version: lease.version },
    prepare: ({ tenants: _day, ...values }) => ({ ...values, tenants: changed() }),
    submit: async (input) => {
      await set.mutateAsync(input);
      await whenFresh();
    },
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });

  function changed() {
    const kept = lease.tenants.map(({ id: tenantId, fromOn, toOn }) => {
      const leaves = leaving.includes(tenantId) && (toOn === null || (on !== null && toOn >= on));
      return { tenantId, fromOn, toOn: leaves && on ? addDays(on, -1) : toOn };
    });
    const added = joining.map(({ id: tenantId }) => ({ tenantId, fromOn: on, toOn: null }));
    // A missing day is said at its field, which stands for the first who joins.
    return on === null && added.length === 0 ? [...kept, { fromOn: null }] : [...kept, ...added];
  }

  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <DateField
        name={field(`tenants.${lease.tenants.length}.fromOn`)}
        label={t('changeOn')}
        hint={t('changeOnHint')}
        defaultDay={proposed}
        onDayChange={setOn}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('leaving')}</legend>
        {present.map((tenant) => (
          <label key={`${tenant.id} ${tenant.fromOn}`} className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={leaving.includes(tenant.id)}
              onChange={(event) =>
                setLeaving(
                  event.target.checked
                    ? [...leaving, tenant.id]
                    : leaving.filter((other) => other !== tenant.id),
                )
              }
            />
            {tenant.name}
          </label>
        ))}
      </fieldset>
      <PickedTenants
        tenants={joining}
        onRemove={({ id }) => setJoining(joining.filter((other) => other.id !== id))}
      />
      <TenantSearch
        label={t('joining')}
        without={[...present, ...joining].map((tenant) => tenant.id)}
        onPick={(tenant) => setJoining([...joining, tenant])}
      />
      <p className="text-sm text-muted">{t('changeText')}</p>
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}
