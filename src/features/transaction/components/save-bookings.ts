import { createTranslator, type Messages } from 'next-intl';
import { saveTable } from '@/components/save-file';
import type { Named } from '@/features/category/name-rules';
import { formatDate, type UserFormats } from '@/i18n/formats';
import type { Outputs } from '@/trpc/outputs';

export type BookingRow = Outputs['transaction']['list']['rows'][number];

/** Saves bookings as a table for spreadsheets, such as for a tax adviser; what was spent is negative. */
export function saveBookings(
  rows: readonly BookingRow[],
  { messages, formats, nameOf }: { messages: Messages; formats: UserFormats; nameOf: (of: Named) => string },
): void {
  const { language: locale } = formats;
  const t = createTranslator({ locale, messages, namespace: 'Bookings' });
  const form = createTranslator({ locale, messages, namespace: 'BookingForm' });
  const day = (on: string | null) => (on === null ? '' : formatDate(on, formats));
  const cells = (row: BookingRow) => [
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
  saveTable([head, ...rows.map(cells)], t('bookings'), formats);
}
