import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArrearsByAge } from '@/features/arrears/age-rules';
import { type Report, reportFigures, sumFigures } from '@/features/statistics/report-rules';
import { addDays, daysInMonth, firstOfMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { writeRandomHistory } from '../factories/random-history.ts';
import { asAdmin, createPortfolio, today } from '../factories/records.ts';
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

const total = (report: Report) => sumFigures(report.months);

/** Of bookings: what is booked on the portfolio is of no property, and of a bill that is not split no unit has a part. */
const ofBookings = ['expensesCents', 'otherIncomeCents'] as const;

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
        join hausbuch.charge c on c.portfolio_id = a.portfolio_id and c.id = a.charge_id join hausbuch.payment p on p.portfolio_id = a.portfolio_id and p.id = a.payment_id
        where a.portfolio_id = ${portfolioId} and c.kind = 'deposit' and p.method <> 'opening_credit'`,
      charges: await sql<{ on: string; month: string | null; cents: number; kind: string }[]>`
        select due_on::text as on, period_from::text as month, total_cents::int as cents, kind
        from hausbuch.charge where portfolio_id = ${portfolioId}`,
      items: await sql<{ on: string; month: string | null; cents: number; kind: string }[]>`
        select i.due_on::text as on, c.period_from::text as month, i.open_cents::int as cents, c.kind
        from hausbuch.open_item i
        join hausbuch.charge c on c.portfolio_id = i.portfolio_id and c.id = i.charge_id where i.portfolio_id = ${portfolioId}`,
      settled: await sql<{ month: string | null; cents: number; kind: string; method: string }[]>`
        select c.period_from::text as month, a.amount_cents::int as cents, c.kind, p.method
        from hausbuch.allocation a join hausbuch.charge c on c.portfolio_id = a.portfolio_id and c.id = a.charge_id
        join hausbuch.payment p on p.portfolio_id = a.portfolio_id and p.id = a.payment_id where a.portfolio_id = ${portfolioId}`,
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
          available_from: string | null;
          sold_on: string | null;
        }[]
      >`select u.id, u.property_id, u.asking_rent_cents::int as asking, u.created_at::date::text as created,
          u.archived_at::date::text as archived, p.archived_at::date::text as house_archived,
          ${day('purchased_on')}, ${day('available_from')}, ${day('sold_on')}
        from hausbuch.unit u join hausbuch.property p on p.portfolio_id = u.portfolio_id and p.id = u.property_id where u.portfolio_id = ${portfolioId}`,
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
  const [since] = [unit.purchased_on, unit.available_from]
    .filter((one) => one !== null)
    .toSorted()
    .toReversed();
  if (day < (since ?? known)) return 'none';
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
    // Of the running month the whole rent is due.
    const lastDay = [lastOfMonth(monthOf(today())), range.to].toSorted()[0] ?? '';
    const rents = <Row extends { kind: string; month: string | null }>(rows: Iterable<Row>) =>
      [...rows].filter(
        ({ kind, month }) => kind === 'rent' && month !== null && month >= range.from && month <= lastDay,
      );
    const bookings = inRange(raw.bookings);
    expect(total(whole)).toMatchObject({
      paidInCents:
        sum(paid.filter((row) => row.direction === 'in')) -
        sum(paid.filter((row) => row.direction === 'out')) -
        deposits,
      depositCents: deposits,
      dueCents: sum(rents(raw.charges)),
      receivedCents: sum(rents(raw.settled).filter((row) => row.method !== 'opening_credit')),
      openCents: sum(rents(raw.items)),
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
    const further = Object.fromEntries(ofBookings.map((name) => [name, total(whole)[name]]));
    expect({
      ...sums,
      ...further,
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
      const sums = sumFigures(units.map(total));
      const part = parts[index];
      if (!part) throw new Error('no report');
      for (const name of ofBookings) expect(sums[name], name).toBeLessThanOrEqual(total(part)[name]);
      const booked = Object.fromEntries(ofBookings.map((name) => [name, total(part)[name]]));
      expect({ ...sums, ...booked }).toEqual(total(part));
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
