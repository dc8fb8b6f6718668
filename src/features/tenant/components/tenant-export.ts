import { useTranslations } from 'next-intl';
import { useListExport } from '@/components/list/use-list-export';
import { saveTable } from '@/components/save-file';
import { placeName } from '@/domain/names';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { listTenantsOf, type TenantSearch } from '../search-params';
import { firstEnd, type TenantRow, useNoHome } from './tenant-table';

/** Saves tenants as a table for spreadsheets: those given, or all that the list would show. */
export function useTenantExport() {
  const t = useTranslations('TenantsPage');
  const labels = useTranslations('Labels');
  const noHomeOf = useNoHome();
  const formats = useFormats();
  const { client } = trpc.useUtils();

  function save(rows: readonly TenantRow[]) {
    const head = (['name', 'kind', 'home'] as const).map((key) => t(key));
    const money = (['arrears', 'credit'] as const).map((key) => `${t(key)} (${formats.currency})`);
    const contact = (['email', 'phone', 'state'] as const).map((key) => t(`export.${key}`));
    saveTable(
      [
        [...head, t('ends'), ...money, ...contact],
        ...rows.map((row) => {
          const end = firstEnd(row);
          return [
            row.name,
            labels(`partyKind.${row.kind}`),
            row.units.length === 0 && row.soldOn !== null
              ? noHomeOf(row)
              : row.units.map(placeName).join(' · '),
            end ? formatDate(end, formats) : '',
            { cents: row.arrearsCents },
            { cents: row.creditCents },
            row.emails.join(', '),
            row.phones.join(', '),
            t(row.archivedAt ? 'archived' : 'export.inUse'),
          ];
        }),
      ],
      t('title'),
      formats,
    );
  }

  const { saveAll, isExporting } = useListExport<TenantRow, TenantSearch>(
    (search, page) => client.tenant.list.query({ ...listTenantsOf(search), ...page }),
    save,
  );
  return { save, saveAll, isExporting };
}
