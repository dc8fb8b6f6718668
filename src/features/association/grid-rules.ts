import * as field from '../../lib/field.ts';
import { isHeating } from '../../statement/heating.ts';
import {
  type CostKind,
  kindByName,
  LONGEST_KEY,
  lineFaults,
  neverRecoverable,
  type PaperLine,
} from './rules';

/** The columns of a paper's rows, in the order in which a spreadsheet's are pasted. */
export const columns = ['name', 'total', 'key', 'own', 'recoverable', 'labour'] as const;
export type Column = (typeof columns)[number];
/** Labour is asked for in Germany, where tenants deduct it; elsewhere where some was kept. */
export const columnsOf = (saved: readonly Pick<Row, 'cells'>[], isGerman: boolean): readonly Column[] =>
  isGerman || saved.some(({ cells }) => cells.labour !== '')
    ? columns
    : columns.filter((column) => column !== 'labour');
/** What else a row asks for. */
export type Place = Column | 'kind' | 'co2';

/** A row as it is typed. `kind`: a kind of cost by its id, `reserve`, or '' for what is not passed on. */
export type Row = {
  id: string;
  cells: Record<Column | 'co2', string>;
  kind: string;
  /** Chosen, so that its name proposes no other. */
  isKindChosen: boolean;
};

export type Fault = { row: number; column: Place; code: string };

/** How the user writes amounts and per cents (hundredths of one). */
export type Readers = {
  cents: (text: string) => { ok: true; cents: number } | { ok: false; reason: string };
  basisPoints: (text: string) => { ok: true; scaled: number } | { ok: false; reason: string };
};

const emptyCells = { name: '', total: '', key: '', own: '', recoverable: '', labour: '', co2: '' };
export const emptyRow = (id: string): Row => ({ id, cells: emptyCells, kind: '', isKindChosen: false });

/** Where a paper is from, and the kinds its lines may be of. */
export type Around = { kinds: readonly CostKind[]; isGerman: boolean };

export const isPassedOn = ({ kind }: Pick<Row, 'kind'>): boolean => kind !== '' && kind !== 'reserve';

/** Heat in Germany: part of its CO₂ costs is the landlord's. Other rows have no cell for it, and say nothing of it. */
export const asksCo2 = ({ kind }: Pick<Row, 'kind'>, { kinds, isGerman }: Around): boolean =>
  isGerman && isHeating(kinds.find(({ id }) => id === kind)?.betrkvNo ?? null);

const isBlank = ({ cells: { co2, ...cells } }: Row, hasCo2: boolean) =>
  Object.values(hasCo2 ? { ...cells, co2 } : cells).every((text) => text.trim() === '');
export const areBlank = (rows: readonly Row[]): boolean => rows.every((row) => isBlank(row, true));

/** The kind of cost a row's name proposes, unless one was chosen; what is not passed on has no part that is. */
export function withProposal(row: Row, kinds: readonly CostKind[]): Row {
  if (row.isKindChosen || row.cells.name.trim() === '') return row;
  const { kind, isReserve } = kindByName(row.cells.name, kinds);
  return { ...row, kind: isReserve ? 'reserve' : (kind?.id ?? '') };
}

/** The rows of a paper, as the user writes amounts. */
export const rowsOf = (
  lines: readonly PaperLine[],
  write: { cents: (cents: number) => string; basisPoints: (basisPoints: number) => string },
): Row[] =>
  lines.map((line) => ({
    id: line.id,
    kind: line.isReserve ? 'reserve' : (line.categoryId ?? ''),
    isKindChosen: true,
    cells: {
      name: line.name,
      key: line.key ?? '',
      total: write.cents(line.totalCents),
      own: write.cents(line.ownCents),
      recoverable: line.categoryId === null ? '' : write.basisPoints(line.recoverableBp),
      labour: line.labourCents === 0 ? '' : write.cents(line.labourCents),
      co2: line.co2LandlordCents === 0 ? '' : write.cents(line.co2LandlordCents),
    },
  }));

/** The next year's rows: names, keys, kinds and parts of the last one, every amount empty, each with an id of its own. */
export const carriedOver = (rows: readonly Row[], newId: () => string): Row[] =>
  rows.map((row) => ({
    ...row,
    id: newId(),
    cells: { ...row.cells, total: '', own: '', labour: '', co2: '' },
  }));

const columnOf: Partial<Record<keyof PaperLine, Place>> = {
  ownCents: 'own',
  labourCents: 'labour',
  recoverableBp: 'recoverable',
  co2LandlordCents: 'co2',
};

/** What the rows say, and what is wrong with which of their cells; a row with nothing in it is none. */
export function readRows(
  rows: readonly Row[],
  readers: Readers,
  around: Around,
): { lines: PaperLine[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const lines: PaperLine[] = [];
  for (const [index, row] of rows.entries()) {
    const hasCo2 = asksCo2(row, around);
    if (isBlank(row, hasCo2)) continue;
    const wrong = (column: Place, code: string) => faults.push({ row: index, column, code });
    const line = readRow(row, readers, { hasCo2, wrong });
    lines.push(line);
    if (faults.some((fault) => fault.row === index)) continue;
    for (const { field, code } of lineFaults(line)) wrong(columnOf[field] ?? 'kind', code);
    if (around.isGerman && neverRecoverable([line]).length > 0) wrong('recoverable', 'never_recoverable');
  }
  if (lines.length === 0) faults.push({ row: 0, column: 'name', code: 'required' });
  return { lines, faults };
}

function readRow(
  row: Row,
  readers: Readers,
  { hasCo2, wrong }: { hasCo2: boolean; wrong: (column: Place, code: string) => void },
): PaperLine {
  const { cells } = row;
  const amount = (column: 'total' | 'own' | 'labour' | 'co2', isNeeded: boolean) => {
    if (cells[column].trim() === '') {
      if (isNeeded) wrong(column, 'required');
      return 0;
    }
    const read = readers.cents(cells[column]);
    if (!read.ok) wrong(column, read.reason);
    else if (!isNeeded && read.cents < 0) wrong(column, 'negative');
    return read.ok ? read.cents : 0;
  };
  if (cells.name.trim() === '') wrong('name', 'required');
  else if (!field.name.safeParse(cells.name).success) wrong('name', 'too_long');
  if (!field.text(LONGEST_KEY).safeParse(cells.key).success) wrong('key', 'too_long');
  return {
    id: row.id,
    key: cells.key.trim() === '' ? null : cells.key.trim(),
    name: cells.name.trim(),
    ownCents: amount('own', true),
    isReserve: row.kind === 'reserve',
    categoryId: isPassedOn(row) ? row.kind : null,
    totalCents: amount('total', true),
    labourCents: amount('labour', false),
    recoverableBp: readPart(row, readers, wrong),
    co2LandlordCents: hasCo2 ? amount('co2', false) : 0,
  };
}

/** Left empty, all of an operating cost is recoverable. */
function readPart(row: Row, { basisPoints }: Readers, wrong: (column: Place, code: string) => void): number {
  if (!isPassedOn(row)) return 0;
  const text = row.cells.recoverable.replace('%', '').trim();
  if (text === '') return 10_000;
  const read = basisPoints(text);
  if (!read.ok) wrong('recoverable', read.reason);
  else if (read.scaled < 0 || read.scaled > 10_000) wrong('recoverable', 'out_of_range');
  return read.ok ? read.scaled : 0;
}
