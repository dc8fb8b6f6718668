import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day } from '@/domain/trace';
import { getOutlook } from '@/features/statistics/outlook-queries';
import { getReport } from '@/features/statistics/report-queries';
import { type Report, reportFigures, sumFigures, yieldFigures } from '@/features/statistics/report-rules';
import { addDays, daysInMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { failureOf } from '../factories/failure.ts';
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
    // All of the money came in the second month: it paid the first rent and 150 of the second.
    expect(
      report.months.map((one) => [
        one.month,
        one.paidInCents,
        one.dueCents,
        one.receivedCents,
        one.openCents,
      ]),
    ).toEqual([
      [monthOf(monthStart(-2)), 0, 85_000, 85_000, 0],
      [monthOf(monthStart(-1)), 100_000, 85_000, 15_000, 70_000],
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
      await sql`insert into hausbuch.charge (portfolio_id, id, lease_id, kind, due_on, owed_since, total_cents)
        values (${id}, ${depositId}, ${lease.id}, 'deposit', ${monthStart(-1)}, ${monthStart(-1)}, 210000)`;
      await sql`insert into hausbuch.charge_line
          (portfolio_id, charge_id, root_charge_id, position, component, amount_cents)
        values (${id}, ${depositId}, ${depositId}, 0, 'deposit', 210000)`;
      await sql`insert into hausbuch.open_item
        (portfolio_id, charge_id, lease_id, due_on, owed_since, total_cents, open_cents)
        values (${id}, ${depositId}, ${lease.id}, ${monthStart(-1)}, ${monthStart(-1)}, 210000, 210000)`;
    });
    await recordPayment(owner, lease.id, 210_000, { paidOn: monthStart(-1), chargeIds: [depositId] });
    await recordPayment(owner, lease.id, 80_000, { paidOn: monthStart(-1) });
    const { months } = await owner.statistics.report(past(1));
    expect(months).toMatchObject([
      { paidInCents: 80_000, receivedCents: 80_000, depositCents: 210_000, dueCents: 85_000, openCents: 0 },
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
  const before = await owner.statistics.report(past(12));
  expect(before.yields?.costsCents).toBe(60_000);
  // A key passes on neither a repair of a German house (§ 1 (2) no. 2 BetrKV) nor what is booked on no house.
  const insurance = await categoryId(owner, 'insurance');
  await expense({ amountCents: 2_000, recoverableKey: 'area' });
  await expense({ amountCents: 300, recoverableKey: 'area', categoryId: insurance, propertyId: null });
  expect((await owner.statistics.report(past(12))).yields?.costsCents).toBe(62_300);
  await owner.property.update({
    ...{ ...fields, purchasePriceCents: 20_000_000, purchaseCostsCents: 2_000_000 },
    ...{ version: fields.version + 1, country: 'AT', state: null },
  });
  expect((await owner.statistics.report(past(12))).yields?.costsCents).toBe(60_300);
  await expense({ amountCents: -2_300, propertyId: null });
  await owner.property.update({
    ...{ ...fields, purchasePriceCents: 20_000_000, purchaseCostsCents: 2_000_000 },
    version: fields.version + 2,
  });
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
  // Rents as agreed on the last day against the costs of the year until it: the explanation says which days.
  const { keyDate, costsFrom } = report.yields;
  expect([costsFrom, keyDate]).toEqual([monthStart(-12), addDays(monthStart(), -1)]);
  expect(figures.netYield.trace.inputs).toEqual(
    expect.arrayContaining(
      [
        { name: 'rent_agreed_on', value: day(keyDate) },
        { name: 'costs_from', value: day(costsFrom) },
        { name: 'costs_through', value: day(keyDate) },
      ].map((input) => expect.objectContaining(input)),
    ),
  );
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

test('a year of 100 flats after 30 years reads the rows of two years, not the history', async () => {
  const own = await createPortfolio(database);
  const house = await createProperty(own.owner);
  const tenant = await createTenant(own.owner);
  const lease = await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
  const category = await categoryId(own.owner, 'repairs');
  await asAdmin(database, async (sql) => {
    await sql`
      with charges as (
        insert into hausbuch.charge (portfolio_id, lease_id, kind, due_on, owed_since, total_cents)
        select ${own.id}, ${lease.id}, 'other', day, day, 100
        from generate_series(1, 360) n, generate_series(1, 100),
          lateral (select (now() - n * interval '1 month')::date as day) d
        returning id, due_on
      )
      insert into hausbuch.open_item (portfolio_id, charge_id, lease_id, due_on, owed_since, total_cents, open_cents)
      select ${own.id}, id, ${lease.id}, due_on, due_on, 100, 0 from charges`;
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
    const asked =
      'A figure that reads the bookings of both years once more reads 2,440 of them: so much may be added here.';
    expect(read.get('transaction') ?? 0, asked).toBeLessThan(3_900);
    expect(read.get('open_item') ?? 0).toBeLessThan(50);
    const ahead = await rowsReadBy(database.appUrl, who, (tx, scope) => getOutlook(tx, scope, subject));
    for (const table of ['charge', 'payment', 'transaction', 'open_item'])
      expect(ahead.get(table) ?? 0).toBe(0);
  }
});
