import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '../factories/bookings.ts';
import { failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  type Caller,
  createPortfolio,
  createProperty,
  daysFromToday,
  type Records,
  recordTransaction,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let own: Records;
let owner: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  own = await createPortfolio(database);
  owner = own.owner;
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const { createHouse, sharesOf, editOf, rowsOf } = bookings(
  () => owner,
  () => database,
);

describe('splitting a bill over the units', () => {
  test('by area 50, 75, 25 m²: 100,00 € is 33,33 + 50,00 + 16,67, as previewed', async () => {
    const house = await createHouse();
    const bill = { propertyId: house.id, splitMethod: 'area' as const, amountCents: 10_000 };
    const preview = await owner.transaction.previewSplit({ ...bill, asOf: today() });
    expect(preview.shares.map((share) => [share.unitName, share.weight, share.amountCents])).toEqual([
      ['A', 5_000, 3_333],
      ['B', 7_500, 5_000],
      ['C', 2_500, 1_667],
    ]);
    const { id } = await recordTransaction(owner, bill);
    expect(await sharesOf(id)).toEqual([
      ['A', 3_333],
      ['B', 5_000],
      ['C', 1_667],
    ]);
  });

  test('sent again with other amounts for the units it is refused, not answered as if it were kept', async () => {
    const house = await createHouse();
    const [a, b, c] = house.units;
    const record = (id: string, cents: readonly number[]) =>
      recordTransaction(owner, {
        id,
        propertyId: house.id,
        title: 'Dach',
        splitMethod: 'manual',
        amountCents: 10_000,
        shares: [a, b, c].map((unitId, at) => ({ unitId, amountCents: cents[at] ?? 0 })),
      });
    const id = randomUUID();
    await record(id, [5_000, 3_000, 2_000]);
    await record(id, [5_000, 3_000, 2_000]);
    expect(await failureOf(record(id, [4_000, 4_000, 2_000]))).toBe('already_exists');
    expect(await sharesOf(id)).toEqual([
      ['A', 5_000],
      ['B', 3_000],
      ['C', 2_000],
    ]);
  });

  test('by persons: three in A, B and C vacant count one each: 100,00 € is 60 + 20 + 20', async () => {
    const house = await createHouse();
    const { id } = await recordTransaction(owner, {
      propertyId: house.id,
      splitMethod: 'persons',
      amountCents: 10_000,
    });
    expect(await sharesOf(id)).toEqual([
      ['A', 6_000],
      ['B', 2_000],
      ['C', 2_000],
    ]);
  });

  test('the persons and areas of the last service day count: before the lease A counts one, too', async () => {
    const house = await createHouse();
    const { shares, asOf } = await owner.transaction.previewSplit({
      propertyId: house.id,
      splitMethod: 'persons',
      amountCents: 300,
      asOf: '2021-12-31',
    });
    expect([asOf, shares.map((share) => share.weight)]).toEqual(['2021-12-31', [1, 1, 1]]);
    const { id } = await recordTransaction(owner, {
      propertyId: house.id,
      splitMethod: 'persons',
      amountCents: 300,
      serviceFrom: '2021-01-01',
      serviceTo: '2021-12-31',
    });
    expect((await sharesOf(id)).map(([, cents]) => cents)).toEqual([100, 100, 100]);
  });

  test('by persons: two in A in own use, C part of the house from tomorrow: 100,00 € is 66,67 + 33,33', async () => {
    const { id: propertyId } = await createProperty(owner);
    const [only] = await owner.unit.list({ propertyId });
    const { id: factsId, validFrom = '', version } = only?.period ?? {};
    const at = { unitId: only?.id ?? '', id: factsId, validFrom, version };
    await owner.unit.setPeriod({ ...at, ownUse: true, persons: 2 });
    const more = { propertyId, kind: 'apartment' as const };
    await owner.unit.create({ ...more, id: randomUUID(), name: 'YB' });
    await owner.unit.create({ ...more, id: randomUUID(), name: 'YC', availableFrom: daysFromToday(1) });
    const { id } = await recordTransaction(owner, {
      propertyId,
      splitMethod: 'persons',
      amountCents: 10_000,
    });
    expect(new Set((await sharesOf(id)).map(([, cents]) => cents))).toEqual(new Set([6_667, 3_333]));
  });

  test('over chosen units and by hand; parts that do not add up are refused', async () => {
    const house = await createHouse();
    const [a, b, c] = house.units;
    const equal = await recordTransaction(owner, {
      propertyId: house.id,
      splitMethod: 'equal',
      amountCents: 101,
      shares: [{ unitId: a }, { unitId: c }],
    });
    expect(await sharesOf(equal.id)).toEqual([
      ['A', 51],
      ['C', 50],
    ]);
    const byHand = (cents: number) =>
      recordTransaction(owner, {
        propertyId: house.id,
        title: 'Dach',
        splitMethod: 'manual',
        amountCents: 1_000,
        shares: [
          { unitId: a, amountCents: 300 },
          { unitId: b, amountCents: cents },
        ],
      });
    expect(await sharesOf((await byHand(700)).id)).toEqual([
      ['A', 300],
      ['B', 700],
    ]);
    expect(await failureOf(byHand(699))).toBe('transaction.split_sum_differs @splitMethod');
    const foreign = await createProperty(owner);
    expect(
      await failureOf(
        recordTransaction(owner, {
          propertyId: house.id,
          splitMethod: 'equal',
          shares: [{ unitId: foreign.unitId }],
        }),
      ),
    ).toBe('not_found @shares');
  });

  test('says when a unit lacks what the split needs', async () => {
    const house = await createProperty(owner);
    const { problem } = await owner.transaction.previewSplit({
      propertyId: house.id,
      splitMethod: 'share',
      amountCents: 100,
      asOf: today(),
    });
    expect(problem).toBe('weights_missing');
    expect(await failureOf(recordTransaction(owner, { propertyId: house.id, splitMethod: 'share' }))).toBe(
      'transaction.split_weights_missing @splitMethod',
    );
  });

  test('however often a split bill is changed, the shares of all its rows sum to the amount', {
    timeout: 60_000,
  }, async () => {
    const house = await createHouse();
    const change = fc.record({
      amountCents: fc.integer({ min: 1, max: 500_000 }),
      splitMethod: fc.constantFrom('area' as const, 'persons' as const, 'equal' as const, null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let { id } = await recordTransaction(owner, { propertyId: house.id, splitMethod: 'area' });
        const root = id;
        for (const each of changes) {
          const edit = { ...(await editOf(id)), ...each };
          id = (await owner.transaction.update(edit)).id;
        }
        const standing = await owner.transaction.get({ id });
        const rows = await rowsOf([root]);
        expect(rows.reduce((sum, row) => sum + row.cents, 0)).toBe(standing.amountCents);
        expect(rows.reduce((sum, row) => sum + row.vat, 0)).toBe(standing.vatCents);
        const sum = standing.shares.reduce((total, share) => total + share.amountCents, 0);
        expect(sum).toBe(standing.splitMethod === null ? 0 : standing.amountCents);
        const [written] = await asAdmin(
          database,
          (sql) => sql<{ differing: number }[]>`
            select count(*)::int as differing from (
              select t.amount_cents, sum(s.amount_cents) as shares from hausbuch.transaction t
              join hausbuch.transaction_share s on s.transaction_id = t.id and s.portfolio_id = t.portfolio_id
              group by t.id, t.amount_cents
            ) as split where amount_cents <> shares`,
        );
        expect(written?.differing).toBe(0);
      }),
      { numRuns: 15 },
    );
  });
});
