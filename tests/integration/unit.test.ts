import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sinceEver } from '@/features/unit/rules';
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

test('a unit comes with its first facts, valid since ever; the same request again changes nothing', async () => {
  const house = await createProperty(books.owner);
  const { version, ...input } = await createUnit(books.owner, house.id, {
    floor: '2. OG links',
    rooms10: 25,
    areaSqm100: 6_050,
    coOwnershipNumerator: 125,
    coOwnershipDenominator: 1_000,
  });
  expect(await books.owner.unit.create(input)).toEqual({ id: input.id, version });
  expect(await failureOf(books.owner.unit.create({ ...input, floor: 'EG' }))).toBe('already_exists');
  const units = await books.owner.unit.list({ propertyId: house.id });
  expect(units).toHaveLength(2);
  expect(units.find((unit) => unit.id === input.id)).toMatchObject({
    floor: '2. OG links',
    rooms10: 25,
    period: {
      validFrom: '1900-01-01',
      areaSqm100: 6_050,
      coOwnershipNumerator: 125,
      coOwnershipDenominator: 1_000,
      ownUse: false,
    },
  });
});

test('two units of a house never bear one name', async () => {
  const house = await createProperty(books.owner);
  const first = await createUnit(books.owner, house.id, { name: 'Wohnung 1' });
  expect(await failureOf(createUnit(books.owner, house.id, { name: 'Wohnung 1' }))).toBe(
    'unit.name_taken @name',
  );
  const second = await createUnit(books.owner, house.id, { name: 'Wohnung 2' });
  const rename = { id: second.id, version: 1, name: 'Wohnung 1', kind: 'apartment' as const };
  expect(await failureOf(books.owner.unit.update(rename))).toBe('unit.name_taken @name');
  expect(await books.owner.unit.update({ ...rename, id: first.id })).toEqual({ id: first.id, version: 2 });
  expect(await failureOf(books.owner.unit.update({ ...rename, id: first.id }))).toBe('version_conflict');
  const neighbour = await createProperty(books.owner);
  await createUnit(books.owner, neighbour.id, { name: 'Wohnung 1' });
});

test('a share of more than the whole, or half a fraction, is refused', async () => {
  const house = await createProperty(books.owner);
  const share = (coOwnershipNumerator: number | null, coOwnershipDenominator: number | null) =>
    failureOf(createUnit(books.owner, house.id, { coOwnershipNumerator, coOwnershipDenominator }));
  expect(await share(3, 2)).toBe('invalid @coOwnershipDenominator');
  expect(await share(3, null)).toBe('invalid @coOwnershipDenominator');
  expect(await share(null, 2)).toBe('invalid @coOwnershipNumerator');
  expect(await share(2, 2)).toBe('no failure');
});

describe('dated facts', () => {
  test('today’s hold, not tomorrow’s, which are listed as still to come', async () => {
    const house = await createProperty(books.owner, { kind: 'apartment', livingAreaSqm100: 5_000 });
    const set = (validFrom: string, areaSqm100: number, ownUse = false) =>
      books.owner.unit.setPeriod({ unitId: house.unitId, validFrom, areaSqm100, ownUse });
    const current = async () => (await books.owner.unit.list({ propertyId: house.id }))[0]?.period;
    await set(daysFromToday(1), 9_000);
    expect(await current()).toMatchObject({ areaSqm100: 5_000, ownUse: false });
    const [unit] = await books.owner.unit.list({ propertyId: house.id });
    expect(unit?.comingPeriods).toMatchObject([{ validFrom: daysFromToday(1), areaSqm100: 9_000 }]);
    const set10 = await set(daysFromToday(-10), 6_100, true);
    expect(set10).toMatchObject({ unitId: house.unitId, validFrom: daysFromToday(-10) });
    expect(await current()).toMatchObject({ areaSqm100: 6_100, ownUse: true, validFrom: daysFromToday(-10) });
    await set(daysFromToday(0), 6_200);
    expect(await current()).toMatchObject({ areaSqm100: 6_200, ownUse: false });
  });

  test('two windows change them from the same day: the second is told, today, in the past and in the future', async () => {
    const house = await createProperty(books.owner, { kind: 'apartment', livingAreaSqm100: 5_000 });
    for (const validFrom of [-400, 0, 30].map(daysFromToday)) {
      const change = (areaSqm100: number) =>
        failureOf(books.owner.unit.setPeriod({ unitId: house.unitId, validFrom, areaSqm100 }));
      expect(await change(6_100)).toBe('no failure');
      // The same again, by whoever got no answer.
      expect(await change(6_100)).toBe('no failure');
      expect(await change(6_200)).toBe('unit.period_known @validFrom');
    }
    // At once, too: one of them stands.
    const validFrom = daysFromToday(60);
    const both = await Promise.all(
      [7_000, 8_000].map((areaSqm100) =>
        failureOf(books.owner.unit.setPeriod({ unitId: house.unitId, validFrom, areaSqm100 })),
      ),
    );
    expect(both.toSorted()).toEqual(['no failure', 'unit.period_known @validFrom']);
  });

  test('92 m² from next month, entered in error, are put right as seen, or taken back', async () => {
    const house = await createProperty(books.owner, { kind: 'apartment', livingAreaSqm100: 5_000 });
    const of = { unitId: house.unitId, validFrom: daysFromToday(30) };
    const periods = async () =>
      (await books.owner.unit.periods({ unitId: house.unitId })).map((row) => [
        row.validFrom,
        row.areaSqm100,
        row.version,
      ]);
    const { id } = await books.owner.unit.setPeriod({ ...of, areaSqm100: 9_200 });
    await books.owner.unit.setPeriod({ ...of, id, version: 1, areaSqm100: 9_000 });
    expect(await periods()).toEqual([
      [sinceEver, 5_000, 1],
      [of.validFrom, 9_000, 2],
    ]);
    const remove = (version: number, validFrom = of.validFrom) =>
      failureOf(books.owner.unit.removePeriod({ ...of, id, validFrom, version }));
    // Somebody else has put it right since.
    expect(await remove(1)).toBe('version_conflict');
    expect(await remove(2)).toBe('no failure');
    expect(await remove(2)).toBe('no failure');
    expect(await periods()).toEqual([[sinceEver, 5_000, 1]]);
    expect(await remove(1, sinceEver)).toBe('invalid @validFrom');
    const late = books.owner.unit.setPeriod({ ...of, id, version: 2, areaSqm100: 9_100 });
    expect(await failureOf(late)).toBe('version_conflict');
  });

  test('removed and entered anew for the same day they are others: who saw the old ones changes and removes nothing', async () => {
    const house = await createProperty(books.owner, { kind: 'apartment', livingAreaSqm100: 5_000 });
    const of = { unitId: house.unitId, validFrom: daysFromToday(30) };
    const old = await books.owner.unit.setPeriod({ ...of, areaSqm100: 9_200 });
    const seen = { ...of, id: old.id, version: 1 };
    await books.owner.unit.removePeriod(seen);
    const fresh = await books.owner.unit.setPeriod({ ...of, areaSqm100: 8_800 });
    expect(await failureOf(books.owner.unit.setPeriod({ ...seen, areaSqm100: 9_000 }))).toBe('not_found');
    expect(await failureOf(books.owner.unit.removePeriod(seen))).toBe('not_found');
    const standing = (await books.owner.unit.periods({ unitId: house.unitId }))[1];
    expect(standing).toMatchObject({ id: fresh.id, version: 1, areaSqm100: 8_800 });
    // Half of what was seen is nothing.
    expect(await failureOf(books.owner.unit.setPeriod({ ...of, version: 1 }))).toBe(
      'BAD_REQUEST version: invalid',
    );
  });

  test('two windows correct the same facts: the second is told, and does not put the old area back', async () => {
    const house = await createProperty(books.owner, { kind: 'apartment', livingAreaSqm100: 5_000 });
    const current = async () => (await books.owner.unit.list({ propertyId: house.id }))[0]?.period;
    const { id = '', version = 0, validFrom = '' } = (await current()) ?? {};
    const correct = (facts: { areaSqm100: number; ownUse?: boolean; persons?: number }) =>
      failureOf(books.owner.unit.setPeriod({ unitId: house.unitId, id, version, validFrom, ...facts }));
    expect(await correct({ areaSqm100: 5_500 })).toBe('no failure');
    // The same again, by whoever got no answer.
    expect(await correct({ areaSqm100: 5_500 })).toBe('no failure');
    expect(await correct({ areaSqm100: 5_000, ownUse: true, persons: 2 })).toBe('version_conflict');
    expect(await current()).toMatchObject({ areaSqm100: 5_500, ownUse: false, version: version + 1 });
  });

  test('a unit nobody knows has none', async () => {
    expect(
      await failureOf(books.owner.unit.setPeriod({ unitId: randomUUID(), validFrom: '2026-01-01' })),
    ).toBe('not_found');
  });
});

describe('archive and delete', () => {
  const leaseOf = async (unitId: string, startsOn: string, endsOn: string | null = null) => {
    const tenant = await createTenant(books.owner);
    return createLease(books.owner, { unitIds: [unitId], tenantIds: [tenant.id] }, { startsOn, endsOn });
  };

  test('a unit that is let or about to be stays; one whose lease is over may go to the archive only', async () => {
    const house = await createProperty(books.owner);
    const [let_, coming, over] = [
      await createUnit(books.owner, house.id),
      await createUnit(books.owner, house.id),
      await createUnit(books.owner, house.id),
    ];
    await leaseOf(let_.id, monthStart(-1));
    await leaseOf(coming.id, daysFromToday(20));
    await leaseOf(over.id, monthStart(-3), daysFromToday(-1));
    const archive = (id: string) => failureOf(books.owner.unit.archive({ id, version: 1 }));
    expect(await archive(let_.id)).toBe('unit.in_use');
    expect(await archive(coming.id)).toBe('unit.in_use');
    expect(await archive(over.id)).toBe('no failure');
    expect(await failureOf(books.owner.unit.delete({ id: over.id, version: 2 }))).toBe('unit.in_use');
    const kept = await books.owner.unit.list({ propertyId: house.id, archive: 'archived' });
    expect(kept.map((unit) => [unit.id, unit.hasLeases])).toEqual([[over.id, true]]);
    await books.owner.unit.restore({ id: over.id, version: 2 });
    expect(await books.owner.unit.list({ propertyId: house.id, archive: 'archived' })).toEqual([]);
  });

  test('two that were joined three weeks ago go to the archive from that day: the statement counts the area once', async () => {
    const house = await createProperty(books.owner);
    const [joined, let_] = [await createUnit(books.owner, house.id), await createUnit(books.owner, house.id)];
    await leaseOf(let_.id, monthStart(-3), daysFromToday(-10));
    const on = daysFromToday(-21);
    const archive = (id: string, day: string) =>
      failureOf(books.owner.unit.archive({ id, version: 1, on: day }));
    expect(await archive(joined.id, daysFromToday(1))).toBe('unit.archived_in_future @on');
    expect(await archive(let_.id, on)).toBe('unit.let_since @on');
    expect(await archive(joined.id, on)).toBe('no failure');
    expect(await archive(let_.id, daysFromToday(-9))).toBe('no failure');
    const until = await asAdmin(
      database,
      (sql) => sql`select (archived_at at time zone 'Europe/Berlin')::date::text as day from hausbuch.unit
        where id in (${joined.id}, ${let_.id}) order by archived_at`,
    );
    expect(until.map(({ day }) => day)).toEqual([on, daysFromToday(-9)]);
  });

  test('are listed as they lie in the house: UG, EG, 1. OG, 2. OG, 10. OG, DG', async () => {
    const house = await createProperty(books.owner);
    const floors = [
      'UG',
      'EG links',
      'EG rechts',
      'Hochparterre',
      '1. OG links',
      '1. OG rechts',
      '2. OG',
      '10. OG',
      'DG',
    ];
    for (const name of floors.toReversed()) await createUnit(books.owner, house.id, { name });
    // The unit that came with the house bears its name.
    const listed = await books.owner.unit.list({ propertyId: house.id });
    expect(listed.map((unit) => unit.name).filter((name) => floors.includes(name))).toEqual(floors);
    const english = await createProperty(books.owner);
    for (const name of ['Floor 1', 'Ground floor', 'Basement'])
      await createUnit(books.owner, english.id, { name });
    const there = await books.owner.unit.list({ propertyId: english.id });
    expect(there.map((unit) => unit.name).filter((name) => /floor|Base/i.test(name))).toEqual([
      'Basement',
      'Ground floor',
      'Floor 1',
    ]);
  });

  test('are listed as people count: flat 2 before flat 10, Ä beside A', async () => {
    const house = await createProperty(books.owner);
    const names = [
      'Ärzte',
      'Zimmer',
      'Flat 10',
      'Flat 2',
      'flat 1b',
      'Flat 1a',
      'Flat 00009',
      'A12B3',
      'A12B11',
      '4711',
    ];
    // Longer than what is filled up: no number of theirs is lost.
    for (const name of [...names, 'N 123456789', 'N 12345678'])
      await createUnit(books.owner, house.id, { name });
    const listed = await books.owner.unit.list({ propertyId: house.id });
    const order = listed.map((unit) => unit.name).filter((name) => names.includes(name));
    expect(order).toEqual([
      '4711',
      'A12B3',
      'A12B11',
      'Ärzte',
      'Flat 1a',
      'flat 1b',
      'Flat 2',
      'Flat 00009',
      'Flat 10',
      'Zimmer',
    ]);
    expect(listed).toHaveLength(13);
  });

  test('an unused unit goes with its facts, the last one never', async () => {
    const house = await createProperty(books.owner);
    const second = await createUnit(books.owner, house.id);
    expect(await failureOf(books.owner.unit.delete({ id: second.id, version: 9 }))).toBe('version_conflict');
    expect(await books.owner.unit.delete({ id: second.id, version: 1 })).toEqual({ id: second.id });
    expect(await failureOf(books.owner.unit.delete({ id: second.id, version: 1 }))).toBe('not_found');
    expect(await failureOf(books.owner.unit.delete({ id: house.unitId, version: 1 }))).toBe('unit.last');
    expect(await failureOf(books.owner.unit.archive({ id: house.unitId, version: 1 }))).toBe('unit.last');
  });

  test('two people removing one of two units each leave one', async () => {
    const house = await createProperty(books.owner);
    const second = await createUnit(books.owner, house.id);
    const outcomes = await Promise.all(
      [house.unitId, second.id].map((id) => failureOf(books.owner.unit.delete({ id, version: 1 }))),
    );
    expect(outcomes.sort()).toEqual(['no failure', 'unit.last']);
    expect(await books.owner.unit.list({ propertyId: house.id })).toHaveLength(1);
  });
});
