import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { FieldName } from '@/components/form/field-name';
import { type Found, SearchPicker } from '@/components/form/search-picker';
import { SelectField } from '@/components/form/select-field';
import { useDebounced } from '@/components/use-debounced';
import { placeName } from '@/domain/names';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';

/** A tenant somebody looks for, and their leases; `exceptId` is the one that something is moved away from. */
export function useLeaseOfTenant(exceptId?: string) {
  const [tenant, setTenant] = useState<Found | null>(null);
  const found = trpc.tenant.get.useQuery({ id: tenant?.id ?? '' }, { enabled: tenant !== null });
  const standing = (found.data?.leases ?? []).filter((one) => one.id !== exceptId && !one.voidedAt);
  // Somebody who left a lease and came back stands twice on it.
  const leases = tenant ? [...new Map(standing.map((one) => [one.id, one])).values()] : [];
  const hasNone = tenant !== null && found.data !== undefined && leases.length === 0;
  return { tenant, setTenant, leases, hasNone };
}

/** Whose account money goes to: the tenant, looked for by name, and which of their leases. */
export function LeaseOfTenant({
  choice: { tenant, setTenant, leases, hasNone },
  name,
  autoFocus = true,
}: {
  choice: ReturnType<typeof useLeaseOfTenant>;
  name: FieldName;
  /** Its list lies over what stands beside it. */
  autoFocus?: boolean;
}) {
  const t = useTranslations('LeaseOfTenant');
  const formats = useFormats();
  const pickerId = useId();
  const [search, setSearch] = useState('');
  const tenants = trpc.tenant.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <SearchPicker
        id={pickerId}
        label={t('tenant')}
        placeholder={tenant?.label ?? t('search')}
        emptyText={t('noTenant')}
        found={(tenants.data?.rows ?? []).map(({ id, name: label, emails }) => ({
          id,
          label,
          ...(emails[0] && { note: emails[0] }),
        }))}
        onSearch={setSearch}
        onPick={setTenant}
        autoFocus={autoFocus}
      />
      {tenant && hasNone && (
        <p role="status" className="text-sm text-muted">
          {t('noLease', { tenant: tenant.label })}
        </p>
      )}
      {tenant && leases.length > 0 && (
        <SelectField
          key={tenant.id}
          name={name}
          label={t('lease', { tenant: tenant.label })}
          options={leases.map((lease) => ({
            value: lease.id,
            label: `${lease.units.map(placeName).join(' · ')} · ${formatDate(lease.startsOn, formats)}`,
          }))}
        />
      )}
    </>
  );
}
