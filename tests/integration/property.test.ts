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

  test('a flat for 800 and its garage for 50 on one lease of 850 have 800 and 50 of it', async () => {
    const house = await createProperty(books.owner);
    const garage = randomUUID();
    await books.owner.unit.create({
      id: garage,
      propertyId: house.id,
      name: 'Garage',
      kind: 'parking',
      askingRentCents: 5_000,
    });
    const listed = await books.owner.unit.list({ propertyId: house.id });
    const flat = listed.find((one) => one.id === house.unitId);
    if (!flat) throw new Error('The house has a flat.');
    const { id, version, name, kind } = flat;
    await books.owner.unit.update({ id, version, name, kind, askingRentCents: 80_000 });
    const { id: tenantId } = await createTenant(books.owner);
    await createLease(books.owner, { unitIds: [house.unitId, garage], tenantIds: [tenantId] });
    const { units } = await books.owner.property.get({ id: house.id });
    const rents = units.map((unit) => [
      unit.name,
      unit.currentLease?.unitRentCents,
      unit.currentLease?.monthlyRentCents,
    ]);
    expect(Object.fromEntries(rents.map(([unit, ...cents]) => [unit, cents]))).toEqual({
      [name]: [80_000, 85_000],
      Garage: [5_000, 85_000],
    });
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
    const ownersIn = async (part: { propertyId: string | null; unitId: string | null }) =>
      (await books.owner.statistics.report({ ...part, from: monthStart(0), to: monthStart(1) })).owners;
    expect(await ownersIn({ propertyId: house.id, unitId: null })).toEqual(
      [a, b, c].map(({ name }) => ({ name, shareNumerator: 1, shareDenominator: 3 })),
    );
    expect(await ownersIn({ propertyId: null, unitId: house.unitId })).toBeNull();
    expect(await ownersIn({ propertyId: null, unitId: null })).toBeNull();
    await books.owner.property.setOwners({ propertyId: house.id, version: 2, owners: [] });
    expect((await books.owner.property.get({ id: house.id })).owners).toEqual([]);
    expect(await ownersIn({ propertyId: house.id, unitId: null })).toBeNull();
    const alone = [{ landlordId: a.id, shareNumerator: 1, shareDenominator: 1 }];
    await books.owner.property.setOwners({ propertyId: house.id, version: 3, owners: alone });
    expect(await ownersIn({ propertyId: house.id, unitId: null })).toBeNull();
  });

  test('a house entered where there are two landlords lacks an owner until one is named', async () => {
    const own = await createPortfolio(database, { landlordName: 'Gisela Harms' });
    const house = await createProperty(own.owner);
    const lacks = async () => (await own.owner.property.get({ id: house.id })).lacksOwner;
    expect(await lacks()).toBe(false);
    // With the second landlord the houses there are become the first one's.
    const brother = await createLandlord(own.owner);
    expect(await lacks()).toBe(false);
    const later = await createProperty(own.owner);
    expect((await own.owner.property.get({ id: later.id })).lacksOwner).toBe(true);
    const owners = [{ landlordId: brother.id, shareNumerator: 1, shareDenominator: 1 }];
    await own.owner.property.setOwners({ propertyId: later.id, version: 1, owners });
    expect((await own.owner.property.get({ id: later.id })).lacksOwner).toBe(false);
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
