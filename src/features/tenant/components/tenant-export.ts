import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { saveTable } from '@/components/save-file';
import { showFailure } from '@/components/toast';
import { placeName } from '@/features/unit/place-name';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { listTenantsOf, type TenantSearch } from '../search-params';
import { firstEnd, type TenantRow } from './tenant-table';

const PAGE_ROWS = 200;

/** Saves tenants as a table for spreadsheets: those given, or all that the list would show. */
export function useTenantExport() {
  const t = useTranslations('TenantsPage');
  const labels = useTranslations('Labels');
  const words = useErrorWords();
  const formats = useFormats();
  const { client } = trpc.useUtils();
  const [isExporting, setExporting] = useState(false);

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
            row.units.map(placeName).join(' · '),
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

  async function saveAll(search: TenantSearch) {
    setExporting(true);
    try {
      const rows: TenantRow[] = [];
      let cursor: string | null = null;
      do {
        const input = { ...listTenantsOf(search), limit: PAGE_ROWS, cursor };
        const page: { rows: TenantRow[]; nextCursor: string | null } = await client.tenant.list.query(input);
        rows.push(...page.rows);
        cursor = page.nextCursor;
      } while (cursor !== null);
      save(rows);
    } catch (error) {
      showFailure(words.failure(error));
    } finally {
      setExporting(false);
    }
  }

  return { save, saveAll, isExporting };
}
