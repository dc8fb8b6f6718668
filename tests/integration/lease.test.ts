import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { waiveCharge } from '@/features/charge/commands';
import { voidLease } from '@/features/lease/commands';
import { getNoticePeriod } from '@/features/lease/notice-queries';
import { setHousehold, setTenants, setUnits } from '@/features/lease/party-commands';
import { getLease } from '@/features/lease/queries';
import { createLeaseInput, endLeaseInput, renewLeaseInput, updateLeaseInput } from '@/features/lease/schema';
import {
  endLease,
  previewRenewLease,
  previewUpdateLease,
  renewLease,
  updateLease,
} from '@/features/lease/term-commands';
import { getAccount, listOpenItems } from '@/features/ledger/queries';
import { accountInput } from '@/features/ledger/schema';
import { agreeRent, postDueRent, updateRent } from '@/features/rent/commands';
import { listLeaseRents } from '@/features/rent/queries';
import { agreeRentInput, planStepsInput, updateRentInput } from '@/features/rent/schema';
import { agreeSteps } from '@/features/rent/step-commands';
import { netCentsOf } from '@/features/rent/step-rules';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { brokenLaws } from '../factories/ledger-laws.ts';
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

const lease = (id: string, day = TODAY) => books.on(day, (tx, scope) => getLease(tx, scope, id));
const open = (id: string, day = TODAY) => books.on(day, (tx, scope) => listOpenItems(tx, scope, id));
const rents = (id: string) => books.on(TODAY, (tx, scope) => listLeaseRents(tx, scope, id));

async function addUnit(kind = 'apartment'): Promise<string> {
  const id = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${id}, ${books.propertyId}, ${`Einheit ${id.slice(0, 8)}`}, ${kind})`;
  return id;
}

async function addTenant(): Promise<string> {
  const id = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
    values (${books.portfolioId}, ${id}, 'person', ${`Nachmieter ${id.slice(0, 8)}`}, 'de')`;
  return id;
}

async function end(id: string, more: Record<string, unknown>, day = TODAY) {
  const { version } = await lease(id, day);
  const input = endLeaseInput.parse({
    id,
    version,
    noticeGivenOn: '2026-01-02',
    noticeBy: 'tenant',
    ...more,
  });
  return books.on(day, (tx, scope) => endLease(tx, scope, input));
}

async function renew(id: string, more: Record<string, unknown>, day = TODAY) {
  const { version } = await lease(id, day);
  const input = renewLeaseInput.parse({ id, version, ...more });
  return books.on(day, (tx, scope) => renewLease(tx, scope, input));
}

const tenantsOf = async (id: string) =>
  (await lease(id)).tenants.map((row) => [row.id, row.fromOn, row.toOn]);

describe('tenants', () => {
  test('one moves out on 30 April, another moves in on 1 May: both stay parties, and the account is one', async () => {
    const id = await enterLease(books, TODAY);
    const before = await open(id);
    const next = await addTenant();
    await books.on(TODAY, (tx, scope) =>
      setTenants(tx, scope, {
        id,
        version: 1,
        tenants: [
          { tenantId: books.tenantId, fromOn: '2026-01-01', toOn: '2026-04-30' },
          { tenantId: next, fromOn: '2026-05-01', toOn: null },
        ],
      }),
    );
    expect(await tenantsOf(id)).toEqual([
      [books.tenantId, '2026-01-01', '2026-04-30'],
      [next, '2026-05-01', null],
    ]);
    expect(await open(id)).toEqual(before);
    const account = (tenantId: string) =>
      books.on(TODAY, (tx, scope) => getAccount(tx, scope, accountInput.parse({ tenantId })));
    expect((await account(next)).rows).toEqual((await account(books.tenantId)).rows);
  });

  test.each([
    ['nobody on 1 May', '2026-04-30', '2026-05-02', 'lease.day_without_tenant'],
    ['an end before the start', '2025-12-31', '2026-05-01', 'lease.end_before_start'],
    ['a start before the lease', '2026-04-30', '2025-05-01', 'lease.part_outside_term'],
  ])('%s is refused', async (_what, toOn, fromOn, code) => {
    const id = await enterLease(books, TODAY);
    const next = await addTenant();
    const tenants = [
      { tenantId: books.tenantId, fromOn: '2026-01-01', toOn },
      { tenantId: next, fromOn, toOn: null },
    ];
    await expect(
      books.on(TODAY, (tx, scope) => setTenants(tx, scope, { id, version: 1, tenants })),
    ).rejects.toMatchObject({ code });
    expect((await lease(id)).tenants).toHaveLength(1);
  });

  test('the same tenant twice on a day, an unknown one and an old version are refused', async () => {
    const id = await enterLease(books, TODAY);
    const set = (version: number, ...ids: string[]) =>
      books.on(TODAY, (tx, scope) =>
        setTenants(tx, scope, {
          id,
          version,
          tenants: ids.map((tenantId) => ({ tenantId, fromOn: '2026-01-01', toOn: null })),
        }),
      );
    await expect(set(1, books.tenantId, books.tenantId)).rejects.toMatchObject({ code: 'lease.part_twice' });
    await expect(set(1, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(set(7, books.tenantId)).rejects.toMatchObject({ code: 'version_conflict' });
  });
});

describe('units', () => {
  test('a garage from 1 March; a unit that others rent on a day is refused', async () => {
    const [garage, other] = [await addUnit('parking'), await addUnit()];
    const id = await enterLease(books, TODAY);
    await enterLease(books, TODAY, { startsOn: '2026-06-01', unitIds: [other] });
    const set = (version: number, unitId: string, toOn: string | null = null) =>
      books.on(TODAY, (tx, scope) =>
        setUnits(tx, scope, {
          id,
          version,
          units: [
            { unitId: books.unitId, fromOn: '2026-01-01', toOn: null },
            { unitId, fromOn: '2026-03-01', toOn },
          ],
        }),
      );
    await set(1, garage);
    expect((await lease(id)).units.map((row) => [row.id, row.fromOn, row.toOn])).toEqual([
      [books.unitId, '2026-01-01', null],
      [garage, '2026-03-01', null],
    ]);
    await expect(set(2, other)).rejects.toMatchObject({
      cause: { constraint_name: 'lease_unit_no_overlap' },
    });
    await set(2, other, '2026-05-31');
  });

  test('what begins after a new end is left out, what ended with the lease goes on when it is extended', async () => {
    const garage = await addUnit('parking');
    const next = await addTenant();
    const id = await enterLease(books, TODAY);
    await books.on(TODAY, (tx, scope) =>
      setUnits(tx, scope, {
        id,
        version: 1,
        units: [
          { unitId: books.unitId, fromOn: '2026-01-01', toOn: null },
          { unitId: garage, fromOn: '2026-09-01', toOn: null },
        ],
      }),
    );
    await books.on(TODAY, (tx, scope) =>
      setTenants(tx, scope, {
        id,
        version: 2,
        tenants: [
          { tenantId: books.tenantId, fromOn: '2026-01-01', toOn: '2026-09-30' },
          { tenantId: next, fromOn: '2026-10-01', toOn: null },
        ],
      }),
    );
    await end(id, { endsOn: '2026-08-31' });
    expect((await lease(id)).units.map((row) => [row.id, row.toOn])).toEqual([[books.unitId, '2026-08-31']]);
    expect(await tenantsOf(id)).toEqual([[books.tenantId, '2026-01-01', null]]);
    await renew(id, { endsOn: null });
    expect((await lease(id)).units.map((row) => [row.id, row.toOn])).toEqual([[books.unitId, null]]);
    expect(await tenantsOf(id)).toEqual([[books.tenantId, '2026-01-01', null]]);
  });
});

test('persons: two from the start, three from 15 April; a day outside the lease is refused', async () => {
  const id = await enterLease(books, TODAY);
  const household = [
    { validFrom: '2026-01-01', persons: 2 },
    { validFrom: '2026-04-15', persons: 3 },
  ];
  await books.on(TODAY, (tx, scope) => setHousehold(tx, scope, { id, version: 1, household }));
  expect((await lease(id)).household).toEqual(household);
  const early = [{ validFrom: '2025-12-31', persons: 1 }];
  await expect(
    books.on(TODAY, (tx, scope) => setHousehold(tx, scope, { id, version: 2, household: early })),
  ).rejects.toMatchObject({ code: 'lease.part_outside_term', field: 'household.0.validFrom' });
});

describe('terms', () => {
  const change = async (id: string, more: Record<string, unknown>) =>
    updateLeaseInput.parse({
      id,
      version: (await lease(id)).version,
      startsOn: '2026-01-01',
      prorationMethod: 'calendar_days',
      dueRule: 'third_working_day',
      ...more,
    });

  test('another method changes January from the 15th (17 of 31 days to 16 of 30) only when confirmed', async () => {
    // 700 × 17 ÷ 31 = 383.87; 700 × 16 ÷ 30 = 373.33
    const id = await enterLease(books, TODAY, { startsOn: '2026-01-15' });
    const input = await change(id, { startsOn: '2026-01-15', prorationMethod: 'thirty_days' });
    const preview = await books.on(TODAY, (tx, scope) => previewUpdateLease(tx, scope, input));
    expect(preview.differences).toMatchObject([{ month: '2026-01', postedCents: 38_387, owedCents: 37_333 }]);
    expect((await lease(id)).prorationMethod).toBe('calendar_days');
    await books.on(TODAY, (tx, scope) => updateLease(tx, scope, input));
    expect((await open(id)).openCents).toBe(38_387 + 4 * 70_000);
    await books.on(TODAY, async (tx, scope) =>
      updateLease(tx, scope, { ...input, version: 2, correctPosted: true }),
    );
    expect((await open(id)).openCents).toBe(37_333 + 4 * 70_000);
  });

  test('before anything is posted the start may move, and unit, tenant, rent and household move with it', async () => {
    const id = await enterLease(books, TODAY, { startsOn: '2026-07-01', persons: 2 });
    const input = await change(id, { startsOn: '2026-08-15' });
    await books.on(TODAY, (tx, scope) => updateLease(tx, scope, input));
    const moved = await lease(id);
    expect([moved.units[0]?.fromOn, moved.tenants[0]?.fromOn, moved.rents[0]?.validFrom]).toEqual([
      '2026-08-15',
      '2026-08-15',
      '2026-08-15',
    ]);
    expect(moved.household).toEqual([{ validFrom: '2026-08-15', persons: 2 }]);
  });

  test('after posting it may not', async () => {
    const id = await enterLease(books, TODAY);
    const input = await change(id, { startsOn: '2026-01-02' });
    await expect(books.on(TODAY, (tx, scope) => updateLease(tx, scope, input))).rejects.toMatchObject({
      code: 'lease.start_is_posted',
    });
  });
});

describe('notice', () => {
  const notice = (id: string, noticeBy: 'landlord' | 'tenant', receivedOn: string) =>
    books.on(TODAY, (tx, scope) => getNoticePeriod(tx, scope, { id, noticeBy, receivedOn }));

  test('received on 4 June 2026 in Berlin it counts from July: 1, 2, 3 June are the working days', async () => {
    const id = await enterLease(books, TODAY);
    expect((await notice(id, 'tenant', '2026-06-03'))?.result.endsOn).toBe('2026-08-31');
    expect((await notice(id, 'tenant', '2026-06-04'))?.result.endsOn).toBe('2026-09-30');
  });

  test('a follow-up lease of the same tenant for the same flat goes on counting: since 2017 nine months', async () => {
    await enterLease(books, TODAY, {
      startsOn: '2017-03-01',
      endsOn: '2023-12-31',
      bookedFrom: '2023-12-01',
    });
    const id = await enterLease(books, TODAY, { startsOn: '2024-01-01', bookedFrom: '2026-05-01' });
    const found = await notice(id, 'landlord', '2026-06-02');
    expect(found).toMatchObject({ letSince: '2017-03-01', result: { months: 9, endsOn: '2027-02-28' } });
  });

  test('outside Germany the program knows no period', async () => {
    const id = await enterLease(books, TODAY);
    await books.admin`update hausbuch.portfolio set jurisdiction = 'AT' where id = ${books.portfolioId}`;
    expect(await notice(id, 'tenant', '2026-06-03')).toBeNull();
  });

  test('who gave it, when, when received; it shows as given and can be taken back', async () => {
    const id = await enterLease(books, TODAY);
    await end(id, { endsOn: '2026-08-31', noticeGivenOn: '2026-05-18', noticeReceivedOn: '2026-05-19' });
    expect(await lease(id)).toMatchObject({
      state: 'notice_given',
      noticeBy: 'tenant',
      noticeReceivedOn: '2026-05-19',
    });
    await renew(id, { endsOn: null });
    expect(await lease(id)).toMatchObject({
      state: 'active',
      noticeBy: null,
      noticeGivenOn: null,
      endsOn: null,
    });
  });
});

describe('renewal', () => {
  test('a lease that ended on 15 March goes on: March is corrected only when confirmed, April and May are posted', async () => {
    const id = await enterLease(books, TODAY, { endsOn: '2026-03-15' });
    expect((await open(id)).openCents).toBe(2 * 70_000 + 33_871);
    const input = renewLeaseInput.parse({ id, version: 1 });
    const { differences } = await books.on(TODAY, (tx, scope) => previewRenewLease(tx, scope, input));
    expect(differences).toMatchObject([{ month: '2026-03', postedCents: 33_871, owedCents: 70_000 }]);
    await renew(id, { endsOn: null, correctPosted: true });
    expect((await open(id)).openCents).toBe(5 * 70_000);
    expect(await brokenLaws(books)).toEqual([]);
  });

  test('an earlier end, a lease without end, and a unit that is let again are refused', async () => {
    const id = await enterLease(books, TODAY, { endsOn: '2026-03-15' });
    await expect(renew(id, { endsOn: '2026-03-01' })).rejects.toMatchObject({
      code: 'lease.renewal_not_later',
    });
    const next = await enterLease(books, TODAY, { startsOn: '2026-04-01' });
    await expect(renew(next, { endsOn: '2030-01-01' })).rejects.toMatchObject({ code: 'lease.open_ended' });
    await expect(renew(id, { endsOn: '2026-04-01' })).rejects.toMatchObject({
      cause: { constraint_name: 'lease_unit_no_overlap' },
    });
  });
});

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

/** Units that two leases hold on one day, and days on which a lease has no tenant or no unit: never any. */
async function brokenTenancies({ admin, portfolioId }: Books) {
  return admin`
    with days as (
      select generate_series('2025-12-01'::date, '2027-06-30', interval '1 day')::date as day
    ), term as (
      select l.id, d.day from hausbuch.lease l join days d on d.day between l.starts_on and coalesce(l.ends_on, 'infinity')
      where l.portfolio_id = ${portfolioId} and l.voided_at is null
    ), unit_day as (
      select term.day, term.id as lease_id, u.unit_id from term
      join hausbuch.lease_unit u on u.lease_id = term.id and term.day between u.from_on and coalesce(u.to_on, 'infinity')
    )
    select 'two leases share a unit' as law, unit_id as id from unit_day group by unit_id, day having count(*) > 1
    union
    select 'a day without a unit', term.id from term
    where not exists (select 1 from unit_day d where d.lease_id = term.id and d.day = term.day)
    union
    select 'a unit outside its lease', u.lease_id from hausbuch.lease_unit u join hausbuch.lease l on l.id = u.lease_id
    where u.portfolio_id = ${portfolioId}
      and (u.from_on < l.starts_on or coalesce(u.to_on, 'infinity') > coalesce(l.ends_on, 'infinity'))
    union
    select 'a day without a tenant', term.id from term where not exists (
      select 1 from hausbuch.lease_tenant t
      where t.lease_id = term.id and term.day between t.from_on and coalesce(t.to_on, 'infinity')
    )`;
}

const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2025-12-15', days));
const maybeDay = fc.option(day, { freq: 2 });
const which = fc.nat({ max: 5 });
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), unit: which, startsOn: day, endsOn: maybeDay }),
  fc.record({ do: fc.constant('end' as const), which, endsOn: day }),
  fc.record({ do: fc.constant('renew' as const), which, endsOn: maybeDay }),
  fc.record({ do: fc.constant('void' as const), which }),
  fc.record({ do: fc.constant('units' as const), which, unit: which, fromOn: day, toOn: maybeDay }),
  fc.record({ do: fc.constant('tenants' as const), which, on: day }),
);

test('over random tenancies no two leases share a unit on a day, and none is without a tenant or unit', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await books.close();
      books = await openBooks(database);
      const units = [books.unitId, await addUnit(), await addUnit('parking')];
      const second = await addTenant();
      const leases: string[] = [];
      for (const move of steps) {
        const id = leases['which' in move ? move.which % Math.max(1, leases.length) : -1];
        // What a rule or the database refuses is an answer; what is let in must keep the law.
        await attempt(async () => {
          if (move.do === 'create') {
            const { startsOn, endsOn } = move;
            const unitIds = [units[move.unit % units.length] ?? books.unitId];
            const bookedFrom = '2026-05-01';
            leases.push(await enterLease(books, TODAY, { startsOn, endsOn, unitIds, bookedFrom }));
          } else if (id === undefined) return;
          else if (move.do === 'end') await end(id, { endsOn: move.endsOn, noticeGivenOn: '2025-12-01' });
          else if (move.do === 'renew') await renew(id, { endsOn: move.endsOn });
          else {
            const { version, startsOn, units: present } = await lease(id);
            await books.on(TODAY, async (tx, scope) => {
              if (move.do === 'void') return voidLease(tx, scope, { id, version });
              if (move.do === 'tenants') {
                const tenants = [
                  { tenantId: books.tenantId, fromOn: startsOn, toOn: addDays(move.on, -1) },
                  { tenantId: second, fromOn: move.on, toOn: null },
                ];
                return setTenants(tx, scope, { id, version, tenants });
              }
              const further = {
                unitId: units[move.unit % units.length] ?? '',
                fromOn: move.fromOn,
                toOn: move.toOn,
              };
              const kept = present.map((row) => ({ unitId: row.id, fromOn: row.fromOn, toOn: row.toOn }));
              return setUnits(tx, scope, { id, version, units: [...kept, further] });
            });
          }
        });
        expect(await brokenTenancies(books)).toEqual([]);
      }
      expect(await brokenLaws(books)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

async function attempt(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    const refused =
      error instanceof DomainError ||
      error instanceof ZodError ||
      (error instanceof Error && String((error.cause as Error | undefined)?.message).includes('no_overlap'));
    if (!refused) throw error;
  }
}
