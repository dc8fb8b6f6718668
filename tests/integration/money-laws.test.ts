import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInterest } from '@/features/arrears/interest-queries';
import { listArrears } from '@/features/arrears/queries';
import { interestInput, listArrearsInput } from '@/features/arrears/schema';
import { createDeposit, recordMovement, reverseMovement } from '@/features/deposit/commands';
import { listDeposits } from '@/features/deposit/queries';
import { createDepositInput, listDepositsInput, recordMovementInput } from '@/features/deposit/schema';
import { postDueRent } from '@/features/rent/commands';
import { getAccount, listOpenItems, recordPayment, reversePayment } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const firstDay = fc.nat({ max: 40 }).map((days) => addDays('2025-10-20', days));
const rent = fc.integer({ min: 1, max: 300_000 });

async function pay(books: Books, today: string, leaseId: string, amountCents: number, paidOn = today) {
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return input.id;
}

/** Everything a landlord reads about a lease on a day, without names, ids of rows and times of entry. */
async function figuresOf(books: Books, today: string, leaseId: string) {
  return books.on(today, async (tx, scope) => {
    const { rows: _, ...account } = await getAccount(tx, scope, accountInput.parse({ leaseId }));
    const open = await listOpenItems(tx, scope, leaseId);
    const arrears = await listArrears(tx, scope, listArrearsInput.parse({ leaseId }));
    const interest = await getInterest(tx, scope, interestInput.parse({ leaseId }));
    const deposits = await listDeposits(tx, scope, listDepositsInput.parse({ leaseId }));
    return {
      summary: account.summary,
      open,
      total: arrears.total,
      arrears: arrears.rows.map(({ byAge, overdueCents, thresholds }) => ({
        byAge,
        overdueCents,
        thresholds,
      })),
      interest: interest.interest?.result,
      charged: interest.chargedCents,
      deposits: deposits.leases.map((lease) => [lease.balanceCents, lease.cap, lease.threshold]),
    };
  });
}

test('posting any number of times, in any order, from several processes gives the same rows', {
  timeout: 120_000,
}, async () => {
  const runs = fc.array(
    fc.record({ days: fc.nat({ max: 300 }), processes: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(firstDay, rent, fc.nat({ max: 900_000 }), runs, async (startsOn, cents, paid, order) => {
      const entered = addDays(startsOn, 5);
      const last = addDays(entered, Math.max(...order.map((run) => run.days)));
      const enter = async () => {
        const books = await openBooks(database);
        const rentLines = [{ component: 'net' as const, amountCents: cents, settlement: 'none' as const }];
        const leaseId = await enterLease(books, entered, { startsOn, rentLines });
        if (paid > 0) await pay(books, entered, leaseId, paid);
        return { books, leaseId };
      };
      const rowsOf = ({ books, leaseId }: { books: Books; leaseId: string }) => books.admin`
        select to_char(c.period_from, 'YYYY-MM-DD') as period, to_char(c.due_on, 'YYYY-MM-DD') as due,
          c.total_cents as total, o.open_cents as open
        from hausbuch.charge c
        join hausbuch.open_item o on o.portfolio_id = c.portfolio_id and o.charge_id = c.id
        where c.portfolio_id = ${books.portfolioId} and c.lease_id = ${leaseId} order by c.period_from`;
      const [often, once] = [await enter(), await enter()];
      try {
        for (const { days, processes } of order) {
          const today = addDays(entered, days);
          const post = () => often.books.on(today, (tx, scope) => postDueRent(tx, scope));
          await Promise.all(Array.from({ length: processes }, post));
        }
        await once.books.on(last, (tx, scope) => postDueRent(tx, scope));
        expect([...(await rowsOf(often))]).toEqual([...(await rowsOf(once))]);
      } finally {
        await often.books.close();
        await once.books.close();
      }
    }),
    { numRuns: 12 },
  );
});

test('archiving, renaming, language and the time zone of the machine change no figure', {
  timeout: 120_000,
}, async () => {
  const zones = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu');
  const payments = fc.array(fc.record({ cents: rent, ago: fc.nat({ max: 120 }) }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      firstDay,
      rent,
      payments,
      zones,
      fc.string({ minLength: 1, maxLength: 30 }),
      async (...given) => {
        const [startsOn, cents, paid, zone, text] = given;
        // The database keeps no zero characters, and a name is more than blanks.
        const name = `${text.replaceAll('\0', '')}.`;
        const today = addDays(startsOn, 150);
        const books = await openBooks(database);
        const before = process.env.TZ;
        try {
          const rentLines = [{ component: 'net' as const, amountCents: cents, settlement: 'none' as const }];
          const leaseId = await enterLease(books, today, { startsOn, rentLines });
          for (const one of paid) await pay(books, today, leaseId, one.cents, addDays(today, -one.ago));
          const figures = await figuresOf(books, today, leaseId);
          const { admin, portfolioId } = books;
          await admin`update hausbuch.property set name = ${name}, archived_at = now() where portfolio_id = ${portfolioId}`;
          await admin`update hausbuch.unit set name = ${name} where portfolio_id = ${portfolioId}`;
          await admin`update hausbuch.tenant set last_name = ${name}, letter_language = 'en', archived_at = now()
          where portfolio_id = ${portfolioId}`;
          await admin`update hausbuch.portfolio set name = ${name} where id = ${portfolioId}`;
          process.env.TZ = zone;
          expect(await figuresOf(books, today, leaseId)).toEqual(figures);
        } finally {
          if (before === undefined) delete process.env.TZ;
          else process.env.TZ = before;
          await books.close();
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('an undo restores every derived figure: of a payment, and of a deduction that settled the account', {
  timeout: 120_000,
}, async () => {
  const payments = fc.array(fc.record({ cents: rent, ago: fc.nat({ max: 120 }) }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(firstDay, rent, payments, rent, rent, async (startsOn, cents, paid, undone, kept) => {
      const today = addDays(startsOn, 150);
      const books = await openBooks(database);
      try {
        const rentLines = [{ component: 'net' as const, amountCents: cents, settlement: 'none' as const }];
        const leaseId = await enterLease(books, today, { startsOn, rentLines });
        for (const one of paid) await pay(books, today, leaseId, one.cents, addDays(today, -one.ago));
        const depositId = randomUUID();
        const record = (input: Parameters<typeof recordMovementInput.parse>[0]) =>
          books.on(today, (tx, scope) => recordMovement(tx, scope, recordMovementInput.parse(input)));
        const agreed = createDepositInput.parse({ id: depositId, leaseId, agreedCents: 900_000 });
        await books.on(today, (tx, scope) => createDeposit(tx, scope, agreed));
        const received = {
          id: randomUUID(),
          depositId,
          kind: 'received',
          bookedOn: startsOn,
          amountCents: 900_000,
        };
        await record(received);
        const figures = await figuresOf(books, today, leaseId);

        const paymentId = await pay(books, today, leaseId, undone);
        await books.on(today, (tx, scope) =>
          reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
        );
        expect(await figuresOf(books, today, leaseId)).toEqual(figures);

        const movementId = randomUUID();
        const deduction = {
          id: movementId,
          depositId,
          kind: 'deduction',
          bookedOn: today,
          amountCents: kept,
          reason: 'law',
          settlesAccount: true,
        };
        try {
          await record(deduction);
        } catch (error) {
          // More than is open cannot be settled; then there is nothing to undo.
          if (!(error instanceof DomainError)) throw error;
          return;
        }
        expect(await figuresOf(books, today, leaseId)).not.toEqual(figures);
        await books.on(today, (tx, scope) => reverseMovement(tx, scope, { id: randomUUID(), movementId }));
        expect(await figuresOf(books, today, leaseId)).toEqual(figures);
      } finally {
        await books.close();
      }
    }),
    { numRuns: 20 },
  );
});
