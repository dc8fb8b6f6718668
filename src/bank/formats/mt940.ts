import { type CalendarDate, daysBetween, yearOf } from '../../lib/calendar.ts';
import { parseCompactDay, parsePlainAmount } from '../files/amount.ts';
import { accountOf, ibanOfBankCode, otherAccount } from '../lines/account.ts';
import { kindOfGvc } from '../lines/kinds.ts';
import {
  given,
  noReferences,
  readPurpose,
  returnedParts,
  returnReason,
  saysReturn,
  structuredReference,
  textSaysReturn,
} from '../lines/purpose.ts';
import {
  type Balance,
  BankFileFault,
  type LineKind,
  type Statement,
  type StatementLine,
} from '../statement.ts';

type Field = { tag: string; lines: string[]; lineNumber: number };

export const looksLikeMt940 = (text: string) =>
  /^\s*(\{1:[^\n]*)?(:20:|:25:)/m.test(text.slice(0, 2_000)) &&
  /^:(25|60[FM]|61):/m.test(text.slice(0, 20_000));

/**
 * Statements of a file in MT940. A statement runs from `:20:` to its closing balance; one without is half a file.
 * Faults with the line: `incomplete`, `field_missing`, `amount`, `day`, `sign`.
 */
export function readMt940(text: string): Statement[] {
  const statements: Statement[] = [];
  let fields: Field[] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20' && fields.length > 0) {
      statements.push(readStatement(fields));
      fields = [];
    }
    fields.push(field);
  }
  if (fields.length > 0) statements.push(readStatement(fields));
  return statements;
}

/** A field has six lines of 65 signs; banks write longer ones, but no books. */
const MAX_LINE = 4_000;
const MAX_LINES = 100;

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    // The envelope of SWIFT around a message, and the dash that ends it.
    if (/^\{\d:.*\{4:\s*$/.test(line) || line.startsWith('-}') || line.trim() === '-') continue;
    if (line.length > MAX_LINE) throw new BankFileFault('too_large', index + 1);
    const tagged = /^:(\d{2}[A-Z]?):(.*)$/.exec(line);
    const last = fields.at(-1);
    if (!tagged && last && last.lines.length >= MAX_LINES) throw new BankFileFault('too_large', index + 1);
    if (tagged) fields.push({ tag: tagged[1] ?? '', lines: [tagged[2] ?? ''], lineNumber: index + 1 });
    else if (line.trim() === '') continue;
    else if (last) last.lines.push(line);
    else throw new BankFileFault('unknown_format', index + 1);
  }
  return fields;
}

function readStatement(fields: readonly Field[]): Statement {
  const [first] = fields;
  const find = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag));
  const accounts = fields.filter(({ tag }) => tag === '25');
  const ownerOf = (field: Field | undefined) => field?.lines.join('').trim();
  const owner = ownerOf(accounts[0]);
  if (owner === undefined) throw new BankFileFault('field_missing', first?.lineNumber);
  // The head of the next statement is missing: nobody knows whose lines are whose.
  const other = accounts.find((field) => ownerOf(field) !== owner);
  if (other) throw new BankFileFault('field_missing', other.lineNumber);
  const opening = readBalance(find('60F', '60M'));
  const closingField = fields.findLast(({ tag }) => tag === '62F' || tag === '62M');
  // The lines of a statement that was cut off are right, but nobody knows how many are missing.
  if (!opening || !closingField) throw new BankFileFault('incomplete', fields.at(-1)?.lineNumber);
  const closing = readBalance(closingField);
  const { currency } = opening;
  const lines: StatementLine[] = [];
  let zero = 0;
  for (const [index, field] of fields.entries()) {
    if (field.tag === '86' && !/^(61|86|62[FM]|64|65)$/.test(fields[index - 1]?.tag ?? '')) {
      throw new BankFileFault('field_missing', field.lineNumber);
    }
    if (field.tag !== '61') continue;
    const next = fields[index + 1];
    const line = readLine(field, next?.tag === '86' ? next : null, currency);
    if (line.amountCents === 0) zero += 1;
    else lines.push({ ...line, entry: { index: lines.length, amountCents: line.amountCents } });
  }
  return {
    format: 'mt940',
    layout: null,
    account: accountOf(ibanOfBankCode(owner) ?? owner.replace(/(?<=\d)(EUR|[A-Z]{3})$/, ''), currency),
    from: opening.on,
    to: closing?.on ?? null,
    opening: { on: opening.on, amountCents: opening.amountCents },
    // A page that goes on (62M) closes no day: more of it may stand on the next.
    closing:
      closing && closingField.tag === '62F' ? { on: closing.on, amountCents: closing.amountCents } : null,
    lines,
    leftOut: { pending: 0, zero },
  };
}

function readBalance(field: Field | undefined): (Balance & { currency: string }) | null {
  if (!field) return null;
  const parts = /^([CD])(\d{6})([A-Z]{3})(\S+)\s*$/.exec(field.lines[0] ?? '');
  if (!parts) throw new BankFileFault('amount', field.lineNumber);
  const [, sign, day = '', currency = '', amount = ''] = parts;
  const cents = parsePlainAmount(amount, ',');
  if (cents === null) throw new BankFileFault('amount', field.lineNumber);
  // An account without a booking yet has a balance of the day 000000.
  return { on: parseCompactDay(day), currency, amountCents: sign === 'D' && cents !== 0 ? -cents : cents };
}

const statementLine = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([NSF][A-Z0-9]{3})(.*)$/;

function readLine(field: Field, details: Field | null, currency: string): Omit<StatementLine, 'entry'> {
  const fail = (code: 'amount' | 'day' | 'sign') => new BankFileFault(code, field.lineNumber);
  const head = field.lines[0] ?? '';
  const parts = statementLine.exec(head);
  if (!parts) throw fail(/^\d{6}(\d{4})?R?[CD]/.test(head) ? 'amount' : 'sign');
  const [, value = '', entryDay, sign = '', , amount = '', , rest = ''] = parts;
  const size = parsePlainAmount(amount, ',');
  if (size === null) throw fail('amount');
  // A reversed credit takes money away, a reversed debit brings it back.
  const isIn = sign === 'C' || sign === 'RD';
  const amountCents = isIn || size === 0 ? size : -size;
  const valueOn = parseCompactDay(value);
  const bookedOn = entryDay === undefined ? valueOn : bookingDay(value, entryDay);
  if (bookedOn === null) throw fail('day');

  // Some banks write what came back behind the references, some on a line of its own.
  const [references = ''] = rest.split(/\/{1,2}(?:OCMT|CHGS)\//);
  const [customer, bank] = references.split('//');
  const supplement = rest + field.lines.slice(1).join('');
  const info = readDetails(details);
  const purpose = readPurpose(info.purpose);
  const isSaid =
    info.postingText === null
      ? textSaysReturn(purpose.text, purpose.text, amountCents)
      : saysReturn(info.postingText);
  const isReturn = info.kind === 'return' || sign.startsWith('R') || isSaid;
  const ofSupplement = (mark: string) => {
    const found = new RegExp(`/${mark}/\\s*(?:[A-Z]{3}\\s*)?(\\d+,\\d*)`).exec(supplement)?.[1];
    return found === undefined ? null : parsePlainAmount(found, ',');
  };
  const original = purpose.originalCents ?? ofSupplement('OCMT');
  const charge = purpose.chargeCents ?? ofSupplement('CHGS');
  const customerReference = given(customer);
  return {
    bookedOn,
    valueOn,
    amountCents,
    currency,
    name: given(info.name),
    onBehalfOf: purpose.onBehalfOf,
    account: otherAccount(info.account ?? purpose.account),
    text: purpose.text,
    references: {
      ...noReferences,
      ...purpose.references,
      structured: purpose.references.structured ?? structuredReference(customerReference ?? ''),
      bank: given(bank),
    },
    kind: isReturn ? 'return' : info.kind,
    returned: isReturn
      ? {
          reason: returnReason(`${info.reason ?? ''} ${info.purpose}`),
          ...returnedParts(amountCents, original, charge),
        }
      : null,
    balanceCents: null,
    batchCount: null,
    raw: [field, details].flatMap((one) => (one ? [`:${one.tag}:${one.lines.join('\n')}`] : [])).join('\n'),
    lineNumber: field.lineNumber,
  };
}

/** The booking day has no year of its own: that of the value day or of a neighbour, whichever is nearer. */
function bookingDay(value: string, monthAndDay: string): CalendarDate | null {
  // A value day may be 30 February; the first of its month is near enough to find the year.
  const near = parseCompactDay(`${value.slice(0, 4)}01`);
  if (near === null) return null;
  const year = yearOf(near);
  const candidates = [year - 1, year, year + 1].flatMap(
    (one) => parseCompactDay(`${one}${monthAndDay}`) ?? [],
  );
  const distance = (day: CalendarDate) => Math.abs(daysBetween(near, day));
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

type Details = {
  kind: LineKind;
  /** Null for text without fields: what the bank says and what the payer wrote are one. */
  postingText: string | null;
  purpose: string;
  name: string | null;
  account: string | null;
  reason: string | null;
};

/**
 * `:86:` in the German shape: code, then `?00` posting text, `?20–29` and `?60–63` purpose, `?31` account, `?32/33` name,
 * `?34` reason. Any sign may stand for the question mark. Other shapes are text.
 */
function readDetails(field: Field | null): Details {
  const joined = field?.lines.join('') ?? '';
  const shape = /^(\d{3})([^\w\s])(\d{2})/.exec(joined);
  const code = shape?.[1] ?? null;
  const separator = shape?.[2];
  if (separator === undefined) {
    const plain = (field?.lines ?? []).join(' ').replace(/^\d{3}(?=\s)/, '');
    return { kind: 'other', postingText: null, purpose: plain, name: null, account: null, reason: null };
  }
  const parts = new Map<string, string>();
  const sign = separator.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  for (const [, number = '', value = ''] of joined.matchAll(
    new RegExp(`${sign}(\\d{2})((?:(?!${sign}\\d{2})[\\s\\S])*)`, 'g'),
  )) {
    if (!parts.has(number)) parts.set(number, value);
  }
  const get = (number: string) => parts.get(number) ?? null;
  const purpose = [...parts].filter(([number]) => /^(2\d|6[0-3])$/.test(number)).map(([, value]) => value);
  return {
    kind: kindOfGvc(code),
    postingText: get('00') ?? '',
    purpose: joinWrapped(purpose),
    name: joinWrapped([get('32') ?? '', get('33') ?? '']),
    account: get('31'),
    reason: get('34'),
  };
}

/** Banks cut purposes after 27 signs, also inside a word; a shorter piece ended where its line did. */
function joinWrapped(pieces: readonly string[]): string {
  return pieces
    .map((piece) => (piece.length < 27 ? `${piece} ` : piece))
    .join('')
    .trim();
}
