import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  createDocument,
  createLandlord,
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

describe('create and get', () => {
  test('comes with one unit of its name, kind and area', async () => {
    const house = await createProperty(books.owner, { kind: 'apartment', livingAreaSqm100: 6_450 });
    const found = await books.owner.property.get({ id: house.id });
    expect(found).toMatchObject({ name: house.name, livingAreaSqm100: 6_450, version: 1, arrearsCents: 0 });
    expect(found.units).toMatchObject([
      {
        id: house.unitId,
        name: house.name,
        kind: 'apartment',
        period: { areaSqm100: 6_450, ownUse: false },
        currentLease: null,
        upcomingLease: null,
      },
    ]);
  });

  test('the living area of a house with several flats is not that of its first', async () => {
    const house = await createProperty(books.owner, { kind: 'multi_family', livingAreaSqm100: 60_000 });
    const { units } = await books.owner.property.get({ id: house.id });
    expect(units[0]?.period?.areaSqm100).toBeNull();
  });

  test('the same request again has the same answer and leaves one trace; another under its id is refused', async () => {
    const house = await createProperty(books.owner);
    const { version, ...input } = house;
    expect(await books.owner.property.create(input)).toEqual({ id: house.id, version, unitId: house.unitId });
    expect(await failureOf(books.owner.property.create({ ...input, name: 'Anders' }))).toBe('already_exists');
    expect(await failureOf(books.owner.property.create({ ...input, unitId: randomUUID() }))).toBe(
      'already_exists',
    );
    const traces = await asAdmin(
      database,
      (sql) => sql`select action from hausbuch.audit_event where entity_id = ${house.id}`,
    );
    expect(traces.map((row) => row.action)).toEqual(['property.create']);
  });

  test('bad input names its fields', async () => {
    const input = {
      id: randomUUID(),
      unitId: randomUUID(),
      name: ' ',
      kind: 'house' as const,
      country: 'Germany',
    };
    expect(await failureOf(books.owner.property.create(input))).toBe(
      'BAD_REQUEST country: country, name: name_or_address',
    );
  });

  test('a script as a name stays text', async () => {
    const house = await createProperty(books.owner, { name: '<script>alert(1)</script>' });
    expect((await books.owner.property.get({ id: house.id })).name).toBe('<script>alert(1)</script>');
  });

  test('shows who lives there, who comes next and the rent of 700 + 150 €', async () => {
    const house = await createProperty(books.owner);
    const [now, next] = [await createTenant(books.owner), await createTenant(books.owner)];
    const unitIds = [house.unitId];
    const current = await createLease(
      books.owner,
      { unitIds, tenantIds: [now.id] },
      { startsOn: monthStart(-1), endsOn: daysFromToday(40) },
    );
    const coming = await createLease(
      books.owner,
      { unitIds, tenantIds: [next.id] },
      { startsOn: daysFromToday(41), bookedFrom: `${daysFromToday(41).slice(0, 7)}-01` },
    );
    const { units, arrearsCents } = await books.owner.property.get({ id: house.id });
    expect(units[0]?.currentLease).toMatchObject({
      id: current.id,
      startsOn: monthStart(-1),
      endsOn: daysFromToday(40),
      tenants: [{ id: now.id, name: now.name }],
      monthlyRentCents: 85_000,
    });
    expect(units[0]?.upcomingLease).toMatchObject({
      id: coming.id,
      tenants: [{ id: next.id }],
      monthlyRentCents: 85_000,
    });
    expect(arrearsCents).toBeGreaterThanOrEqual(85_000);
  });
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

describe('change', () => {
  const changed = (
    house: Awaited<ReturnType<typeof createProperty>>,
    name: string,
    version = house.version,
  ) => ({
    id: house.id,
    version,
    name,
    kind: house.kind,
    country: house.country,
    notes: 'Zeile 1\nZeile 2',
    purchasePriceCents: 25_000_000,
    soldOn: null,
  });

  test('the second of two editors is told, and nothing of theirs is written', async () => {
    const house = await createProperty(books.owner);
    expect(await books.owner.property.update(changed(house, 'Erste'))).toEqual({ id: house.id, version: 2 });
    expect(await failureOf(books.owner.property.update(changed(house, 'Zweite')))).toBe('version_conflict');
    expect(await books.owner.property.get({ id: house.id })).toMatchObject({
      name: 'Erste',
      version: 2,
      notes: 'Zeile 1\nZeile 2',
      purchasePriceCents: 25_000_000,
    });
    expect(await failureOf(books.owner.property.archive({ id: house.id, version: 1 }))).toBe(
      'version_conflict',
    );
    expect(await failureOf(books.owner.property.restore({ id: house.id, version: 1 }))).toBe(
      'version_conflict',
    );
  });

  test('of many editors at once exactly one wins', async () => {
    const house = await createProperty(books.owner);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        failureOf(books.owner.property.update(changed(house, `Name ${n}`))),
      ),
    );
    expect(outcomes.filter((outcome) => outcome !== 'version_conflict')).toHaveLength(1);
  });

  test('the trail keeps what changed, before and after, and only that', async () => {
    const house = await createProperty(books.owner, { name: 'Vorher' });
    const { version, unitId, ...fields } = house;
    await books.owner.property.update({ ...fields, version, name: 'Nachher' });
    const [event] = await asAdmin(
      database,
      (sql) => sql`select before, after, user_id from hausbuch.audit_event
        where entity_id = ${house.id} and action = 'property.update'`,
    );
    expect(event).toEqual({ before: { name: 'Vorher' }, after: { name: 'Nachher' }, user_id: books.ownerId });
  });

  test('an archived property takes no new unit', async () => {
    const house = await createProperty(books.owner);
    await books.owner.property.archive({ id: house.id, version: 1 });
    expect(await failureOf(createUnit(books.owner, house.id))).toBe('property.archived');
  });
});

describe('owners', () => {
  const third = (landlordId: string) => ({ landlordId, shareNumerator: 1, shareDenominator: 3 });

  test('three thirds are the whole; 1/3 + 1/3 + 34/100 are more', async () => {
    const house = await createProperty(books.owner);
    const [a, b, c] = [
      await createLandlord(books.owner),
      await createLandlord(books.owner),
      await createLandlord(books.owner),
    ];
    const owners = [third(a.id), third(b.id), third(c.id)];
    await books.owner.property.setOwners({ propertyId: house.id, version: 1, owners });
    expect((await books.owner.property.get({ id: house.id })).owners).toHaveLength(3);
    const tooMuch = [
      third(a.id),
      third(b.id),
      { landlordId: c.id, shareNumerator: 34, shareDenominator: 100 },
    ];
    expect(
      await failureOf(books.owner.property.setOwners({ propertyId: house.id, version: 2, owners: tooMuch })),
    ).toBe('property.shares_exceed_whole @owners');
    expect((await books.owner.property.get({ id: house.id })).owners).toMatchObject(
      owners.map(() => ({ shareNumerator: 1, shareDenominator: 3 })),
    );
    await books.owner.property.setOwners({ propertyId: house.id, version: 2, owners: [] });
    expect((await books.owner.property.get({ id: house.id })).owners).toEqual([]);
  });

  test('refuses the same landlord twice, a stranger, an old version', async () => {
    const house = await createProperty(books.owner);
    const one = await createLandlord(books.owner);
    const strangers = await createPortfolio(database, { landlordName: 'Fremd' });
    const [stranger] = await strangers.owner.landlord.list({});
    const set = (
      owners: { landlordId: string; shareNumerator: number; shareDenominator: number }[],
      version = 1,
    ) => failureOf(books.owner.property.setOwners({ propertyId: house.id, version, owners }));
    expect(await set([third(one.id), third(one.id)])).toBe('already_exists @owners.1.landlordId');
    expect(await set([third(one.id), third(stranger?.id ?? '')])).toBe('not_found @owners.1.landlordId');
    expect(await set([third(one.id)], 7)).toBe('version_conflict');
    expect(await set([{ ...third(one.id), shareNumerator: 4 }])).toBe(
      'BAD_REQUEST owners.0.shareNumerator: share',
    );
  });
});

describe('picture and values', () => {
  test('a picture is one of the property’s own documents; deleted, it is gone from the page', async () => {
    const house = await createProperty(books.owner);
    const other = await createProperty(books.owner);
    const { documentId } = await createDocument(books.owner, [{ kind: 'property', id: house.id }]);
    await books.owner.property.setCover({ id: house.id, version: 1, documentId });
    expect((await books.owner.property.get({ id: house.id })).coverDocumentId).toBe(documentId);
    expect(
      await failureOf(books.owner.property.setCover({ id: other.id, version: 1, documentId })),
    ).toContain('not_found');
    await books.owner.document.delete({ ids: [documentId] });
    expect((await books.owner.property.get({ id: house.id })).coverDocumentId).toBeNull();
  });

  test('values replace each other as a list, the latest first; not two of a day, none of tomorrow', async () => {
    const { id } = await createProperty(books.owner);
    const value = (valuedOn: string, valueCents: number) => ({ valuedOn, valueCents });
    const set = (version: number, valuations: ReturnType<typeof value>[]) =>
      books.owner.property.setValuations({ propertyId: id, version, valuations });
    await set(1, [value('2020-01-01', 100), value(daysFromToday(0), 300)]);
    const found = await books.owner.property.get({ id });
    expect(found.valuations.map((row) => row.valueCents)).toEqual([300, 100]);
    expect(await failureOf(set(1, []))).toContain('version_conflict');
    expect(await failureOf(set(2, [value('2020-01-01', 1), value('2020-01-01', 2)]))).toContain(
      'already_exists @valuations.1.valuedOn',
    );
    expect(await failureOf(set(2, [value(daysFromToday(1), 1)]))).toContain(
      'property.value_in_future @valuations.0.valuedOn',
    );
  });
});
