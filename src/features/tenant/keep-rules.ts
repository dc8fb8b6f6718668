import { day, type Explained, inputs } from '../../domain/trace.ts';
import type { CalendarDate } from '../../lib/calendar.ts';

/** Calendar years after the one in which something happened. */
const CLAIM_YEARS = 3;
const RECEIPT_YEARS = 8;
const BOOK_YEARS = 10;

export type TenantDataKept = {
  claimsUntil: CalendarDate;
  receiptsUntil: CalendarDate;
  /** The last day on which anything may still oblige a landlord to keep what is held. */
  booksUntil: CalendarDate;
};

const yearOf = (on: CalendarDate) => Number(on.slice(0, 4));
const endOfYear = (on: CalendarDate, more: number): CalendarDate =>
  `${String(yearOf(on) + more).padStart(4, '0')}-12-31`;

/**
 * How long data of a tenant may have to be kept in Germany, by the last day of which there is a record: the end of the tenancy, a
 * charge, a payment, a letter, a paper. All periods run from the end of that year: three years for claims (§ 195, § 199 (1) BGB),
 * eight for receipts and ten for books and records (§ 147 (1), (3), (4) AO since 1 January 2025, BGBl. 2024 I no. 323; § 14b
 * UStG for invoices; as of November 2026). The longest counts, since what is erased here are rent accounts as well as papers, and
 * nobody has said here whether the landlord keeps books by law; who does not may erase earlier. A tax that is still open holds on
 * to its papers beyond that (§ 147 (3) AO), and so does a lawsuit. Data that nothing obliges to keep any more and nobody needs is
 * erased (Art. 5 (1) (e), Art. 17 (1) (a) GDPR).
 */
export function tenantDataKept(lastRecordOn: CalendarDate): Explained<TenantDataKept> {
  const result = {
    claimsUntil: endOfYear(lastRecordOn, CLAIM_YEARS),
    receiptsUntil: endOfYear(lastRecordOn, RECEIPT_YEARS),
    booksUntil: endOfYear(lastRecordOn, BOOK_YEARS),
  };
  return {
    result,
    trace: {
      rule: 'tenant_data_kept',
      formula: '{last_record} → {claims_until}, {receipts_until}, {books_until}',
      sources: ['GDPR Art. 5 (1) (e)', 'BGB §§ 195, 199 (1)', 'AO § 147 (3), (4)'],
      inputs: inputs({
        last_record: day(lastRecordOn),
        claims_until: day(result.claimsUntil),
        receipts_until: day(result.receiptsUntil),
        books_until: day(result.booksUntil),
      }),
      steps: [],
      result: day(result.booksUntil),
    },
  };
}

/** The day before which the last record has to lie, so that today nothing obliges to keep anything: a first of January. */
export const needlessBefore = (today: CalendarDate): CalendarDate =>
  `${String(yearOf(today) - BOOK_YEARS).padStart(4, '0')}-01-01`;
