import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { fieldsOf } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { type Found, SearchPicker } from '@/components/form/search-picker';
import { userPlusIcon } from '@/components/icons';
import { useDebounced } from '@/components/use-debounced';
import { TenantDialog } from '@/features/tenant/components/tenant-dialog';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import type { createLeaseInput } from '../schema';
import { PickedTenants } from './picked-tenants';

const field = fieldsOf<typeof createLeaseInput>();

/** Who signs: found among the tenants, or created without leaving the form. */
export function TenantPicker({
  tenantId,
  tenants: chosen = [],
}: {
  /** Chosen beforehand, by id or with the name. */
  tenantId: string | undefined;
  tenants?: readonly Found[];
}) {
  const t = useTranslations('LeaseForm');
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [added, setAdded] = useState<Found[]>([...chosen]);
  const [removed, setRemoved] = useState(false);
  const known = trpc.tenant.get.useQuery({ id: tenantId ?? '' }, { enabled: tenantId !== undefined });
  const tenants = trpc.tenant.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const first = known.data && !removed ? [{ id: known.data.id, label: known.data.name }] : [];
  const picked: Found[] = [...first, ...added];

  useEffect(() =>
    form?.register(field('tenantIds'), {
      element: () => input.current,
      read: () => ({ ok: true, value: picked.map((tenant) => tenant.id) }),
    }),
  );

  function add(tenant: Found) {
    form?.changed(field('tenantIds'));
    if (!picked.some((other) => other.id === tenant.id)) setAdded([...added, tenant]);
  }

  function remove(tenant: Found) {
    form?.changed(field('tenantIds'));
    if (tenant.id === tenantId) setRemoved(true);
    setAdded(added.filter((other) => other.id !== tenant.id));
  }

  const fault = form?.problems.tenantIds;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <PickedTenants tenants={picked} onRemove={remove} />
      <div className="grid items-start gap-2 sm:grid-cols-[1fr_auto]">
        <SearchPicker
          id={id}
          label={picked.length === 0 ? t('tenant') : t('otherTenant')}
          placeholder={t('searchTenant')}
          emptyText={t('noTenant')}
          found={(tenants.data?.rows ?? [])
            .filter((row) => !picked.some((tenant) => tenant.id === row.id))
            .map((row) => ({ id: row.id, label: row.name, note: row.emails[0] }))}
          onSearch={setSearch}
          onPick={add}
          problem={fault && words.field(fault)}
          inputRef={input}
        />
        <Button icon={userPlusIcon} className="h-10 sm:mt-7" onClick={() => setCreating(true)}>
          {t('newTenant')}
        </Button>
      </div>
      <TenantDialog
        open={isCreating}
        onOpenChange={setCreating}
        onCreated={(tenant) => add({ id: tenant.id, label: tenant.name })}
      />
    </div>
  );
}
