import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getNoticePeriod } from '@/features/lease/notice-queries';
import { setHousehold, setTenants, setUnits } from '@/features/lease/party-commands';
import { endLeaseInput, noticePeriodInput, renewLeaseInput, updateLeaseInput } from '@/features/lease/schema';
import { endLease, previewRenewLease, previewUpdateLease, updateLease } from '@/features/lease/term-commands';
import { postDueRent } from '@/features/rent/commands';
import { getAccount, listOpenItems } from '@/ledger';
import { accountInput } from '@/ledger/inputs';
import { constraintAgainst } from '../factories/failure.ts';
import { leaseEdits } from '../factories/lease-edits.ts';
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

const { lease, addUnit, addTenant, end, renew } = leaseEdits(() => books, TODAY);

const open = (id: string, day = TODAY) => books.on(day, (tx, scope) => listOpenItems(tx, scope, id));
const tenantsOf = async (id: string) =>
  (await lease(id)).tenants.map((row) => [row.id, row.fromOn, row.toOn]);

describe('a lease that is entered again under its id', () => {
  test('as it was is answered as the first time', async () => {
    const given = { id: randomUUID(), persons: 2 };
    await enterLease(books, TODAY, given);
    expect(await enterLease(books, TODAY, given)).toBe(given.id);
    expect((await lease(given.id)).tenants).toHaveLength(1);
  });

  test('with anything else is another one, and changes nothing', async () => {
    const id = await enterLease(books, TODAY);
    const [unitId, tenantId] = [await addUnit('parking'), await addTenant()];
    const before = await lease(id);
    for (const other of [
      { unitIds: [unitId] },
      { unitIds: [books.unitId, unitId] },
      { tenantIds: [tenantId] },
      { persons: 3 },
      { openingBalanceCents: 5_000 },
      { rentLines: [{ component: 'net' as const, amountCents: 70_001, settlement: 'none' as const }] },
      {
        rentSince: '2026-03-01',
        earlierRents: [
          {
            validFrom: '2026-01-01',
            lines: [{ component: 'net' as const, amountCents: 60_000, settlement: 'none' as const }],
          },
        ],
      },
    ]) {
      await expect(enterLease(books, TODAY, { id, ...other }), JSON.stringify(other)).rejects.toMatchObject({
        code: 'already_exists',
      });
    }
    expect(await lease(id)).toEqual(before);
  });
});

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
    expect(await constraintAgainst(set(2, other))).toBe('lease_unit_no_overlap');
    await set(2, other, '2026-05-31');
  });

  test('an end before a tenant came or left is a mistake: nobody is lost by it, and before that day nobody is revived', async () => {
    const next = await addTenant();
    const id = await enterLease(books, TODAY);
    const tenants = [
      { tenantId: books.tenantId, fromOn: '2026-01-01', toOn: '2026-03-31' },
      { tenantId: next, fromOn: '2026-04-01', toOn: null },
    ];
    await books.on(TODAY, (tx, scope) => setTenants(tx, scope, { id, version: 1, tenants }));
    const end = (endsOn: string) =>
      books.on(TODAY, (tx, scope) =>
        endLease(
          tx,
          scope,
          endLeaseInput.parse({ id, version: 2, endsOn, noticeGivenOn: '2026-02-01', noticeBy: 'agreement' }),
        ),
      );
    for (const day of ['2026-02-28', '2026-03-30', '2026-03-31']) {
      await expect(end(day)).rejects.toMatchObject({ code: 'lease.changed_after_end', field: 'endsOn' });
    }
    await end('2026-04-30');
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

  test('moved from 1 August to 16 June, 700 × 15 ÷ 30 = 350 of June and 700 of July are posted, too', async () => {
    const id = await enterLease(books, TODAY, { startsOn: '2026-08-01', bookedFrom: '2026-08-01' });
    const move = async (of: string, startsOn: string) => {
      const input = await change(of, { startsOn });
      await books.on(TODAY, (tx, scope) => updateLease(tx, scope, input));
    };
    await move(id, '2026-06-16');
    await books.on('2026-08-10', (tx, scope) => postDueRent(tx, scope));
    const owed = async (of: string) =>
      (await books.on('2026-08-10', (tx, scope) => listOpenItems(tx, scope, of))).items.map((item) => [
        item.periodFrom,
        item.openCents,
      ]);
    expect(await owed(id)).toEqual([
      ['2026-06-16', 35_000],
      ['2026-07-01', 70_000],
      ['2026-08-01', 70_000],
    ]);
    // An account that begins later than its lease was said to, and still does.
    const unitIds = [await addUnit()];
    const late = await enterLease(books, TODAY, {
      startsOn: '2026-01-01',
      bookedFrom: '2026-08-01',
      unitIds,
    });
    await move(late, '2025-12-01');
    await books.on('2026-08-10', (tx, scope) => postDueRent(tx, scope));
    expect(await owed(late)).toEqual([['2026-08-01', 70_000]]);
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
});

describe('notice', () => {
  const notice = (id: string, noticeBy: 'landlord' | 'tenant', receivedOn: string, more: object = {}) => {
    const input = noticePeriodInput.parse({ id, noticeBy, receivedOn, ...more });
    return books.on(TODAY, (tx, scope) => getNoticePeriod(tx, scope, input));
  };

  test('of a dwelling in the landlord’s own house of two: three months more; the tenant’s stays as it is (§ 573a)', async () => {
    const id = await enterLease(books, TODAY);
    const circumstance = 'shared_house';
    const short = await notice(id, 'landlord', '2026-06-03');
    expect(short).toMatchObject({
      circumstance: 'none',
      circumstances: ['none', 'shared_house', 'furnished_room', 'heirs'],
    });
    const long = await notice(id, 'landlord', '2026-06-03', { circumstance });
    expect((long?.result.months ?? 0) - (short?.result.months ?? 0)).toBe(3);
    expect(await notice(id, 'tenant', '2026-06-03', { circumstance })).toMatchObject({
      circumstance: 'none',
      circumstances: ['none', 'furnished_room', 'heirs'],
      result: { endsOn: '2026-08-31' },
    });
  });

  test('a landlord needs a reason for a dwelling, and for no garage, shop or furnished room (§§ 573, 549 (2), 578 BGB)', async () => {
    const id = await enterLease(books, TODAY);
    const asked = async (more: object = {}) =>
      (await notice(id, 'landlord', '2026-06-03', more))?.needsReason;
    expect(await asked()).toBe(true);
    expect(await asked({ circumstance: 'shared_house' })).toBe(false);
    expect(await asked({ circumstance: 'furnished_room' })).toBe(false);
    expect((await notice(id, 'tenant', '2026-06-03'))?.needsReason).toBe(false);
    for (const kind of ['commercial', 'parking']) {
      await books.admin`update hausbuch.unit set kind = ${kind} where portfolio_id = ${books.portfolioId}`;
      expect(await asked()).toBe(false);
    }
    await books.admin`update hausbuch.unit set kind = 'room' where portfolio_id = ${books.portfolioId}`;
    expect(await notice(id, 'landlord', '2026-06-03')).toMatchObject({ needsReason: true, hasRoom: true });
  });

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
    expect(await constraintAgainst(renew(id, { endsOn: '2026-04-01' }))).toBe('lease_unit_no_overlap');
  });
});
