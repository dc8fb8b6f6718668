import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { getStatement } from '@/features/statement/queries';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { addSecondFlat, bookExpense, openFlat, year } from './flat-year.ts';
import { type Books, enterLease } from './tenancy.ts';

let database: TestDatabase;
/** A portfolio anew for each test, with two flats of 60 and 140 m². */
export let books: Books;
export let secondId: string;

/** The day on which all of it is entered. */
export const today = '2026-02-10';
export const advance = (cents: number) => [
  { component: 'net' as const, amountCents: 50_000, settlement: 'none' as const },
  { component: 'operating_costs' as const, amountCents: cents, settlement: 'advance' as const },
];

/** Called once by a file whose tests settle costs. */
export function openCostDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    books = await openFlat(database, today);
    secondId = await addSecondFlat(books, today);
  });
  afterEach(() => books.close());
  afterAll(() => database.drop());
}

export const book = (code: string, amountCents: number, more: Record<string, unknown> = {}) =>
  bookExpense(books, today, code, amountCents, more);

export const pay = (leaseId: string, amountCents: number, paidOn: string) =>
  books.on(today, (tx, scope) =>
    recordPayment(tx, scope, recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents })),
  );
export const statement = (period = year, propertyId = books.propertyId) =>
  books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId, ...period }));

/** The first flat let until the end of June, the second all year, each with 50 € in advance. */
export async function letBoth() {
  const ahrens = await enterLease(books, today, {
    startsOn: '2025-01-01',
    endsOn: '2025-06-30',
    isFixedTerm: true,
    rentLines: advance(5_000),
  });
  const brandt = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [secondId],
    rentLines: advance(5_000),
  });
  return { ahrens, brandt };
}
