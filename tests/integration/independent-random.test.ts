import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInterest } from '@/features/arrears/interest-queries';
import { listArrears } from '@/features/arrears/queries';
import { interestInput, listArrearsInput } from '@/features/arrears/schema';
import { createDeposit, recordMovement, reverseMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { agreeRent, postDueRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import { getTaxForm } from '@/features/tax/queries';
import {
  getAccount,
  listOpenItems,
  postCharge,
  recordPayment,
  returnPayment,
  reversePayment,
  sumDepositsIn,
  sumMoneyIn,
  waiveCharge,
} from '@/ledger';
import { accountInput, recordPaymentInput, returnPaymentInput, waiveChargeInput } from '@/ledger/inputs';
import { FIRST_DAY, LAST_DAY, yearOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { toDay, toIso } from '../independent/days.ts';
import { RentAccount } from '../independent/rent-account.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const amount = fc.integer({ min: 1, max: 250_000 });
const pick = fc.nat({ max: 50 });
const step = fc.record({
  /** Days since the step before: what happens at once has no order of its own. */
  days: fc.integer({ min: 1, max: 45 }),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), amount, pick, late: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('return' as const), pick, fee: fc.nat(900) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('waive' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('charge' as const), amount }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('keep' as const), amount }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('give up' as const), pick }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('agree' as const),
        amount,
        advance: fc.nat(40_000),
        back: fc.nat(90),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('post' as const) }) },
  ),
});
const history = fc.record({
  startsOn: fc.integer({ min: 0, max: 700 }).map((days) => toIso(toDay('2022-11-10') + days)),
  rent: fc.integer({ min: 20_000, max: 180_000 }),
  advance: fc.integer({ min: 0, max: 40_000 }),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never)['what'];

/** The last such weekday up to a day; Sunday is 0. No rent is due on a Saturday or Sunday. */
const lastWeekday = (day: string, weekday: number) => {
  const number = toDay(day);
  return toIso(number - ((((number + 4 - weekday) % 7) + 7) % 7));
};

type Stage = {
  books: Books;
  account: RentAccount;
  leaseId: string;
  nextId: () => string;
  /** Payments that stand, by key. */
  payments: { id: string; on: string }[];
  depositId: string;
  /** What was kept of the deposit, by key. */
  kept: string[];
  lastAgreed: { isDone: boolean };
};

/** The same step in the product and in the second accountant's book. */
async function play(stage: Stage, today: string, move: Step) {
  const { books, account, leaseId, nextId, payments } = stage;
  const open = () => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
  switch (move.do) {
    case 'pay': {
      const { items } = await open();
      const named = items[move.pick % (items.length * 2 + 1)];
      const on = toIso(toDay(today) - move.late);
      const id = nextId();
      await books.on(today, (tx, scope) =>
        recordPayment(
          tx,
          scope,
          recordPaymentInput.parse({
            id,
            leaseId,
            paidOn: on,
            amountCents: move.amount,
            chargeIds: named ? [named.chargeId] : [],
          }),
        ),
      );
      const key = named && keyOf(named);
      account.pay({ key: id, lease: 'lease', on, cents: move.amount, ...(key && { for: [key] }) });
      payments.push({ id, on });
      return;
    }
    case 'undo': {
      const [payment] = payments.splice(move.pick % Math.max(1, payments.length), 1);
      if (!payment) return;
      const input = { id: randomUUID(), paymentId: payment.id, note: null };
      await books.on(today, (tx, scope) => reversePayment(tx, scope, input));
      account.undo(payment.id);
      return;
    }
    case 'return': {
      const index = move.pick % Math.max(1, payments.length);
      const on = lastWeekday(today, 6);
      const payment = payments[index];
      if (!payment || on < payment.on) return;
      payments.splice(index, 1);
      const feeChargeId = nextId();
      const input = returnPaymentInput.parse({
        id: randomUUID(),
        paymentId: payment.id,
        returnedOn: on,
        feeCents: move.fee,
        feeChargeId,
      });
      await books.on(today, (tx, scope) => returnPayment(tx, scope, input));
      account.giveBack(payment.id, on, move.fee > 0 ? { key: feeChargeId, cents: move.fee } : null);
      return;
    }
    case 'waive': {
      const { items } = await open();
      const item = items[move.pick % Math.max(1, items.length)];
      // A month that is corrected later would be worked out anew, waiver and all.
      if (!item || !stage.lastAgreed.isDone) return;
      const input = waiveChargeInput.parse({ id: randomUUID(), chargeId: item.chargeId, reason: 'test' });
      await books.on(today, (tx, scope) => waiveCharge(tx, scope, input));
      account.waive(keyOf(item));
      return;
    }
    case 'charge': {
      const [id, due] = [nextId(), lastWeekday(today, 0)];
      const input = { id, leaseId, kind: 'other' as const, dueOn: due, amountCents: move.amount, note: null };
      await books.on(today, (tx, scope) => postCharge(tx, scope, input));
      account.postCharge({ key: id, lease: 'lease', kind: 'other', due, cents: move.amount });
      return;
    }
    case 'keep': {
      const [id, on] = [nextId(), lastWeekday(today, 0)];
      const kept = { id, depositId: stage.depositId, kind: 'deduction', bookedOn: on, reason: 'test' };
      const input = recordMovementInput.parse({ ...kept, amountCents: move.amount });
      await books.on(today, (tx, scope) => recordMovement(tx, scope, input));
      account.keep({ key: id, lease: 'lease', on, cents: move.amount });
      stage.kept.push(id);
      return;
    }
    case 'give up': {
      const [movementId] = stage.kept.splice(move.pick % Math.max(1, stage.kept.length), 1);
      if (!movementId) return;
      await books.on(today, (tx, scope) => reverseMovement(tx, scope, { id: randomUUID(), movementId }));
      account.giveUp(movementId);
      return;
    }
    case 'agree': {
      const from = toIso(toDay(today) - move.back);
      if (stage.lastAgreed.isDone || from <= account.startOf('lease')) return;
      stage.lastAgreed.isDone = true;
      const lines = linesOf(move.amount, move.advance);
      const input = agreeRentInput.parse({
        id: randomUUID(),
        leaseId,
        validFrom: from,
        reason: 'agreed',
        lines,
        correctPosted: true,
      });
      await books.on(today, (tx, scope) => agreeRent(tx, scope, input));
      account.agreeRent('lease', { from, cents: move.amount + move.advance, advance: move.advance });
      // Agreeing also posts what came since.
      account.catchUp(today);
      return;
    }
    case 'post':
      await books.on(today, (tx, scope) => postDueRent(tx, scope));
      account.catchUp(today);
  }
}

/** A net rent and an advance on operating costs. */
const linesOf = (net: number, advance: number) => [
  { component: 'net' as const, amountCents: net, settlement: 'none' as const },
  { component: 'operating_costs' as const, amountCents: advance, settlement: 'advance' as const },
];

/** What the second accountant calls a charge. */
const keyOf = (item: { chargeId: string; kind: string; periodFrom: string | null }) =>
  item.kind === 'rent' ? `lease ${item.periodFrom?.slice(0, 7)}` : item.chargeId;

const eachYear = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function expectAgreement({ books, account, leaseId }: Stage, today: string) {
  const { items, creditCents } = await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
  const found = items.map((item) => ({
    due: item.dueOn,
    cents: item.openCents,
    advance: sumCents(item.lines.filter((line) => line.isAdvance).map((line) => line.openCents)),
  }));
  expect(found).toEqual(account.openItems('lease'));
  expect(creditCents).toBe(account.credit('lease'));
}

test('random histories: open items, balances as of any day, ages and interest are the second accountant’s', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ startsOn, rent, advance, steps }) => {
      const books = await openBooks(database);
      try {
        let today = toIso(toDay(startsOn) + 20);
        let serial = 0;
        const nextId = () => {
          serial += 1;
          return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
        };
        const account = new RentAccount();
        const leaseId = await enterLease(books, today, {
          startsOn,
          rentLines: linesOf(rent, advance),
        });
        account.enterLease(
          {
            key: 'lease',
            starts: startsOn,
            ends: null,
            rents: [{ from: startsOn, cents: rent + advance, advance }],
          },
          today,
        );
        const depositId = randomUUID();
        const agreed = { id: depositId, leaseId, agreedCents: 10_000_000, receivedOn: startsOn };
        await books.on(today, (tx, scope) => createDeposit(tx, scope, createDepositInput.parse(agreed)));
        const stage = {
          ...{ books, account, leaseId, nextId, payments: [], lastAgreed: { isDone: false } },
          ...{ depositId, kept: [] },
        };
        for (const { days, what } of steps) {
          today = toIso(toDay(today) + days);
          await play(stage, today, what);
          await expectAgreement(stage, today);
        }
        await books.on(today, async (tx, scope) => {
          for (const { day, balance } of account.balances('lease')) {
            const { summary } = await getAccount(tx, scope, accountInput.parse({ leaseId, asOf: day }));
            expect({ day, balance: summary.balanceCents }).toEqual({ day, balance });
          }
          const { rows } = await listArrears(tx, scope, listArrearsInput.parse({ leaseId }));
          expect(Object.values(rows[0]?.byAge ?? [0, 0, 0, 0])).toEqual(account.ages('lease', today));
          const found = await getInterest(tx, scope, interestInput.parse({ leaseId }));
          expect(found.interest?.result.interestCents).toBe(account.interest('lease', today));
          // Whatever year and field each cent counts in, no cent is lost at New Year and none counts twice.
          const ever = { from: FIRST_DAY, to: LAST_DAY };
          const all = { leaseIds: null, byLease: false };
          const [paid, held] = [
            await sumMoneyIn(tx, scope, ever, all),
            await sumDepositsIn(tx, scope, ever, all),
          ];
          const years = eachYear(yearOf(startsOn) - 1, yearOf(today) + 1);
          const income: number[] = [];
          for (const year of years) {
            const form = await getTaxForm(tx, scope, { year, propertyId: books.propertyId });
            income.push(form?.incomeCents ?? 0);
          }
          expect(sumCents(income)).toBe(
            sumCents(paid.map(({ cents }) => cents)) - sumCents(held.map(({ cents }) => cents)),
          );
        });
      } finally {
        await books.close();
      }
    }),
    { numRuns: 40 },
  );
});
