import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { getLease } from '@/features/lease/queries';
import { renewLeaseInput } from '@/features/lease/schema';
import { endLease, renewLease } from '@/features/lease/term-commands';
import { agreeRent, postDueRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import {
  correctPayment,
  getAccount,
  getPayment,
  listOpenItems,
  postCharge,
  reallocatePayment,
  recordPayment,
  recordTransfer,
  refundCredit,
  returnPayment,
  returnRefund,
  reversePayment,
  revertReturn,
  waiveCharge,
} from '@/ledger';
import {
  accountInput,
  correctPaymentInput,
  recordPaymentInput,
  recordTransferInput,
  refundCreditInput,
  returnPaymentInput,
} from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const amount = fc.integer({ min: 1, max: 250_000 });
const pick = fc.nat({ max: 50 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), amount, pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('waive' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('charge' as const), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('agree' as const), amount, pick, correct: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), pick, correct: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const), amount, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bounce' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unreturn' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), amount, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const), pick, correct: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      pick,
      parts: fc.array(amount, { maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      amount,
      percent: fc.nat({ max: 100 }),
      byHand: fc.boolean(),
    }),
  },
);
const history = fc.record({
  startsOn: fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
  opening: fc.integer({ min: -100_000, max: 100_000 }),
  method: fc.constantFrom('calendar_days' as const, 'thirty_days' as const, 'full_month' as const),
  steps: fc.array(step, { maxLength: 14 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A rule may refuse a random step (a day taken, a lease that ended); that is an answer, not a failure. */
async function attempt(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Tenancies of two flats: `leaseId` is the one most happens to, `other` only shares transfers. */
type Stage = { books: Books; leaseId: string; other: string; payments: string[] };

async function play({ books, leaseId, other, payments }: Stage, today: string, move: Step) {
  const on = (work: (tx: Tx, scope: Scope) => Promise<unknown>) => books.on(today, work);
  const openItems = () => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
  switch (move.do) {
    case 'pay': {
      const { items } = await openItems();
      const purpose = items[move.pick % (items.length + 1)];
      const id = randomUUID();
      payments.push(id);
      const input = recordPaymentInput.parse({
        id,
        leaseId,
        paidOn: today,
        amountCents: move.amount,
        chargeIds: purpose ? [purpose.chargeId] : [],
      });
      await on((tx, scope) => recordPayment(tx, scope, input));
      return;
    }
    case 'undo': {
      const paymentId = payments[move.pick % Math.max(1, payments.length)];
      if (!paymentId) return;
      await attempt(() =>
        on((tx, scope) => reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null })),
      );
      return;
    }
    case 'waive': {
      const { items } = await openItems();
      const item = items[move.pick % Math.max(1, items.length)];
      if (!item) return;
      const part = Math.min(item.openCents, 1 + move.pick * 1_111);
      const amountCents = move.pick % 2 === 0 ? null : part;
      const input = { id: randomUUID(), chargeId: item.chargeId, amountCents, reason: 'law' };
      await on((tx, scope) => waiveCharge(tx, scope, input));
      return;
    }
    case 'charge':
      await on((tx, scope) =>
        postCharge(tx, scope, {
          id: randomUUID(),
          leaseId,
          kind: 'other',
          dueOn: today,
          amountCents: move.amount,
          note: null,
        }),
      );
      return;
    case 'agree': {
      const input = agreeRentInput.parse({
        id: randomUUID(),
        leaseId,
        validFrom: addDays(today, move.pick - 40),
        reason: 'agreed',
        lines: [
          { component: 'net', amountCents: move.amount, settlement: 'none' },
          { component: 'heating', amountCents: 7_777, settlement: 'advance' },
        ],
        correctPosted: move.correct,
      });
      await attempt(() => on((tx, scope) => agreeRent(tx, scope, input)));
      return;
    }
    case 'end': {
      const { version } = await books.on(today, (tx, scope) => getLease(tx, scope, leaseId));
      const input = {
        id: leaseId,
        version,
        endsOn: addDays(today, move.pick - 20),
        noticeGivenOn: '2026-01-01',
        noticeReceivedOn: null,
        noticeBy: 'tenant' as const,
        correctPosted: move.correct,
      };
      await attempt(() => on((tx, scope) => endLease(tx, scope, input)));
      return;
    }
    case 'renew': {
      const { version, endsOn } = await books.on(today, (tx, scope) => getLease(tx, scope, leaseId));
      const input = renewLeaseInput.parse({
        id: leaseId,
        version,
        endsOn: endsOn && move.pick > 25 ? addDays(endsOn, move.pick) : null,
        correctPosted: move.correct,
      });
      await attempt(() => on((tx, scope) => renewLease(tx, scope, input)));
      return;
    }
    case 'edit': {
      const paymentId = payments[move.pick % Math.max(1, payments.length)];
      if (!paymentId) return;
      await attempt(() =>
        on(async (tx, scope) => {
          const { siblings, amountCents, paidOn } = await getPayment(tx, scope, paymentId);
          const id = randomUUID();
          const input = correctPaymentInput.parse({
            id,
            paymentId,
            paidOn: addDays(paidOn, -(move.pick % 3)),
            amountCents: siblings.length > 0 ? amountCents : move.amount,
          });
          await correctPayment(tx, scope, input);
          payments.push(id);
        }),
      );
      return;
    }
    case 'refund': {
      const input = refundCreditInput.parse({
        id: randomUUID(),
        leaseId,
        paidOn: today,
        amountCents: move.amount,
      });
      const { creditCents } = await openItems();
      if (creditCents > 0) input.amountCents = Math.min(move.amount, creditCents);
      payments.push(input.id);
      await attempt(() => on((tx, scope) => refundCredit(tx, scope, input)));
      return;
    }
    case 'return': {
      const paymentId = payments[move.pick % Math.max(1, payments.length)];
      if (!paymentId) return;
      const input = returnPaymentInput.parse({
        id: randomUUID(),
        paymentId,
        returnedOn: today,
        feeCents: move.amount % 1_000,
        feeChargeId: randomUUID(),
      });
      await attempt(() => on((tx, scope) => returnPayment(tx, scope, input)));
      return;
    }
    case 'bounce': {
      const paymentId = payments[move.pick % Math.max(1, payments.length)];
      if (!paymentId) return;
      const returned = { id: randomUUID(), paymentId, returnedOn: today };
      await attempt(() => on((tx, scope) => returnRefund(tx, scope, returned)));
      return;
    }
    case 'unreturn': {
      const paymentId = payments[move.pick % Math.max(1, payments.length)];
      if (!paymentId) return;
      const id = randomUUID();
      await attempt(() =>
        on(async (tx, scope) => {
          await revertReturn(tx, scope, { id, paymentId });
          payments.push(id);
        }),
      );
      return;
    }
    case 'move': {
      const paymentId = payments[move.pick % Math.max(1, payments.length)];
      if (!paymentId) return;
      await attempt(() =>
        on(async (tx, scope) => {
          const { charges } = await getPayment(tx, scope, paymentId);
          const targets = charges.slice(move.pick % Math.max(1, charges.length));
          const allocations = move.parts.flatMap((amountCents, index) => {
            const target = targets[index];
            return target
              ? [{ chargeId: target.chargeId, amountCents: Math.min(amountCents, target.totalCents) }]
              : [];
          });
          await reallocatePayment(tx, scope, { paymentId, allocations });
        }),
      );
      return;
    }
    case 'transfer': {
      const here = Math.floor((move.amount * move.percent) / 100);
      const input = recordTransferInput.parse({
        id: randomUUID(),
        leaseIds: [leaseId, other],
        paidOn: today,
        amountCents: move.amount,
        parts: move.byHand
          ? [
              { leaseId, amountCents: here },
              { leaseId: other, amountCents: move.amount - here },
            ]
          : null,
      });
      await on((tx, scope) => recordTransfer(tx, scope, input));
      const parts = await books.admin<{ id: string }[]>`
        select id from hausbuch.payment where transfer_id = ${input.id} order by lease_id`;
      payments.push(...parts.map((part) => part.id));
      return;
    }
    case 'wait':
      await on((tx, scope) => postDueRent(tx, scope));
  }
}

test('over random histories the derived rows equal a replay of the postings', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ startsOn, opening, method, steps }) => {
      const books = await openBooks(database);
      try {
        let today = '2026-02-10';
        const payments: string[] = [];
        const leaseId = await enterLease(books, today, {
          startsOn,
          openingBalanceCents: opening,
          prorationMethod: method,
        });
        const other = await enterLease(books, today, { unitIds: [await addFlat(books)] });
        for (const move of steps) {
          if (move.do === 'wait') today = addDays(today, move.days);
          await play({ books, leaseId, other, payments }, today, move);
          expect(await brokenLaws(books)).toEqual([]);
        }
        for (const id of [leaseId, other]) {
          const { openCents, creditCents, balanceCents } = (await summaryOf(books, id)).summary;
          expect(balanceCents).toBe(openCents - creditCents);
        }
      } finally {
        await books.close();
      }
    }),
    { numRuns: 60 },
  );
});

async function addFlat({ admin, portfolioId, propertyId }: Books): Promise<string> {
  const id = randomUUID();
  await admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${portfolioId}, ${id}, ${propertyId}, 'Dachgeschoss', 'apartment')`;
  return id;
}

/** The account on a day by which every posted charge is due. */
async function summaryOf(books: Books, leaseId: string) {
  return books.on('2031-01-01', (tx, scope) =>
    getAccount(tx, scope, accountInput.parse({ leaseId, asOf: '2031-01-01' })),
  );
}

test('an undone payment restores every derived figure', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 5 }), amount, async (before, undone) => {
      const books = await openBooks(database);
      try {
        const today = '2026-05-20';
        const leaseId = await enterLease(books, today);
        const pay = (id: string, amountCents: number) =>
          books.on(today, (tx, scope) =>
            recordPayment(tx, scope, recordPaymentInput.parse({ id, leaseId, paidOn: today, amountCents })),
          );
        for (const cents of before) await pay(randomUUID(), cents);
        const figures = () => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
        const earlier = await figures();
        const paymentId = randomUUID();
        await pay(paymentId, undone);
        await books.on(today, (tx, scope) =>
          reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
        );
        expect(await figures()).toEqual(earlier);
      } finally {
        await books.close();
      }
    }),
    { numRuns: 25 },
  );
});
