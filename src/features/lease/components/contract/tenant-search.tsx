import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { type Found, SearchPicker } from '@/components/form/search-picker';
import { userPlusIcon } from '@/components/icons';
import { useDebounced } from '@/components/use-debounced';
import { TenantDialog } from '@/features/tenant/components/tenant-dialog';
import { trpc } from '@/trpc/client';

/** Finds a tenant, or creates one without leaving the form. */
export function TenantSearch({
  label,
  without = [],
  onPick,
}: {
  label: string;
  /** Not offered. */
  without?: readonly string[];
  onPick: (tenant: Found) => void;
}) {
  const t = useTranslations('LeaseForm');
  const id = useId();
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const tenants = trpc.tenant.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[1fr_auto]">
      <SearchPicker
        id={id}
        label={label}
        placeholder={t('searchTenant')}
        emptyText={t('noTenant')}
        found={(tenants.data?.rows ?? [])
          .filter((row) => !without.includes(row.id))
          .map((row) => ({ id: row.id, label: row.name, note: row.emails[0] }))}
        onSearch={setSearch}
        onPick={onPick}
      />
      <Button icon={userPlusIcon} className="h-10 sm:mt-7" onClick={() => setCreating(true)}>
        {t('newTenant')}
      </Button>
      <TenantDialog
        open={isCreating}
        onOpenChange={setCreating}
        onCreated={(tenant) => onPick({ id: tenant.id, label: tenant.name })}
      />
    </div>
  );
}
