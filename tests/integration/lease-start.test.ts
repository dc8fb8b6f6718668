import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setHousehold, setTenants } from '@/features/lease/party-commands';
import { updateLeaseInput } from '@/features/lease/schema';
import { previewUpdateLease, updateLease } from '@/features/lease/term-commands';
import { agreeRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import { listOpenItems, postCharge, recordPayment, voidCharge, waiveCharge } from '@/ledger';
import { postChargeInput, recordPaymentInput, voidChargeInput, waiveChargeInput } from '@/ledger/inputs';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { leaseEdits } from '../factories/lease-edits.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** The first day of a lease was entered wrongly, and rents are posted and paid by now. */

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const TODAY = '2026-05-20';
const { lease, addUnit, addTenant } = leaseEdits(() => books, TODAY);

async function moved(id: string, startsOn: CalendarDate, more: Record<string, unknown> = {}) {
  const { version, endsOn, prorationMethod, dueRule, dueDay } = await lease(id);
  const terms = { version, endsOn, prorationMethod, dueRule, dueDay };
  return updateLeaseInput.parse({ id, startsOn, correctPosted: true, ...terms, ...more });
}

async function move(id: string, startsOn: CalendarDate, more: Record<string, unknown> = {}) {
  const input = await moved(id, startsOn, more);
  return books.on(TODAY, (tx, scope) => updateLease(tx, scope, input));
}

const preview = async (id: string, startsOn: CalendarDate) => {
  const input = await moved(id, startsOn);
  return books.on(TODAY, (tx, scope) => previewUpdateLease(tx, scope, input));
};

/** One after the other: of one day the one entered first settles first. */
let second = 10;
async function pay(leaseId: string, amountCents: number, paidOn = TODAY, chargeIds: string[] = []) {
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents, chargeIds });
  second = second === 59 ? 10 : second + 1;
  await books.at(`${TODAY}T11:00:${second}Z`, (tx, scope) => recordPayment(tx, scope, input));
}

const open = (id: string) => books.on(TODAY, (tx, scope) => listOpenItems(tx, scope, id));
const owed = async (id: string) =>
  (await open(id)).items.map(({ periodFrom, dueOn, openCents }) => [
    (periodFrom ?? dueOn).slice(0, 7),
    openCents,
  ]);

/** What each month is charged with and what is paid of it by which payment, zeros left out; and the credit. */
async function account(leaseId: string) {
  const { admin, portfolioId } = books;
  const months = await admin`
    select to_char(c.period_from, 'YYYY-MM') as month, i.total_cents::int as due, i.open_cents::int as open
    from hausbuch.open_item i join hausbuch.charge c on c.portfolio_id = i.portfolio_id and c.id = i.charge_id
    where i.portfolio_id = ${portfolioId} and i.lease_id = ${leaseId} and i.total_cents > 0 order by 1`;
  const paid = await admin`
    select p.paid_on::text as day, p.amount_cents::int as amount, to_char(c.period_from, 'YYYY-MM') as month,
      sum(a.amount_cents)::int as cents
    from hausbuch.allocation a join hausbuch.payment p on p.portfolio_id = a.portfolio_id and p.id = a.payment_id
    join hausbuch.charge c on c.portfolio_id = a.portfolio_id and c.id = a.charge_id
    where a.portfolio_id = ${portfolioId} and p.lease_id = ${leaseId}
    group by p.id, p.paid_on, p.amount_cents, 3 having sum(a.amount_cents) <> 0 order by 1, 2, 3`;
  return { months: [...months], paid: [...paid], creditCents: (await open(leaseId)).creditCents };
}

test('April typed for March: March is posted, and what came in settles from March on, 3 × 700 − 2 × 700 = 700 € open of May', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2026-04-01' });
  await pay(id, 70_000, '2026-03-03');
  await pay(id, 70_000, '2026-04-07');
  expect(await preview(id, '2026-03-01')).toMatchObject({
    differences: [],
    added: { months: 1, totalCents: 70_000 },
  });
  await move(id, '2026-03-01');
  expect(await lease(id)).toMatchObject({ startsOn: '2026-03-01', bookedFrom: '2026-03-01' });
  expect(await owed(id)).toEqual([['2026-05', 70_000]]);
  expect(await move(id, '2026-03-01')).toMatchObject({ differences: [], added: { months: 0 } });
  expect(await brokenLaws(books)).toEqual([]);
});

test('a payment that was said to be for April stays with April: March alone is open', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2026-04-01' });
  for (const { chargeId, dueOn } of (await open(id)).items) await pay(id, 70_000, dueOn, [chargeId]);
  await move(id, '2026-03-01');
  expect(await owed(id)).toEqual([['2026-03', 70_000]]);
});

test('January typed for 16 March: 2 × 700 fall away, March is 700 × 16 ÷ 31 = 361.29, and what paid them pays May', async () => {
  const id = await enterLease(books, TODAY, { persons: 2 });
  for (const day of ['2026-01-05', '2026-02-04', '2026-03-04', '2026-04-07']) await pay(id, 70_000, day);
  expect((await preview(id, '2026-03-16')).differences).toMatchObject([
    { month: '2026-01', postedCents: 70_000, owedCents: 0 },
    { month: '2026-02', postedCents: 70_000, owedCents: 0 },
    { month: '2026-03', postedCents: 70_000, owedCents: 36_129 },
  ]);
  expect((await lease(id)).startsOn).toBe('2026-01-01');
  await move(id, '2026-03-16');
  // 4 × 700 came in; 361.29 + 2 × 700 are owed.
  expect(await open(id)).toMatchObject({ openCents: 0, creditCents: 280_000 - 36_129 - 140_000 });
  const { units, tenants, rents, household, bookedFrom } = await lease(id);
  const days = [units[0]?.fromOn, tenants[0]?.fromOn, rents[0]?.validFrom, household[0]?.validFrom];
  expect([...days, bookedFrom]).toEqual([...Array(4).fill('2026-03-16'), '2026-03-01']);
  expect(await brokenLaws(books)).toEqual([]);
});

test('not confirmed, posted months stay as they are, and are told until they are corrected', async () => {
  const id = await enterLease(books, TODAY);
  const { differences } = await move(id, '2026-03-01', { correctPosted: false });
  expect(differences).toHaveLength(2);
  expect((await open(id)).openCents).toBe(5 * 70_000);
});

test('moved past today nothing is owed, and moved back all of it is once more: never two rents for a month', async () => {
  const id = await enterLease(books, TODAY);
  await pay(id, 100_000);
  await move(id, '2026-07-15');
  expect(await open(id)).toMatchObject({ items: [], creditCents: 100_000 });
  await move(id, '2026-03-10');
  await move(id, '2025-12-01');
  await move(id, '2026-01-01');
  expect((await open(id)).openCents).toBe(5 * 70_000 - 100_000);
  expect(await brokenLaws(books)).toEqual([]);
});

test('an account booked from a later month than its lease keeps that month, also past the new start and back', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2020-01-01', bookedFrom: '2026-04-01' });
  await move(id, '2019-06-01');
  expect((await open(id)).openCents).toBe(2 * 70_000);
  await move(id, '2026-05-01');
  expect((await open(id)).openCents).toBe(70_000);
  expect((await move(id, '2020-01-01')).added.months).toBe(0);
  expect((await open(id)).openCents).toBe(2 * 70_000);
});

test('what was open before the books holds the months before: with 300 € of it none is posted', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2026-04-15', openingBalanceCents: 30_000 });
  await move(id, '2026-02-01');
  expect(await owed(id)).toEqual([
    ['2026-03', 30_000],
    ['2026-04', 70_000],
    ['2026-05', 70_000],
  ]);
});

test('a waived month that falls away owes nothing, and one that stays keeps what was waived: 700 − 500 of April', async () => {
  const id = await enterLease(books, TODAY);
  const { items } = await open(id);
  for (const [index, amountCents] of [
    [0, 70_000],
    [3, 50_000],
  ] as const) {
    const chargeId = items[index]?.chargeId;
    const input = waiveChargeInput.parse({ id: randomUUID(), chargeId, amountCents, reason: 'Heizung' });
    await books.on(TODAY, (tx, scope) => waiveCharge(tx, scope, input));
  }
  await move(id, '2026-04-01');
  expect(await owed(id)).toEqual([
    ['2026-04', 20_000],
    ['2026-05', 70_000],
  ]);
  expect(await brokenLaws(books)).toEqual([]);
});

test('the rent and the persons of the new first day begin with it; what was over by then is in the journal', async () => {
  const id = await enterLease(books, TODAY, { persons: 2 });
  const agreed = agreeRentInput.parse({
    ...{ id: randomUUID(), leaseId: id, validFrom: '2026-03-01', reason: 'agreed' },
    ...{ lines: [{ component: 'net', amountCents: 80_000, settlement: 'none' }], correctPosted: true },
  });
  await books.on(TODAY, (tx, scope) => agreeRent(tx, scope, agreed));
  const household = [
    { validFrom: '2026-01-01', persons: 2 },
    { validFrom: '2026-04-01', persons: 3 },
  ];
  const { version } = await lease(id);
  await books.on(TODAY, (tx, scope) => setHousehold(tx, scope, { id, version, household }));
  await move(id, '2026-04-16');
  const after = await lease(id);
  expect(after.rents.map((row) => [row.validFrom, row.reason, row.totalCents])).toEqual([
    ['2026-04-16', 'initial', 80_000],
  ]);
  expect(after.household).toEqual([{ validFrom: '2026-04-16', persons: 3 }]);
  // 800 × 15 ÷ 30
  expect((await open(id)).openCents).toBe(40_000 + 80_000);
  const [entry] = await books.admin`
    select before from hausbuch.audit_event
    where portfolio_id = ${books.portfolioId} and action = 'lease.update' and entity_id = ${id}`;
  expect(entry?.before).toMatchObject({ startsOn: '2026-01-01', rents: [{ validFrom: '2026-01-01' }] });
});

test('days of the lease before on the unit, costs for a month before, and a tenant who left before are refused at the start', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2025-10-01', endsOn: '2025-12-31' });
  const next = await enterLease(books, TODAY, { unitIds: [books.unitId] });
  await expect(move(next, '2025-12-31')).rejects.toMatchObject(atStart('lease.overlap'));

  const debtChargeId = (await open(next)).items[0]?.chargeId;
  const fee = postChargeInput.parse({
    ...{ id: randomUUID(), leaseId: next, kind: 'fee', dueOn: '2026-02-10', amountCents: 500 },
  });
  await books.on(TODAY, (tx, scope) => postCharge(tx, scope, fee, { debtChargeId }));
  await expect(move(next, '2026-02-01')).rejects.toMatchObject(atStart('lease.month_has_claims'));
  const voided = voidChargeInput.parse({ id: randomUUID(), chargeId: fee.id });
  await books.on(TODAY, (tx, scope) => voidCharge(tx, scope, voided));
  await move(next, '2026-02-01');

  const { version } = await lease(next);
  const tenants = [
    { tenantId: books.tenantId, fromOn: '2026-02-01', toOn: '2026-03-31' },
    { tenantId: await addTenant(), fromOn: '2026-04-01', toOn: null },
  ];
  await books.on(TODAY, (tx, scope) => setTenants(tx, scope, { id: next, version, tenants }));
  await expect(move(next, '2026-04-15')).rejects.toMatchObject(atStart('lease.changed_before_start'));
  expect((await lease(id)).endsOn).toBe('2025-12-31');
});

/** Said below the first day. */
const atStart = (code: string) => ({ code, field: 'startsOn' });

const day = fc.integer({ min: 0, max: 250 }).map((days) => addDays('2025-10-01', days));
const history = fc.record({
  typed: day,
  meant: fc.array(day, { minLength: 1, maxLength: 2 }),
  prorationMethod: fc.constantFrom('calendar_days' as const, 'thirty_days' as const, 'full_month' as const),
  dueRule: fc.constantFrom('third_working_day' as const, 'first' as const),
  // Entered in the order in which they came.
  payments: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 150_000 }), fc.integer({ min: 0, max: 230 })), { maxLength: 6 })
    .map((payments) => payments.toSorted(([, a], [, b]) => a - b)),
});

test('over random starts: moved to another one, an account is that of a lease entered so with the same payments', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ typed, meant, payments, ...terms }) => {
      await books.close();
      books = await openBooks(database);
      const rentLines = [
        { component: 'net' as const, amountCents: 70_000, settlement: 'none' as const },
        { component: 'operating_costs' as const, amountCents: 15_001, settlement: 'advance' as const },
      ];
      const enter = async (startsOn: CalendarDate) => {
        const unitIds = [await addUnit()];
        return enterLease(books, TODAY, { startsOn, unitIds, rentLines, ...terms });
      };
      const paid = async (id: string) => {
        second = 10;
        for (const [amountCents, days] of payments) await pay(id, amountCents, addDays('2025-10-01', days));
        return id;
      };
      const id = await paid(await enter(typed));
      for (const startsOn of meant) await move(id, startsOn);
      const fresh = await paid(await enter(meant.at(-1) ?? typed));
      expect(await account(id)).toEqual(await account(fresh));
      expect(await brokenLaws(books)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
