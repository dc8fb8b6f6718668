import { useTranslations } from 'next-intl';
import { useListExport } from '@/components/list/use-list-export';
import { saveTable } from '@/components/save-file';
import { useFormats } from '@/i18n/formats-provider';
import { streetLine } from '@/i18n/regions';
import { trpc } from '@/trpc/client';
import { listPropertiesOf, type PropertySearch } from '../search-params';
import type { PropertyRow } from './property-cards';

/** Saves properties as a table for spreadsheets: those given, or all that the list would show. */
export function usePropertyExport() {
  const t = useTranslations('PropertyList');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const { client } = trpc.useUtils();

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
          streetLine(row),
          row.postalCode ?? '',
          row.city ?? '',
          row.country,
          { count: row.unitCount },
          { count: row.letUnitCount },
          { cents: row.arrearsCents },
          t(row.archivedAt ? 'archived' : row.isSold ? 'sold' : 'export.inUse'),
        ]),
      ],
      t('title'),
      formats,
    );
  }

  const { saveAll, isExporting } = useListExport<PropertyRow, PropertySearch>(
    (search, page) => client.property.list.query({ ...listPropertiesOf(search), ...page }),
    save,
  );
  return { save, saveAll, isExporting };
}
