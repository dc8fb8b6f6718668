import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeInterest } from '@/features/arrears/commands';
import { getInterest } from '@/features/arrears/interest-queries';
import { listArrears } from '@/features/arrears/queries';
import { interestInput, listArrearsInput } from '@/features/arrears/schema';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { carryLeaseOver } from '@/features/lease/carry-over-commands';
import { voidLease } from '@/features/lease/commands';
import { listLeases } from '@/features/lease/queries';
import { carryOverInput, listLeasesInput } from '@/features/lease/schema';
import { getFigures } from '@/features/overview/figures-queries';
import { getOverview } from '@/features/overview/queries';
import { getProperty } from '@/features/property/queries';
import { agreeRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import { yearCells } from '@/features/rent/year-cell-rules';
import { getStatement } from '@/features/rent-account/statement-queries';
import { getReport } from '@/features/statistics/report-queries';
import { reportFigures } from '@/features/statistics/report-rules';
import { reportInput } from '@/features/statistics/schema';
import { getTenant } from '@/features/tenant/queries';
import {
  getAccount,
  getRentYear,
  listOpenItems,
  postCharge,
  recordPayment,
  refundCredit,
  returnPayment,
  reversePayment,
  waiveCharge,
} from '@/ledger';
import {
  accountInput,
  recordPaymentInput,
  refundCreditInput,
  returnPaymentInput,
  waiveChargeInput,
} from '@/ledger/inputs';
import { lastOfMonth, monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** Each day the words are compared: the due days of March are 4 (rents) and later, some things fall due afterwards. */
const today = '2026-03-10';
const months = ['2026-01', '2026-02', '2026-03'];

let database: TestDatabase;
let books: Books;
/** Leases by what is odd about them, each with a tenant of its own. */
const leases = new Map<string, { id: string; tenantId: string }>();

async function enter(name: string, more: Parameters<typeof enterLease>[2] = {}, tenantId = randomUUID()) {
  const unitId = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, ${name}, 'apartment')`;
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
    values (${books.portfolioId}, ${tenantId}, 'person', ${name}, 'T', 'de') on conflict do nothing`;
  const id = await enterLease(books, today, {
    unitIds: [unitId],
    tenantIds: [tenantId],
    rentLines: [
      { component: 'net', amountCents: 70_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 15_000, settlement: 'advance' },
    ],
    ...more,
  });
  leases.set(name, { id, tenantId });
  return id;
}
const pay = async (leaseId: string, amountCents: number, paidOn = today) => {
  const id = randomUUID();
  const input = recordPaymentInput.parse({ id, leaseId, paidOn, amountCents });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return id;
};
const owe = (leaseId: string, kind: 'fee' | 'other' | 'back_payment', amountCents: number, dueOn: string) =>
  books.on(today, (tx, scope) =>
    postCharge(tx, scope, { id: randomUUID(), leaseId, kind, dueOn, amountCents, note: kind }),
  );
const itemOf = async (leaseId: string, month: string) =>
  (await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId))).items.find((item) =>
    item.periodFrom?.startsWith(month),
  )?.chargeId ?? '';

beforeAll(async () => {
  database = await createTestDatabase();
  books = await openBooks(database);

  const fees = await enter('fees');
  await owe(fees, 'fee', 500, '2026-03-02');
  await owe(fees, 'back_payment', 24_500, '2026-02-15');
  await owe(fees, 'other', 9_900, '2026-03-25');
  await pay(fees, 170_000);

  const interest = await enter('interest');
  await pay(interest, 85_000, '2026-02-20');
  const { restCents } = await books.on(today, (tx, scope) =>
    getInterest(tx, scope, interestInput.parse({ leaseId: interest })),
  );
  await books.on(today, (tx, scope) =>
    chargeInterest(tx, scope, {
      id: randomUUID(),
      leaseId: interest,
      through: null,
      isBusiness: false,
      ownRateBp: null,
      amountCents: restCents,
    }),
  );

  const overpaid = await enter('credit and refund');
  await pay(overpaid, 300_000);
  const refund = refundCreditInput.parse({
    id: randomUUID(),
    leaseId: overpaid,
    paidOn: today,
    amountCents: 20_000,
  });
  await books.on(today, (tx, scope) => refundCredit(tx, scope, refund));

  const returned = await enter('returned and undone');
  const debit = await pay(returned, 85_000, '2026-02-04');
  const back = returnPaymentInput.parse({
    id: randomUUID(),
    paymentId: debit,
    returnedOn: '2026-02-09',
    feeCents: 450,
    feeChargeId: randomUUID(),
  });
  await books.on(today, (tx, scope) => returnPayment(tx, scope, back));
  const slip = await pay(returned, 8_500);
  await books.on(today, (tx, scope) =>
    reversePayment(tx, scope, { id: randomUUID(), paymentId: slip, note: null }),
  );
  await pay(returned, 40_000);

  const deposit = await enter('deposit');
  const depositId = randomUUID();
  await books.on(today, (tx, scope) =>
    createDeposit(
      tx,
      scope,
      createDepositInput.parse({ id: depositId, leaseId: deposit, form: 'cash', agreedCents: 210_000 }),
    ),
  );
  for (const movement of [
    { kind: 'received', bookedOn: '2026-01-05', amountCents: 210_000 },
    {
      kind: 'deduction',
      bookedOn: '2026-03-05',
      amountCents: 30_000,
      reason: 'Mietrückstand',
      settlesAccount: true,
    },
  ]) {
    const input = recordMovementInput.parse({ id: randomUUID(), depositId, ...movement });
    await books.on(today, (tx, scope) => recordMovement(tx, scope, input));
  }

  await enter('brought forward', { bookedFrom: '2026-02-01', openingBalanceCents: 47_011 });
  const before = await enter('overpaid before', { bookedFrom: '2026-02-01', openingBalanceCents: -30_000 });
  await pay(before, 20_000);

  const moving = randomUUID();
  const old = await enter('carried over', { endsOn: '2026-02-28', isFixedTerm: true }, moving);
  await pay(old, 60_000);
  const next = await enter('carried to', { startsOn: '2026-03-01' }, moving);
  await books.on(today, (tx, scope) =>
    carryLeaseOver(
      tx,
      scope,
      carryOverInput.parse({
        fromLeaseId: old,
        toLeaseId: next,
        open: { id: randomUUID(), amountCents: 2 * 85_000 - 60_000 },
      }),
    ),
  );
  await pay(next, 30_000);

  const corrected = await enter('corrected and waived');
  await pay(corrected, 85_000);
  const february = await itemOf(corrected, '2026-02');
  const waiver = waiveChargeInput.parse({
    id: randomUUID(),
    chargeId: february,
    amountCents: 12_345,
    reason: 'test',
  });
  await books.on(today, (tx, scope) => waiveCharge(tx, scope, waiver));
  const lower = agreeRentInput.parse({
    id: randomUUID(),
    leaseId: corrected,
    validFrom: '2026-02-15',
    reason: 'agreed',
    lines: [
      { component: 'net', amountCents: 60_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 18_000, settlement: 'advance' },
    ],
    correctPosted: true,
  });
  await books.on(today, (tx, scope) => agreeRent(tx, scope, lower));

  // From Friday, 30 January: its two days are due on the third working day from then, 3 February.
  await enter('part month', { startsOn: '2026-01-30', bookedFrom: '2026-01-01' });
  const gone = await enter('void');
  await owe(gone, 'fee', 700, '2026-03-02');
  await books.on(today, (tx, scope) => voidLease(tx, scope, { id: gone, version: 1 }));
});
afterAll(async () => {
  await books.close();
  await database.drop();
});

/** The rents of a month and what is paid of them, asked of the rows one by one. */
async function rentsOf(month: string) {
  const [row] = await books.admin<{ due: number; received: number }[]>`
    select coalesce(sum(c.total_cents), 0)::int as due,
      (select coalesce(sum(a.amount_cents), 0)::int from hausbuch.allocation a
        join hausbuch.charge r on r.portfolio_id = a.portfolio_id and r.id = a.charge_id
        join hausbuch.payment p on p.portfolio_id = a.portfolio_id and p.id = a.payment_id
        where a.portfolio_id = ${books.portfolioId} and r.kind = 'rent'
          and to_char(r.period_from, 'YYYY-MM') = ${month} and p.method not in ('account_transfer', 'opening_credit')) as received
    from hausbuch.charge c where c.portfolio_id = ${books.portfolioId} and c.kind = 'rent'
      and to_char(c.period_from, 'YYYY-MM') = ${month}`;
  return row ?? { due: 0, received: 0 };
}
const year = () =>
  books.on(today, (tx, scope) =>
    getRentYear(tx, scope, { propertyId: books.propertyId, year: 2026, limit: 100 }),
  );
const report = (subject: { propertyId?: string } = {}) =>
  books.on(today, (tx, scope) =>
    getReport(tx, scope, reportInput.parse({ ...subject, from: '2026-01-01', to: today })),
  );
const account = (leaseId: string) =>
  books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, limit: 100 })));
const ofEachLease = <T>(ask: (lease: { id: string; tenantId: string }) => Promise<T>) =>
  Promise.all([...leases.values()].map(ask));

describe('one word, one figure, on a portfolio of odd cases', () => {
  test('the laws of the ledger hold', async () => {
    expect([...(await brokenLaws(books))]).toEqual([]);
  });

  test('due: rents by the month they are for; no fee, no interest, nothing brought forward', async () => {
    const [whole, ofHouse, ofYear] = [
      await report(),
      await report({ propertyId: books.propertyId }),
      await year(),
    ];
    const cells = ofYear.rows.map((row) => yearCells(row.charges));
    for (const month of months) {
      const { due } = await rentsOf(month);
      expect({
        month,
        report: whole.months.find((one) => one.month === month)?.dueCents,
        ofHouse: ofHouse.months.find((one) => one.month === month)?.dueCents,
        footOfYear: ofYear.months.find((one) => one.month === month)?.dueCents,
        cellsOfYear: sumCents(cells.map((row) => row.get(month)?.dueCents ?? 0)),
        overview: (
          await books.on(month === monthOf(today) ? today : lastOfMonth(month), (tx, scope) =>
            getOverview(tx, scope),
          )
        ).month.dueCents,
      }).toEqual({ month, report: due, ofHouse: due, footOfYear: due, cellsOfYear: due, overview: due });
    }
    // March: 8 whole rents of 850, one lowered to 780, and none of the lease that ended or is void.
    expect((await rentsOf('2026-03')).due).toBe(9 * 85_000 + 78_000);
  });

  test('received: what is paid of them, whenever; not what was settled on paper', async () => {
    const [whole, ofHouse] = [await report(), await report({ propertyId: books.propertyId })];
    for (const month of months) {
      const { received } = await rentsOf(month);
      expect({
        month,
        report: whole.months.find((one) => one.month === month)?.receivedCents,
        ofHouse: ofHouse.months.find((one) => one.month === month)?.receivedCents,
        overview: (
          await books.on(month === monthOf(today) ? today : lastOfMonth(month), (tx, scope) =>
            getOverview(tx, scope),
          )
        ).month.receivedCents,
      }).toEqual({ month, report: received, ofHouse: received, overview: received });
    }
    expect(reportFigures(whole).received.result).toBe(
      sumCents(await Promise.all(months.map(async (month) => (await rentsOf(month)).received))),
    );
  });

  test('open: every item not settled, also before its day', async () => {
    const ofYear = await year();
    const [row] = await books.admin<{ cents: number }[]>`
      select sum(open_cents)::int as cents from hausbuch.open_item where portfolio_id = ${books.portfolioId}`;
    const listed = await books.on(today, (tx, scope) =>
      listLeases(tx, scope, listLeasesInput.parse({ propertyId: books.propertyId, limit: 100 })),
    );
    const places = {
      accounts: sumCents((await ofEachLease(({ id }) => account(id))).map((one) => one.summary.openCents)),
      leases: sumCents(listed.rows.map((one) => one.openCents)),
      items: sumCents(
        (await ofEachLease(({ id }) => books.on(today, (tx, scope) => listOpenItems(tx, scope, id)))).flatMap(
          (one) => one.items.map((item) => item.openCents),
        ),
      ),
      footOfYear: sumCents(ofYear.months.map((one) => one.openCents)),
      cellsOfYear: sumCents(
        ofYear.rows.flatMap((one) => [...yearCells(one.charges).values()].map((cell) => cell.openCents)),
      ),
    };
    const cents = row?.cents ?? 0;
    expect(places).toEqual({
      accounts: cents,
      leases: cents,
      items: cents,
      footOfYear: cents,
      cellsOfYear: cents,
    });
  });

  test('overdue: what of it is past its day', async () => {
    const [row] = await books.admin<{ cents: number }[]>`select sum(open_cents)::int as cents
      from hausbuch.open_item where portfolio_id = ${books.portfolioId} and due_on < ${today}::date`;
    const cents = row?.cents ?? 0;
    const [overview, property, arrears, ofYear, whole, listed] = [
      await books.on(today, (tx, scope) => getFigures(tx, scope)),
      await books.on(today, (tx, scope) => getProperty(tx, scope, books.propertyId)),
      await books.on(today, (tx, scope) => listArrears(tx, scope, listArrearsInput.parse({ limit: 100 }))),
      await year(),
      await report(),
      await books.on(today, (tx, scope) =>
        listLeases(tx, scope, listLeasesInput.parse({ propertyId: books.propertyId, limit: 100 })),
      ),
    ];
    const tenants = new Set([...leases.values()].map((lease) => lease.tenantId));
    const ofTenants = await Promise.all(
      [...tenants].map((id) => books.on(today, (tx, scope) => getTenant(tx, scope, id))),
    );
    const places = {
      overview: overview.arrears.cents,
      property: property.arrearsCents,
      arrears: arrears.total.overdueCents,
      arrearsByLease: sumCents(arrears.rows.map((one) => one.overdueCents)),
      year: ofYear.overdue.openCents,
      report: sumCents(Object.values(whole.arrears)),
      leases: sumCents(listed.rows.map((one) => one.overdueCents)),
      tenants: sumCents(ofTenants.map((one) => one.arrearsCents)),
      accounts: sumCents((await ofEachLease(({ id }) => account(id))).map((one) => one.summary.overdueCents)),
    };
    expect(new Set(Object.values(places))).toEqual(new Set([cents]));
    expect(cents).toBeGreaterThan(0);
  });

  test('balance: of the account, its last line and its statement', async () => {
    for (const [name, { id }] of leases) {
      const { summary, rows } = await account(id);
      const statement = await books.on(today, (tx, scope) =>
        getStatement(tx, scope, { leaseId: id, tenantId: null, asOf: today }),
      );
      const upToToday = rows.filter((row) => row.on <= today);
      expect({
        name,
        summary: summary.balanceCents,
        lastLine: upToToday[0]?.balanceCents,
        statement: statement.balanceCents,
        lastOfStatement: statement.rows.at(-1)?.balanceCents,
      }).toEqual({
        name,
        summary: statement.balanceCents,
        lastLine: statement.balanceCents,
        statement: statement.balanceCents,
        lastOfStatement: statement.balanceCents,
      });
    }
  });
});
