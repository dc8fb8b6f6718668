import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { type ListColumn, ListTable } from '@/components/list/list-table';
import type { SelectionState } from '@/components/list/use-selection';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { placeName } from '@/domain/names';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';
import { type TenantSearch, tenantSorts } from '../search-params';
import type { tenantColumns } from './tenant-list-look';

export type TenantRow = Outputs['tenant']['list']['rows'][number];

/** The first day on which a lease of the tenant's ends; null without a lease and for open-ended ones. */
export function firstEnd(tenant: TenantRow): string | null {
  return tenant.units.flatMap(({ endsOn }) => endsOn ?? []).sort()[0] ?? null;
}

/** What is said of who has no home here: who rents of the buyer of a house by now, or nobody's tenant. */
export function useNoHome(): (tenant: TenantRow) => string {
  const t = useTranslations('TenantsPage');
  const formats = useFormats();
  return ({ soldOn }) =>
    soldOn === null ? t('noHome') : t('withBuyer', { day: formatDate(soldOn, formats) });
}

/** The tenants, one per line. */
export function TenantTable({
  rows,
  isWhole,
  columns,
  search,
  onSort,
  selection,
}: {
  rows: readonly TenantRow[];
  isWhole: boolean;
  columns: readonly string[];
  search: TenantSearch;
  onSort: (part: Pick<TenantSearch, 'sort' | 'descending'>) => void;
  selection: SelectionState | null;
}) {
  const t = useTranslations('TenantsPage');
  const noHomeOf = useNoHome();
  const all: (ListColumn<TenantRow> & { key: 'name' | (typeof tenantColumns)[number] })[] = [
    {
      key: 'name',
      header: t('name'),
      phone: 'title',
      sort: { by: 'name' },
      cell: (tenant) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }}
            className="font-medium hover:underline"
          >
            {tenant.name}
          </Link>
          {tenant.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
        </span>
      ),
    },
    {
      key: 'home',
      header: t('home'),
      cell: (tenant) =>
        tenant.units.length === 0 ? (
          <span className="text-muted">{noHomeOf(tenant)}</span>
        ) : (
          tenant.units.map((unit) => (
            <Link
              key={unit.unitId}
              href={{ pathname: '/property/[id]', params: { id: unit.propertyId } }}
              className="block hover:underline"
            >
              {placeName(unit)}
            </Link>
          ))
        ),
    },
    {
      key: 'contact',
      header: t('contact'),
      phone: 'wide',
      cell: (tenant) => (
        <span className="text-muted">
          {[tenant.emails[0], tenant.phones[0]].filter(Boolean).map((contact) => (
            <span key={contact} className="block truncate">
              {contact}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'ends',
      header: t('ends'),
      sort: { by: 'ends' },
      isSilent: (tenant) => !firstEnd(tenant),
      cell: (tenant) => {
        const end = firstEnd(tenant);
        return end ? <DateText day={end} /> : <span className="text-muted">–</span>;
      },
    },
    {
      key: 'arrears',
      header: t('arrears'),
      align: 'end',
      sort: { by: 'arrears', descendingFirst: true },
      isSilent: (tenant) => tenant.arrearsCents === 0,
      cell: (tenant) =>
        tenant.arrearsCents > 0 ? (
          <Money amountCents={tenant.arrearsCents} className="font-medium text-danger" />
        ) : (
          <span className="text-muted">{t('noArrears')}</span>
        ),
    },
    {
      key: 'credit',
      header: t('credit'),
      align: 'end',
      isSilent: (tenant) => tenant.creditCents === 0,
      cell: (tenant) =>
        tenant.creditCents > 0 ? (
          <Money amountCents={tenant.creditCents} />
        ) : (
          <span className="text-muted">–</span>
        ),
    },
  ];
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <ListTable
        name="tenants"
        caption={t('caption')}
        rows={rows}
        isWhole={isWhole}
        nameOf={(tenant) => tenant.name}
        columns={all.filter((column) => column.key === 'name' || columns.includes(column.key))}
        sort={{ by: search.sort, descending: search.descending }}
        onSort={({ by, descending }) =>
          onSort({ sort: tenantSorts.find((sort) => sort === by) ?? 'name', descending })
        }
        selection={selection}
      />
    </div>
  );
}
