import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { type BookingRow, bookingTable } from './save-bookings';

const messages = JSON.parse(readFileSync('messages/de.json', 'utf8'));
const nothing: Omit<BookingRow, 'direction' | 'amountCents' | 'vatCents' | 'labourCents'> = {
  id: '',
  level: 'portfolio',
  propertyId: null,
  unitId: null,
  bookedOn: '2026-03-05',
  categoryId: '',
  title: '',
  payee: null,
  vatRateBp: 1_900,
  bankAccountId: null,
  recoverableKey: null,
  splitMethod: null,
  serviceFrom: null,
  serviceTo: null,
  invoiceOn: null,
  invoiceNumber: null,
  note: null,
  recurringId: null,
  dueOn: null,
  categoryCode: null,
  categoryName: null,
  propertyName: null,
  unitName: null,
  isEdited: false,
  receiptCount: 0,
};
const rows: BookingRow[] = [
  { ...nothing, direction: 'income', amountCents: 119_000, vatCents: 19_000, labourCents: 0 },
  { ...nothing, direction: 'expense', amountCents: 11_900, vatCents: 1_900, labourCents: 8_000 },
];

test('1.190 € in and 119 € out are 1.071 € in sum, and of VAT 190 − 19 = 171 €', () => {
  const table = bookingTable(rows, {
    messages,
    formats: defaultFormats('de'),
    nameOf: () => '',
    jurisdiction: 'DE',
  });
  const sumOf = (column: number) =>
    table.reduce((sum, row) => {
      const cell = row[column];
      return sum + (typeof cell === 'object' && 'cents' in cell ? cell.cents : 0);
    }, 0);
  const head = table[0] ?? [];
  const named = (name: string) => head.findIndex((cell) => typeof cell === 'string' && cell.startsWith(name));
  const columns = ['Betrag', messages.BookingForm.vat, messages.BookingForm.labour].map(named);
  expect(columns.map(sumOf)).toEqual([107_100, 17_100, -8_000]);
});

test.each([
  ['DE', rows, true, true],
  ['GB', rows.slice(0, 1), true, false],
  [
    'US',
    [{ ...nothing, direction: 'expense', amountCents: 18_437, vatCents: 0, labourCents: 0 }],
    false,
    false,
  ],
  // What is there is never left out.
  ['US', rows, true, true],
] as const)(
  'in %s a table has the columns of VAT and labour that its forms ask for',
  (jurisdiction, of, vat, labour) => {
    const table = bookingTable(of, {
      messages,
      formats: defaultFormats('de'),
      nameOf: () => '',
      jurisdiction,
    });
    const [head = []] = table;
    const has = (name: string) => head.some((cell) => typeof cell === 'string' && cell.startsWith(name));
    expect([has(messages.BookingForm.vat), has(messages.BookingForm.labour)]).toEqual([vat, labour]);
    expect(new Set(table.map((row) => row.length)).size).toBe(1);
  },
);
