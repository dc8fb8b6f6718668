import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOverview } from '@/features/overview/queries';
import { lastOfMonth, monthOf } from '@/lib/calendar';
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
  recordPayment,
  today,
} from '../factories/records.ts';
import { rowsReadBy } from '../factories/rows-read.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

test('an empty portfolio has zeros and nothing set up', async () => {
  const { owner, ownerId, id } = await createPortfolio(database);
  expect(await owner.overview.get()).toEqual({
    today: today(),
    currency: 'EUR',
    month: { from: monthStart(), to: lastOfMonth(monthOf(today())), dueCents: 0, receivedCents: 0 },
    arrears: { cents: 0, count: 0, leases: 0, oldest: [] },
    occupancy: { letCount: 0, availableCount: 0, vacantCount: 0, ownUseCount: 0, percent: null },
    attention: {
      endingLeases: 0,
      expiringDocuments: 0,
      credit: { cents: 0, leases: 0 },
      vacancies: [],
    },
    dates: [],
    expiring: [],
    events: [
      expect.objectContaining({
        action: 'portfolio.create',
        entity: 'portfolio',
        entityId: id,
        actorKind: 'user',
        isOwn: true,
      }),
    ],
    setup: { hasProperty: false, hasTenant: false, hasLease: false, hasPayment: false },
  });
  const [event] = await asAdmin(
    database,
    (sql) => sql`select user_id from hausbuch.audit_event where portfolio_id = ${id}`,
  );
  expect(event?.user_id).toBe(ownerId);
});

describe('money', () => {
  test('850 € due this month; 900 € in, 400 € of it taken back: 500 € received', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { openingBalanceCents: -2_000 },
    );
    await recordPayment(owner, lease.id, 50_000);
    const wrong = await recordPayment(owner, lease.id, 40_000);
    await owner.payment.reverse({ id: randomUUID(), paymentId: wrong.id });
    const { month, setup } = await owner.overview.get();
    // The opening credit of 20 € settles rent but is no money of this month.
    expect(month).toMatchObject({ dueCents: 85_000, receivedCents: 50_000 });
    expect(setup).toEqual({ hasProperty: true, hasTenant: true, hasLease: true, hasPayment: true });
  });

  test('a waived rent is due no more, and a fee is no rent', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
    await owner.charge.post({
      id: randomUUID(),
      leaseId: lease.id,
      kind: 'fee',
      dueOn: today(),
      amountCents: 1_500,
      note: 'Schlüssel',
    });
    expect((await owner.overview.get()).month.dueCents).toBe(85_000);
    const { items } = await owner.ledger.openItems({ leaseId: lease.id });
    const rent = items.find((item) => item.kind === 'rent');
    await owner.charge.waive({ id: randomUUID(), chargeId: rent?.chargeId ?? '', reason: 'Kulanz' });
    expect((await owner.overview.get()).month.dueCents).toBe(0);
  });

  test('arrears: three months of 850 € less 1,000 € is 1,550 €, the oldest first with tenant and unit', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-3), endsOn: lastOfMonth(monthOf(monthStart(-1))) },
    );
    await recordPayment(owner, lease.id, 100_000);
    const { arrears } = await owner.overview.get();
    expect(arrears).toMatchObject({ cents: 155_000, count: 2, leases: 1 });
    expect(arrears.oldest).toMatchObject([
      {
        leaseId: lease.id,
        kind: 'rent',
        periodFrom: monthStart(-2),
        openCents: 70_000,
        totalCents: 85_000,
        tenants: [{ id: tenant.id, name: tenant.name }],
        units: [{ unitId: house.unitId, propertyId: house.id, propertyName: house.name }],
      },
      { periodFrom: monthStart(-1), openCents: 85_000 },
    ]);
    expect(arrears.oldest[0]?.daysOverdue).toBeGreaterThan(27);
  });
});

test('occupancy: of 5 units 1 archived and 1 own use, 3 are available, 1 let: 33 per cent', async () => {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner);
  await createUnit(owner, house.id);
  const own = await createUnit(owner, house.id, { ownUse: true });
  const archived = await createUnit(owner, house.id);
  await owner.unit.archive({ id: archived.id, version: 1 });
  const let_ = await createUnit(owner, house.id);
  const tenant = await createTenant(owner);
  await createLease(owner, { unitIds: [let_.id], tenantIds: [tenant.id] });
  const sold = await createProperty(owner, { kind: 'house' });
  const { unitId, ...fields } = sold;
  await owner.property.update({ ...fields, soldOn: today() });
  const gone = await createProperty(owner, { kind: 'house' });
  await owner.property.archive({ id: gone.id, version: 1 });
  expect((await owner.overview.get()).occupancy).toEqual({
    letCount: 1,
    availableCount: 3,
    vacantCount: 2,
    ownUseCount: 1,
    percent: 33,
  });
  await owner.unit.setPeriod({ unitId: own.id, validFrom: today(), ownUse: false });
  expect((await owner.overview.get()).occupancy).toMatchObject({ availableCount: 4, ownUseCount: 0 });
});

test('what waits: an end to come, 150 € paid too much, a unit empty since the lease before until the one to come', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const [full, gap, never, lived] = [
    await createProperty(owner, { name: 'A' }),
    await createProperty(owner, { name: 'B' }),
    await createProperty(owner, { name: 'C' }),
    await createProperty(owner, { name: 'D' }),
  ];
  const lets = (unitId: string, dates: object) =>
    createLease(owner, { unitIds: [unitId], tenantIds: [tenant.id] }, dates);
  const paid = await lets(full.unitId, { startsOn: monthStart(), endsOn: daysFromToday(40) });
  await recordPayment(owner, paid.id, 100_000); // of 850 due this month
  await lets(gap.unitId, { startsOn: monthStart(-3), endsOn: daysFromToday(-11) });
  await lets(gap.unitId, {
    startsOn: daysFromToday(20),
    bookedFrom: monthOf(daysFromToday(20)).concat('-01'),
  });
  await owner.unit.setPeriod({ unitId: lived.unitId, validFrom: today(), ownUse: true });
  const { attention, occupancy } = await owner.overview.get();
  const place = (house: typeof gap) => ({
    unitId: house.unitId,
    unitName: house.name,
    propertyId: house.id,
    propertyName: house.name,
  });
  expect(attention).toMatchObject({
    endingLeases: 1,
    expiringDocuments: 0,
    vacancies: [
      { ...place(gap), since: daysFromToday(-10), nextOn: daysFromToday(20) },
      { ...place(never), since: null, nextOn: null },
    ],
  });
  expect(occupancy.vacantCount).toBe(2);
  expect(attention.credit).toEqual({ cents: 15_000, leases: 1 });
});

test('what is coming: an end within 90 days, a start; not what is void, over or far away', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const lease = async (startsOn: string, endsOn: string | null) => {
    const house = await createProperty(owner);
    return createLease(owner, { unitIds: [house.unitId], tenantIds: [tenant.id] }, { startsOn, endsOn });
  };
  const ends = await lease(monthStart(-2), daysFromToday(30));
  const starts = await lease(daysFromToday(10), null);
  await lease(monthStart(-2), daysFromToday(-1));
  await lease(monthStart(-2), daysFromToday(91));
  const void_ = await lease(daysFromToday(5), null);
  await owner.lease.void({ id: void_.id, version: 1 });
  const { dates } = await owner.overview.get();
  expect(dates).toMatchObject([
    { kind: 'lease_starts', on: daysFromToday(10), leaseId: starts.id, tenants: [{ name: tenant.name }] },
    { kind: 'lease_ends', on: daysFromToday(30), leaseId: ends.id },
  ]);
});

test('a document that is valid for 30 more days is coming up with its property; one of 91 days, one that is over, one deleted are not', async () => {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner, { name: 'Lindenhof' });
  const paper = async (validUntil: string) => {
    const made = await createDocument(owner, [{ kind: 'unit', id: house.unitId }]);
    const document = await owner.document.get({ id: made.documentId });
    await owner.document.update({
      id: document.id,
      version: document.version,
      title: `Until ${validUntil}`,
      category: document.category,
      validUntil,
    });
    return document.id;
  };
  const soon = await paper(daysFromToday(30));
  await paper(daysFromToday(91));
  await paper(daysFromToday(-1));
  const gone = await paper(daysFromToday(10));
  await owner.document.delete({ ids: [gone] });
  const { expiring, attention } = await owner.overview.get();
  expect(attention.expiringDocuments).toBe(1);
  expect(expiring).toEqual([
    {
      documentId: soon,
      title: `Until ${daysFromToday(30)}`,
      on: daysFromToday(30),
      property: { id: house.id, name: 'Lindenhof' },
      tenant: null,
    },
  ]);
});

test('the last ten changes, the newest first, with the names of properties and tenants', async () => {
  const own = await createPortfolio(database);
  const house = await createProperty(own.owner, { name: 'Alt' });
  const { unitId, ...fields } = house;
  await own.owner.property.update({ ...fields, name: 'Neu' });
  const tenant = await createTenant(own.owner);
  for (let n = 0; n < 9; n += 1) await createUnit(own.owner, house.id);
  const { caller } = await own.join('viewer');
  const { events } = await caller.overview.get();
  expect(events).toHaveLength(10);
  expect(events.map((event) => event.action)).toEqual([
    ...Array.from({ length: 9 }, () => 'unit.create'),
    'tenant.create',
  ]);
  expect(events.at(-1)).toMatchObject({ entityId: tenant.id, label: tenant.name, isOwn: false });
  await own.owner.property.archive({ id: house.id, version: 2 });
  const [latest] = (await own.owner.overview.get()).events;
  expect(latest).toMatchObject({ action: 'property.archive', label: 'Neu', isPresent: true, isOwn: true });
  await own.owner.property.delete({ id: house.id, typedName: 'Neu' });
  const [deleted, before] = (await own.owner.overview.get()).events;
  expect(deleted).toMatchObject({ action: 'property.delete', label: 'Neu', isPresent: false });
  expect(before).toMatchObject({ action: 'property.archive', label: 'Neu', isPresent: false });
});

test('changes on an account say whose it is and how much', async () => {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner);
  const tenant = await createTenant(owner);
  const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
  const paid = await recordPayment(owner, lease.id, 12_345);
  await owner.payment.reverse({ id: randomUUID(), paymentId: paid.id });
  const { events } = await owner.overview.get();
  const whose = { tenants: [{ id: tenant.id, name: tenant.name }] };
  expect(events.slice(0, 2)).toMatchObject([
    { action: 'payment.reverse', amountCents: 12_345, ...whose },
    { action: 'payment.record', amountCents: 12_345, ...whose },
  ]);
  expect(events.find((event) => event.action === 'lease.create')).toMatchObject({
    amountCents: null,
    ...whose,
  });
});

test('a dashboard over 30 years of 100 flats reads what is open and of this month, not the history', async () => {
  const own = await createPortfolio(database);
  const house = await createProperty(own.owner);
  const tenant = await createTenant(own.owner);
  const lease = await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
  await asAdmin(database, async (sql) => {
    await sql`
      with charges as (
        insert into hausbuch.charge (portfolio_id, lease_id, kind, due_on, owed_since, total_cents)
        select ${own.id}, ${lease.id}, 'other', day, day, 100
        from generate_series(2, 360) n, generate_series(1, 100),
          lateral (select (now() - n * interval '1 month')::date as day) d
        returning id, due_on
      )
      insert into hausbuch.open_item (portfolio_id, charge_id, lease_id, due_on, owed_since, total_cents, open_cents)
      select ${own.id}, id, ${lease.id}, due_on, due_on, 100, 0 from charges`;
    await sql`insert into hausbuch.payment (portfolio_id, lease_id, paid_on, amount_cents, direction, method)
      select ${own.id}, ${lease.id}, now()::date - n, 100, 'in', 'transfer'
      from generate_series(40, 10000) n, generate_series(1, 3)`;
    await sql`insert into hausbuch.audit_event (portfolio_id, at, actor_kind, action, entity, entity_id)
      select ${own.id}, now() - n * interval '1 hour', 'system', 'x.y', 'x', ${own.id}
      from generate_series(1, 30000) n`;
    for (const table of ['charge', 'open_item', 'payment', 'audit_event']) {
      await sql`vacuum analyze ${sql(`hausbuch.${table}`)}`;
    }
  });
  const read = await rowsReadBy(database.appUrl, { userId: own.ownerId, portfolioId: own.id }, getOverview);
  for (const table of ['charge', 'open_item', 'payment', 'audit_event']) {
    expect(read.get(table) ?? 0, table).toBeLessThan(20);
  }
});
