import { expect, test } from 'vitest';
import { readClipboard, withPasted } from '@/lib/pasted-cells';
import {
  areBlank,
  carriedOver,
  columns,
  columnsOf,
  emptyRow,
  type Readers,
  type Row,
  readRows,
  rowsOf,
  withProposal,
} from './grid-rules';

const readers: Readers = {
  cents: (text) =>
    /^-?\d+$/.test(text) ? { ok: true, cents: Number(text) * 100 } : { ok: false, reason: 'not_a_number' },
  basisPoints: (text) =>
    /^\d+$/.test(text) ? { ok: true, scaled: Number(text) * 100 } : { ok: false, reason: 'not_a_number' },
};
const kinds = [
  { id: 'water', betrkvNo: 2 },
  { id: 'caretaker', betrkvNo: 14 },
  { id: 'heating', betrkvNo: 4 },
];
const german = { kinds, isGerman: true };
const abroad = { kinds, isGerman: false };
let made = 0;
const newId = () => `row ${++made}`;
const rowOf = (cells: Partial<Row['cells']>, kind = 'water'): Row => ({
  ...emptyRow(newId()),
  kind,
  cells: { ...emptyRow('').cells, ...cells },
});

test('five columns of a spreadsheet fill rows, and their names say their kinds', () => {
  const pasted = readClipboard(
    'Position\tGesamt\tSchlüssel\tAnteil\nWasser\t4800\tMEA\t408\nHausmeister\t6000\tMEA\t510\t80\t300\nVerwaltung\t3600\tEinheiten\t300',
  );
  const rows = withPasted([emptyRow(newId())], columns, { row: 0, column: 'name' }, pasted ?? [], () =>
    emptyRow(newId()),
  ).map((row) => withProposal(row, kinds));
  const { lines, faults } = readRows(rows, readers, german);
  expect(faults).toEqual([]);
  expect(lines.map((one) => [one.name, one.categoryId, one.ownCents, one.recoverableBp])).toEqual([
    ['Wasser', 'water', 40_800, 10_000],
    ['Hausmeister', 'caretaker', 51_000, 8_000],
    ['Verwaltung', null, 30_000, 0],
  ]);
});

test('labour is a column in Germany, elsewhere only where some was kept', () => {
  expect(columnsOf([], true)).toContain('labour');
  expect(columnsOf([rowOf({ name: 'Water' })], false)).not.toContain('labour');
  expect(columnsOf([rowOf({ name: 'Water', labour: '5' })], false)).toContain('labour');
});

test('every cell that cannot be is named; an empty row is none', () => {
  const { lines, faults } = readRows(
    [
      rowOf({ name: 'Wasser', total: '100', own: '200' }),
      emptyRow(newId()),
      rowOf({ name: 'Müll', total: 'viel', recoverable: '120' }),
      rowOf({ name: 'Verwaltung', total: '10', own: '1' }),
    ],
    readers,
    german,
  );
  expect(lines).toHaveLength(3);
  expect(faults.map(({ row, column, code }) => [row, column, code])).toEqual([
    [0, 'own', 'own_above_total'],
    [2, 'own', 'required'],
    [2, 'total', 'not_a_number'],
    [2, 'recoverable', 'out_of_range'],
    [3, 'recoverable', 'never_recoverable'],
  ]);
  // Elsewhere no law forbids it.
  expect(readRows([rowOf({ name: 'Verwaltung', total: '10', own: '1' })], readers, abroad).faults).toEqual(
    [],
  );
  expect(readRows([emptyRow(newId())], readers, german).faults).toMatchObject([{ code: 'required' }]);
});

test('a kind that was chosen stays, whatever the name says', () => {
  const chosen = { ...rowOf({ name: 'Verwaltung' }), isKindChosen: true };
  expect(withProposal(chosen, kinds).kind).toBe('water');
});

test('the next year has names, keys, kinds and parts, other ids, and no amount', () => {
  const before = rowOf({ name: 'Hausmeister', key: 'MEA', total: '6000', own: '510', recoverable: '80' });
  const [next] = carriedOver([before], newId);
  expect(next?.cells).toMatchObject({
    name: 'Hausmeister',
    key: 'MEA',
    recoverable: '80',
    total: '',
    own: '',
  });
  expect(next?.id).not.toBe(before.id);
  expect(areBlank([before])).toBe(false);
});

test('what is kept is shown as it was typed', () => {
  const { lines } = readRows(
    [rowOf({ name: 'Wasser', total: '100', own: '20', labour: '5' })],
    readers,
    german,
  );
  const write = {
    cents: (cents: number) => String(cents / 100),
    basisPoints: (bp: number) => String(bp / 100),
  };
  expect(readRows(rowsOf(lines, write), readers, german).lines).toEqual(lines);
});

test('the landlord’s part of CO₂ counts while the row is of heat and in Germany, where its cell is', () => {
  const heat = rowOf({ name: 'Heizkosten', total: '9000', own: '700', co2: '90' }, 'heating');
  expect(readRows([heat], readers, german).lines).toMatchObject([{ co2LandlordCents: 9_000 }]);
  // Another kind was chosen, or the house lies elsewhere: the cell is gone, and what was typed in it with it.
  expect(readRows([{ ...heat, kind: 'water' }], readers, german).lines).toMatchObject([
    { co2LandlordCents: 0 },
  ]);
  expect(readRows([heat], readers, abroad).lines).toMatchObject([{ co2LandlordCents: 0 }]);
  const wrong = { ...heat, kind: 'water', cells: { ...heat.cells, co2: 'viel' } };
  expect(readRows([wrong], readers, german).faults).toEqual([]);
  expect(readRows([rowOf({ co2: '90' })], readers, german).faults).toMatchObject([{ code: 'required' }]);
  expect(readRows([rowOf({ co2: '90' }), heat], readers, german).lines).toHaveLength(1);
});

test('a cell that says more than is kept is named, not cut', () => {
  const rows = [rowOf({ name: 'x'.repeat(201), key: 'y'.repeat(101), total: '10', own: '1' })];
  expect(readRows(rows, readers, abroad).faults).toEqual([
    { row: 0, column: 'name', code: 'too_long' },
    { row: 0, column: 'key', code: 'too_long' },
  ]);
  const most = [rowOf({ name: 'x'.repeat(200), key: 'y'.repeat(100), total: '10', own: '1' })];
  expect(readRows(most, readers, abroad).faults).toEqual([]);
});
