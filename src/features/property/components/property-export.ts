import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { saveTable } from '@/components/save-file';
import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { listPropertiesOf, type PropertySearch } from '../search-params';
import type { PropertyRow } from './property-cards';

const PAGE_ROWS = 200;

/** Saves properties as a table for spreadsheets: those given, or all that the list would show. */
export function usePropertyExport() {
  const t = useTranslations('PropertyList');
  const labels = useTranslations('Labels');
  const words = useErrorWords();
  const formats = useFormats();
  const { client } = trpc.useUtils();
  const [isExporting, setExporting] = useState(false);

  function save(rows: readonly PropertyRow[]) {
    const head = (['name', 'kind'] as const).map((key) => t(`columns.${key}`));
    const address = (['street', 'postalCode', 'city', 'country'] as const).map((key) => t(`export.${key}`));
    saveTable(
      [
        [
          ...head,
          ...address,
          t('export.units'),
          t('columns.let'),
          `${t('columns.arrears')} (${formats.currency})`,
          t('export.state'),
        ],
        ...rows.map((row) => [
          row.name,
          labels(`propertyKind.${row.kind}`),
          [row.street, row.houseNumber].filter(Boolean).join(' '),
          row.postalCode ?? '',
          row.city ?? '',
          row.country,
          { count: row.unitCount },
          { count: row.letUnitCount },
          { cents: row.arrearsCents },
          t(row.archivedAt ? 'archived' : 'export.inUse'),
        ]),
      ],
      t('title'),
      formats,
    );
  }

  async function saveAll(search: PropertySearch) {
    setExporting(true);
    try {
      const rows: PropertyRow[] = [];
      let cursor: string | null = null;
      do {
        const input = { ...listPropertiesOf(search), limit: PAGE_ROWS, cursor };
        const page: { rows: PropertyRow[]; nextCursor: string | null } =
          await client.property.list.query(input);
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
