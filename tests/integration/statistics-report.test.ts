import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArrearsByAge } from '@/features/statistics/arrears-rules';
import { getOutlook } from '@/features/statistics/outlook-queries';
import { getReport } from '@/features/statistics/report-queries';
import { type Report, reportFigures, sumFigures, yieldFigures } from '@/features/statistics/report-rules';
import { addDays, daysInMonth, firstOfMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { failureOf } from '../factories/failure.ts';
import { writeRandomHistory } from '../factories/random-history.ts';
import {
  asAdmin,
  type Caller,
  categoryId,
  createLease,
  createPortfolio,
  createProperty,
  createRecurring,
  createTenant,
  createUnit,
  daysFromToday,
  monthStart,
  recordPayment,
  recordTransaction,
  today,
} from '../factories/records.ts';
import { rowsReadBy } from '../factories/rows-read.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

/** The whole months before the current one: their figures do not depend on today's day. */
const past = (months: number) => ({ from: monthStart(-months), to: addDays(monthStart(), -1) });

const total = (report: Report) => sumFigures(report.months);

describe('money', () => {
  test('two months of 850 €, 1,000 € paid, 119 € repairs, 40 € laundry: 1,000 + 40 − 119 = 921 €; due 1,700 €, 700 € open', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-2), endsOn: addDays(monthStart(), -1) },
    );
    await recordPayment(owner, lease.id, 100_000, { paidOn: monthStart(-1) });
    await recordTransaction(owner, { propertyId: house.id, bookedOn: monthStart(-2) });
    await recordTransaction(owner, {
      propertyId: house.id,
      bookedOn: monthStart(-1),
      direction: 'income',
      categoryId: await categoryId(owner, 'other_income'),
      amountCents: 4_000,
    });
    const report = await owner.statistics.report({ propertyId: house.id, ...past(2) });
    const figures = reportFigures(report);
    expect({
      in: figures.moneyIn.result,
      out: figures.expenses.result,
      net: figures.cashFlow.result,
      due: figures.due.result,
      received: figures.received.result,
      collected: figures.collectionRate.result,
    }).toEqual({ in: 104_000, out: 11_900, net: 92_100, due: 170_000, received: 100_000, collected: 5_882 });
    expect(report.months.map((one) => [one.month, one.receivedCents, one.dueCents, one.openCents])).toEqual([
      [monthOf(monthStart(-2)), 0, 85_000, 0],
      [monthOf(monthStart(-1)), 100_000, 85_000, 70_000],
    ]);
    expect(
      report.categories.map(({ code, direction, amountCents }) => [code, direction, amountCents]),
    ).toEqual([
      ['repairs', 'expense', 11_900],
      ['other_income', 'income', 4_000],
    ]);
    expect(Object.values(report.arrears).reduce((sum, cents) => sum + cents, 0)).toBe(70_000);
  });

  test('a deposit of 2,100 € is neither due nor received, nor is an opening credit', async () => {
    const { id, owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-1), openingBalanceCents: -5_000 },
    );
    const depositId = randomUUID();
    await asAdmin(database, async (sql) => {
      await sql`insert into hausbuch.charge (portfolio_id, id, lease_id, kind, due_on, total_cents)
        values (${id}, ${depositId}, ${lease.id}, 'deposit', ${monthStart(-1)}, 210000)`;
      await sql`insert into hausbuch.open_item (portfolio_id, charge_id, lease_id, due_on, total_cents, open_cents)
        values (${id}, ${depositId}, ${lease.id}, ${monthStart(-1)}, 210000, 210000)`;
    });
    await recordPayment(owner, lease.id, 210_000, { paidOn: monthStart(-1), chargeIds: [depositId] });
    await recordPayment(owner, lease.id, 80_000, { paidOn: monthStart(-1) });
    const { months } = await owner.statistics.report(past(1));
    expect(months).toMatchObject([
      { receivedCents: 80_000, depositCents: 210_000, dueCents: 85_000, openCents: 0 },
    ]);
  });

  test('an expense corrected from 119 € to 150 € is 150 €, one taken back is nothing', async () => {
    const { owner } = await createPortfolio(database);
    const first = await recordTransaction(owner, { bookedOn: monthStart(-1) });
    await owner.transaction.update({
      ...first,
      id: randomUUID(),
      transactionId: first.id,
      amountCents: 15_000,
    });
    const second = await recordTransaction(owner, { bookedOn: monthStart(-1) });
    await owner.transaction.delete({ id: randomUUID(), transactionId: second.id });
    const report = await owner.statistics.report(past(1));
    expect(total(report).expensesCents).toBe(15_000);
    expect(report.categories).toMatchObject([{ code: 'repairs', amountCents: 15_000, previousCents: 0 }]);
  });

  test('980 € for a flat asked at 900 € and a garage at 80 €: each unit gets its part', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const flat = await createUnit(owner, house.id, { askingRentCents: 90_000 });
    const garage = await createUnit(owner, house.id, { kind: 'parking', askingRentCents: 8_000 });
    const lease = await createLease(
      owner,
      { unitIds: [flat.id, garage.id], tenantIds: [tenant.id] },
      {
        startsOn: monthStart(-1),
        rentLines: [{ component: 'net', amountCents: 98_000, settlement: 'none' }],
      },
    );
    await recordPayment(owner, lease.id, 98_000, { paidOn: monthStart(-1) });
    const received = async (unitId: string) =>
      total(await owner.statistics.report({ unitId, ...past(1) })).receivedCents;
    expect([await received(flat.id), await received(garage.id), await received(house.unitId)]).toEqual([
      90_000, 8_000, 0,
    ]);
  });
});

describe('days', () => {
  test('bought four months ago, let for the last two: the days let, and 600 € a month for two empty ones', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const { unitId, ...fields } = house;
    await owner.property.update({ ...fields, purchasedOn: monthStart(-4) });
    const [unit] = await owner.unit.list({ propertyId: house.id });
    await owner.unit.update({
      id: unitId,
      version: unit?.version ?? 1,
      name: 'Erdgeschoss',
      kind: 'apartment',
      askingRentCents: 60_000,
    });
    const tenant = await createTenant(owner);
    await createLease(owner, { unitIds: [unitId], tenantIds: [tenant.id] }, { startsOn: monthStart(-2) });
    const report = await owner.statistics.report({ propertyId: house.id, ...past(6) });
    const days = (from: number, to: number) =>
      Array.from({ length: from - to }, (_, index) => daysInMonth(monthOf(monthStart(-from + index)))).reduce(
        (sum, one) => sum + one,
        0,
      );
    expect(total(report)).toMatchObject({
      letDays: days(2, 0),
      vacantDays: days(4, 2),
      ownUseDays: 0,
      vacancyCostCents: 120_000,
    });
    expect(reportFigures(report).vacancyCost.result).toEqual({ costCents: 120_000, unpricedDays: 0 });
    expect(report.vacancies).toHaveLength(2);
  });

  test('a range ahead counts nothing; the current month stops at today', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const ahead = await owner.statistics.report({
      propertyId: house.id,
      from: daysFromToday(1),
      to: daysFromToday(40),
    });
    expect(ahead).toMatchObject({ counted: null, months: [], previousPeriod: null });
    const report = await owner.statistics.report({ from: monthStart(), to: lastOfMonth(monthOf(today())) });
    expect(report.counted).toEqual({ from: monthStart(), to: today() });
    // Entered today without a purchase date: it is there since today.
    expect(total(report)).toMatchObject({ letDays: 0, vacantDays: 1 });
  });
});

test('yields: 700 € × 12 ÷ 200,000 € = 4.2 %; (8,400 − 600) ÷ 220,000 € = 3.55 %; factor 23.81', async () => {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner);
  const { unitId, ...fields } = house;
  await owner.property.update({ ...fields, purchasePriceCents: 20_000_000, purchaseCostsCents: 2_000_000 });
  const tenant = await createTenant(owner);
  await createLease(owner, { unitIds: [unitId], tenantIds: [tenant.id] }, { startsOn: monthStart(-3) });
  const expense = (overrides: Parameters<typeof recordTransaction>[1]) =>
    recordTransaction(owner, {
      propertyId: house.id,
      bookedOn: monthStart(-1),
      amountCents: 60_000,
      ...overrides,
    });
  await expense({});
  await expense({ recoverableKey: 'area', categoryId: await categoryId(owner, 'property_tax') });
  await expense({ categoryId: await categoryId(owner, 'mortgage_interest') });
  await expense({ bookedOn: monthStart(-14) });
  await createProperty(owner);
  const report = await owner.statistics.report(past(12));
  expect(report.yields).toMatchObject({
    monthlyNetRentCents: 70_000,
    costsCents: 60_000,
    priceCents: 20_000_000,
    pricedCount: 1,
    unpricedCount: 1,
  });
  if (!report.yields) throw new Error('a portfolio has yields');
  const figures = yieldFigures(report.yields);
  expect([figures.grossYield.result, figures.netYield.result, figures.purchaseFactor.result]).toEqual([
    420, 355, 2_381,
  ]);
  expect((await owner.statistics.report({ unitId, ...past(12) })).yields).toBeNull();
});

test('the outlook: 850 € a month until the lease ends in three months, 50 € insurance each month', async () => {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner);
  const tenant = await createTenant(owner);
  await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-3), endsOn: addDays(monthStart(4), -1) },
  );
  await createRecurring(owner, { propertyId: house.id });
  const outlook = await owner.statistics.outlook({ propertyId: house.id });
  expect(outlook.months.map((one) => [one.month, one.rentCents, one.expensesCents])).toEqual(
    Array.from({ length: 12 }, (_, index) => [
      shiftMonth(monthOf(today()), index + 1),
      index < 3 ? 85_000 : 0,
      5_000,
    ]),
  );
  expect(outlook).toMatchObject({ leaseCount: 1, endingCount: 1, itemCount: 1 });
  expect(await owner.statistics.outlook({})).toEqual(outlook);
});

describe('asked wrongly', () => {
  test('both a property and a unit, an end before the start, more than ten years', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const range = { from: '2024-01-01', to: '2024-12-31' };
    const ask = (input: Parameters<Caller['statistics']['report']>[0]) =>
      failureOf(owner.statistics.report(input));
    expect(await ask({ ...range, propertyId: house.id, unitId: house.unitId })).toBe(
      'BAD_REQUEST unitId: invalid',
    );
    expect(await ask({ from: range.to, to: range.from })).toBe('BAD_REQUEST to: end_before_start');
    expect(await ask({ from: '2014-01-01', to: '2024-01-01' })).toBe('BAD_REQUEST to: range_too_long');
  });

  test('a stranger’s unit is not found', async () => {
    const [own, foreign] = [await createPortfolio(database), await createPortfolio(database)];
    const { unitId } = await createProperty(foreign.owner);
    expect(await failureOf(own.owner.statistics.report({ unitId, ...past(1) }))).toBe('not_found @unitId');
    expect(await failureOf(own.owner.statistics.outlook({ unitId }))).toBe('not_found @unitId');
  });
});

type RawRows = Awaited<ReturnType<typeof readRaw>>;

/** The rows as they are, for sums done by hand. */
async function readRaw(portfolioId: string) {
  return asAdmin(database, async (sql) => {
    const day = (column: string) => sql`${sql(column)}::text as ${sql(column)}`;
    return {
      payments: await sql<{ on: string; cents: number; direction: string; method: string }[]>`
        select paid_on::text as on, amount_cents::int as cents, direction, method
        from hausbuch.payment where portfolio_id = ${portfolioId}`,
      deposits: await sql<{ on: string; cents: number }[]>`
        select p.paid_on::text as on, a.amount_cents::int as cents from hausbuch.allocation a
        join hausbuch.charge c on c.id = a.charge_id join hausbuch.payment p on p.id = a.payment_id
        where a.portfolio_id = ${portfolioId} and c.kind = 'deposit' and p.method <> 'opening_credit'`,
      charges: await sql<{ on: string; cents: number; kind: string }[]>`
        select due_on::text as on, total_cents::int as cents, kind from hausbuch.charge where portfolio_id = ${portfolioId}`,
      items: await sql<{ on: string; cents: number; kind: string }[]>`
        select i.due_on::text as on, i.open_cents::int as cents, c.kind from hausbuch.open_item i
        join hausbuch.charge c on c.id = i.charge_id where i.portfolio_id = ${portfolioId}`,
      bookings: await sql<{ on: string; cents: number; direction: string; property_id: string | null }[]>`
        select booked_on::text as on, amount_cents::int as cents, direction, property_id
        from hausbuch.transaction where portfolio_id = ${portfolioId}`,
      units: await sql<
        {
          id: string;
          property_id: string;
          asking: number | null;
          created: string;
          archived: string | null;
          house_archived: string | null;
          purchased_on: string | null;
          sold_on: string | null;
        }[]
      >`select u.id, u.property_id, u.asking_rent_cents::int as asking, u.created_at::date::text as created,
          u.archived_at::date::text as archived, p.archived_at::date::text as house_archived,
          ${day('purchased_on')}, ${day('sold_on')}
        from hausbuch.unit u join hausbuch.property p on p.id = u.property_id where u.portfolio_id = ${portfolioId}`,
      lets: await sql<{ unit_id: string; from_on: string; to_on: string | null }[]>`
        select unit_id, ${day('from_on')}, ${day('to_on')} from hausbuch.lease_unit
        where portfolio_id = ${portfolioId} and not is_voided`,
      facts: await sql<{ unit_id: string; valid_from: string; own_use: boolean }[]>`
        select unit_id, ${day('valid_from')}, own_use from hausbuch.unit_period
        where portfolio_id = ${portfolioId} order by valid_from`,
    };
  });
}

const sum = (rows: Iterable<{ cents: number }>) => [...rows].reduce((all, row) => all + row.cents, 0);

/** What a unit was on a day, asked of the rows one by one. */
function stateOn(
  raw: RawRows,
  unit: RawRows['units'][number],
  day: string,
): 'let' | 'own' | 'vacant' | 'none' {
  const lets = raw.lets.filter((row) => row.unit_id === unit.id);
  const earliest = lets.map((row) => row.from_on).toSorted()[0];
  const known = earliest !== undefined && earliest < unit.created ? earliest : unit.created;
  if (day < (unit.purchased_on ?? known)) return 'none';
  const isGone = [unit.sold_on, unit.archived, unit.house_archived].some((end) => end !== null && day >= end);
  if (isGone) return 'none';
  if (lets.some((row) => row.from_on <= day && (row.to_on === null || day <= row.to_on))) return 'let';
  return raw.facts.findLast((row) => row.unit_id === unit.id && row.valid_from <= day)?.own_use
    ? 'own'
    : 'vacant';
}

describe.each([1, 2, 3, 4, 5, 6])('random history %i', (seed) => {
  const range = { from: addDays(today(), -500), to: addDays(today(), 20) };
  let own: Awaited<ReturnType<typeof createPortfolio>>;
  let made: Awaited<ReturnType<typeof writeRandomHistory>>;
  let raw: RawRows;
  let whole: Report;
  let parts: Report[];

  beforeAll(async () => {
    own = await createPortfolio(database);
    made = await asAdmin(database, (sql) =>
      writeRandomHistory(sql, { portfolioId: own.id, today: today(), seed }),
    );
    raw = await readRaw(own.id);
    whole = await own.owner.statistics.report(range);
    parts = await Promise.all(
      made.propertyIds.map((propertyId) => own.owner.statistics.report({ propertyId, ...range })),
    );
  });

  test('the portfolio’s sums are those of its rows', () => {
    const inRange = <Row extends { on: string }>(rows: Iterable<Row>) =>
      [...rows].filter((row) => row.on >= range.from && row.on <= today());
    const paid = inRange(raw.payments).filter((row) => row.method !== 'opening_credit');
    const deposits = sum(inRange(raw.deposits));
    const claims = (rows: RawRows['charges'] | RawRows['items']) =>
      inRange(rows).filter((row) => row.kind !== 'deposit' && row.kind !== 'opening_balance');
    const bookings = inRange(raw.bookings);
    expect(total(whole)).toMatchObject({
      receivedCents:
        sum(paid.filter((row) => row.direction === 'in')) -
        sum(paid.filter((row) => row.direction === 'out')) -
        deposits,
      depositCents: deposits,
      dueCents: sum(claims(raw.charges)),
      openCents: sum(claims(raw.items)),
      otherIncomeCents: sum(bookings.filter((row) => row.direction === 'income')),
      expensesCents: sum(bookings.filter((row) => row.direction === 'expense')),
    });
    const overdue = raw.items.filter((row) => row.on < today());
    expect(Object.values(whole.arrears).reduce((all, cents) => all + cents, 0)).toBe(sum(overdue));
    expect(whole.arrears.days_over_90).toBe(sum(overdue.filter((row) => row.on < addDays(today(), -90))));
  });

  test('the days are those counted one by one, and vacancy costs by them', () => {
    const days = { let: 0, own: 0, vacant: 0, none: 0 };
    const vacant = new Map<string, number>();
    for (const unit of raw.units) {
      for (let day = range.from; day <= today(); day = addDays(day, 1)) {
        const state = stateOn(raw, unit, day);
        days[state] += 1;
        if (state === 'vacant') {
          const key = `${unit.id} ${monthOf(day)}`;
          vacant.set(key, (vacant.get(key) ?? 0) + 1);
        }
      }
    }
    let costCents = 0;
    for (const [key, count] of vacant) {
      const [id = '', month = ''] = key.split(' ');
      const asking = raw.units.find((unit) => unit.id === id)?.asking ?? 0;
      costCents += Math.round((asking * count) / daysInMonth(month));
    }
    const figures = total(whole);
    expect([figures.letDays, figures.ownUseDays, figures.vacantDays]).toEqual([
      days.let,
      days.own,
      days.vacant,
    ]);
    expect(figures.vacancyCostCents).toBe(costCents);
    expect(reportFigures(whole).vacancyCost.result).toEqual({
      costCents,
      unpricedDays: figures.unpricedDays,
    });
  });

  test('properties sum to the portfolio, with what is booked on the portfolio itself', () => {
    const ofPortfolio = raw.bookings.filter(
      (row) => row.property_id === null && row.on >= range.from && row.on <= today(),
    );
    const sums = sumFigures(parts.map(total));
    expect({
      ...sums,
      otherIncomeCents: sums.otherIncomeCents + sum(ofPortfolio.filter((row) => row.direction === 'income')),
      expensesCents: sums.expensesCents + sum(ofPortfolio.filter((row) => row.direction === 'expense')),
    }).toEqual(total(whole));
    const arrears = (age: keyof ArrearsByAge) => parts.reduce((all, part) => all + part.arrears[age], 0);
    for (const [age, cents] of Object.entries(whole.arrears)) {
      expect(arrears(age as keyof ArrearsByAge), age).toBe(cents);
    }
  });

  test('units sum to their property, but for bills that are not split', async () => {
    for (const [index, propertyId] of made.propertyIds.entries()) {
      const ids = raw.units.filter((unit) => unit.property_id === propertyId).map((unit) => unit.id);
      const units = await Promise.all(ids.map((unitId) => own.owner.statistics.report({ unitId, ...range })));
      const { expensesCents, otherIncomeCents, ...money } = sumFigures(units.map(total));
      const part = parts[index];
      if (!part) throw new Error('no report');
      expect(total(part)).toMatchObject(money);
      expect([
        expensesCents <= total(part).expensesCents,
        otherIncomeCents <= total(part).otherIncomeCents,
      ]).toEqual([true, true]);
    }
  });

  test('the months of a range, asked one by one, are the range', async () => {
    const from = firstOfMonth(shiftMonth(monthOf(today()), -5));
    const asked = { from, to: addDays(firstOfMonth(monthOf(today())), -1) };
    const together = await own.owner.statistics.report(asked);
    const alone: Report[] = [];
    for (const { month } of together.months) {
      alone.push(await own.owner.statistics.report({ from: firstOfMonth(month), to: lastOfMonth(month) }));
    }
    expect(alone.flatMap((report) => report.months)).toEqual(together.months);
    const before = await own.owner.statistics.report({
      from: together.previousPeriod?.from ?? '',
      to: together.previousPeriod?.to ?? '',
    });
    expect(before.months).toEqual(together.previousMonths);
  });
});

test('a year of 100 flats after 30 years reads the rows of two years, not the history', async () => {
  const own = await createPortfolio(database);
  const house = await createProperty(own.owner);
  const tenant = await createTenant(own.owner);
  const lease = await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
  const category = await categoryId(own.owner, 'repairs');
  await asAdmin(database, async (sql) => {
    await sql`
      with charges as (
        insert into hausbuch.charge (portfolio_id, lease_id, kind, due_on, total_cents)
        select ${own.id}, ${lease.id}, 'other', (now() - n * interval '1 month')::date, 100
        from generate_series(1, 360) n, generate_series(1, 100)
        returning id, due_on
      )
      insert into hausbuch.open_item (portfolio_id, charge_id, lease_id, due_on, total_cents, open_cents)
      select ${own.id}, id, ${lease.id}, due_on, 100, 0 from charges`;
    await sql`insert into hausbuch.payment (portfolio_id, lease_id, paid_on, amount_cents, direction, method)
      select ${own.id}, ${lease.id}, (now() - n * interval '1 month')::date, 100, 'in', 'transfer'
      from generate_series(1, 360) n, generate_series(1, 100)`;
    await sql`insert into hausbuch.transaction
        (portfolio_id, level, property_id, booked_on, direction, category_id, title, amount_cents)
      select ${own.id}, 'property', ${house.id}, now()::date - n * 3, 'expense', ${category}, 'x', 100
      from generate_series(1, 3650) n, generate_series(1, 10)`;
    for (const table of ['charge', 'open_item', 'payment', 'transaction']) {
      await sql`vacuum analyze ${sql(`hausbuch.${table}`)}`;
    }
  });
  const who = { userId: own.ownerId, portfolioId: own.id };
  const range = past(12);
  const subjects = [
    { propertyId: null, unitId: null },
    { propertyId: house.id, unitId: null },
    { propertyId: null, unitId: house.unitId },
  ];
  for (const subject of subjects) {
    const read = await rowsReadBy(database.appUrl, who, (tx, scope) =>
      getReport(tx, scope, { ...subject, ...range }),
    );
    // Twelve months and the twelve before, 100 each; of bookings 122 days × 10 each, and once more for the yields.
    expect(read.get('charge') ?? 0).toBeLessThan(2_700);
    expect(read.get('payment') ?? 0).toBeLessThan(2_700);
    expect(read.get('transaction') ?? 0).toBeLessThan(3_900);
    expect(read.get('open_item') ?? 0).toBeLessThan(50);
    const ahead = await rowsReadBy(database.appUrl, who, (tx, scope) => getOutlook(tx, scope, subject));
    for (const table of ['charge', 'payment', 'transaction', 'open_item'])
      expect(ahead.get(table) ?? 0).toBe(0);
  }
});
