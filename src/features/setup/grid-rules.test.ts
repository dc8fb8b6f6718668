import { expect, test } from 'vitest';
import type { UnitKind } from '@/domain/vocabulary';
import { readClipboard, withPasted } from '@/lib/pasted-cells';
import { columnsOf, emptyCells, type Row } from './column-rules';
import { bookableMonths, firstEntry, placeOfPasted, readRows, severalTimes, withTable } from './grid-rules';
import { usualVatBp } from './kind-rules';
import { placesOf } from './place-rules';

let made = 0;
const rowOf = (cells: Partial<Row['cells']>, said: Partial<Pick<Row, 'kind' | 'hasVat'>> = {}): Row => {
  made += 1;
  const [place, unit, lease] = ['p', 'u', 'l'].map((letter) => `${letter}${made}`);
  const tenants = [1, 2, 3, 4, 5, 6].map((number) => `t${made}.${number}`);
  return {
    ids: { place: place ?? '', unit: unit ?? '', tenants, lease: lease ?? '', deposit: 'd', received: 'r' },
    cells: { ...emptyCells, ...cells },
    kind: null,
    hasVat: false,
    ...said,
  };
};

const readers = {
  cents: (text: string) =>
    /^-?\d+$/.test(text)
      ? { ok: true as const, cents: Number(text) * 100 }
      : { ok: false as const, reason: text === '' ? 'empty' : 'not_a_number' },
  day: (text: string) =>
    /^\d{4}-\d\d-\d\d$/.test(text)
      ? { ok: true as const, day: text }
      : { ok: false as const, reason: text === '' ? 'empty' : 'not_a_date' },
  vatBp: (kind: UnitKind) => usualVatBp('DE', kind),
  area: () => ({ ok: false as const, reason: 'not_a_number' }),
  rooms: () => ({ ok: false as const, reason: 'not_a_number' }),
  ...{ today: '2026-03-20', firstMonth: '2026-03', country: 'DE' },
};

const flat = (index: number) => `Flat ${index + 1}`;

test('of one flat neither place nor unit is asked, and costs only where they are paid in advance', () => {
  expect(columnsOf('one', false)).toEqual(['tenant', 'startsOn', 'net']);
  expect(columnsOf('house', true)).toEqual(['unit', 'tenant', 'startsOn', 'net', 'costs']);
  expect(columnsOf('several', false)).toEqual(['place', 'unit', 'tenant', 'startsOn', 'net']);
});

test('what is wrong names row, cell and reason; a flat without a tenant stands empty', () => {
  const asked = columnsOf('house', true);
  const { homes, faults } = readRows(
    [
      rowOf({ unit: 'Left', tenant: 'Ada', startsOn: '2024-02-01', net: '800', costs: '120' }),
      rowOf({ unit: 'Right' }),
      rowOf({ unit: 'Top', tenant: 'Ben', startsOn: 'soon', net: '-5' }),
      rowOf({ unit: '', startsOn: '2024-02-01', net: 'much' }),
    ],
    asked,
    readers,
  );
  expect(homes.map(({ unit, lease }) => [unit, lease?.netCents ?? null, lease?.costsCents ?? null])).toEqual([
    ['Left', 80_000, 12_000],
    ['Right', null, null],
    ['Top', -500, null],
    ['', 0, null],
  ]);
  expect(faults).toEqual([
    { row: 2, column: 'startsOn', code: 'not_a_date' },
    { row: 2, column: 'net', code: 'negative' },
    { row: 3, column: 'unit', code: 'required' },
    { row: 3, column: 'tenant', code: 'required' },
    { row: 3, column: 'net', code: 'not_a_number' },
  ]);
});

test('a rent without anybody who pays it is what is asked for a unit that stands empty', () => {
  const asked = columnsOf('house', true);
  const { homes, faults } = readRows(
    [
      rowOf({ unit: 'Left', net: '950' }),
      rowOf({ unit: 'Right' }),
      rowOf({ unit: 'Top', net: 'much' }),
      rowOf({ unit: 'Attic', net: '950', costs: '90' }),
    ],
    asked,
    readers,
  );
  expect(homes.slice(0, 3).map((home) => [home.askingRentCents, home.lease])).toEqual([
    [95_000, null],
    [null, null],
    [0, null],
  ]);
  // Costs are asked of nobody, and what was typed is not lost.
  expect(faults.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'net', 'not_a_number'],
    [3, 'tenant', 'required'],
    [3, 'startsOn', 'empty'],
  ]);
  // Of one flat it is said who rents it.
  expect(readRows([rowOf({ net: '950' })], columnsOf('one', false), readers).faults).toContainEqual({
    row: 0,
    column: 'tenant',
    code: 'required',
  });
});

test('a row whose amounts are nothing stands empty, and one who is called vacant is nobody', () => {
  const asked = columnsOf('house', true, ['persons', 'deposit', 'arrears']);
  const nothing = { costs: '0', persons: '0', deposit: '0', arrears: '0' };
  const { homes, faults } = readRows(
    [
      rowOf({ unit: 'Left', net: '0', ...nothing }),
      rowOf({ unit: 'Right', tenant: 'Leerstand', net: '950', ...nothing }),
      rowOf({ unit: 'Top', tenant: 'Frei', startsOn: '2024-02-01', net: '800', costs: '0' }),
      rowOf({ unit: 'Attic', tenant: 'leer', net: '950', costs: '90' }),
      rowOf({ unit: 'Side', tenant: 'Leerstand', startsOn: '2026-10-01', net: '650', costs: '150' }),
    ],
    asked,
    readers,
  );
  expect(homes.slice(0, 2).map(({ askingRentCents, lease }) => [askingRentCents, lease])).toEqual([
    [null, null],
    [95_000, null],
  ]);
  expect(homes[4]?.lease ?? null).toBeNull();
  expect(homes[2]?.lease?.tenants.map(({ name }) => name)).toEqual(['Frei']);
  expect(faults).toEqual([{ row: 3, column: 'startsOn', code: 'empty' }]);
});

test('people in one cell are tenants of one lease; who could be meant two ways, or too many, is asked about', () => {
  const rows = ['Anna & Ben Müller', 'Anna Müller, Ben', 'A B; C D; E F; G H; I J; K L; M N'].map((tenant) =>
    rowOf({ tenant, startsOn: '2024-02-01', net: '800' }),
  );
  const { homes, faults } = readRows(rows, columnsOf('one', false), readers);
  expect(homes[0]?.lease?.tenants).toEqual([
    { id: rows[0]?.ids.tenants[0], name: 'Müller, Anna' },
    { id: rows[0]?.ids.tenants[1], name: 'Ben Müller' },
  ]);
  expect(faults).toEqual([
    { row: 1, column: 'tenant', code: 'people_unclear' },
    { row: 2, column: 'tenant', code: 'too_many_people' },
  ]);
});

test('rows with nothing in them are none, but where all are empty the first says what is missing', () => {
  const asked = columnsOf('several', false);
  expect(readRows([rowOf({}), rowOf({ place: 'A' })], asked, readers)).toMatchObject({
    homes: [{ place: 'A', lease: null }],
    faults: [],
  });
  expect(readRows([rowOf({}), rowOf({})], asked, readers).faults).toEqual([
    { row: 0, column: 'place', code: 'required' },
  ]);
});

test('cells of a spreadsheet fill the rows from where they are pasted; its head is left out', () => {
  expect(readClipboard('Ada Lovelace')).toBeNull();
  expect(readClipboard('Unit\tTenant\tRent\r\nLeft\tAda\t800\r\n')).toEqual([['Left', 'Ada', '800']]);
  expect(readClipboard('Unit\tRent\nLeft\t800\nTop')).toEqual([['Left', '800'], ['Top']]);
  expect(readClipboard('Left\t\nRight\t800')).toHaveLength(2);
  expect(readClipboard('EG links\tAnna Schmidt\n1. OG\tBen Weber')).toHaveLength(2);
  const asked = columnsOf('house', false);
  const pasted = readClipboard('Ada\t2024-02-01\t800\tmore\nBen\t2024-03-01\t900') ?? [];
  const rows = withPasted([rowOf({ unit: 'A' })], asked, { row: 0, column: 'tenant' }, pasted, () =>
    rowOf({}),
  );
  expect(rows.map(({ cells }) => [cells.unit, cells.tenant, cells.startsOn, cells.net, cells.costs])).toEqual(
    [
      ['A', 'Ada', '2024-02-01', '800', ''],
      ['', 'Ben', '2024-03-01', '900', ''],
    ],
  );
});

test('a cell of several lines, which a spreadsheet copies between quotes, stays one cell', () => {
  const text =
    'Haus "Sonne", EG\t"Anna Müller\r\nBen Schmidt"\t01.02.2024\t800\n"Der ""Turm""\nlinks"\t"Ina"\t\t900\n';
  const pasted = readClipboard(text) ?? [];
  expect(pasted.map((row) => row.length)).toEqual([4, 4]);
  const asked = columnsOf('house', false);
  const rows = withTable([rowOf({})], asked, { row: 0, column: 'unit' }, pasted, () => rowOf({}));
  expect(rows.map(({ cells }) => [cells.unit, cells.tenant, cells.net])).toEqual([
    ['Haus "Sonne", EG', 'Anna Müller; Ben Schmidt', '800'],
    ['Der "Turm" links', '"Ina"', '900'],
  ]);
  expect(readClipboard('"Anna Müller\nBen Schmidt"')).toEqual([['Anna Müller\nBen Schmidt']]);
});

test('rows pasted for one flat go where there is room for all of their columns once there are several', () => {
  const [house, several] = [columnsOf('house', true), columnsOf('several', true)];
  const named = [['Left', 'Ada', '2024-02-01', '800', '120']];
  const people = [['Ada', '2024-02-01', '800']];
  expect(placeOfPasted(people, 'tenant', house)).toBe('tenant');
  expect(placeOfPasted(named, 'tenant', house)).toBe('unit');
  expect(placeOfPasted(named, 'tenant', several)).toBe('place');
});

test('what is too much for one entry is parted between places, never within one', () => {
  const rows = (...places: string[]) => places.map((place) => rowOf({ place }));
  expect(firstEntry(rows('A', 'B', 'C'), 3)).toBe(3);
  expect(firstEntry(rows('A', 'B', 'C', 'D'), 3)).toBe(3);
  expect(firstEntry(rows('A', 'B', 'C', 'c'), 3)).toBe(2);
  expect(firstEntry(rows('A', 'B', '', ' b', 'D'), 4)).toBe(4);
  expect(firstEntry(rows('A', 'B', 'C', 'D', 'A'), 3)).toBe(3);
  expect(firstEntry(rows('', '', '', ''), 3)).toBe(3);
});

test('a house has a unit for each flat; rows of one place are one house, others a flat each', () => {
  const home = (place: string, unit: string) => ({
    ids: rowOf({}).ids,
    place,
    unit,
    ...{ kind: 'apartment', areaSqm100: null, rooms10: null, askingRentCents: null },
    lease: null,
  });
  const [house] = placesOf(
    'house',
    [home('', 'Left'), home('', 'Right')],
    { street: 'Am Ring', houseNumber: '3', country: 'DE', kind: 'apartment' },
    flat,
  );
  expect(house).toMatchObject({
    kind: 'multi_family',
    name: 'Am Ring 3',
    homes: [{ name: 'Left' }, { name: 'Right' }],
  });
  const places = placesOf(
    'several',
    [home('Am Ring 3', ''), home('Elsewhere', ''), home('am ring 3', 'Attic')],
    { country: 'DE' },
    flat,
  );
  expect(places).toMatchObject([
    { kind: 'multi_family', homes: [{ name: 'Flat 1' }, { name: 'Attic' }] },
    { kind: 'apartment', homes: [{ name: 'Elsewhere' }] },
  ]);
  expect(placesOf('one', [home('', 'Flat 1')], { kind: 'house', name: 'Villa' }, flat)).toMatchObject([
    { kind: 'house', homes: [{ name: 'Villa' }] },
  ]);
});

test('months before this one are offered where a lease has been running: back to its start, or to January of last year', () => {
  const months = (...starts: string[]) =>
    bookableMonths(
      starts.map((startsOn) => rowOf({ startsOn })),
      readers.day,
      '2026-03-20',
    );
  expect(months('', '2026-03-01', 'bald')).toBeNull();
  expect(months('2026-03-15', '2026-01-15')).toEqual(['2026-03', '2026-02', '2026-01']);
  const all = months('2008-10-01');
  expect([all?.length, all?.[0], all?.at(-1)]).toEqual([15, '2026-03', '2025-01']);
});

test('a shop and a garage are what their names say until somebody says otherwise; VAT is asked of no home but in Austria', () => {
  const let1 = { tenant: 'Blumen Kranz GmbH', startsOn: '2024-02-01', net: '119' };
  const rows = [
    rowOf({ unit: 'EG links', ...let1 }, { hasVat: true }),
    rowOf({ unit: 'Laden', ...let1 }, { hasVat: true }),
    rowOf({ unit: 'Stellplatz 1' }),
    rowOf({ unit: 'Laden links', ...let1 }, { kind: 'apartment', hasVat: true }),
  ];
  const { homes } = readRows(rows, columnsOf('house', true), readers);
  expect(homes.map(({ kind, lease }) => [kind, lease?.vatRateBp])).toEqual([
    ['apartment', 0],
    ['commercial', 1_900],
    ['parking', undefined],
    ['apartment', 0],
  ]);
  const there = { ...readers, vatBp: (kind: UnitKind) => usualVatBp('AT', kind) };
  const austrian = readRows(rows, columnsOf('house', true), there).homes;
  expect(austrian.map(({ lease }) => lease?.vatRateBp)).toEqual([1_000, 2_000, undefined, 1_000]);
  expect(placesOf('house', homes, { street: 'Ring' }, flat)).toMatchObject([
    { kind: 'mixed', homes: homes.map(({ kind }) => ({ kind })) },
  ]);
  const [garage] = readRows([rowOf({ place: 'Garage Nord' })], columnsOf('several', true), readers).homes;
  expect(placesOf('several', [garage], {}, flat)).toMatchObject([{ kind: 'parking', name: 'Garage Nord' }]);
});

test('a flat let by its rooms has a unit for each, whatever they are called, and stays a flat', () => {
  const rows = ['Zimmer 1', 'Süd', 'Stellplatz'].map((unit) => ({
    ...rowOf({ unit }),
    usual: 'room' as const,
  }));
  const { homes } = readRows(rows, columnsOf('rooms', true), readers);
  expect(homes.map(({ kind }) => kind)).toEqual(['room', 'room', 'parking']);
  expect(placesOf('rooms', homes, { street: 'Ring', kind: 'house' }, flat)).toMatchObject([
    { kind: 'apartment', homes: [{ name: 'Zimmer 1' }, { name: 'Süd' }, { name: 'Stellplatz' }] },
  ]);
  expect(placesOf('rooms', homes.slice(0, 1), {}, flat)).toMatchObject([{ kind: 'apartment' }]);
});

test('who is called the same in full is one tenant of two units; a last name alone, or twice in one row, is two', () => {
  const since = { startsOn: '2024-02-01', net: '1' };
  const rows = ['Anna Meyer', 'Meyer', 'meyer, anna', 'Meyer', 'Jan Poe und Jan Poe'].map((tenant, index) =>
    rowOf({ unit: `Unit ${index}`, tenant, ...since }),
  );
  const { homes } = readRows(rows, columnsOf('house', false), readers);
  const ids = homes.map(({ lease }) => (lease?.tenants ?? []).map(({ id }) => id));
  expect(ids[2]).toEqual(ids[0]);
  // Entered twice it is the same request only with the same name.
  expect(homes[2]?.lease?.tenants).toEqual(homes[0]?.lease?.tenants);
  expect(new Set(ids.flat()).size).toBe(5);
  expect(severalTimes(rows)).toEqual(['Anna Meyer']);
});

test('a table with the columns as they stand here: its kinds are taken, and nothing moves a column on', () => {
  const asked = columnsOf('house', true);
  const table = readClipboard(
    'Einheit\tArt\tMieter\tMietbeginn\tKaltmiete\tNebenkosten\n' +
      'EG links\tWohnung\tPetra Kühn\t2019-04-01\t520\t140\n' +
      'Hof 1\tStellplatz\t\t\t40\t\n' +
      'EG rechts\tLaden\tBlumen Ahrens\t2022-01-01\t700\t160',
  );
  if (table === null) throw new Error('no table');
  const at = { row: 0, column: 'unit' as const };
  const rows = withTable([rowOf({}, { kind: 'house' })], asked, at, table, () => rowOf({}));
  expect(rows.map(({ kind, cells }) => [kind, ...asked.map((column) => cells[column])])).toEqual([
    ['apartment', 'EG links', 'Petra Kühn', '2019-04-01', '520', '140'],
    ['parking', 'Hof 1', '', '', '40', ''],
    ['commercial', 'EG rechts', 'Blumen Ahrens', '2022-01-01', '700', '160'],
  ]);
  expect(placeOfPasted(table, 'tenant', asked)).toBe('unit');
});

test('tenants are no kinds, though one is called Haus or rents alone; without names of units no column is taken', () => {
  const asked = columnsOf('house', true);
  const kinds = (column: 'unit' | 'tenant', ...table: string[][]) =>
    withTable([], asked, { row: 0, column }, table, () => rowOf({})).map((row) => [
      row.kind,
      row.cells.tenant,
    ]);
  expect(kinds('unit', ['1', 'Haus', '2024-01-01'], ['2', 'Keller', '2024-01-01'])).toEqual([
    [null, 'Haus'],
    [null, 'Keller'],
  ]);
  expect(kinds('tenant', ['Flat', 'Shop'])).toEqual([[null, 'Flat']]);
});

test('a cell that says more than is kept is named, not cut', () => {
  const long = 'x'.repeat(201);
  const { faults } = readRows(
    [
      rowOf({ place: 'House', unit: long, tenant: `Ada ${long}`, startsOn: '2024-02-01', net: '800' }),
      rowOf({ place: long, unit: 'x'.repeat(200), tenant: 'Ben Roth', startsOn: '2024-02-01', net: '800' }),
    ],
    columnsOf('several', false),
    readers,
  );
  expect(faults).toEqual([
    { row: 0, column: 'unit', code: 'too_long' },
    { row: 0, column: 'tenant', code: 'too_long' },
    { row: 1, column: 'place', code: 'too_long' },
  ]);
});
