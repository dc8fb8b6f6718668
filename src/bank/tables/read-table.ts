import { type CalendarDate, maxDate, minDate } from '../../lib/calendar.ts';
import { parseIban } from '../../lib/iban.ts';
import { type DecimalSign, decimalSigns, parseAmount, parseDay } from '../files/amount.ts';
import type { Table, TableRow } from '../files/csv.ts';
import { accountOf, otherAccount } from '../lines/account.ts';
import { kindOfWords } from '../lines/kinds.ts';
import {
  given,
  noReferences,
  readPurpose,
  returnedParts,
  returnReason,
  saysReturn,
  textSaysReturn,
} from '../lines/purpose.ts';
import { BankFileFault, type BankFormat, type Statement, type StatementLine } from '../statement.ts';
import { type Layout, plainName } from './layouts.ts';
import type { ColumnMapping, FoundLayout } from './mapping.ts';
import { type Unpacked, unpackComdirect, unpackCommerzbank } from './packed.ts';
import type { ColumnRole } from './roles.ts';

type Source = { format: BankFormat; layout: Layout | null; mapping: ColumnMapping };

/** A table by its bank's layouts; of several tables in a file each is a statement of its own. */
export function readLayouts(table: Table, found: readonly FoundLayout[]): Statement[] {
  return found.flatMap(({ layout, mapping }, index) => {
    const nextHeader = found[index + 1]?.mapping.headerRow;
    const rows = table.rows.slice(mapping.headerRow + 1, nextHeader);
    // A further table that is of no account (a deposit of shares) begins with the same word and other columns.
    const foreign = rows.findIndex(
      (row) => plainName(row.cells[0] ?? '') === plainName(mapping.header[0] ?? ''),
    );
    if (foreign >= 0) rows.length = foreign;
    // The head of the next table: titles and periods in a cell or two.
    if (foreign >= 0 || nextHeader !== undefined) while (isTitle(rows.at(-1))) rows.pop();
    const before = table.rows.slice((found[index - 1]?.mapping.headerRow ?? -1) + 1, mapping.headerRow);
    const isLast = nextHeader === undefined;
    return readRows(rows, before, { format: 'csv', layout, mapping }, table.isClosed || !isLast);
  });
}

/** A table by a mapping that somebody made. Fault `mapping` where it names no day or no amount. */
export function readMapped(table: Table, mapping: ColumnMapping): Statement[] {
  const { bookedOn, amount, debit, credit } = mapping.columns;
  if (!bookedOn?.length || !(amount?.length || (debit?.length && credit?.length)))
    throw new BankFileFault('mapping');
  const before = table.rows.slice(0, Math.max(0, mapping.headerRow));
  const rows = table.rows.slice(mapping.headerRow + 1);
  // A disclaimer below the bookings; where these begin with their day a row that was cut off does, too.
  if (bookedOn[0] === 0) while (isTitle(rows.at(-1))) rows.pop();
  return readRows(rows, before, { format: 'table', layout: null, mapping }, table.isClosed);
}

const filled = (row: TableRow | undefined) => row?.cells.filter((cell) => cell !== '').length ?? 0;
const isTitle = (row: TableRow | undefined) =>
  row !== undefined && filled(row) < 3 && !/^\d/.test(row.cells[0] ?? '');

/** Rows under a table that sum it up; a booking has a name or an account beside such a word. */
const closingWords =
  /^\**(alter |neuer |aktueller )?(anfangssaldo|endsaldo|kontostand|saldo|kontosaldo|gesamtumsatz|summe|umsatzsumme)\b/i;

/** What a bank writes where it has nothing to write. */
const emptyWords = /^keine (ums(ä|ae)tze|buchungen)/i;

/**
 * Beside a day nothing follows such a word but a whole day, a currency, an amount: `Saldo Betriebskosten 2025`, `Saldo 2025` and
 * `Saldo 12.2025` are what payers write. Of a cell whose blanks, colons and asterisks are one blank each.
 */
const closingBesideDay = new RegExp(
  [
    closingWords.source,
    /( ((vom|am|per|zum) )?\d{1,2}\.\d{1,2}\.(\d{4}|\d{2}))?/,
    /( (EUR|€))?( [+\u2212-]?\d{1,3}(((\.?\d{3})*,)|((,\d{3})+\.))\d{2}[+\u2212-]?)?( ?(EUR|€))?( [HS])?$/,
  ]
    .map((part) => (typeof part === 'string' ? part : part.source))
    .join(''),
  'i',
);
const sumsUpBesideDay = (cell: string) => closingBesideDay.test(cell.replace(/[\s:*]+/g, ' ').trim());

/** `offen` alone: in the same column of some banks owners remark what is open of a rent. */
const pendingWords = /vorgemerkt|vorläufig|^offen$|pending|nicht gebucht|not booked/i;

function readRows(
  rows: readonly TableRow[],
  before: readonly TableRow[],
  said: Source,
  isClosed: boolean,
): Statement[] {
  const mapping = { ...said.mapping, decimal: decimalIn(isClosed ? rows : rows.slice(0, -1), said.mapping) };
  const source = { ...said, mapping };
  const own = accountInHead(before);
  const groups = new Map<string, { lines: StatementLine[]; leftOut: Statement['leftOut'] }>();
  const needed = neededColumns(mapping);
  const last = rows.findLast((row) => filled(row) > 0);
  for (const row of rows) {
    if (filled(row) === 0) continue;
    const get = (role: ColumnRole) =>
      mapping.columns[role]?.map((place) => row.cells[place] ?? '').find(Boolean) ?? '';
    const all = (role: ColumnRole) =>
      (mapping.columns[role] ?? []).flatMap((place) => row.cells[place] || []);
    const isNamed = get('name') !== '' || get('account') !== '' || get('payer') !== '';
    const bookedOn = parseDay(get('bookedOn'), mapping.dayOrder);
    const isSum = (cell = '') => (bookedOn === null ? closingWords.test(cell) : sumsUpBesideDay(cell));
    if (emptyWords.test(row.cells[0] ?? '')) continue;
    if (isNamed ? bookedOn === null && isSum(row.cells[0]) : row.cells.some((cell) => isSum(cell))) continue;
    if (row.cells.length < needed || row.cells.slice(Math.max(needed, mapping.header.length)).some(Boolean)) {
      throw new BankFileFault('columns', row.lineNumber);
    }
    const key = get('ownAccount') || own;
    const group = groups.get(key) ?? { lines: [], leftOut: { pending: 0, zero: 0 } };
    groups.set(key, group);
    if (pendingWords.test(get('status')) || /^(offen|vorgemerkt|pending)$/i.test(get('bookedOn'))) {
      group.leftOut.pending += 1;
      continue;
    }
    if (bookedOn === null) throw new BankFileFault('day', row.lineNumber);
    const amountCents = amountOf(row, get, mapping);
    const isAtEnd = row === last && !isClosed && row.cells.length - 1 === mapping.columns.amount?.[0];
    // A file may end without a line break, or in the middle of this amount.
    if (isAtEnd && !/(\d[.,]\d\d|")\s*$/.test(row.raw)) throw new BankFileFault('incomplete', row.lineNumber);
    if (amountCents === 0) group.leftOut.zero += 1;
    else
      group.lines.push(lineOf(row, get, all, { bookedOn, amountCents, index: group.lines.length }, source));
  }
  return [...groups].map(([key, { lines, leftOut }]) => statementOf(key, lines, leftOut, source));
}

/**
 * The sign before the cents: the one the bank is known by or somebody named, else the other where every amount is one by it and
 * none has another value by the first: a program that saves a table again may write its own. Of amounts that are whole.
 */
function decimalIn(rows: readonly TableRow[], { decimal, dayOrder, columns }: ColumnMapping): DecimalSign {
  const placesOf = (role: ColumnRole) => columns[role] ?? [];
  const amounts = [...placesOf('amount'), ...placesOf('debit'), ...placesOf('credit')];
  const written = rows
    .filter(({ cells }) => placesOf('bookedOn').some((place) => parseDay(cells[place] ?? '', dayOrder)))
    .flatMap(({ cells }) => amounts.flatMap((place) => cells[place] || []));
  const by = (text: string, sign: DecimalSign) => parseAmount(text, sign);
  if (written.every((text) => by(text, decimal) !== null)) return decimal;
  const other = decimalSigns.find((sign) => sign !== decimal) ?? decimal;
  const isOther = (text: string) => {
    const [usual, value] = [by(text, decimal), by(text, other)];
    return value !== null && (usual === null || usual === value);
  };
  return written.every(isOther) ? other : decimal;
}

/** The columns that a row must have: all that mean something, and all that bear a name. */
function neededColumns({ header, columns }: ColumnMapping): number {
  const named = header.findLastIndex((name) => name !== '') + 1;
  return Math.max(named, ...Object.values(columns).flatMap((places) => places.map((place) => place + 1)));
}

/** The owner's account in the lines above a table: a valid IBAN anywhere, or the number beside the word. */
function accountInHead(before: readonly TableRow[]): string {
  for (const { cells } of before) {
    for (const cell of cells) {
      const found = [
        cell,
        ...(cell.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g) ?? []),
      ];
      const iban = found.map((text) => parseIban(text)).find((one) => one.ok);
      if (iban?.ok) return iban.iban;
    }
  }
  for (const { cells } of before) {
    const place = cells.findIndex((cell) => /^konto(nummer)?:?$/i.test(cell));
    if (place >= 0 && /^\d{5,}/.test(cells[place + 1] ?? '')) return cells[place + 1] ?? '';
  }
  return '';
}

function amountOf(
  row: TableRow,
  get: (role: ColumnRole) => string,
  { decimal, columns }: ColumnMapping,
): number {
  const cents = (text: string) => {
    const value = parseAmount(text, decimal);
    if (value === null) throw new BankFileFault('amount', row.lineNumber);
    return value;
  };
  const [amount, debit, credit, mark] = [get('amount'), get('debit'), get('credit'), get('mark')];
  const negative = (value: number) => (value === 0 ? 0 : -Math.abs(value));
  // A minus where money is said to come in may be a booking taken back or nothing at all: nobody knows which.
  const positive = (value: number) => {
    if (value < 0) throw new BankFileFault('sign', row.lineNumber);
    return value;
  };
  if (columns.mark) {
    const isDebit = /^(s|soll|d|dr|debit|-)$/i.test(mark);
    if (!isDebit && !/^(h|haben|c|cr|credit|\+)$/i.test(mark))
      throw new BankFileFault('sign', row.lineNumber);
    return isDebit ? negative(cents(amount)) : positive(cents(amount));
  }
  const [out, into] = [debit === '' ? 0 : cents(debit), credit === '' ? 0 : cents(credit)];
  if (out !== 0 && into !== 0) throw new BankFileFault('sign', row.lineNumber);
  const byColumn = out === 0 ? positive(into) : negative(out);
  if (amount === '') {
    if (debit === '' && credit === '') throw new BankFileFault('amount', row.lineNumber);
    return byColumn;
  }
  // Beside debit and credit some banks write the amount without its sign.
  if (byColumn !== 0 && Math.abs(cents(amount)) !== Math.abs(byColumn))
    throw new BankFileFault('amount', row.lineNumber);
  if (byColumn > 0) positive(cents(amount));
  return byColumn === 0 ? cents(amount) : byColumn;
}

function lineOf(
  row: TableRow,
  get: (role: ColumnRole) => string,
  all: (role: ColumnRole) => string[],
  facts: { bookedOn: CalendarDate; amountCents: number; index: number },
  { layout, mapping }: Source,
): StatementLine {
  const { amountCents } = facts;
  const packed = all('text').join(' ').replace(/\s+/g, ' ').trim();
  const unpacked = unpack(packed, layout);
  const purpose = readPurpose(unpacked?.text ?? packed);
  const posting = get('kind');
  const isReturn = saysReturn(posting) || textSaysReturn(purpose.text.slice(0, 40), posting, amountCents);
  const size = (role: ColumnRole) => (get(role) === '' ? null : parseAmount(get(role), mapping.decimal));
  const currencies = all('currency').map((one) => one.replace('€', 'EUR'));
  if (!currencies.every((one) => /^[A-Z]{3}$/.test(one))) throw new BankFileFault('currency', row.lineNumber);
  // The banks whose tables are known here are of the euro area.
  const currency = currencies.at(-1) ?? (layout ? 'EUR' : null);
  const byDirection = amountCents > 0 ? get('payer') : get('payee');
  const reference = (role: ColumnRole) => given(get(role))?.replaceAll(' ', '') ?? null;
  const isOriginal = purpose.originalCents ?? size('original');
  return {
    bookedOn: facts.bookedOn,
    valueOn: parseDay(get('valueOn'), mapping.dayOrder),
    amountCents,
    currency,
    name: given(all('name').join(' ')) ?? given(byDirection) ?? unpacked?.name ?? null,
    onBehalfOf: purpose.onBehalfOf ?? given(get('behalf')),
    account: otherAccount(get('account')) ?? unpacked?.account ?? otherAccount(purpose.account),
    text: purpose.text,
    references: {
      ...noReferences,
      endToEnd: reference('endToEnd') ?? unpacked?.endToEnd ?? purpose.references.endToEnd,
      mandate: reference('mandate') ?? unpacked?.mandate ?? purpose.references.mandate,
      creditorId: reference('creditorId') ?? unpacked?.creditorId ?? purpose.references.creditorId,
      structured: purpose.references.structured,
    },
    kind: isReturn ? 'return' : kindOfWords(posting),
    returned: isReturn
      ? {
          reason: returnReason(`${posting} ${purpose.text}`),
          ...returnedParts(amountCents, isOriginal, purpose.chargeCents ?? size('charge')),
        }
      : null,
    balanceCents: size('balance'),
    batchCount: null,
    entry: { index: facts.index, amountCents },
    raw: row.raw,
    lineNumber: row.lineNumber,
  };
}

function unpack(text: string, layout: Layout | null): Unpacked | null {
  if (layout?.packed === 'comdirect') return unpackComdirect(text);
  return layout?.packed === 'commerzbank' ? unpackCommerzbank(text) : null;
}

function statementOf(
  account: string,
  lines: StatementLine[],
  leftOut: Statement['leftOut'],
  { format, layout }: Source,
): Statement {
  const days = lines.map((line) => line.bookedOn);
  const [first, ...others] = days;
  return {
    format,
    layout: layout?.id ?? null,
    account: accountOf(account, lines[0]?.currency ?? null),
    from: first === undefined ? null : minDate(first, ...others),
    to: first === undefined ? null : maxDate(first, ...others),
    ...balancesOf(lines),
    lines,
    leftOut,
  };
}

/**
 * Opening and closing balance of lines that print the balance after each. Tables run forwards or backwards; that in which
 * more balances follow from the one before is right. None where a line prints no balance.
 */
function balancesOf(lines: readonly StatementLine[]): Pick<Statement, 'opening' | 'closing'> {
  const known = lines.flatMap((line) =>
    line.balanceCents === null ? [] : [{ ...line, after: line.balanceCents }],
  );
  if (known.length === 0 || known.length !== lines.length) return { opening: null, closing: null };
  const agreeing = (order: typeof known) =>
    order.filter((line, at) => at > 0 && (order[at - 1]?.after ?? 0) + line.amountCents === line.after)
      .length;
  const backwards = known.toReversed();
  const isForwards =
    agreeing(known) === agreeing(backwards)
      ? (known[0]?.bookedOn ?? '') <= (known.at(-1)?.bookedOn ?? '')
      : agreeing(known) > agreeing(backwards);
  const order = isForwards ? known : backwards;
  const [first, last] = [order[0], order.at(-1)];
  if (!first || !last) return { opening: null, closing: null };
  return {
    opening: { on: first.bookedOn, amountCents: first.after - first.amountCents },
    closing: { on: last.bookedOn, amountCents: last.after },
  };
}
