import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getInterest, getInterestSum } from '@/features/arrears/interest-queries';
import { listArrears } from '@/features/arrears/queries';
import { interestInput, listArrearsInput } from '@/features/arrears/schema';
import { createDeposit, recordMovement, reverseMovement } from '@/features/deposit/commands';
import { listDeposits } from '@/features/deposit/queries';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { carryLeaseOver } from '@/features/lease/carry-over-commands';
import { getCarryOver } from '@/features/lease/carry-over-queries';
import { voidLease } from '@/features/lease/commands';
import { getLease } from '@/features/lease/queries';
import { type CarryOverInput, carryOverInput } from '@/features/lease/schema';
import { getOverview } from '@/features/overview/queries';
import { readArrears } from '@/features/statistics/cash-queries';
import { getAccount, listOpenItems, recordPayment, returnPayment, reversePayment } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const today = '2026-05-20';
type Stage = { books: Books; first: string; second: string };
const january = { kind: 'rent', periodFrom: '2026-01-01', dueOn: '2026-01-06' };
const february = { kind: 'rent', periodFrom: '2026-02-01', dueOn: '2026-02-04' };
const march = { kind: 'rent', periodFrom: '2026-03-01', dueOn: '2026-03-04' };

/** A lease of 700 € from January to March, and the same tenant's next from April on: three and two months booked. */
async function withLeases(work: (stage: Stage) => Promise<void>) {
  const books = await openBooks(database);
  try {
    const first = await enterLease(books, today, { endsOn: '2026-03-31', isFixedTerm: true });
    const second = await enterLease(books, today, { startsOn: '2026-04-01' });
    await work({ books, first, second });
    expect(await brokenLaws(books)).toEqual([]);
  } finally {
    await books.close();
  }
}
const pay = ({ books }: Stage, leaseId: string, amountCents: number, paidOn = today) =>
  books.on(today, (tx, scope) =>
    recordPayment(tx, scope, recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents })),
  );
const open = ({ books }: Stage, leaseId: string) =>
  books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
const carryable = ({ books, first }: Stage) => books.on(today, (tx, scope) => getCarryOver(tx, scope, first));
const carry = ({ books, first, second }: Stage, input: Partial<CarryOverInput>, on = today) =>
  books.on(on, (tx, scope) =>
    carryLeaseOver(tx, scope, carryOverInput.parse({ fromLeaseId: first, toLeaseId: second, ...input })),
  );
const balance = async ({ books }: Stage, leaseId: string, asOf = today) =>
  (await books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, asOf })))).summary
    .balanceCents;
const transferPayments = ({ books }: Stage, id: string) =>
  books.admin<{ id: string; direction: string }[]>`
    select id, direction from hausbuch.payment where transfer_id = ${id} and reverses_payment_id is null
    order by direction`;

async function garage({ books }: Stage) {
  const unitId = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Garage', 'parking')`;
  return unitId;
}
async function strangersLease(stage: Stage) {
  const { books } = stage;
  const tenantId = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
    values (${books.portfolioId}, ${tenantId}, 'person', 'Fremd', 'de')`;
  return enterLease(books, today, { tenantIds: [tenantId], unitIds: [await garage(stage)] });
}

describe('what is open', () => {
  test('3 × 700 less 500 paid: 1.600 are settled here and owed there; undone, both stand as before', () =>
    withLeases(async (stage) => {
      await pay(stage, stage.first, 50_000);
      expect(await carryable(stage)).toMatchObject({
        openCents: 160_000,
        creditCents: 0,
        balanceCents: 160_000,
      });
      const [before, beforeThere] = [await open(stage, stage.first), await open(stage, stage.second)];
      const id = randomUUID();
      await carry(stage, { open: { id, amountCents: 160_000 } });
      // Again, as a client that heard no answer does.
      await carry(stage, { open: { id, amountCents: 160_000 } });
      expect(await open(stage, stage.first)).toMatchObject({ items: [], openCents: 0, balanceCents: 0 });
      const there = await open(stage, stage.second);
      expect(there.openCents).toBe(beforeThere.openCents + 160_000);
      const monthsOf = there.items
        .filter((item) => item.kind === 'opening_balance')
        .map(({ openCents, dueOn, ...row }) => ({
          openCents,
          dueOn,
          from: { kind: row.carriedKind, periodFrom: row.carriedPeriodFrom, dueOn: row.owedSince },
        }))
        .toSorted((a, b) => (a.from.periodFrom ?? '').localeCompare(b.from.periodFrom ?? ''));
      expect(monthsOf).toEqual([
        { openCents: 20_000, dueOn: today, from: january },
        { openCents: 70_000, dueOn: today, from: february },
        { openCents: 70_000, dueOn: today, from: march },
      ]);
      const [paper] = await transferPayments(stage, id);
      const paymentId = paper?.id ?? '';
      await expect(
        stage.books.on(today, (tx, scope) =>
          returnPayment(tx, scope, {
            id: randomUUID(),
            paymentId,
            returnedOn: today,
            feeCents: 0,
            feeChargeId: randomUUID(),
            note: null,
          }),
        ),
      ).rejects.toMatchObject({ code: 'payment.cannot_return' });
      await stage.books.on(today, (tx, scope) =>
        reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
      );
      expect(await open(stage, stage.first)).toEqual(before);
      expect(await open(stage, stage.second)).toEqual(beforeThere);
    }));

  test('on the day before, neither account knows of it', () =>
    withLeases(async (stage) => {
      const there = await balance(stage, stage.second, '2026-05-19');
      await carry(stage, { open: { id: randomUUID(), amountCents: 210_000 } });
      expect(await balance(stage, stage.first, '2026-05-19')).toBe(210_000);
      expect(await balance(stage, stage.second, '2026-05-19')).toBe(there);
      expect(await balance(stage, stage.first)).toBe(0);
      expect(await balance(stage, stage.second)).toBe(there + 210_000);
    }));

  test('default interest runs here until the day and there from the day after: to the cent as if it had stayed', () =>
    withLeases(async (stage) => {
      const later = '2026-06-20';
      const interestOf = async (leaseId: string) =>
        (
          await stage.books.on(later, (tx, scope) =>
            getInterest(tx, scope, interestInput.parse({ leaseId, through: later })),
          )
        ).interest?.result;
      const parts = async (leaseId: string) =>
        ((await interestOf(leaseId))?.parts ?? []).map((part) => part.principalCents * part.days);
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      const stayed = sum([...(await parts(stage.first)), ...(await parts(stage.second))]);
      await carry(stage, { open: { id: randomUUID(), amountCents: 210_000 } });
      expect(sum([...(await parts(stage.first)), ...(await parts(stage.second))])).toBe(stayed);
      // 3 × 700 € for the 31 days from 21 May to 20 June: 210.000 × 31.
      expect(
        (await interestOf(stage.second))?.parts.filter((part) => part.from === '2026-05-21'),
      ).toHaveLength(3);
    }));

  test('of a business tenant 3 × 40 € for the late rents, once each: 120 here, and 2 × 40 there for its own two', () =>
    withLeases(async (stage) => {
      const lumpOf = async (leaseId: string) => {
        const asked = interestInput.parse({ leaseId, debtorIsBusiness: true, through: '2026-06-20' });
        const sum = await stage.books.on('2026-06-20', (tx, scope) => getInterestSum(tx, scope, asked));
        return sum.lumpSum?.result;
      };
      expect([await lumpOf(stage.first), await lumpOf(stage.second)]).toEqual([12_000, 8_000]);
      await carry(stage, { open: { id: randomUUID(), amountCents: 210_000 } });
      expect([await lumpOf(stage.first), await lumpOf(stage.second)]).toEqual([12_000, 8_000]);
    }));

  test('carried over twice it is still the rent it was, and bears interest', () =>
    withLeases(async (stage) => {
      await carry(stage, { open: { id: randomUUID(), amountCents: 210_000 } });
      const third = await enterLease(stage.books, today, {
        startsOn: '2026-06-01',
        unitIds: [await garage(stage)],
      });
      const next = { ...stage, first: stage.second, second: third };
      await carry(next, { open: { id: randomUUID(), amountCents: (await carryable(next)).openCents } });
      const there = await open(stage, third);
      expect(there.items.map((item) => item.carriedKind)).toEqual(Array(5).fill('rent'));
      expect(there.items.map((item) => item.carriedPeriodFrom ?? '').toSorted()).toEqual([
        '2026-01-01',
        '2026-02-01',
        '2026-03-01',
        '2026-04-01',
        '2026-05-01',
      ]);
      const interest = await stage.books.on('2026-06-20', (tx, scope) =>
        getInterest(tx, scope, interestInput.parse({ leaseId: third, through: '2026-06-20' })),
      );
      expect(interest.interest?.result.parts.filter((part) => part.from === '2026-05-21')).toHaveLength(5);
    }));

  test('what is due on the 6th and carried over on the 1st is due on the 6th there, too', async () => {
    const books = await openBooks(database);
    try {
      const day = '2026-05-01';
      const term = { startsOn: day, endsOn: '2026-05-31', isFixedTerm: true };
      const first = await enterLease(books, day, term);
      const second = await enterLease(books, day, { startsOn: '2026-06-01' });
      const itemsOf = async (leaseId: string) =>
        (await books.on(day, (tx, scope) => listOpenItems(tx, scope, leaseId))).items.map(
          ({ dueOn, openCents }) => ({ dueOn, openCents }),
        );
      const before = await itemsOf(first);
      expect(before).toEqual([{ dueOn: '2026-05-06', openCents: 70_000 }]);
      await carry({ books, first, second }, { open: { id: randomUUID(), amountCents: 70_000 } }, day);
      expect(await itemsOf(second)).toEqual(before);
      // Until then neither account has credit, from then on the debt is there.
      const stage = { books, first, second };
      const balances = async (asOf: string) => [
        await balance(stage, first, asOf),
        await balance(stage, second, asOf),
      ];
      expect(await balances('2026-05-05')).toEqual([0, 0]);
      expect(await balances('2026-05-06')).toEqual([0, 70_000]);
      expect(await brokenLaws(books)).toEqual([]);
    } finally {
      await books.close();
    }
  });

  test('is as old there as it was here, also carried over twice: January’s since 6 January', () =>
    withLeases(async (stage) => {
      const { books } = stage;
      const on = '2026-05-21';
      const ages = () =>
        books.on(on, async (tx, scope) => {
          const { rows, total } = await listArrears(tx, scope, listArrearsInput.parse({}));
          const { debtors } = await getOverview(tx, scope);
          return {
            byAge: total.byAge.result,
            oldest: rows[0]?.oldestDueOn,
            overview: debtors.rows.flatMap((row) => row.items.map((item) => item.owedSince)),
            statistics: await readArrears(tx, scope, null),
          };
        });
      const stayed = await ages();
      await carry(stage, { open: { id: randomUUID(), amountCents: 210_000 } });
      expect(await ages()).toEqual(stayed);
      const third = await enterLease(books, today, {
        startsOn: '2026-06-01',
        unitIds: [await garage(stage)],
      });
      const next = { ...stage, first: stage.second, second: third };
      await carry(next, { open: { id: randomUUID(), amountCents: (await carryable(next)).openCents } });
      expect(await ages()).toEqual(stayed);
      expect(stayed.oldest).toBe('2026-01-06');
    }));

  test('one id is for one thing: for credit, too, or to another lease it is refused', () =>
    withLeases(async (stage) => {
      const id = randomUUID();
      const both = { open: { id, amountCents: 210_000 }, credit: { id, amountCents: 210_000 } };
      expect(
        carryOverInput.safeParse({ fromLeaseId: stage.first, toLeaseId: stage.second, ...both }).success,
      ).toBe(false);
      await carry(stage, { open: both.open });
      const again = carry(stage, { credit: both.credit });
      await expect(again).rejects.toMatchObject({ code: 'payment.id_used_differently' });
    }));

  test('a lease that owes it is not voided, and another amount than shown is refused', () =>
    withLeases(async (stage) => {
      const wrong = carry(stage, { open: { id: randomUUID(), amountCents: 209_999 } });
      await expect(wrong).rejects.toMatchObject({ code: 'lease.carry_over_changed' });
      await carry(stage, { open: { id: randomUUID(), amountCents: 210_000 } });
      const { version } = await stage.books.on(today, (tx, scope) => getLease(tx, scope, stage.second));
      const voiding = stage.books.on(today, (tx, scope) =>
        voidLease(tx, scope, { id: stage.second, version }),
      );
      await expect(voiding).rejects.toMatchObject({ code: 'lease.has_carry_over' });
    }));

  test('only to another standing lease of one of its tenants', () =>
    withLeases(async (stage) => {
      const strangers = await strangersLease(stage);
      const wrong = carry(stage, { toLeaseId: strangers, open: { id: randomUUID(), amountCents: 210_000 } });
      await expect(wrong).rejects.toMatchObject({ code: 'lease.not_a_follow_up' });
      expect((await carryable(stage)).targets.map((target) => target.id)).toEqual([stage.second]);
    }));
});

describe('credit', () => {
  test('2.500 paid on 2.100: 400 settle what is due there; no money came in or went out', () =>
    withLeases(async (stage) => {
      await pay(stage, stage.first, 250_000);
      const before = await open(stage, stage.second);
      const received = await stage.books.on(today, (tx, scope) => getOverview(tx, scope));
      const id = randomUUID();
      await carry(stage, { credit: { id, amountCents: 40_000 } });
      expect(await open(stage, stage.first)).toMatchObject({ creditCents: 0, openCents: 0, balanceCents: 0 });
      expect((await open(stage, stage.second)).openCents).toBe(before.openCents - 40_000);
      const after = await stage.books.on(today, (tx, scope) => getOverview(tx, scope));
      expect(after.month.receivedCents).toBe(received.month.receivedCents);
      const { rows } = await stage.books.on(today, (tx, scope) =>
        getAccount(tx, scope, accountInput.parse({ leaseId: stage.first })),
      );
      const paid = rows.find((row) => row.creditCents === 250_000);
      expect(paid).toMatchObject({ refundedCents: 0, carriedCents: 40_000 });
      // Undone from either side, both go back.
      const [, out] = await transferPayments(stage, id);
      await stage.books.on(today, (tx, scope) =>
        reversePayment(tx, scope, { id: randomUUID(), paymentId: out?.id ?? '', note: null }),
      );
      expect((await open(stage, stage.first)).creditCents).toBe(40_000);
      expect(await open(stage, stage.second)).toEqual(before);
    }));
});

describe('a deposit', () => {
  test('700 held of 2.100 agreed go on with the agreement; never income; undone from there, all is as before', () =>
    withLeases(async (stage) => {
      const { books, first, second } = stage;
      const agreed = createDepositInput.parse({ id: randomUUID(), leaseId: first, agreedCents: 210_000 });
      await books.on(today, (tx, scope) => createDeposit(tx, scope, agreed));
      const received = recordMovementInput.parse({
        id: randomUUID(),
        depositId: agreed.id,
        kind: 'received',
        bookedOn: '2026-01-02',
        amountCents: 70_000,
      });
      await books.on(today, (tx, scope) => recordMovement(tx, scope, received));
      const list = (leaseId: string) =>
        books.on(today, async (tx, scope) => (await listDeposits(tx, scope, { leaseId })).leases[0]);
      const before = [await list(first), await list(second)];
      const id = randomUUID();
      const deposits = [{ id, depositId: agreed.id, amountCents: 70_000 }];
      await carry(stage, { deposits });
      await carry(stage, { deposits });
      const here = await list(first);
      expect(here?.balanceCents).toBe(0);
      // What is missing of it is missing there.
      expect(here?.deposits[0]).toMatchObject({ instalments: null, overdueCents: 0 });
      const there = await list(second);
      expect(there).toMatchObject({ balanceCents: 70_000, agreedCents: 210_000 });
      expect(there?.deposits[0]?.instalments?.result.map((part) => part.openCents)).toEqual([
        0, 70_000, 70_000,
      ]);
      expect(
        (await books.admin`select 1 from hausbuch.payment where portfolio_id = ${books.portfolioId}`).count,
      ).toBe(0);
      const movementId = there?.deposits[0]?.movements[0]?.id ?? '';
      await books.on(today, (tx, scope) => reverseMovement(tx, scope, { id: randomUUID(), movementId }));
      const [backHere, backThere] = [await list(first), await list(second)];
      expect(backHere?.deposits[0]?.balance).toEqual(before[0]?.deposits[0]?.balance);
      expect(backThere).toEqual(before[1]);
    }));

  test('of a third lease stays where it is', () =>
    withLeases(async (stage) => {
      const { books } = stage;
      const leaseId = await strangersLease(stage);
      const agreed = createDepositInput.parse({ id: randomUUID(), leaseId, agreedCents: 70_000 });
      await books.on(today, (tx, scope) => createDeposit(tx, scope, agreed));
      const received = recordMovementInput.parse({
        id: randomUUID(),
        depositId: agreed.id,
        kind: 'received',
        bookedOn: '2026-01-02',
        amountCents: 70_000,
      });
      await books.on(today, (tx, scope) => recordMovement(tx, scope, received));
      const deposits = [{ id: randomUUID(), depositId: agreed.id, amountCents: 70_000 }];
      await expect(carry(stage, { deposits })).rejects.toMatchObject({ code: 'not_found' });
      const { leases } = await books.on(today, (tx, scope) => listDeposits(tx, scope, { leaseId }));
      expect(leases[0]?.balanceCents).toBe(70_000);
    }));
});

test('whatever was paid, both accounts together stand where they stood, and the laws hold', {
  timeout: 60_000,
}, async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(amounts, amounts, (here, there) =>
      withLeases(async (stage) => {
        for (const cents of here) await pay(stage, stage.first, cents);
        for (const cents of there) await pay(stage, stage.second, cents);
        const sum = async () =>
          (await balance(stage, stage.first, '2031-01-01')) +
          (await balance(stage, stage.second, '2031-01-01'));
        const before = await sum();
        const { openCents, creditCents } = await carryable(stage);
        if (openCents + creditCents === 0) return;
        await carry(stage, {
          open: openCents > 0 ? { id: randomUUID(), amountCents: openCents } : null,
          credit: creditCents > 0 ? { id: randomUUID(), amountCents: creditCents } : null,
        });
        expect(await balance(stage, stage.first)).toBe(0);
        expect(await sum()).toBe(before);
        expect(await brokenLaws(stage.books)).toEqual([]);
      }),
    ),
    { numRuns: 12 },
  );
});
