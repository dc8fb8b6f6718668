import type { CalendarDate } from '../lib/calendar.ts';

/** Where a statement was read. camt.053 is what was booked; 052 is the day so far, 054 the details of a booking. */
export const bankFormats = ['camt.052', 'camt.053', 'camt.054', 'mt940', 'csv', 'table'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** What kind of booking a line is, as far as the bank says so. */
export const lineKinds = [
  'transfer',
  'standing_order',
  'direct_debit',
  'return',
  'fee',
  'interest',
  'batch',
  'other',
] as const;
export type LineKind = (typeof lineKinds)[number];

export type LineReferences = {
  /** The payer's end-to-end reference; null for NOTPROVIDED. */
  endToEnd: string | null;
  mandate: string | null;
  creditorId: string | null;
  /** Structured creditor reference (ISO 11649). */
  structured: string | null;
  /** The bank's own reference: it may change from a pending line to the booked one. */
  bank: string | null;
  /** Of the collection or order that a batch was booked for. */
  batch: string | null;
};

/**
 * What came back. `originalCents` and `chargeCents` are without sign and add up to the amount of the line: a bank that
 * books its charge by itself has a return without a charge.
 */
export type LineReturn = { reason: string | null; originalCents: number; chargeCents: number };

export type StatementLine = {
  bookedOn: CalendarDate;
  /** Null where the bank states a day that does not exist (30 February of a 30/360 calendar). */
  valueOn: CalendarDate | null;
  /** Money in is positive. */
  amountCents: number;
  /** Null where a table of no known bank names none: it is in that of the books. */
  currency: string | null;
  name: string | null;
  /** For whom somebody else paid, where the bank says so. */
  onBehalfOf: string | null;
  /** The IBAN of the other side without blanks, or its account number as written. */
  account: string | null;
  text: string;
  references: LineReferences;
  kind: LineKind;
  returned: LineReturn | null;
  /** The balance the bank prints after this line. */
  balanceCents: number | null;
  /** How many payments a batch holds that is booked as one, without its details. */
  batchCount: number | null;
  /** The booking this line is a part of, by its place in the statement, and the whole of it. */
  entry: { index: number; amountCents: number };
  /** As it stands in the file. */
  raw: string;
  /** Its place in the file, counted from 1. */
  lineNumber: number;
};

export type Balance = { on: CalendarDate | null; amountCents: number };

export type StatementAccount = {
  /** Valid, without blanks; null where the file names none. */
  iban: string | null;
  /** As written, where it is no IBAN: `isNamedBy` says whose. */
  number: string | null;
  currency: string | null;
};

export type Statement = {
  format: BankFormat;
  /** Whose table it is, for CSV. */
  layout: string | null;
  account: StatementAccount;
  from: CalendarDate | null;
  to: CalendarDate | null;
  opening: Balance | null;
  closing: Balance | null;
  lines: StatementLine[];
  /** Lines that are not booked yet, and those about nothing: left out. */
  leftOut: { pending: number; zero: number };
};

/** Why a file is refused. Its words stand in messages/, with the line. */
export const bankFileFaults = [
  'empty',
  'too_large',
  'encoding',
  'unknown_format',
  'foreign_xml',
  'not_xml',
  'doctype',
  'too_deep',
  'zip_broken',
  'zip_encrypted',
  'zip_too_large',
  'zip_without_statement',
  'sheet_broken',
  'quote_not_closed',
  'columns',
  'incomplete',
  'field_missing',
  'amount',
  'day',
  'sign',
  'currency',
  'mapping',
] as const;
export type BankFileFaultCode = (typeof bankFileFaults)[number];

/** `part` is the file inside a ZIP, `lineNumber` counts from 1. */
export type BankFault = { code: BankFileFaultCode; lineNumber: number | null; part: string | null };

/** Thrown inside this room alone; the front turns it into a result. */
export class BankFileFault extends Error {
  readonly code: BankFileFaultCode;
  readonly lineNumber: number | null;
  part: string | null = null;

  constructor(code: BankFileFaultCode, lineNumber: number | null = null) {
    super(lineNumber === null ? code : `${code} in line ${lineNumber}`);
    this.code = code;
    this.lineNumber = lineNumber;
  }
}
