import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { failureOf } from '../factories/failure.ts';
import {
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  daysFromToday,
  monthStart,
  type Records,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Records;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  books = await createPortfolio(database);
  tenantId = (await createTenant(books.owner)).id;
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const letTo = (unitId: string, startsOn: string, endsOn: string | null = null) =>
  createLease(books.owner, { unitIds: [unitId], tenantIds: [tenantId] }, { startsOn, endsOn });

/** A house that was bought long before the strip begins; beside its one flat an archived one. */
const createHouse = async (askingRentCents: number | null = 60_000) => {
  const { unitId, ...house } = await createProperty(books.owner);
  await books.owner.property.update({ ...house, purchasedOn: '2015-01-01' });
  const name = 'EG links';
  await books.owner.unit.update({ id: unitId, version: 1, name, kind: 'apartment', askingRentCents });
  const spare = await createUnit(books.owner, house.id);
  await books.owner.unit.archive({ id: spare.id, version: spare.version });
  return { id: house.id, unitId };
};
const stripOf = async (propertyId: string) => {
  const occupancy = await books.owner.occupancy.ofProperty({ propertyId });
  expect(occupancy.units.map((unit) => unit.name)).toEqual(['EG links']);
  return { ...occupancy, segments: occupancy.units[0]?.segments ?? [] };
};

test('two months between two leases are a gap that costs two rents; a lease of these days closes it', async () => {
  const house = await createHouse();
  await letTo(house.unitId, '2020-01-01', addDays(monthStart(-5), -1));
  await letTo(house.unitId, monthStart(-3));
  const before = await stripOf(house.id);
  const [gapFrom, gapTo] = [monthStart(-5), addDays(monthStart(-3), -1)];
  expect(before.segments.map(({ state, from, to }) => [state, from, to])).toEqual([
    ['let', monthStart(-12), addDays(gapFrom, -1)],
    ['gap', gapFrom, gapTo],
    ['let', monthStart(-3), addDays(monthStart(13), -1)],
  ]);
  expect(before.segments[1]).toMatchObject({
    costCents: 120_000,
    aheadCents: null,
    lettable: { from: gapFrom, to: gapTo },
  });
  const report = await books.owner.statistics.report({
    propertyId: house.id,
    unitId: null,
    from: before.from,
    to: today(),
  });
  const sum = report?.months.reduce((cents, month) => cents + month.vacancyCostCents, 0);
  expect([before.vacancyCost.result.costCents, sum]).toEqual([120_000, 120_000]);

  await letTo(house.unitId, gapFrom, gapTo);
  const after = await stripOf(house.id);
  expect(after.segments.map((segment) => segment.state)).toEqual(['let']);
  expect(after.vacancyCost.result.costCents).toBe(0);
});

test('a voided lease frees its days; what stands empty now can be let from today on', async () => {
  const house = await createHouse(null);
  const lease = await letTo(house.unitId, '2020-01-01');
  await books.owner.lease.void({ id: lease.id, version: 1 });
  const { segments, vacancyCost } = await stripOf(house.id);
  expect(segments).toMatchObject([
    { state: 'vacant', costCents: null, aheadCents: null, lettable: { from: today(), to: null } },
  ]);
  expect(vacancyCost.result.costCents).toBe(0);
  expect(vacancyCost.result.unpricedDays).toBeGreaterThan(300);
});

test('a lease over own use is a conflict, and own use that ends on its first day solves it', async () => {
  const house = await createHouse();
  const set = (validFrom: string, ownUse: boolean) =>
    books.owner.unit.setPeriod({ unitId: house.unitId, validFrom, areaSqm100: 5_400, ownUse });
  await set('2018-01-01', true);
  const startsOn = daysFromToday(40);
  await letTo(house.unitId, startsOn);
  const { segments } = await stripOf(house.id);
  expect(segments.map((segment) => segment.state)).toEqual(['ownUse', 'conflict']);
  expect(segments[1]).toMatchObject({
    from: startsOn,
    lettable: null,
    facts: { ownUse: true, areaSqm100: 5_400 },
  });
  await set(startsOn, false);
  const solved = await stripOf(house.id);
  expect(solved.segments.map((segment) => segment.state)).toEqual(['ownUse', 'let']);
});

test('of a property nobody knows, or a stranger’s, there is no strip', async () => {
  expect(await failureOf(books.owner.occupancy.ofProperty({ propertyId: randomUUID() }))).toMatch(
    /^not_found/,
  );
  const stranger = await createPortfolio(database);
  const house = await createHouse();
  expect(await failureOf(stranger.owner.occupancy.ofProperty({ propertyId: house.id }))).toMatch(
    /^not_found/,
  );
});
