import { randomUUID } from 'node:crypto';
import { plantCategories } from '@/features/category/commands';
import { listCategories } from '@/features/category/queries';
import { sendStatement } from '@/features/statement/commands';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { createUnit, setUnitPeriod } from '@/features/unit/commands';
import { createUnitInput } from '@/features/unit/schema';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import type { TestDatabase } from '../setup/database.ts';
import { type Books, enterLease, openBooks } from './tenancy.ts';

export const year = { from: '2025-01-01', to: '2025-12-31' };

export const rentWithAdvance = [
  { component: 'net' as const, amountCents: 50_000, settlement: 'none' as const },
  { component: 'operating_costs' as const, amountCents: 5_000, settlement: 'advance' as const },
];

/** A flat of 60 m², ready to be settled. */
export async function openFlat(database: TestDatabase, today: string) {
  const books = await openBooks(database);
  await books.on(today, async (tx, scope) => {
    await plantCategories(tx, scope);
    await setUnitPeriod(tx, scope, {
      unitId: books.unitId,
      validFrom: '2000-01-01',
      areaSqm100: 6_000,
      coOwnershipNumerator: null,
      coOwnershipDenominator: null,
      ownUse: false,
      persons: null,
    });
  });
  return books;
}

/** A second flat beside it, of 140 m². */
export async function addSecondFlat(books: Books, today: string, name = 'Wohnung 2') {
  const second = { id: randomUUID(), propertyId: books.propertyId, name };
  const input = createUnitInput.parse({ ...second, kind: 'apartment', areaSqm100: 14_000 });
  await books.on(today, (tx, scope) => createUnit(tx, scope, input));
  return second.id;
}

/** Books what was paid for the house, under the category of a code. */
export async function bookExpense(
  books: Books,
  today: string,
  code: string,
  amountCents: number,
  more: Record<string, unknown> = {},
) {
  const id = randomUUID();
  await books.on(today, async (tx, scope) => {
    const categories = await listCategories(tx, scope, 'all');
    const category = categories.find((row) => row.code === code);
    const where = { propertyId: books.propertyId, unitId: null, bookedOn: '2025-03-01' };
    // As the form proposes it.
    const recoverableKey = category?.isRecoverable ? 'area' : null;
    const what = {
      id,
      direction: 'expense',
      categoryId: category?.id,
      title: code,
      amountCents,
      recoverableKey,
    };
    await recordTransaction(tx, scope, recordTransactionInput.parse({ ...where, ...what, ...more }));
  });
  return id;
}

/** One flat let in 2025 for 500 € and 50 € a month in advance, with 1,200 € of property tax booked in March. */
export async function openFlatYear(database: TestDatabase, today = '2026-02-10') {
  const books = await openFlat(database, today);
  const leaseId = await enterLease(books, today, { startsOn: '2025-01-01', rentLines: rentWithAdvance });
  const { propertyId } = books;
  const flat = {
    books,
    leaseId,
    book: (amountCents: number, bookedOn = '2025-03-01', code = 'property_tax') =>
      bookExpense(books, today, code, amountCents, { bookedOn }),
    async pay(amountCents: number, paidOn: string) {
      const id = randomUUID();
      const input = recordPaymentInput.parse({ id, leaseId, paidOn, amountCents });
      await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
      return id;
    },
    send: (
      more: {
        id?: string;
        corrects?: number;
        from?: string;
        to?: string;
        on?: string;
        slips?: string[];
      } = {},
    ): Promise<{ id: string }> => {
      const { on = today, ...input } = { id: randomUUID(), ...year, ...more };
      return books.on(on, (tx, scope) => sendStatement(tx, scope, { propertyId, ...input }));
    },
    statement: (version?: number, on = today) =>
      books.on(on, (tx, scope) => getStatement(tx, scope, { propertyId, ...year, version })),
    letters: (version?: number, on = today) =>
      books.on(on, (tx, scope) => getLetters(tx, scope, { propertyId, ...year, version, leaseId: null })),
    /** What the account still asks for of the year: its rents and what the statement put on it. */
    async owed() {
      const [row] = await books.admin<{ cents: number }[]>`
        select coalesce(sum(i.open_cents), 0)::int as cents from hausbuch.open_item i
        join hausbuch.charge c on c.portfolio_id = i.portfolio_id and c.id = i.charge_id
        where i.portfolio_id = ${books.portfolioId} and i.lease_id = ${leaseId}
          and (c.kind = 'back_payment' or c.period_from between '2025-01-01' and '2025-12-31')`;
      return row?.cents;
    },
    /** Everything that was charged, less everything that was paid or credited. */
    async balance() {
      const [row] = await books.admin<{ cents: number }[]>`
        select (select coalesce(sum(total_cents), 0) from hausbuch.charge where portfolio_id = ${books.portfolioId})::int
          - (select coalesce(sum(case direction when 'in' then amount_cents else -amount_cents end), 0)
            from hausbuch.payment where portfolio_id = ${books.portfolioId})::int as cents`;
      return row?.cents ?? 0;
    },
  };
  await flat.book(120_000);
  return flat;
}

export type FlatYear = Awaited<ReturnType<typeof openFlatYear>>;
