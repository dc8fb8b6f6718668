import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { postDueRent } from '@/features/rent/commands';
import {
  correctPayment,
  getAccount,
  getPayment,
  listOpenItems,
  postCharge,
  reallocatePayment,
  recordPayment,
  refundCredit,
  returnPayment,
  reversePayment,
} from '@/ledger';
import {
  accountInput,
  correctPaymentInput,
  recordPaymentInput,
  refundCreditInput,
  returnPaymentInput,
} from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** An account as of a day shows what it showed on that day, whatever was recorded since. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const amount = fc.integer({ min: 1, max: 180_000 });
const pick = fc.nat({ max: 50 });
const onTheDay = [
  fc.record({ do: fc.constant('pay' as const), amount, pick, daysAgo: fc.constant(0) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('return' as const), pick, daysAgo: fc.constant(0) }),
  fc.record({ do: fc.constant('refund' as const), amount }),
  fc.record({ do: fc.constant('charge' as const), amount }),
  fc.record({ do: fc.constant('move' as const), pick, parts: fc.array(amount, { maxLength: 3 }) }),
];
const lateOrUndone = [
  fc.record({ do: fc.constant('pay' as const), amount, pick, daysAgo: fc.nat({ max: 60 }) }),
  fc.record({ do: fc.constant('return' as const), pick, daysAgo: fc.nat({ max: 30 }) }),
  fc.record({ do: fc.constant('undo' as const), pick }),
  fc.record({ do: fc.constant('edit' as const), amount, pick }),
];
type Step = ReturnType<(typeof onTheDay | typeof lateOrUndone)[number]['generate']>['value'];
type Stage = { books: Books; leaseId: string; payments: string[] };

/** A rule may refuse a random step; that is an answer, not a failure. */
async function attempt(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

async function play({ books, leaseId, payments }: Stage, today: string, move: Step): Promise<void> {
  const on = (work: (tx: Tx, scope: Scope) => Promise<unknown>) => attempt(books.on(today, work));
  const chosen = 'pick' in move ? payments[move.pick % Math.max(1, payments.length)] : undefined;
  switch (move.do) {
    case 'wait':
      return on((tx, scope) => postDueRent(tx, scope));
    case 'pay': {
      const { items } = await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
      const purpose = items[move.pick % (items.length + 1)];
      const id = randomUUID();
      payments.push(id);
      const input = recordPaymentInput.parse({
        id,
        leaseId,
        paidOn: addDays(today, -move.daysAgo),
        amountCents: move.amount,
        chargeIds: purpose ? [purpose.chargeId] : [],
      });
      return on((tx, scope) => recordPayment(tx, scope, input));
    }
    case 'charge': {
      const input = { id: randomUUID(), leaseId, kind: 'other' as const, dueOn: today, note: null };
      return on((tx, scope) => postCharge(tx, scope, { ...input, amountCents: move.amount }));
    }
    case 'refund': {
      const { creditCents } = await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
      if (creditCents === 0) return;
      const input = refundCreditInput.parse({
        id: randomUUID(),
        leaseId,
        paidOn: today,
        amountCents: Math.min(move.amount, creditCents),
      });
      return on((tx, scope) => refundCredit(tx, scope, input));
    }
    case 'return': {
      if (!chosen) return;
      const input = returnPaymentInput.parse({
        id: randomUUID(),
        paymentId: chosen,
        returnedOn: addDays(today, -move.daysAgo),
        feeCents: move.pick,
        feeChargeId: randomUUID(),
      });
      return on((tx, scope) => returnPayment(tx, scope, input));
    }
    case 'undo':
      if (!chosen) return;
      return on((tx, scope) =>
        reversePayment(tx, scope, { id: randomUUID(), paymentId: chosen, note: null }),
      );
    case 'edit': {
      if (!chosen) return;
      const id = randomUUID();
      payments.push(id);
      const input = { id, paymentId: chosen, paidOn: addDays(today, -move.pick), amountCents: move.amount };
      return on((tx, scope) => correctPayment(tx, scope, correctPaymentInput.parse(input)));
    }
    case 'move':
      if (!chosen) return;
      return on(async (tx, scope) => {
        const { charges } = await getPayment(tx, scope, chosen);
        const allocations = move.parts.flatMap((cents, index) => {
          const target = charges[(move.pick + index) % charges.length];
          return target && index < charges.length
            ? [{ chargeId: target.chargeId, amountCents: Math.min(cents, target.totalCents) }]
            : [];
        });
        await reallocatePayment(tx, scope, { paymentId: chosen, allocations });
      });
  }
}

const account = ({ books, leaseId }: Stage, today: string, asOf: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, asOf, limit: 200 })));

/** Every row as it is shown: what it is, what is open of it, what settles it or is settled by it. */
type Shown = Awaited<ReturnType<typeof account>>;
const rowsOf = ({ rows }: Shown) =>
  rows
    .map(({ id, state, openCents, balanceCents, isReversed, isReturned, settlements }) => ({
      id,
      state,
      openCents,
      balanceCents,
      isReversed,
      isReturned,
      settlements: settlements
        .map((part) => `${part.paymentId} ${part.chargeId} ${part.amountCents}`)
        .toSorted(),
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id));

async function withStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const books = await openBooks(database);
  try {
    await work({ books, leaseId: await enterLease(books, '2026-02-10'), payments: [] });
  } finally {
    await books.close();
  }
}

test('what was entered day by day is shown as of each day as it was shown on that day', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...onTheDay), { maxLength: 16 }), async (steps) =>
      withStage(async (stage) => {
        const seen = new Map<string, Shown>();
        let today = '2026-02-10';
        for (const move of steps) {
          if (move.do === 'wait') {
            seen.set(today, await account(stage, today, today));
            const now = await stage.books.on(today, (tx, scope) => listOpenItems(tx, scope, stage.leaseId));
            const due = now.items.filter((item) => item.dueOn <= today);
            const shown = seen.get(today)?.rows.filter((row) => (row.openCents ?? 0) > 0) ?? [];
            expect(new Map(shown.map((row) => [row.id, row.openCents]))).toEqual(
              new Map(due.map((item) => [item.chargeId, item.openCents])),
            );
            today = addDays(today, move.days);
          }
          await play(stage, today, move);
        }
        for (const [day, before] of seen) {
          const after = await account(stage, today, day);
          expect(rowsOf(after), day).toEqual(rowsOf(before));
          expect(after.summary, day).toEqual(before.summary);
        }
      }),
    ),
    { numRuns: 40 },
  );
});

test('as of any day, late entries and undone ones included: open − credit = balance, and rows sum to it', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...onTheDay, ...lateOrUndone), { maxLength: 16 }),
      fc.array(fc.integer({ min: -60, max: 200 }), { minLength: 1, maxLength: 4 }),
      async (steps, days) =>
        withStage(async (stage) => {
          let today = '2026-02-10';
          for (const move of steps) {
            if (move.do === 'wait') today = addDays(today, move.days);
            await play(stage, today, move);
          }
          for (const offset of days) {
            const { rows, summary } = await account(stage, today, addDays('2026-02-10', offset));
            expect(summary.openCents - summary.creditCents).toBe(summary.balanceCents);
            expect(rows[0]?.balanceCents ?? 0).toBe(summary.balanceCents);
            expect(rows.reduce((sum, row) => sum + (row.openCents ?? 0), 0)).toBe(summary.openCents);
          }
        }),
    ),
    { numRuns: 40 },
  );
});
