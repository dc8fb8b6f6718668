import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placesOf } from '@/features/statement/meter-rules';
import { daysOf } from '@/statement/house';
import { counterOf, endsOf } from '@/statement/meters';
import { failureOf } from '../factories/failure.ts';
import {
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  daysFromToday,
  type Records,
} from '../factories/records.ts';
import { connected } from '../setup/admin-urls.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let owner: Records['owner'];
let house: Awaited<ReturnType<typeof createProperty>>;
let meter: { id: string; kind: 'electricity'; measure: 'kwh' };

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ({ owner } = await createPortfolio(database));
  house = await createProperty(owner);
  meter = { id: randomUUID(), kind: 'electricity', measure: 'kwh' };
  await owner.meter.create({ ...meter, unitId: house.unitId });
});
afterAll(() => database.drop());

const read = (readOn: string, readingThousandths: number) => ({
  id: randomUUID(),
  meterId: meter.id,
  readOn,
  readingThousandths,
});
const takeOut = (removedOn: string, version = 1) => owner.meter.update({ ...meter, version, removedOn });
/** The rule that refused, at which field, and the day that it names. */
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: { cause?: { params?: { day?: string } } }) => thrown,
  );
  return `${error ? await failureOf(Promise.reject(error)) : 'nothing'} ${error?.cause?.params?.day}`;
};

describe('a meter that is taken out', () => {
  test('was there when it was last read: the day of that is the earliest', async () => {
    await owner.meter.recordReading(read(daysFromToday(-20), 1_000));
    await owner.meter.recordReading(read(daysFromToday(-10), 2_000));
    expect(await refusalOf(takeOut(daysFromToday(-11)))).toBe(
      `meter.removed_before_read @removedOn ${daysFromToday(-10)}`,
    );
    await takeOut(daysFromToday(-10));
    expect(await owner.meter.list({ unitId: house.unitId })).toMatchObject([
      { removedOn: daysFromToday(-10), version: 2 },
    ]);
  });

  test('too early already, before this was asked, it is still described otherwise, and put right', async () => {
    await owner.meter.recordReading(read(daysFromToday(-10), 2_000));
    const early = daysFromToday(-20);
    await connected(
      database.adminUrl,
      (sql) => sql`update hausbuch.meter set removed_on = ${early} where id = ${meter.id}`,
    );
    await owner.meter.update({ ...meter, version: 1, removedOn: early, number: '4711' });
    expect(await refusalOf(takeOut(daysFromToday(-15), 2))).toMatch(/^meter.removed_before_read/);
    await takeOut(daysFromToday(-10), 2);
  });

  test('is read until that day and no later, by itself and at a hand-over', async () => {
    await takeOut(daysFromToday(-10));
    const [late, after] = [daysFromToday(-9), `@readOn ${daysFromToday(-10)}`];
    expect(await refusalOf(owner.meter.recordReading(read(late, 2_000)))).toBe(
      `meter.read_after_removal ${after}`,
    );
    await owner.meter.recordReading(read(daysFromToday(-10), 2_000));

    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: daysFromToday(-30) },
    );
    const known = { meterId: meter.id, kind: meter.kind, measure: meter.measure, readingThousandths: 2_000 };
    const record = { id: randomUUID(), leaseId: lease.id, unitId: house.unitId, kind: 'move_out' as const };
    expect(await refusalOf(owner.handover.create({ ...record, heldOn: late, meters: [known] }))).toBe(
      `meter.read_after_removal @meters.0.readingThousandths ${daysFromToday(-10)}`,
    );
    await owner.handover.create({ ...record, heldOn: daysFromToday(-10), meters: [known] });
  });

  test('has no later reading by a record that is brought back, either', async () => {
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: daysFromToday(-30) },
    );
    const known = { meterId: meter.id, kind: meter.kind, measure: meter.measure, readingThousandths: 2_000 };
    const id = randomUUID();
    await owner.handover.create({
      ...{ id, leaseId: lease.id, unitId: house.unitId, kind: 'move_out' },
      ...{ heldOn: daysFromToday(-5), meters: [known] },
    });
    expect(await refusalOf(takeOut(daysFromToday(-10)))).toBe(
      `meter.removed_before_read @removedOn ${daysFromToday(-5)}`,
    );
    await owner.handover.void({ id, version: 1 });
    await takeOut(daysFromToday(-10));
    expect(await refusalOf(owner.handover.restore({ id, version: 2 }))).toMatch(/^meter.read_after_removal/);
    await takeOut(daysFromToday(-5), 2);
    await owner.handover.restore({ id, version: 2 });
  });

  test('and a reading of a later day are not both accepted when they come at once', async () => {
    const results = await Promise.allSettled([
      takeOut(daysFromToday(-10)),
      owner.meter.recordReading(read(daysFromToday(-1), 2_000)),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('counts on in the one that follows: 1,000 to 1,500, then 20 to 320 are 800', async () => {
    const [start, change, end] = ['2025-12-31', '2026-04-10', '2026-07-31'];
    await owner.meter.recordReading(read(start, 1_000_000));
    await owner.meter.recordReading(read(change, 1_500_000));
    await takeOut(change);
    const next = randomUUID();
    await owner.meter.create({ ...meter, id: next, unitId: house.unitId, number: 'new' });
    await owner.meter.recordReading({ ...read(change, 20_000), meterId: next });
    await owner.meter.recordReading({ ...read(end, 320_000), meterId: next });

    const places = placesOf(await owner.meter.list({ unitId: house.unitId }), () => 'flat');
    const days = daysOf({ from: '2026-01-01', to: end });
    expect(places).toHaveLength(1);
    const consumed = places.map((place) => {
      const { opening, closing } = endsOf(place, '', counterOf(place, '', days), days);
      return closing.thousandths - opening.thousandths;
    });
    expect(consumed).toEqual([800_000]);
  });
});
