import { parseIban } from '../../lib/iban.ts';
import { type DayOrder, type DecimalSign, dayOrders, parseAmount, parseDay } from '../files/amount.ts';
import type { Table } from '../files/csv.ts';
import { type Layout, layouts, plainName } from './layouts.ts';
import { type ColumnRole, columnRoles } from './roles.ts';

/** Which columns of a table hold what: as a bank's layout says, or as somebody told. It is remembered by its header. */
export type ColumnMapping = {
  /** Row of the header, counted from 0; -1 for a table without one. */
  headerRow: number;
  header: string[];
  /** Places of columns from 0; texts of several are joined, of others the first that is not empty counts. */
  columns: Partial<Record<ColumnRole, number[]>>;
  decimal: DecimalSign;
  dayOrder: DayOrder;
};

/** By what a mapping is found again for another file of the same bank; null for a table without a header. */
export const headerKey = (mapping: Pick<ColumnMapping, 'header'>): string | null =>
  mapping.header.length === 0 ? null : mapping.header.map(plainName).join('|');

const SEARCHED_ROWS = 60;

export type FoundLayout = { layout: Layout; mapping: ColumnMapping };

/** The layout of a header row; of several that fit the one that asks for most. */
export function layoutOf(cells: readonly string[], headerRow: number): FoundLayout | null {
  const names = cells.map(plainName);
  const present = new Set(names);
  const fits = layouts.filter(({ header }) => header.every((name) => present.has(plainName(name))));
  const layout = fits.toSorted((a, b) => b.header.length - a.header.length)[0];
  if (!layout) return null;
  const columns: ColumnMapping['columns'] = {};
  for (const role of columnRoles) {
    const places = (layout.columns[role] ?? []).flatMap((name) => placesOf(name, names));
    if (places.length > 0) columns[role] = places;
  }
  const mapping = {
    headerRow,
    header: [...cells],
    columns,
    decimal: layout.decimal,
    dayOrder: 'dmy' as const,
  };
  return { layout, mapping };
}

function placesOf(name: string | number, names: readonly string[]): number[] {
  if (typeof name === 'number') return [names.length - name];
  if (name.endsWith('…')) {
    const start = plainName(name.slice(0, -1));
    return names.flatMap((one, index) => (one.startsWith(start) ? [index] : []));
  }
  return names.flatMap((one, index) => (one === plainName(name) ? [index] : []));
}

/** Every header that a bank's layout knows, in the order of the rows; more than one where a file has several tables. */
export function findLayouts(table: Table): FoundLayout[] {
  const found: FoundLayout[] = [];
  for (const [index, row] of table.rows.entries()) {
    // Rows of bookings are not compared: only the first table lies at the head of a file.
    if (found.length === 0 && index >= SEARCHED_ROWS) break;
    if (/^\d/.test(row.cells[0] ?? '')) continue;
    const one = row.cells.length >= 4 ? layoutOf(row.cells, index) : null;
    if (one) found.push(one);
  }
  return found;
}

/** What columns are called by banks and bookkeeping programs, the most telling first. */
const names: readonly (readonly [ColumnRole, RegExp])[] = [
  ['valueOn', /^(valuta|wertstellung|wert\b|value ?date|valutadatum)/],
  [
    'bookedOn',
    /^(buchung(s?(tag|datum))?|datum|date|booking ?date|booked|transaction date|posting date|tag)\b/,
  ],
  ['mark', /^(s\/h|soll\/haben|debit\/credit|dr\/cr|vorzeichen)/],
  // PostFinance has “Lastschrift in CHF” beside “Gutschrift in CHF”.
  ['debit', /^(soll|ausgang|ausgaben|belastung|lastschrift in|debit|withdrawals?|paid out|money out)\b/],
  ['credit', /^(haben|eingang|einnahmen|gutschrift|credit|deposits?|paid in|money in)\b/],
  ['balance', /^(saldo|kontostand|balance|running balance)/],
  ['amount', /^(betrag|umsatz|amount|summe|value|wert in)/],
  ['currency', /^(währung|waehrung|whg|currency|ccy)/],
  ['endToEnd', /^(end-?to-?end|kundenreferenz|ende-zu-ende)/],
  ['mandate', /^(mandats?|mandate)/],
  ['creditorId', /^(gläubiger|glaeubiger|creditor ?id)/],
  ['ownAccount', /^(auftragskonto|eigenes konto|own account|iban kontoinhaber|konto\b$)/],
  ['account', /(\biban\b|kontonummer|account (number|no)|gegenkonto|counterparty account)/],
  [
    'name',
    /(empfänger|empfaenger|auftraggeber|beg(ü|ue)nstigter|zahlungspflichtiger|^name\b|payee|payer|partner|counterparty|sender)/,
  ],
  ['kind', /^(buchungstext|umsatzart|vorgang|type|transaction type|art)\b/],
  [
    'text',
    /(verwendungszweck|zweck|purpose|reference|description|beschreibung|details|memo|text|notiz|betreff)/,
  ],
  ['status', /^(status|info|state)\b/],
];

function rolesOf(cells: readonly string[]): ColumnMapping['columns'] {
  const columns: ColumnMapping['columns'] = {};
  for (const [place, cell] of cells.entries()) {
    const plain = plainName(cell);
    const role = names.find(([, pattern]) => pattern.test(plain))?.[0];
    if (role && (role === 'text' || columns[role] === undefined))
      columns[role] = [...(columns[role] ?? []), place];
  }
  const { kind, ...others } = columns;
  // Where a table has no other words the booking text is what was written.
  return columns.text === undefined && kind ? { ...others, text: kind } : columns;
}

const isEnough = (columns: ColumnMapping['columns']) =>
  columns.bookedOn !== undefined &&
  (columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined));

/**
 * A mapping to start from, by the names of the header and else by what the columns hold; null where no column holds days or
 * none amounts. It is a guess: somebody looks at it before anything is read by it.
 */
export function guessMapping(table: Table): ColumnMapping | null {
  const head = table.rows.slice(0, SEARCHED_ROWS);
  const scored = head.map((row, index) => ({ index, columns: rolesOf(row.cells), cells: row.cells }));
  const named = scored
    .filter(
      ({ columns, cells }) => isEnough(columns) && !cells.some((cell) => parseDay(cell, 'dmy') !== null),
    )
    .toSorted((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length)[0];
  const headerRow = named?.index ?? rowAboveDays(table, null);
  const rows = table.rows.slice(headerRow + 1, headerRow + 1 + SEARCHED_ROWS).map(({ cells }) => cells);
  const columns = named?.columns ?? rolesByContent(rows.slice(0, 200));
  if (!columns || !isEnough(columns)) return null;
  const valuesOf = (role: ColumnRole) =>
    rows.flatMap((cells) => (columns[role] ?? []).flatMap((place) => cells[place] || []));
  const amounts = [...valuesOf('amount'), ...valuesOf('debit'), ...valuesOf('credit')];
  const decimal = decimalOf(amounts);
  return {
    headerRow,
    header: [...(table.rows[headerRow]?.cells ?? [])],
    columns,
    decimal,
    dayOrder: dayOrderOf(valuesOf('bookedOn'), decimal),
  };
}

/** The last row before the first day, in whatever column where none is named; -1 where days begin at once. */
function rowAboveDays(table: Table, places: readonly number[] | null): number {
  const isDay = (cell = '') => dayOrders.some((order) => parseDay(cell, order) !== null);
  const first = table.rows.findIndex(({ cells }) =>
    places === null ? cells.some(isDay) : places.some((place) => isDay(cells[place])),
  );
  return Math.max(-1, first - 1);
}

function rolesByContent(rows: readonly (readonly string[])[]): ColumnMapping['columns'] | null {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns: ColumnMapping['columns'] = {};
  const share = (place: number, isOne: (cell: string) => boolean) => {
    const filled = rows.flatMap((cells) => cells[place] || []);
    return filled.length === 0 ? 0 : filled.filter(isOne).length / filled.length;
  };
  const isDay = (cell: string) => parseDay(cell, 'dmy') !== null || parseDay(cell, 'mdy') !== null;
  const isAmount = (cell: string) =>
    /[.,]\d/.test(cell) && (parseAmount(cell, ',') ?? parseAmount(cell, '.')) !== null;
  const isAlwaysSame = (place: number) => {
    const filled = rows.flatMap((cells) => cells[place] || []);
    return filled.length > 1 && new Set(filled).size === 1;
  };
  const texts: { place: number; length: number }[] = [];
  for (let place = 0; place < width; place += 1) {
    if (share(place, isDay) > 0.8) columns[columns.bookedOn ? 'valueOn' : 'bookedOn'] ??= [place];
    else if (share(place, isAmount) > 0.8) columns[columns.amount ? 'balance' : 'amount'] ??= [place];
    else if (share(place, (cell) => parseIban(cell).ok) > 0.5)
      columns[isAlwaysSame(place) ? 'ownAccount' : 'account'] ??= [place];
    else if (share(place, (cell) => /^[A-Z]{3}$/.test(cell)) > 0.9) columns.currency ??= [place];
    else texts.push({ place, length: rows.reduce((sum, cells) => sum + (cells[place]?.length ?? 0), 0) });
  }
  const [longest, second] = texts.toSorted((a, b) => b.length - a.length);
  if (longest) columns.text = [longest.place];
  if (second) columns.name = [second.place];
  return columns;
}

/** The sign before the last one or two digits of most amounts; of whole ones not the comma before three: `1,000` is a thousand. */
function decimalOf(amounts: readonly string[]): DecimalSign {
  const count = (sign: string) =>
    amounts.filter((amount) => new RegExp(`\\${sign}\\d{1,2}\\D*$`).test(amount)).length;
  const [points, commas] = [count('.'), count(',')];
  const hasThousands = commas === 0 && amounts.some((amount) => /^[^.]*\d,\d{3}\D*$/.test(amount));
  return points > commas || hasThousands ? '.' : ',';
}

/** A number above twelve says which is the day; without one a table with slashes and points is American. */
function dayOrderOf(days: readonly string[], decimal: DecimalSign): DayOrder {
  if (days.length > 0 && days.every((day) => /^\d{4}/.test(day))) return 'ymd';
  const all = days.flatMap((day) => {
    const found = /^(\d{1,2})([./-])(\d{1,2})/.exec(day);
    return found ? [{ first: Number(found[1]), sign: found[2], second: Number(found[3]) }] : [];
  });
  if (all.some(({ first }) => first > 12)) return 'dmy';
  if (all.some(({ second }) => second > 12)) return 'mdy';
  return decimal === '.' && all.every(({ sign }) => sign === '/') ? 'mdy' : 'dmy';
}

/** What somebody says of a table: what each of its columns holds, null for nothing of ours, and how it writes days and amounts. */
export type ColumnAnswer = { roles: (ColumnRole | null)[]; decimal: DecimalSign; dayOrder: DayOrder };

/** A table as somebody is asked about it: each column with its name and what stands in it first. */
export type TableQuestion = ColumnAnswer & { columns: { name: string; samples: string[] }[] };

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/** The columns of a table with the guess. */
export function questionOf(table: Table, guess: ColumnMapping | null): TableQuestion {
  const headerRow = guess?.headerRow ?? -1;
  const rows = table.rows.slice(headerRow + 1).map(({ cells }) => cells);
  const width = Math.max(guess?.header.length ?? 0, ...rows.map((cells) => cells.length));
  const places = Array.from({ length: width }, (_, place) => place);
  return {
    columns: places.map((place) => ({
      name: guess?.header[place] ?? '',
      samples: firstFilled(rows, place),
    })),
    roles: places.map((place) => roleAt(guess, place)),
    decimal: guess?.decimal ?? ',',
    dayOrder: guess?.dayOrder ?? 'dmy',
  };
}

function firstFilled(rows: readonly (readonly string[])[], place: number): string[] {
  const found: string[] = [];
  for (const cells of rows) {
    const cell = cells[place];
    if (cell) found.push(cell.slice(0, SAMPLE_LENGTH));
    if (found.length === SAMPLES) break;
  }
  return found;
}

const roleAt = (guess: ColumnMapping | null, place: number): ColumnRole | null =>
  columnRoles.find((role) => guess?.columns[role]?.includes(place)) ?? null;

/** What is known of a table's columns: as somebody says now, or said of one with the same header. */
export type SaidColumns = ColumnAnswer | Omit<ColumnMapping, 'header'>;

/** What is said as a mapping of a table, whose header is where the guess has found it, else above the first day. */
export function mappingOf(table: Table, said: SaidColumns): ColumnMapping {
  if ('columns' in said) return { ...said, header: [...(table.rows[said.headerRow]?.cells ?? [])] };
  const { roles, decimal, dayOrder } = said;
  const guess = guessMapping(table);
  const columns: ColumnMapping['columns'] = {};
  for (const [place, role] of roles.entries()) {
    if (role !== null) columns[role] = [...(columns[role] ?? []), place];
  }
  const headerRow = guess?.headerRow ?? rowAboveDays(table, columns.bookedOn ?? []);
  const header = [...(table.rows[headerRow]?.cells ?? [])];
  return { headerRow, header, columns, decimal, dayOrder };
}

/** The keys of the rows among which a header is looked for, in their order; null for a row without cells. */
export const headerKeys = (table: Table): (string | null)[] =>
  table.rows.slice(0, SEARCHED_ROWS).map(({ cells }) => headerKey({ header: cells }));
