import { createTranslator, type Messages } from 'next-intl';
import { saveTable } from '@/components/save-file';
import type { Named } from '@/features/category/name-rules';
import { formatDate, type UserFormats } from '@/i18n/formats';
import type { CsvCell } from '@/lib/csv';
import type { Outputs } from '@/trpc/outputs';

export type BookingRow = Outputs['transaction']['list']['rows'][number];

type Words = {
  messages: Messages;
  formats: UserFormats;
  nameOf: (of: Named) => string;
  jurisdiction: Outputs['portfolio']['get']['jurisdiction'];
};

/** Saves bookings as a table for spreadsheets, such as for a tax adviser. */
export function saveBookings(rows: readonly BookingRow[], words: Words): void {
  const { messages, formats } = words;
  const t = createTranslator({ locale: formats.language, messages, namespace: 'Bookings' });
  saveTable(bookingTable(rows, words), t('bookings'), formats);
}

/**
 * What was spent is negative, and so is what of it is VAT or labour, so that each column has its sum. Both are there
 * where a form asks for them, and where a booking has some all the same.
 */
export function bookingTable(rows: readonly BookingRow[], words: Words): CsvCell[][] {
  const { messages, formats, nameOf, jurisdiction } = words;
  const { language: locale } = formats;
  const hasVat = jurisdiction !== 'US' || rows.some(({ vatCents }) => vatCents !== 0);
  const hasLabour = jurisdiction === 'DE' || rows.some(({ labourCents }) => labourCents !== 0);
  const t = createTranslator({ locale, messages, namespace: 'Bookings' });
  const form = createTranslator({ locale, messages, namespace: 'BookingForm' });
  const day = (on: string | null) => (on === null ? '' : formatDate(on, formats));
  const signed = (row: BookingRow, cents: number): CsvCell => ({
    cents: row.direction === 'income' ? cents : 0 - cents,
  });
  const cells = (row: BookingRow): CsvCell[] => [
    day(row.bookedOn),
    row.title,
    nameOf({ code: row.categoryCode, name: row.categoryName }),
    row.payee ?? '',
    row.propertyName ?? t('portfolio'),
    row.unitName ?? '',
    signed(row, row.amountCents),
    ...(hasVat ? [row.vatCents === 0 ? '' : signed(row, row.vatCents)] : []),
    ...(hasLabour ? [row.labourCents === 0 ? '' : signed(row, row.labourCents)] : []),
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
    ...(hasVat ? [inMoney(form('vat'))] : []),
    ...(hasLabour ? [inMoney(form('labour'))] : []),
    form('serviceFrom'),
    form('serviceTo'),
    form('invoiceOn'),
    form('invoiceNumber'),
    form('note'),
  ];
  return [head, ...rows.map(cells)];
}
