'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/navigation';
import { addressBeside, type PropertyRow } from './property-cards';

/** The same properties, one per line. */
export function PropertyTable({ rows }: { rows: readonly PropertyRow[] }) {
  const t = useTranslations('PropertyList');
  const labels = useTranslations('Labels');
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <DataTable
        caption={t('title')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'name',
            header: t('columns.name'),
            phone: 'title',
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={{ pathname: '/property/[id]', params: { id: row.id } }}
                  className="font-medium hover:underline"
                >
                  {row.name}
                </Link>
                {row.archivedAt && <StatusChip>{t('archived')}</StatusChip>}
              </span>
            ),
          },
          { key: 'kind', header: t('columns.kind'), cell: (row) => labels(`propertyKind.${row.kind}`) },
          { key: 'address', header: t('columns.address'), cell: (row) => addressBeside(row) || '–' },
          {
            key: 'units',
            header: t('columns.let'),
            align: 'end',
            cell: (row) => t('letShort', { let: row.letUnitCount, all: row.unitCount }),
          },
          {
            key: 'arrears',
            header: t('columns.arrears'),
            align: 'end',
            cell: (row) => (
              <Money
                amountCents={row.arrearsCents}
                className={row.arrearsCents > 0 ? 'text-danger' : 'text-muted'}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
