import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLeaseInput } from '@/features/lease/schema';
import { agreeRent, correctRents, postDueRent, updateRent } from '@/features/rent/commands';
import { listDifferences, listLeaseRents } from '@/features/rent/queries';
import { agreeRentInput, planStepsInput, updateRentInput } from '@/features/rent/schema';
import { listSoldHouses, listSoldMonths } from '@/features/rent/sold-month-queries';
import { agreeSteps } from '@/features/rent/step-commands';
import { netCentsOf } from '@/features/rent/step-rules';
import { getOutlook } from '@/features/statistics/outlook-queries';
import { listOpenItems, recordPayment, waiveCharge } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { sumCents } from '@/lib/money';
import { leaseEdits } from '../factories/lease-edits.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

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

const { end } = leaseEdits(() => books, TODAY);

const open = (id: string, day = TODAY) => books.on(day, (tx, scope) => listOpenItems(tx, scope, id));
const rents = (id: string) => books.on(TODAY, (tx, scope) => listLeaseRents(tx, scope, id));

test('50 € waived of March stay waived when the lease ends on 15 March: 338.71 − 50 = 288.71', async () => {
  const id = await enterLease(books, TODAY, { endsOn: '2026-03-31' });
  const march = (await open(id)).items.at(-1);
  const waive = (chargeId: string, amountCents: number | null) =>
    books.on(TODAY, (tx, scope) =>
      waiveCharge(tx, scope, { id: randomUUID(), chargeId, amountCents, reason: 'Heizung' }),
    );
  const chargeId = march?.chargeId ?? '';
  await waive(chargeId, 5_000);
  expect((await open(id)).items.at(-1)?.openCents).toBe(65_000);
  await expect(waive(chargeId, 65_001)).rejects.toMatchObject({ code: 'payment.exceeds_open' });
  const { differences } = await end(id, { endsOn: '2026-03-15', correctPosted: true });
  expect(differences).toMatchObject([{ postedCents: 70_000, owedCents: 33_871 }]);
  expect((await open(id)).items.at(-1)?.openCents).toBe(28_871);
  const february = (await open(id)).items[1]?.chargeId ?? '';
  await waive(february, null);
  // Ending in January nothing is owed for March, of which 50 is waived already; all of February is.
  const { differences: later } = await end(id, { endsOn: '2026-01-31', correctPosted: true });
  expect(later).toMatchObject([{ month: '2026-03', postedCents: 28_871, owedCents: 0 }]);
  expect((await open(id)).openCents).toBe(70_000);
});

describe('a house in Germany of which nobody said the state', () => {
  const due = async (dueRule: 'first' | 'third_working_day') => {
    const id = await enterLease(books, TODAY, { dueRule, endsOn: '2026-05-31' });
    return (await open(id)).items.map((item) => item.dueOn);
  };
  beforeEach(async () => {
    await books.admin`update hausbuch.property set state = null where portfolio_id = ${books.portfolioId}`;
  });

  test('New Year, Good Friday, Easter Monday and Labor Day are no working days there either (§ 556b BGB)', async () => {
    expect(await due('third_working_day')).toEqual([
      ...['2026-01-06', '2026-02-04', '2026-03-04', '2026-04-07', '2026-05-06'],
    ]);
  });

  test('what is agreed for a Sunday or such a day is due on the next working day (§ 193 BGB)', async () => {
    expect(await due('first')).toEqual([
      ...['2026-01-02', '2026-02-02', '2026-03-02', '2026-04-01', '2026-05-04'],
    ]);
  });

  test('in Austria the day stays', async () => {
    await books.admin`update hausbuch.property set country = 'AT' where portfolio_id = ${books.portfolioId}`;
    expect((await due('first'))[1]).toBe('2026-02-01');
  });

  test('nor is one moved under the rules of “another country”, where Germany stands for all that is not on the list', async () => {
    await books.admin`update hausbuch.portfolio set jurisdiction = 'other' where id = ${books.portfolioId}`;
    expect((await due('first'))[1]).toBe('2026-02-01');
  });

  test('a state that is left of another country says nothing', async () => {
    await books.admin`update hausbuch.property set country = 'AT', state = 'DE-BE' where portfolio_id = ${books.portfolioId}`;
    expect((await due('first'))[1]).toBe('2026-02-01');
  });
});

test('850 € split anew, 650 + 200 for 700 + 150, or with 19 % VAT: booked months differ though the sum stays', async () => {
  const rentLines = (netCents: number, costsCents: number, vatRateBp = 0) => [
    { component: 'net' as const, settlement: 'none' as const, amountCents: netCents, vatRateBp },
    {
      component: 'operating_costs' as const,
      settlement: 'advance' as const,
      amountCents: costsCents,
      vatRateBp,
    },
  ];
  const id = await enterLease(books, TODAY, { rentLines: rentLines(70_000, 15_000) });
  const paid = { id: randomUUID(), leaseId: id, paidOn: '2026-02-04', amountCents: 2 * 85_000 };
  await books.on(TODAY, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(paid)));
  const change = async (lines: ReturnType<typeof rentLines>, correctPosted: boolean) => {
    const [first] = await rents(id);
    const { id: rentId, version, validFrom } = first ?? {};
    const input = updateRentInput.parse({ id: rentId, version, validFrom, lines, correctPosted });
    return books.on(TODAY, (tx, scope) => updateRent(tx, scope, input));
  };
  const owed = async () =>
    await books.admin`
      select component, settlement, vat_rate_bp, sum(l.amount_cents)::int amount, sum(l.vat_cents)::int vat
      from hausbuch.charge_line l join hausbuch.charge c on (c.portfolio_id, c.id) = (l.portfolio_id, l.charge_id)
      where c.lease_id = ${id} and c.period_from = '2026-01-01'
      group by 1, 2, 3 having sum(l.amount_cents) <> 0 order by 1`.values();
  const listed = await change(rentLines(65_000, 20_000), true);
  expect(listed.differences.map((month) => [month.month, month.differenceCents])).toEqual(
    ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map((month) => [month, 0]),
  );
  expect(await owed()).toEqual([
    ['net', 'none', 0, 65_000, 0],
    ['operating_costs', 'advance', 0, 20_000, 0],
  ]);
  expect((await open(id)).items.map((item) => item.openCents)).toEqual([85_000, 85_000, 85_000]);
  expect((await change(rentLines(65_000, 20_000), false)).differences).toEqual([]);
  // 650.00 contain 103.78 of VAT, 200.00 contain 31.93.
  expect((await change(rentLines(65_000, 20_000, 1_900), true)).differences).toHaveLength(5);
  expect(await owed()).toEqual([
    ['net', 'none', 1_900, 65_000, 10_378],
    ['operating_costs', 'advance', 1_900, 20_000, 3_193],
  ]);
  expect((await open(id)).items.map((item) => item.openCents)).toEqual([85_000, 85_000, 85_000]);
});

test('sold on 15 April 2026, 700 × 14 ÷ 30 = 326.67 of April are one’s own, and no later rent is posted', async () => {
  const id = await enterLease(books, TODAY);
  const sell = (soldOn: string | null) =>
    books.admin`update hausbuch.property set sold_on = ${soldOn} where id = ${books.propertyId}`;
  const differences = () => books.on(TODAY, (tx, scope) => listDifferences(tx, scope, id));
  const periods = async (day: string) => (await open(id, day)).items.map(({ periodTo }) => periodTo);
  await sell('2026-04-15');
  expect((await differences()).map(({ month, owedCents }) => [month, owedCents])).toEqual([
    ['2026-04', 32_667],
    ['2026-05', 0],
  ]);
  // The page of the house and Today name them until they are corrected: 373.33 of April and 700 of May too much.
  const named = () =>
    books.on(TODAY, async (tx, scope) => ({
      leases: await listSoldMonths(tx, scope, { propertyId: books.propertyId }),
      houses: await listSoldHouses(tx, scope, 8),
    }));
  const { leases, houses } = await named();
  expect(leases.map((row) => [row.leaseId, ...row.months.map((month) => month.differenceCents)])).toEqual([
    [id, -37_333, -70_000],
  ]);
  expect(houses).toMatchObject([
    { propertyId: books.propertyId, soldOn: '2026-04-15', leases: 1, months: 2 },
  ]);
  await books.on('2026-07-10', (tx, scope) => postDueRent(tx, scope));
  expect((await periods('2026-07-10')).at(-1)).toBe('2026-05-31');
  // Entered by mistake: what has not been posted meanwhile is posted again.
  await sell(null);
  await books.on('2026-07-10', (tx, scope) => postDueRent(tx, scope));
  expect((await periods('2026-07-10')).at(-1)).toBe('2026-07-31');
  expect(await differences()).toEqual([]);
  // A garage elsewhere that is let along with it is one's own still, and so is the lease.
  const garage = { property: randomUUID(), unit: randomUUID() };
  await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, country)
    values (${books.portfolioId}, ${garage.property}, 'Garage', 'parking', 'DE')`;
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${garage.unit}, ${garage.property}, 'Garage', 'parking')`;
  await books.admin`insert into hausbuch.lease_unit (portfolio_id, lease_id, unit_id, from_on)
    values (${books.portfolioId}, ${id}, ${garage.unit}, '2026-01-01')`;
  await sell('2026-04-15');
  expect(await differences()).toEqual([]);
  expect(await named()).toEqual({ leases: [], houses: [] });
  // Sold as well, the months are corrected, and nothing is left to name.
  await books.admin`update hausbuch.property set sold_on = '2026-04-15' where id = ${garage.property}`;
  const chargeIds = (await differences()).map((month) => month.chargeId);
  expect((await named()).leases).toHaveLength(1);
  await books.on(TODAY, (tx, scope) => correctRents(tx, scope, { leaseId: id, chargeIds }));
  expect(await named()).toEqual({ leases: [], houses: [] });
});

test('sold, a lease brings nothing any more: 12 × 700 are no outlook, of a sale on 15 July 700 × (1 + 14 ÷ 31) are', async () => {
  await enterLease(books, TODAY);
  const expected = () =>
    books.on(TODAY, (tx, scope) => getOutlook(tx, scope, { propertyId: null, unitId: null }));
  const rentOf = async () => sumCents((await expected()).months.map(({ rentCents }) => rentCents));
  expect(await rentOf()).toBe(840_000);
  const sell = (on: string) =>
    books.admin`update hausbuch.property set sold_on = ${on} where id = ${books.propertyId}`;
  await sell('2026-04-15');
  expect(await rentOf()).toBe(0);
  await sell('2026-07-15');
  expect(await rentOf()).toBe(101_613);
});

test('whole months are for the tenant: between seller and buyer April is 700 × 14 ÷ 30 = 326.67 (§ 101 No. 2 BGB)', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2026-01-20', prorationMethod: 'full_month' });
  await books.admin`update hausbuch.property set sold_on = '2026-04-15' where id = ${books.propertyId}`;
  const months = await books.on(TODAY, (tx, scope) => listDifferences(tx, scope, id));
  expect(months.map(({ month, owedCents }) => [month, owedCents])).toEqual([
    ['2026-04', 32_667],
    ['2026-05', 0],
  ]);
  // One that is entered after the sale is posted so from the start.
  await books.admin`update hausbuch.lease_unit set from_on = '2026-01-20', to_on = '2026-01-31' where lease_id = ${id}`;
  const late = await enterLease(books, TODAY, { startsOn: '2026-03-01', prorationMethod: 'full_month' });
  expect((await open(late)).items.map((item) => item.openCents)).toEqual([70_000, 32_667]);
});

test('a flat that left the lease on 28 February does not keep the rents of the sold house: 700 × 14 ÷ 30 = 326.67', async () => {
  const id = await enterLease(books, TODAY);
  const other = { property: randomUUID(), unit: randomUUID() };
  await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, country)
    values (${books.portfolioId}, ${other.property}, 'Garage', 'parking', 'DE')`;
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${other.unit}, ${other.property}, 'Garage', 'parking')`;
  await books.admin`insert into hausbuch.lease_unit (portfolio_id, lease_id, unit_id, from_on, to_on)
    values (${books.portfolioId}, ${id}, ${other.unit}, '2026-01-01', '2026-02-28')`;
  const owed = async () => {
    const months = await books.on(TODAY, (tx, scope) => listDifferences(tx, scope, id));
    return months.map(({ month, owedCents }) => [month, owedCents]);
  };
  await books.admin`update hausbuch.property set sold_on = '2026-04-15' where id = ${books.propertyId}`;
  expect(await owed()).toEqual([
    ['2026-04', 32_667],
    ['2026-05', 0],
  ]);
  // The garage is sold later, long after it left: that gives nothing back.
  await books.admin`update hausbuch.property set sold_on = '2026-05-10' where id = ${other.property}`;
  expect(await owed()).toEqual([
    ['2026-04', 32_667],
    ['2026-05', 0],
  ]);
});

test('a month that was corrected before the sale, as its tenant left on the 25th, is named all the same', async () => {
  const id = await enterLease(books, TODAY);
  await end(id, { endsOn: '2026-04-25', correctPosted: true });
  await books.admin`update hausbuch.property set sold_on = '2026-04-15' where id = ${books.propertyId}`;
  const [row] = await books.on(TODAY, (tx, scope) =>
    listSoldMonths(tx, scope, { propertyId: books.propertyId }),
  );
  // 700 × 25 ÷ 30 are booked, 700 × 14 ÷ 30 are one's own.
  expect(row?.months).toMatchObject([{ month: '2026-04', postedCents: 58_333, owedCents: 32_667 }]);
});

test('what is sold before it was let here owes nothing, and is posted once the sale is taken back', async () => {
  await books.admin`update hausbuch.property set sold_on = '2025-12-01' where id = ${books.propertyId}`;
  const id = await enterLease(books, TODAY);
  expect((await open(id)).items).toEqual([]);
  await books.admin`update hausbuch.property set sold_on = null where id = ${books.propertyId}`;
  await books.on(TODAY, (tx, scope) => postDueRent(tx, scope));
  expect((await open(id)).items).toHaveLength(5);
});

describe('stepped rents', () => {
  const agree = (leaseId: string, ...steps: [string, number][]) =>
    books.on(TODAY, (tx, scope) =>
      agreeSteps(
        tx,
        scope,
        planStepsInput.parse({
          leaseId,
          steps: steps.map(([validFrom, netCents]) => ({ id: randomUUID(), validFrom, netCents })),
        }),
      ),
    );
  const withAdvance = {
    rentLines: [
      { component: 'net' as const, amountCents: 70_000, settlement: 'none' as const },
      { component: 'operating_costs' as const, amountCents: 15_000, settlement: 'advance' as const },
    ],
  };

  test('720 and 740 € from 2027 and 2028 keep the advance of 150 €, and are posted when their month comes', async () => {
    const id = await enterLease(books, TODAY, withAdvance);
    await agree(id, ['2027-01-01', 72_000], ['2028-01-01', 74_000]);
    expect((await rents(id)).map((row) => [row.reason, row.totalCents])).toEqual([
      ['initial', 85_000],
      ['stepped', 87_000],
      ['stepped', 89_000],
    ]);
    await books.on('2028-01-10', (tx, scope) => postDueRent(tx, scope));
    const { items } = await open(id, '2028-01-10');
    expect(items.slice(-2).map((item) => item.totalCents)).toEqual([87_000, 89_000]);
  });

  test('less than a year after the start or the last step is refused in Germany, and allowed elsewhere', async () => {
    const id = await enterLease(books, TODAY);
    await expect(agree(id, ['2026-12-31', 72_000])).rejects.toMatchObject({ code: 'rent.step_too_early' });
    await expect(agree(id, ['2027-01-01', 72_000], ['2027-12-01', 74_000])).rejects.toMatchObject({
      code: 'rent.step_too_early',
    });
    expect(await rents(id)).toHaveLength(1);
    await books.admin`update hausbuch.portfolio set jurisdiction = 'CH' where id = ${books.portfolioId}`;
    await agree(id, ['2026-12-31', 72_000]);
    expect(await rents(id)).toHaveLength(2);
  });

  test('a higher advance from July is carried on to the steps that are to come, their net rent stays', async () => {
    const id = await enterLease(books, TODAY, withAdvance);
    await agree(id, ['2027-01-01', 72_000]);
    const raised = agreeRentInput.parse({
      id: randomUUID(),
      leaseId: id,
      validFrom: '2026-07-01',
      reason: 'agreed',
      lines: withAdvance.rentLines.map((line) =>
        line.component === 'net' ? line : { ...line, amountCents: 18_000 },
      ),
      carryOn: true,
    });
    await books.on(TODAY, (tx, scope) => agreeRent(tx, scope, raised));
    const step = (await rents(id)).at(-1);
    expect([netCentsOf(step?.lines ?? []), step?.totalCents]).toEqual([72_000, 90_000]);
  });

  test('three steps whose answer was lost are not answered as two or as others; the same again is answered as at first', async () => {
    const leaseId = await enterLease(books, TODAY);
    const day = (year: number) => `${year}-01-01`;
    const steps = [2027, 2028, 2029, 2030].map((year, index) => ({
      id: randomUUID(),
      validFrom: day(year),
      netCents: 72_000 + 2_000 * index,
    }));
    const send = (count: number, more: object = {}) =>
      books.on(TODAY, (tx, scope) =>
        agreeSteps(tx, scope, planStepsInput.parse({ leaseId, steps: steps.slice(0, count), ...more })),
      );
    await send(3);
    expect(await send(3)).toEqual({ differences: [] });
    await expect(send(2)).rejects.toMatchObject({ code: 'already_exists' });
    await expect(send(3, { note: 'other words' })).rejects.toMatchObject({ code: 'already_exists' });
    // A fourth is kept, and said again it is still so.
    await send(4);
    expect(await send(4)).toEqual({ differences: [] });
    expect((await rents(leaseId)).map((row) => row.validFrom)).toEqual([
      '2026-01-01',
      ...steps.map((step) => step.validFrom),
    ]);
  });

  test('a running lease with last year’s step: booked months that differ are listed, and corrected when confirmed', async () => {
    const id = await enterLease(books, TODAY, { startsOn: '2025-01-01', bookedFrom: '2026-01-01' });
    const { differences } = await agree(id, ['2026-03-01', 72_000]);
    expect(differences.map((month) => [month.month, month.differenceCents])).toEqual([
      ['2026-03', 2_000],
      ['2026-04', 2_000],
      ['2026-05', 2_000],
    ]);
    expect((await open(id)).openCents).toBe(5 * 70_000);
    const [, step] = await rents(id);
    const input = updateRentInput.parse({
      id: step?.id,
      version: step?.version,
      validFrom: '2026-03-01',
      lines: step?.lines,
      correctPosted: true,
    });
    await books.on(TODAY, (tx, scope) => updateRent(tx, scope, input));
    expect((await open(id)).openCents).toBe(2 * 70_000 + 3 * 72_000);
  });
});

test('a rent agreed for three booked months tells of them again to whoever got no answer, and corrects them once', async () => {
  const id = await enterLease(books, TODAY, { startsOn: '2025-01-01', bookedFrom: '2026-01-01' });
  const rise = {
    id: randomUUID(),
    leaseId: id,
    validFrom: '2026-03-01',
    reason: 'agreed',
    lines: [{ component: 'net', amountCents: 72_000, settlement: 'none' }],
  };
  const send = (more: object = {}) =>
    books.on(TODAY, (tx, scope) => agreeRent(tx, scope, agreeRentInput.parse({ ...rise, ...more })));
  const answer = await send();
  expect(answer.differences).toHaveLength(3);
  expect(await send()).toEqual(answer);
  const lines = rise.lines.map((line) => ({ ...line, amountCents: 73_000 }));
  await expect(send({ lines })).rejects.toMatchObject({ code: 'already_exists' });
  await send({ correctPosted: true });
  expect((await send({ correctPosted: true })).differences).toEqual([]);
  expect((await open(id)).openCents).toBe(2 * 70_000 + 3 * 72_000);
});

describe('a tenancy that has been running', () => {
  const net = (amountCents: number) => [
    { component: 'net' as const, amountCents, settlement: 'none' as const },
  ];

  test('650 € since 2021, 680 € since March 2026, 700 € since May: booked from February it owes 650 + 2 × 680 + 700', async () => {
    const id = await enterLease(books, TODAY, {
      startsOn: '2021-06-15',
      bookedFrom: '2026-02-01',
      earlierRents: [
        { validFrom: '2021-06-15', lines: net(65_000) },
        { validFrom: '2026-03-01', lines: net(68_000) },
      ],
      rentSince: '2026-05-01',
    });
    const { items } = await open(id);
    expect(items.map((item) => item.totalCents)).toEqual([65_000, 68_000, 68_000, 70_000]);
    expect((await rents(id)).map((row) => [row.validFrom, row.reason])).toEqual([
      ['2021-06-15', 'initial'],
      ['2026-03-01', 'agreed'],
      ['2026-05-01', 'agreed'],
    ]);
  });

  test.each([
    [{ rentSince: '2026-05-01' }, 'rentSince', 'rent_before_missing'],
    [{ earlierRents: [{ validFrom: '2026-01-01', lines: net(1) }] }, 'rentSince', 'required'],
    [
      { earlierRents: [{ validFrom: '2026-02-01', lines: net(1) }], rentSince: '2026-03-01' },
      'earlierRents.0.validFrom',
      'rents_in_order',
    ],
    [
      { earlierRents: [{ validFrom: '2026-01-01', lines: net(1) }], rentSince: '2026-01-01' },
      'rentSince',
      'rents_in_order',
    ],
  ])('%j is refused at %s: %s', (rents, path, message) => {
    const parsed = createLeaseInput.safeParse({
      id: randomUUID(),
      startsOn: '2026-01-01',
      prorationMethod: 'calendar_days',
      dueRule: 'first',
      bookedFrom: '2026-01-01',
      unitIds: [randomUUID()],
      tenantIds: [randomUUID()],
      rentLines: net(70_000),
      ...rents,
    });
    expect(parsed.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [path, message],
    ]);
  });
});
