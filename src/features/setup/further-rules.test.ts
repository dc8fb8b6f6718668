import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultFormats, formatMoney, parseDate, type UserFormats } from '@/i18n/formats';
import { type Column, columnsOf, emptyCells, furtherColumns, type Row } from './column-rules';
import { areaOf, centsOf, roomsOf } from './figure-rules';
import { readRows } from './grid-rules';

const german = defaultFormats('de');
const english = defaultFormats('en', 'en-GB');
const euro: UserFormats = { ...english, currency: 'EUR' };

const readersOf = (formats: UserFormats) => ({
  cents: (text: string) => centsOf(text, formats),
  day: (text: string) => parseDate(text, formats),
  area: (text: string) => areaOf(text, formats),
  rooms: (text: string) => roomsOf(text, formats),
  vatBp: () => null,
  ...{ today: '2026-11-30', firstMonth: '2026-11', country: 'DE' },
});

function read(cells: Partial<Record<Column, string>>, formats = german) {
  const row: Row = {
    ids: { place: 'p', unit: 'u', tenants: ['t1', 't2', 't3'], lease: 'l', deposit: 'd', received: 'r' },
    cells: { ...emptyCells, unit: 'Links', tenant: 'Anna Poe', startsOn: '2024-02-01', net: '700', ...cells },
    ...{ kind: null, hasVat: false },
  };
  const { homes, faults } = readRows([row], columnsOf('house', true, furtherColumns), readersOf(formats));
  return {
    home: homes[0],
    lease: homes[0]?.lease,
    faults: faults.map(({ column, code }) => `${column} ${code}`),
  };
}

test('an amount is read in either way of writing it, and never as another', () => {
  const amounts = fc.integer({ min: 0, max: 99_999_999 });
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(german, euro),
      fc.constantFrom(german, euro),
      (cents, writer, reader) => {
        const text = formatMoney(cents, 'EUR', writer);
        expect(centsOf(text, reader)).toEqual({ ok: true, cents });
      },
    ),
  );
  const all = ['1.234,56', '1,234.56', '1.234', '1234,5', '1234.5', '12.34.56', '1,234'];
  expect(all.map((text) => centsOf(text, german))).toEqual([
    ...[123_456, 123_456, 123_400, 123_450, 123_450].map((cents) => ({ ok: true, cents })),
    { ok: false, reason: 'separators' },
    { ok: true, cents: 123_400 },
  ]);
});

test('a rent that is owed or paid too much is said by its column alone, of a lease that began before', () => {
  expect(read({ arrears: '350' }).lease?.openingBalanceCents).toBe(35_000);
  expect(read({ credit: '20,50 €' }).lease?.openingBalanceCents).toBe(-2_050);
  expect(read({ arrears: '0,00', credit: '20' })).toMatchObject({
    lease: { openingBalanceCents: -2_000 },
    faults: [],
  });
  expect(read({ arrears: '-350' }).faults).toEqual(['arrears sign_unclear']);
  expect(read({ credit: '-350' }).faults).toEqual(['credit sign_unclear']);
  expect(read({ arrears: '350', credit: '20' }).faults).toEqual(['credit owed_and_credit']);
  expect(read({ arrears: 'etwas' }).faults).toEqual(['arrears not_a_number']);
  expect(read({ arrears: '350', startsOn: '2026-11-15' }).faults).toEqual(['arrears nothing_before_lease']);
  expect(read({ arrears: '0', startsOn: '2026-12-01' }).faults).toEqual([]);
});

test('of a deposit came what stands there, all of it by "yes" or a day, and nothing where nothing is said', () => {
  const held = (depositHeld: string, more = {}) =>
    read({ deposit: '1.500', depositHeld, ...more }).lease?.deposit;
  const came = (bookedOn: string, amountCents: number) => ({
    ...{ id: 'd', agreedCents: 150_000 },
    received: { id: 'r', bookedOn, amountCents },
  });
  expect(held('')).toEqual({ id: 'd', agreedCents: 150_000, received: null });
  expect([held('nein'), held('0,00')]).toEqual([held(''), held('')]);
  expect(held('1.000')).toEqual(came('2024-02-01', 100_000));
  expect([held('ja'), held('Yes'), held('1500')]).toEqual(Array(3).fill(came('2024-02-01', 150_000)));
  expect(held('15.03.2024')).toEqual(came('2024-03-15', 150_000));
  // Before a lease begins it has come by today.
  expect(held('ja', { startsOn: '2027-01-01' })).toEqual(came('2026-11-30', 150_000));
  expect(read({ depositHeld: '1000' }).faults).toEqual(['deposit required']);
  expect(read({ depositHeld: 'nein' })).toMatchObject({ lease: { deposit: null }, faults: [] });
  expect(read({ deposit: '1500', depositHeld: '1.1.2028' }).faults).toEqual(['depositHeld day_to_come']);
  expect(read({ deposit: '1500', depositHeld: 'Sparbuch' }).faults).toEqual(['depositHeld not_a_number']);
  expect(read({ deposit: '-1500' }).faults).toEqual(['deposit negative']);
});

test('ways to reach people are theirs: one person’s all, several people’s in order, the first’s where there is one', () => {
  const tenants = (cells: Partial<Record<Column, string>>) => read(cells).lease?.tenants;
  expect(tenants({ email: 'A@x.de, b@x.de', phone: '030 12/34; +49 170 55' })).toEqual([
    { id: 't1', name: 'Anna Poe', emails: ['a@x.de', 'b@x.de'], phones: ['030 12/34', '+49 170 55'] },
  ]);
  const two = { tenant: 'Anna Poe; Ben Fox' };
  expect(tenants({ ...two, email: 'a@x.de; b@x.de', phone: '030 12' })).toEqual([
    { id: 't1', name: 'Anna Poe', emails: ['a@x.de'], phones: ['030 12'] },
    { id: 't2', name: 'Ben Fox', emails: ['b@x.de'] },
  ]);
  // A couple's table with a telephone and a mobile.
  expect(tenants({ ...two, phone: '030 12, 0170 55;', email: '; b@x.de' })).toEqual([
    { id: 't1', name: 'Anna Poe', phones: ['030 12', '0170 55'] },
    { id: 't2', name: 'Ben Fox', emails: ['b@x.de'] },
  ]);
  expect(read({ ...two, email: 'a@x.de b@x.de c@x.de' }).faults).toEqual(['email contacts_unclear']);
  expect(read({ email: 'anna at x', phone: 'keins', iban: 'DE00 1234' }).faults).toEqual([
    'email email',
    'phone phone',
    'iban iban',
  ]);
  expect(tenants({ iban: 'DE89 3704 0044 0532 0130 00' })?.[0]?.payerIbans).toEqual([
    'DE89370400440532013000',
  ]);
});

test('persons, area and rooms are read with what people write behind them', () => {
  const { home, lease, faults } = read({ persons: '3 Personen', area: '68,5 m²', rooms: '2½' });
  expect([lease?.persons, home?.areaSqm100, home?.rooms10, faults]).toEqual([3, 6_850, 25, []]);
  expect(read({ persons: '2 Erw.', area: '850 sq ft', rooms: 'viele' }).faults).toEqual([
    ...['area not_a_number', 'rooms not_a_number', 'persons not_a_number'],
  ]);
  // A German list on an English page, and the other way round.
  expect(read({ area: '68,5 m²', rooms: '2,5' }, euro).home).toMatchObject({
    areaSqm100: 6_850,
    rooms10: 25,
  });
  expect(read({ area: '68.5 qm', rooms: '2.5' }).home).toMatchObject({ areaSqm100: 6_850, rooms10: 25 });
  // What stands empty has an area, too, and nobody who is asked for.
  const empty = read({ tenant: '', startsOn: '', area: '40', rooms: '1' });
  expect([empty.home?.areaSqm100, empty.lease, empty.faults]).toEqual([4_000, null, []]);
});

test('the same tenant of two rows is reached in every way that either row knows, in both', () => {
  const row = (unit: string, cells: Partial<Row['cells']>): Row => ({
    ids: { place: 'p', unit, tenants: [`${unit} t`], lease: unit, deposit: 'd', received: 'r' },
    cells: { ...emptyCells, unit, tenant: 'Anna Poe', startsOn: '2024-02-01', net: '1', ...cells },
    ...{ kind: null, hasVat: false },
  });
  const rows = [row('Flat', { email: 'a@x.de' }), row('Garage', { email: 'a@x.de', phone: '030 12' })];
  const { homes } = readRows(rows, columnsOf('house', false, furtherColumns), readersOf(german));
  const anna = { id: 'Flat t', name: 'Anna Poe', emails: ['a@x.de'], phones: ['030 12'] };
  expect(homes.map(({ lease }) => lease?.tenants)).toEqual([[anna], [anna]]);
});
