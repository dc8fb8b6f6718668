import { useTranslations } from 'next-intl';
import { useListExport } from '@/components/list/use-list-export';
import { saveTable } from '@/components/save-file';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { ListTransactionsInput } from '../schema';

type Row = Outputs['transaction']['list']['rows'][number];

/** Saves all that the list would show as a table for spreadsheets, such as for a tax adviser; what was spent is negative. */
export function useBookingExport() {
  const t = useTranslations('Bookings');
  const form = useTranslations('BookingForm');
  const nameOf = useCategoryName();
  const formats = useFormats();
  const { client } = trpc.useUtils();
  const day = (on: string | null) => (on === null ? '' : formatDate(on, formats));
  const cells = (row: Row) => [
    day(row.bookedOn),
    row.title,
    nameOf({ code: row.categoryCode, name: row.categoryName }),
    row.payee ?? '',
    row.propertyName ?? t('portfolio'),
    row.unitName ?? '',
    { cents: row.direction === 'income' ? row.amountCents : -row.amountCents },
    row.vatCents === 0 ? '' : { cents: row.vatCents },
    row.labourCents === 0 ? '' : { cents: row.labourCents },
    day(row.serviceFrom),
    day(row.serviceTo),
    day(row.invoiceOn),
    row.invoiceNumber ?? '',
    row.note ?? '',
  ];
  const inMoney = (name: string) => `${name} (${formats.currency})`;
  const head = [
    form('bookedOn'),
    form('title'),
    form('category'),
    t('payee'),
    form('property'),
    form('unit'),
    inMoney(form('amount')),
    inMoney(form('vat')),
    inMoney(form('labour')),
    form('serviceFrom'),
    form('serviceTo'),
    form('invoiceOn'),
    form('invoiceNumber'),
    form('note'),
  ];
  return useListExport<Row, ListTransactionsInput>(
    (input, page) => client.transaction.list.query({ ...input, ...page }),
    (rows) => saveTable([head, ...rows.map(cells)], t('bookings'), formats),
  );
}
