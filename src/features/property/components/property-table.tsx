import { useTranslations } from 'next-intl';
import { type ListColumn, ListTable } from '@/components/list/list-table';
import type { SelectionState } from '@/components/list/use-selection';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/navigation';
import { type PropertySearch, propertySorts } from '../search-params';
import { addressBeside, type PropertyRow } from './property-cards';
import type { propertyColumns } from './property-list-look';

/** The same properties, one per line. */
export function PropertyTable({
  rows,
  isWhole,
  columns,
  search,
  onSort,
  selection,
}: {
  rows: readonly PropertyRow[];
  isWhole: boolean;
  columns: readonly string[];
  search: PropertySearch;
  onSort: (part: Pick<PropertySearch, 'sort' | 'descending'>) => void;
  selection: SelectionState | null;
}) {
  const t = useTranslations('PropertyList');
  const labels = useTranslations('Labels');
  const all: (ListColumn<PropertyRow> & { key: 'name' | (typeof propertyColumns)[number] })[] = [
    {
      key: 'name',
      header: t('columns.name'),
      phone: 'title',
      sort: { by: 'name' },
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={{ pathname: '/property/[id]', params: { id: row.id } }}
            className="font-medium hover:underline"
          >
            {row.name}
          </Link>
          {(row.archivedAt || row.isSold) && (
            <StatusChip>{t(row.archivedAt ? 'archived' : 'sold')}</StatusChip>
          )}
        </span>
      ),
    },
    { key: 'kind', header: t('columns.kind'), cell: (row) => labels(`propertyKind.${row.kind}`) },
    {
      key: 'address',
      header: t('columns.address'),
      sort: { by: 'city' },
      cell: (row) => addressBeside(row) || '–',
    },
    {
      key: 'let',
      header: t('columns.let'),
      align: 'end',
      sort: { by: 'units', descendingFirst: true },
      cell: (row) => (row.isSold ? '–' : t('letShort', { let: row.letUnitCount, all: row.unitCount })),
    },
    {
      key: 'arrears',
      header: t('columns.arrears'),
      align: 'end',
      sort: { by: 'arrears', descendingFirst: true },
      cell: (row) => (
        <Money
          amountCents={row.arrearsCents}
          className={row.arrearsCents > 0 ? 'text-danger' : 'text-muted'}
        />
      ),
    },
  ];
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <ListTable
        name="properties"
        caption={t('title')}
        rows={rows}
        isWhole={isWhole}
        nameOf={(row) => row.name}
        columns={all.filter((column) => column.key === 'name' || columns.includes(column.key))}
        sort={{ by: search.sort, descending: search.descending }}
        onSort={({ by, descending }) =>
          onSort({ sort: propertySorts.find((sort) => sort === by) ?? 'name', descending })
        }
        selection={selection}
      />
    </div>
  );
}
