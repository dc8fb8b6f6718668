import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPhotos } from '@/features/handover/photo-steps';
import type { CreateHandoverInput } from '@/features/handover/schema';
import { transactionsFor } from '@/trpc/procedures';
import { failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  createDocument,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  daysFromToday,
  monthStart,
  type Records,
} from '../factories/records.ts';
import { createTestContext, testStorage } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Records;
let owner: Records['owner'];
let house: Awaited<ReturnType<typeof createProperty>>;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let lease: { id: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await createPortfolio(database);
  owner = books.owner;
  house = await createProperty(owner);
  tenant = await createTenant(owner, { letterLanguage: 'en' });
  lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
});
afterAll(() => database.drop());

const meterId = () => randomUUID();
function record(overrides: Partial<CreateHandoverInput> = {}): CreateHandoverInput {
  return {
    id: randomUUID(),
    leaseId: lease.id,
    unitId: house.unitId,
    kind: 'move_in',
    heldOn: monthStart(-2),
    heldAt: '14:30',
    persons: ['Erika Muster', 'Max Muster'],
    confirmedBy: ['Max Muster'],
    remarks: 'Die Einbauküche bleibt.',
    meters: [],
    keys: [
      { kind: 'flat_door', label: null, count: 3 },
      { kind: 'letter_box', label: 'B7', count: 2 },
    ],
    rooms: [
      {
        name: 'Bad',
        condition: 'good',
        note: null,
        defects: [
          {
            description: 'Fliese gesprungen',
            mendedBy: 'landlord',
            mendUntil: daysFromToday(30),
            isKnown: false,
          },
        ],
      },
      { name: 'Küche', condition: 'as_new', note: 'Backofen neu', defects: [] },
    ],
    ...overrides,
  };
}
const power = (id: string, readingThousandths: number) => ({
  meterId: id,
  isNew: true,
  kind: 'electricity' as const,
  number: '1 EMH00 7741',
  location: 'Flur',
  measure: 'kwh' as const,
  readingThousandths,
});

describe('a record', () => {
  test('comes back as it was written, with those who are on the lease and the house', async () => {
    const id = meterId();
    const input = record({ meters: [power(id, 4_711_300)] });
    await owner.handover.create(input);
    const found = await owner.handover.get({ id: input.id });
    expect(found).toMatchObject({
      kind: 'move_in',
      heldAt: '14:30',
      persons: input.persons,
      confirmedBy: input.confirmedBy,
      remarks: input.remarks,
      keys: input.keys,
      rooms: input.rooms,
      meters: [{ meterId: id, number: '1 EMH00 7741', readingThousandths: 4_711_300, previous: null }],
      tenants: [tenant.name],
      letterLanguage: 'en',
      property: { name: house.name },
      moveIn: null,
      voidedAt: null,
    });
    expect(await owner.handover.list({ tenantId: tenant.id })).toMatchObject([
      { id: input.id, leaseId: lease.id, defectCount: 1 },
    ]);
    expect(await owner.meter.list({ unitId: house.unitId })).toMatchObject([
      { id, number: '1 EMH00 7741', readings: [{ readOn: monthStart(-2), readingThousandths: 4_711_300 }] },
    ]);
  });

  test('sent twice is written once; with the same id and other words it is refused', async () => {
    const input = record({
      meters: [power(meterId(), 1), { ...power(meterId(), 2), kind: 'gas', measure: 'm3' }],
    });
    const first = await owner.handover.create(input);
    expect(await owner.handover.create(input)).toEqual(first);
    expect(await owner.handover.list({ leaseId: lease.id })).toHaveLength(1);
    expect(await failureOf(owner.handover.create({ ...input, remarks: 'Anders' }))).toBe('already_exists');
  });

  test('is edited whole by who has seen the latest version; the meter keeps one reading of it', async () => {
    const id = meterId();
    const { leaseId: _l, unitId: _u, kind: _k, ...content } = record({ meters: [power(id, 5_000)] });
    await owner.handover.create(record({ id: content.id, meters: [power(id, 5_000)] }));
    const changed = {
      ...content,
      meters: [{ ...power(id, 6_000), location: 'Keller' }],
      keys: [],
      rooms: [],
    };
    await owner.handover.update({ ...changed, version: 1 });
    expect(await failureOf(owner.handover.update({ ...changed, version: 1 }))).toBe('version_conflict');
    const found = await owner.handover.get({ id: content.id });
    expect(found).toMatchObject({ version: 2, keys: [], rooms: [] });
    expect(await owner.meter.list({ unitId: house.unitId })).toMatchObject([
      { location: 'Keller', readings: [{ readingThousandths: 6_000 }] },
    ]);
  });

  test('leaves of a meter what was not typed over, and is refused where another typed over the same', async () => {
    const id = meterId();
    const input = record({ meters: [power(id, 5_000)] });
    await owner.handover.create(input);
    const { leaseId: _l, unitId: _u, kind: _k, ...content } = input;
    const { isNew: _, meterId: _id, readingThousandths: _reading, ...before } = power(id, 0);
    // While the record is open, somebody mends the number on the page of the unit.
    await owner.meter.update({ ...before, id, version: 1, number: '2 EMH00 0815', removedOn: null });
    // Sent again after that, the record is still the same one.
    expect(await owner.handover.create(input)).toEqual({ id: input.id, version: 1 });
    const read = { ...power(id, 6_000), isNew: false, before };
    await owner.handover.update({ ...content, version: 1, meters: [read] });
    const meterNow = async () => (await owner.meter.list({ unitId: house.unitId }))[0];
    expect(await meterNow()).toMatchObject({
      number: '2 EMH00 0815',
      location: 'Flur',
      readings: [{ readingThousandths: 6_000 }],
    });
    await owner.handover.update({ ...content, version: 2, meters: [{ ...read, location: 'Keller' }] });
    expect(await meterNow()).toMatchObject({ number: '2 EMH00 0815', location: 'Keller' });
    const typedOver = { ...content, version: 3, meters: [{ ...read, number: '3 EMH00 4711' }] };
    expect(await failureOf(owner.handover.update(typedOver))).toBe('version_conflict');
    expect((await owner.handover.get({ id: input.id })).version).toBe(3);
  });

  test('that is void counts for nothing and comes back whole', async () => {
    const id = meterId();
    const input = record({ meters: [power(id, 5_000)] });
    const { version } = await owner.handover.create(input);
    const voided = await owner.handover.void({ id: input.id, version });
    expect((await owner.meter.list({ unitId: house.unitId }))[0]?.readings).toEqual([]);
    expect((await owner.handover.get({ id: input.id })).meters).toMatchObject([
      { readingThousandths: 5_000 },
    ]);
    const { leaseId: _l, unitId: _u, kind: _k, ...content } = input;
    expect(await failureOf(owner.handover.update({ ...content, version: voided.version }))).toBe(
      'handover.voided',
    );
    await owner.handover.restore({ id: input.id, version: voided.version });
    expect((await owner.meter.list({ unitId: house.unitId }))[0]?.readings).toHaveLength(1);
  });

  test('needs a unit of its lease, a lease that stands, and a meter that hangs there', async () => {
    const other = await createUnit(owner, house.id);
    const otherMeter = meterId();
    await owner.meter.create({ id: otherMeter, unitId: other.id, kind: 'gas', measure: 'm3' });
    expect(await failureOf(owner.handover.create(record({ unitId: other.id })))).toBe(
      'handover.unit_not_of_lease @unitId',
    );
    expect(await failureOf(owner.handover.create(record({ meters: [power(otherMeter, 1)] })))).toBe(
      'not_found @meters.0.number',
    );
    expect(
      await failureOf(owner.handover.create(record({ meters: [{ ...power(meterId(), 1), isNew: false }] }))),
    ).toBe('not_found @meters.0.number');
    const twice = power(meterId(), 1);
    expect(await failureOf(owner.handover.create(record({ meters: [twice, twice] })))).toBe(
      'BAD_REQUEST meters: duplicate',
    );
    const spare = await createLease(owner, { unitIds: [other.id], tenantIds: [tenant.id] });
    await owner.lease.void({ id: spare.id, version: 1 });
    expect(await failureOf(owner.handover.create(record({ leaseId: spare.id, unitId: other.id })))).toBe(
      'lease.voided',
    );
  });

  test('is nobody else’s: strangers find nothing, viewers read and change nothing', async () => {
    const input = record();
    await owner.handover.create(input);
    const stranger = (await createPortfolio(database)).owner;
    expect(await failureOf(stranger.handover.get({ id: input.id }))).toBe('not_found');
    expect(await failureOf(stranger.handover.create(record()))).toBe('not_found');
    const { caller: viewer } = await books.join('viewer');
    expect(await viewer.handover.get({ id: input.id })).toMatchObject({ id: input.id });
    expect(await failureOf(viewer.handover.create(record()))).toBe('forbidden');
    expect(await failureOf(viewer.handover.void({ id: input.id, version: 1 }))).toBe('forbidden');
  });
});

describe('moving out', () => {
  test('begins with the keys, rooms and meters of moving in, all defects known, and shows how it was', async () => {
    const id = meterId();
    await owner.handover.create(record({ meters: [power(id, 4_711_300)] }));
    const draft = await owner.handover.draft({ leaseId: lease.id, unitId: house.unitId, kind: 'move_out' });
    expect(draft).toMatchObject({
      keys: [
        { kind: 'flat_door', count: 3 },
        { kind: 'letter_box', label: 'B7', count: 2 },
      ],
      rooms: [
        { name: 'Bad', defects: [{ description: 'Fliese gesprungen', isKnown: true, mendUntil: null }] },
        { name: 'Küche' },
      ],
      meters: [{ meterId: id, previous: { readOn: monthStart(-2), readingThousandths: 4_711_300 } }],
    });
    const out = record({
      kind: 'move_out',
      heldOn: daysFromToday(0),
      meters: [power(id, 4_700_000)],
      keys: [{ kind: 'flat_door', label: null, count: 2 }],
    });
    await owner.handover.create(out);
    const found = await owner.handover.get({ id: out.id });
    // Lower than before: shown, not refused.
    expect(found.meters).toMatchObject([
      { readingThousandths: 4_700_000, previous: { readingThousandths: 4_711_300 }, next: null },
    ]);
    // A record that is written down late stands before what was read since.
    const late = { leaseId: lease.id, unitId: house.unitId, kind: 'move_in' as const };
    const { meters } = await owner.handover.draft(late);
    expect(meters).toMatchObject([
      { previous: { readingThousandths: 4_711_300 }, next: { readingThousandths: 4_700_000 } },
    ]);
    expect(found.moveIn).toMatchObject({
      heldOn: monthStart(-2),
      keys: [{ count: 3 }, { count: 2 }],
      readings: [{ meterId: id, readingThousandths: 4_711_300 }],
    });
  });

  test('is what the next tenant’s record begins with; what is read the same day does not disturb the one before', async () => {
    const id = meterId();
    const day = daysFromToday(-1);
    await owner.handover.create(record({ meters: [power(id, 1_000)] }));
    const out = record({ kind: 'move_out', heldOn: day, meters: [power(id, 2_000)], keys: [] });
    await owner.handover.create(out);
    await owner.lease.end({
      id: lease.id,
      version: 1,
      endsOn: day,
      noticeGivenOn: monthStart(-2),
      noticeBy: 'agreement',
    });
    const next = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: daysFromToday(0) },
    );
    const draft = await owner.handover.draft({ leaseId: next.id, unitId: house.unitId, kind: 'move_in' });
    expect(draft).toMatchObject({ from: { id: out.id }, moveIn: null, keys: [] });
    await owner.handover.create(record({ leaseId: next.id, heldOn: day, meters: [power(id, 2_000)] }));
    const { leaseId: _l, unitId: _u, kind: _k, ...content } = out;
    await owner.handover.update({ ...content, version: 1 });
    expect((await owner.handover.get({ id: out.id })).meters).toMatchObject([
      // What was written down after it, though of the same day, follows it.
      { previous: { readingThousandths: 1_000 }, next: { readOn: day, readingThousandths: 2_000 } },
    ]);
  });
});

describe('readings', () => {
  test('are recorded by themselves, never for a day to come, and one of a record goes with it only', async () => {
    const id = meterId();
    await owner.handover.create(record({ meters: [power(id, 1_000)] }));
    const own = { id: randomUUID(), meterId: id, readOn: daysFromToday(0), readingThousandths: 1_500 };
    await owner.meter.recordReading(own);
    await owner.meter.recordReading(own);
    expect(
      await failureOf(owner.meter.recordReading({ ...own, id: randomUUID(), readOn: daysFromToday(2) })),
    ).toBe('meter.read_in_future @readOn');
    const [found] = await owner.meter.list({ unitId: house.unitId });
    expect(found?.readings).toHaveLength(2);
    const atHandover = found?.readings.find((reading) => reading.handoverId !== null);
    expect(await failureOf(owner.meter.deleteReading({ id: atHandover?.id ?? '' }))).toBe(
      'meter.read_at_handover',
    );
    expect(await failureOf(owner.meter.delete({ id, version: 1 }))).toBe('meter.has_readings');
    await owner.meter.deleteReading({ id: own.id });
    expect((await owner.meter.list({ unitId: house.unitId }))[0]?.readings).toHaveLength(1);
  });

  test('of a record are of no day to come, either; one without readings may be got ready before', async () => {
    const day = daysFromToday(1);
    const early = record({ kind: 'move_out', heldOn: day, meters: [power(meterId(), 1_000)], keys: [] });
    expect(await failureOf(owner.handover.create(early))).toBe('meter.read_in_future @heldOn');
    const ready = record({ kind: 'move_out', heldOn: day, meters: [] });
    await owner.handover.create(ready);
    const { leaseId: _lease, unitId: _unit, kind: _kind, ...content } = ready;
    const read = { ...content, version: 1, meters: [power(meterId(), 1_000)] };
    expect(await failureOf(owner.handover.update(read))).toBe('meter.read_in_future @heldOn');
    await owner.handover.update({ ...read, heldOn: daysFromToday(0) });
  });

  test('of a voided record alone: the meter says which one keeps it, and goes once it is taken out there', async () => {
    const id = meterId();
    const wrong = record({ meters: [power(id, 1_000)] });
    await owner.handover.create(wrong);
    expect(await failureOf(owner.meter.delete({ id, version: 1 }))).toBe('meter.has_readings');
    await owner.handover.void({ id: wrong.id, version: 1 });
    const refused = await owner.meter.delete({ id, version: 1 }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      cause: { code: 'meter.read_at_voided_handover', params: { day: wrong.heldOn } },
    });
    await owner.handover.restore({ id: wrong.id, version: 2 });
    const { leaseId: _lease, unitId: _unit, kind: _kind, ...content } = wrong;
    await owner.handover.update({ ...content, version: 3, meters: [] });
    await owner.handover.void({ id: wrong.id, version: 4 });
    await owner.meter.delete({ id, version: 1 });
    expect(await owner.meter.list({ unitId: house.unitId })).toEqual([]);
  });
});

/** The beginning of a PNG that says it is so large; more is not looked at before it is unpacked. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('of its pictures a PDF takes 40 million pixels; the names of the others stand there', async () => {
  const input = record();
  await owner.handover.create(input);
  for (const [title, side] of [
    ['plan', 4_000],
    ['bomb', 10_000],
    ['wall', 4_000],
    ['floor', 4_000],
  ] as const) {
    await createDocument(owner, [{ kind: 'handover', id: input.id }], {
      fileName: `${title}.png`,
      title,
      bytes: pngOf(side, side),
    });
  }
  const context = await createTestContext({
    appUrl: database.appUrl,
    userId: books.ownerId,
    portfolioId: books.id,
  });
  const inTransaction = transactionsFor({ ...context, verifiedSession: await context.session() }, ['owner']);
  const { photos, leftOut } = await readPhotos(inTransaction, testStorage, input.id);
  expect([photos.map(({ name }) => name), leftOut]).toEqual([
    ['plan', 'wall'],
    ['bomb', 'floor'],
  ]);
});

describe('the danger zone', () => {
  const rows = (table: string) =>
    asAdmin(database, async (sql) => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from ${sql(`hausbuch.${table}`)} where portfolio_id = ${books.id}`;
      return row?.count ?? 0;
    });

  test('with a tenant go the records and their photos; the meters stay and keep counting', async () => {
    const id = meterId();
    const input = record({ meters: [power(id, 1_000)] });
    await owner.handover.create(input);
    await createDocument(owner, [
      { kind: 'handover', id: input.id },
      { kind: 'lease', id: lease.id },
    ]);
    expect(await owner.tenant.deletePreview({ id: tenant.id })).toMatchObject({
      counts: { handovers: 1, documents: 1 },
    });
    await owner.tenant.delete({ id: tenant.id, typedName: tenant.name });
    expect(await Promise.all(['handover', 'handover_key', 'document_link'].map(rows))).toEqual([0, 0, 0]);
    expect((await owner.meter.list({ unitId: house.unitId }))[0]?.readings).toMatchObject([
      { readingThousandths: 1_000, handoverId: null },
    ]);
  });

  test('with a property go its meters, too', async () => {
    await owner.handover.create(record({ meters: [power(meterId(), 1_000)] }));
    expect(await owner.property.deletePreview({ id: house.id })).toMatchObject({
      counts: { handovers: 1, meters: 1 },
    });
    await owner.property.delete({ id: house.id, typedName: house.name });
    expect(await Promise.all(['handover', 'meter', 'meter_reading'].map(rows))).toEqual([0, 0, 0]);
  });
});
