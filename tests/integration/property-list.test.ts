import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  daysFromToday,
  monthStart,
  type Records,
  recordPayment,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Records;

beforeAll(async () => {
  database = await createTestDatabase();
  books = await createPortfolio(database);
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

describe('list', () => {
  const names = async (search: string, caller = books.owner) =>
    (await caller.property.list({ search })).rows.map((row) => row.name);

  test('finds Müller by müller, mueller and muller, and street and city with it', async () => {
    const own = await createPortfolio(database);
    await createProperty(own.owner, { name: 'Müllerhof', street: 'Große Straße', city: 'Köln' });
    await createProperty(own.owner, { name: 'Muellergarten', street: 'Rue Élysée', city: 'Saarbrücken' });
    await createProperty(own.owner, { name: '100% Haus_A', street: 'Weg', city: 'Bonn' });
    for (const search of ['mülLER', 'MUELLER', 'müller kö']) {
      expect(await names(search, own.owner), search).toContain('Müllerhof');
    }
    expect(await names('muller', own.owner)).toEqual(['Müllerhof']);
    expect(await names('mueller', own.owner)).toEqual(['Muellergarten', 'Müllerhof']);
    expect(await names('grosse strasse koeln', own.owner)).toEqual(['Müllerhof']);
    expect(await names('elysee', own.owner)).toEqual(['Muellergarten']);
    expect(await names('%', own.owner)).toEqual(['100% Haus_A']);
    expect(await names('haus_a', own.owner)).toEqual(['100% Haus_A']);
    expect(await names("' or 1=1 --", own.owner)).toEqual([]);
  });

  test('pages by key in dictionary order and shows everything once, also names that are equal or very long', async () => {
    const own = await createPortfolio(database);
    const given = ['Ähre', 'Zeder', 'Apfel', 'apfel', 'Ahorn', 'Öl', 'Ofen', '木'.repeat(200), 'Ahorn'];
    for (const name of given) await createProperty(own.owner, { name });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await own.owner.property.list({ limit: 2, cursor });
      expect(page.rows.length).toBeLessThanOrEqual(2);
      seen.push(...page.rows.map((row) => row.name));
      cursor = page.nextCursor;
    } while (cursor);
    expect([...seen].sort()).toEqual([...given].sort());
    const folded = seen.map((name) => name.toLowerCase());
    expect(folded).toEqual([
      'ahorn',
      'ahorn',
      'ähre',
      'apfel',
      'apfel',
      'ofen',
      'öl',
      'zeder',
      '木'.repeat(200),
    ]);
  });

  test('are listed as people count: house 2 before house 10, page by page, as their units are', async () => {
    const own = await createPortfolio(database);
    const inOrder = ['1. Hof', '10. Hof', 'House 1b', 'House 2', 'house 9', 'House 10', 'House 00011'];
    for (const name of inOrder.toSorted()) await createProperty(own.owner, { name });
    const listed = async (descending: boolean) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await own.owner.property.list({ limit: 3, cursor, descending });
        seen.push(...page.rows.map((row) => row.name));
        cursor = page.nextCursor;
      } while (cursor);
      return seen;
    };
    expect(await listed(false)).toEqual(inOrder);
    expect(await listed(true)).toEqual(inOrder.toReversed());
    const found = await own.owner.document.findTargets({ search: 'house' });
    const houses = found.filter((target) => target.kind === 'property').map((target) => target.label);
    expect(houses).toEqual(inOrder.slice(2));
  });

  test('a cursor of nobody is bad input, not a failure', async () => {
    expect(await failureOf(books.owner.property.list({ cursor: 'nonsense' }))).toBe('invalid @cursor');
  });

  test('counts units, let ones and arrears; 850 € due last month, 300 € paid: 550 € and this month', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const second = await createUnit(own.owner, house.id);
    const gone = await createUnit(own.owner, house.id);
    await own.owner.unit.archive({ id: gone.id, version: gone.version });
    const tenant = await createTenant(own.owner);
    // Flat and garage on one contract: its arrears count once.
    const lease = await createLease(
      own.owner,
      { unitIds: [house.unitId, second.id], tenantIds: [tenant.id] },
      { startsOn: monthStart(-1), endsOn: null },
    );
    await recordPayment(own.owner, lease.id, 30_000);
    const { rows } = await own.owner.property.list({});
    const dueThisMonth = monthStart() < daysFromToday(0) ? 85_000 : 0;
    expect(rows).toMatchObject([
      { id: house.id, unitCount: 2, letUnitCount: 2, arrearsCents: 55_000 + dueThisMonth },
    ]);
  });

  test('a lease that is over or yet to begin lets nothing today', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const tenant = await createTenant(own.owner);
    const parties = { unitIds: [house.unitId], tenantIds: [tenant.id] };
    await createLease(own.owner, parties, { startsOn: monthStart(-3), endsOn: daysFromToday(-1) });
    await createLease(own.owner, parties, { startsOn: daysFromToday(1), bookedFrom: monthStart(-1) });
    const { rows } = await own.owner.property.list({});
    expect(rows).toMatchObject([{ unitCount: 1, letUnitCount: 0 }]);
  });

  test('filters by kind and archive', async () => {
    const own = await createPortfolio(database);
    const kept = await createProperty(own.owner, { kind: 'house' });
    const archived = await createProperty(own.owner, { kind: 'land' });
    await own.owner.property.archive({ id: archived.id, version: archived.version });
    const ids = async (input: Parameters<typeof own.owner.property.list>[0]) =>
      (await own.owner.property.list(input)).rows.map((row) => row.id);
    expect(await ids({})).toEqual([kept.id]);
    expect(await ids({ archive: 'archived' })).toEqual([archived.id]);
    expect(await ids({ archive: 'all' })).toHaveLength(2);
    expect(await ids({ archive: 'all', kind: 'land' })).toEqual([archived.id]);
    await own.owner.property.restore({ id: archived.id, version: archived.version + 1 });
    expect(await ids({})).toHaveLength(2);
  });

  test('by city, arrears, vacancy and an end within 90 days; sorted by each and paged by key', async () => {
    const own = await createPortfolio(database);
    const tenant = await createTenant(own.owner);
    const [full, empty, ending, lived] = [
      await createProperty(own.owner, { name: 'A', city: 'Köln' }),
      await createProperty(own.owner, { name: 'B', city: 'Bonn' }),
      await createProperty(own.owner, { name: 'C', city: 'köln' }),
      await createProperty(own.owner, { name: 'D', city: null }),
    ];
    await createUnit(own.owner, ending.id);
    const lets = (unitId: string, dates: object) =>
      createLease(own.owner, { unitIds: [unitId], tenantIds: [tenant.id] }, dates);
    const paid = await lets(full.unitId, { startsOn: monthStart() });
    await recordPayment(own.owner, paid.id, 85_000);
    await lets(ending.unitId, { startsOn: monthStart(-2), endsOn: daysFromToday(60) });
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.unit_period set own_use = true where unit_id = ${lived.unitId}`,
    );
    const list = async (input: Parameters<typeof own.owner.property.list>[0]) =>
      (await own.owner.property.list(input)).rows.map((row) => row.name);
    expect(await own.owner.property.cities()).toEqual(['Bonn', 'köln']);
    expect(await list({ city: 'KÖLN' })).toEqual(['A', 'C']);
    expect(await list({ only: ['arrears'] })).toEqual(['C']);
    expect(await list({ only: ['ending'] })).toEqual(['C']);
    expect(await list({ only: ['vacant'] })).toEqual(['B', 'C']);
    expect(await list({ only: ['vacant'], city: 'Bonn' })).toEqual(['B']);
    expect((await list({ sort: 'city' })).slice(0, 2)).toEqual(['D', 'B']);
    expect((await list({ sort: 'arrears', descending: true }))[0]).toBe('C');
    expect((await list({ sort: 'units', descending: true }))[0]).toBe('C');
    for (const sort of ['name', 'city', 'units', 'arrears'] as const) {
      for (const descending of [false, true]) {
        const found: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await own.owner.property.list({ sort, descending, limit: 1, cursor });
          found.push(...page.rows.map((row) => row.name));
          cursor = page.nextCursor;
        } while (cursor);
        expect(found, `${sort} ${descending}`).toEqual(await list({ sort, descending }));
        expect([...found].sort()).toEqual(['A', 'B', 'C', 'D']);
      }
    }
    await own.owner.property.update({
      id: empty.id,
      version: empty.version,
      name: 'B',
      kind: empty.kind,
      country: empty.country,
      soldOn: daysFromToday(-1),
    });
    expect(await list({ only: ['vacant'] })).toEqual(['C']);
    const sold = (await own.owner.property.list({})).rows.filter((row) => row.isSold);
    expect(sold.map((row) => row.name)).toEqual(['B']);
  });

  test('many are archived and restored at once, each with its trace; a conflict takes all back', async () => {
    const own = await createPortfolio(database);
    const [one, two] = [await createProperty(own.owner), await createProperty(own.owner)];
    const rows = [one, two].map(({ id, version }) => ({ id, version }));
    const archived = await own.owner.property.archiveRows({ rows });
    expect((await own.owner.property.list({})).rows).toEqual([]);
    expect(await failureOf(own.owner.property.archiveRows({ rows }))).toBe('version_conflict');
    await own.owner.property.restoreRows({ rows: archived });
    expect((await own.owner.property.list({})).rows).toHaveLength(2);
    const half = [
      { id: one.id, version: one.version + 2 },
      { id: two.id, version: one.version },
    ];
    expect(await failureOf(own.owner.property.archiveRows({ rows: half }))).toBe('version_conflict');
    expect((await own.owner.property.list({})).rows).toHaveLength(2);
    const traces = await asAdmin(
      database,
      (sql) => sql`select action from hausbuch.audit_event
        where portfolio_id = ${own.id} and action in ('property.archive', 'property.restore')`,
    );
    expect(traces).toHaveLength(4);
  });
});
