import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listActivity } from '@/features/overview/activity-queries';
import { getFigures } from '@/features/overview/figures-queries';
import { getOverview } from '@/features/overview/queries';
import { activityInput } from '@/features/overview/schema';
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

test('an empty portfolio has zeros, nothing to do and nothing set up', async () => {
  const { owner, ownerId, id } = await createPortfolio(database);
  const month = { dueCents: 0, receivedCents: 0, openCents: 0, leases: 0, openLeases: 0 };
  expect(await owner.overview.get()).toEqual({
    today: today(),
    month,
    debtors: { count: 0, rows: [] },
    endings: [],
    beginnings: [],
    papers: [],
    statements: [],
    objections: [],
    sold: [],
    waitingLines: 0,
    vacancies: [],
    credits: [],
    deposits: [],
    letters: [],
    isResting: false,
    setup: { hasProperty: false, hasLease: false, hasPayment: false },
  });
  expect(await owner.overview.figures()).toEqual({
    month: { month: monthOf(today()), ...month },
    arrears: { cents: 0, count: 0, leases: 0 },
    occupancy: { letCount: 0, availableCount: 0, vacantCount: 0, ownUseCount: 0, percent: null },
  });
  expect(await owner.overview.activity({})).toEqual({
    rows: [
      expect.objectContaining({
        action: 'portfolio.create',
        entity: 'portfolio',
        entityId: id,
        actorKind: 'user',
        isOwn: true,
      }),
    ],
    nextCursor: null,
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
    expect(setup).toEqual({ hasProperty: true, hasLease: true, hasPayment: true });
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

  test('three months of 850 € less 1,000 € is 1,550 € of one lease, with tenant and unit; the rest leaves, and an undo brings it back', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-3), endsOn: lastOfMonth(monthOf(monthStart(-1))) },
    );
    await recordPayment(owner, lease.id, 100_000);
    const { arrears } = await owner.overview.figures();
    expect(arrears).toEqual({ cents: 155_000, count: 2, leases: 1 });
    const { debtors } = await owner.overview.get();
    expect(debtors).toMatchObject({
      count: 1,
      rows: [
        {
          leaseId: lease.id,
          openCents: 155_000,
          items: [{ openCents: 70_000 }, { openCents: 85_000 }],
          pausedUntil: null,
          tenants: [{ id: tenant.id, name: tenant.name }],
          units: [{ unitId: house.unitId, propertyId: house.id, propertyName: house.name }],
        },
      ],
    });
    const [row] = debtors.rows;
    expect(row?.daysOverdue).toBeGreaterThan(27);
    expect(row?.since).toBe(row?.items[0]?.owedSince);
    const payments = (row?.items ?? []).map((item) => ({ ...item, id: randomUUID() }));
    await owner.payment.recordMany({
      paidOn: today(),
      payments: payments.map(({ id, chargeId, openCents }) => ({ id, chargeId, amountCents: openCents })),
    });
    expect((await owner.overview.get()).debtors).toEqual({ count: 0, rows: [] });
    await owner.payment.reverseMany({
      payments: payments.map(({ id }) => ({ id: randomUUID(), paymentId: id })),
    });
    expect((await owner.overview.get()).debtors).toEqual(debtors);
  });

  test('what is due today is to be done without being overdue, and what is due tomorrow is not', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: daysFromToday(400), bookedFrom: monthOf(daysFromToday(400)).concat('-01') },
    );
    const fee = (dueOn: string, amountCents: number) =>
      owner.charge.post({ id: randomUUID(), leaseId: lease.id, kind: 'fee', dueOn, amountCents, note: 'x' });
    await fee(today(), 1_500);
    await fee(daysFromToday(1), 2_000);
    const { debtors } = await owner.overview.get();
    expect(debtors).toMatchObject({ count: 1, rows: [{ openCents: 1_500, daysOverdue: 0 }] });
    expect((await owner.overview.figures()).arrears.cents).toBe(0);
    // Of who is behind, what is due only today is told apart: 35.00, of it 15.00 today.
    await fee(daysFromToday(-10), 2_000);
    const behind = (await owner.overview.get()).debtors.rows[0];
    expect(behind).toMatchObject({ openCents: 3_500, daysOverdue: 10, dueTodayCents: 1_500 });
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
  expect((await owner.overview.figures()).occupancy).toEqual({
    letCount: 1,
    availableCount: 3,
    vacantCount: 2,
    ownUseCount: 1,
    percent: 33,
  });
  await owner.unit.setPeriod({ unitId: own.id, validFrom: today(), ownUse: false });
  expect((await owner.overview.figures()).occupancy).toMatchObject({ availableCount: 4, ownUseCount: 0 });
});

test('what waits: a unit nobody is promised; not one that is let again, not own use, not 150 € that pay the next rent', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const [full, gap, never, lived, left] = [
    await createProperty(owner, { name: 'A' }),
    await createProperty(owner, { name: 'B' }),
    await createProperty(owner, { name: 'C' }),
    await createProperty(owner, { name: 'D' }),
    await createProperty(owner, { name: 'E' }),
  ];
  const lets = (unitId: string, dates: object) =>
    createLease(owner, { unitIds: [unitId], tenantIds: [tenant.id] }, dates);
  const paid = await lets(full.unitId, { startsOn: monthStart() });
  await recordPayment(owner, paid.id, 100_000); // of 850 due this month
  await lets(gap.unitId, { startsOn: monthStart(-3), endsOn: daysFromToday(-11) });
  await lets(gap.unitId, {
    startsOn: daysFromToday(20),
    bookedFrom: monthOf(daysFromToday(20)).concat('-01'),
  });
  await lets(left.unitId, { startsOn: monthStart(-3), endsOn: daysFromToday(-11) });
  await owner.unit.setPeriod({ unitId: lived.unitId, validFrom: today(), ownUse: true });
  const { vacancies, credits } = await owner.overview.get();
  const place = (house: typeof gap) => ({
    unitId: house.unitId,
    unitName: house.name,
    isOnlyUnit: true,
    propertyId: house.id,
    propertyName: house.name,
  });
  expect(vacancies).toEqual([
    { ...place(never), since: null },
    { ...place(left), since: daysFromToday(-10) },
  ]);
  expect((await owner.overview.figures()).occupancy.vacantCount).toBe(3);
  expect(credits).toEqual([]);
});

test('credit waits once no rent will take it: of a lease that ended or was sold; a standing order of the 30th does not', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const letIn = async (name: string, dates: object, amountCents: number) => {
    const house = await createProperty(owner, { name });
    const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [tenant.id] }, dates);
    await recordPayment(owner, lease.id, amountCents);
    return { house, lease };
  };
  await letIn('running', { startsOn: monthStart() }, 170_000); // this month's 850 and the next one's
  await letIn('a year ahead', { startsOn: monthStart() }, 1_020_000); // twelve times 850
  const starts = daysFromToday(40);
  await letIn('begins', { startsOn: starts, bookedFrom: `${starts.slice(0, 7)}-01` }, 85_000);
  const ended = await letIn('ended', { startsOn: monthStart(-1), endsOn: daysFromToday(-1) }, 900_000);
  const sold = await letIn('sold', { startsOn: monthStart() }, 700_000);
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.property set sold_on = ${today()} where id = ${sold.house.id}`,
  );
  const { credits } = await owner.overview.get();
  expect(credits.map(({ leaseId }) => leaseId)).toEqual([ended, sold].map(({ lease }) => lease.id));
  expect(credits[1]).toMatchObject({ cents: 615_000, tenants: [{ id: tenant.id }] });
});

test('a statement’s credit is to be paid out: on a running lease it waits, too, without what was paid ahead besides', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const { unitId } = await createProperty(owner);
  const lease = await createLease(
    owner,
    { unitIds: [unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart() },
  );
  await recordPayment(owner, lease.id, 170_000);
  const credit = await recordPayment(owner, lease.id, 30_000);
  expect((await owner.overview.get()).credits).toEqual([]);
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.payment set method = 'statement_credit' where id = ${credit.id}`,
  );
  expect((await owner.overview.get()).credits).toMatchObject([{ leaseId: lease.id, cents: 30_000 }]);
  await owner.payment.refund({ id: randomUUID(), leaseId: lease.id, amountCents: 30_000, paidOn: today() });
  expect((await owner.overview.get()).credits).toEqual([]);
});

test('a house that is bought in 30 days stands empty nowhere before: not on Today, in no figure, in no list', async () => {
  const { owner } = await createPortfolio(database);
  const { unitId, ...house } = await createProperty(owner);
  const buy = (purchasedOn: string, version: number) =>
    owner.property.update({ ...house, version, purchasedOn });
  const seen = async () => ({
    rows: (await owner.overview.get()).vacancies.map((row) => row.unitId),
    count: (await owner.overview.figures()).occupancy.availableCount,
    listed: (await owner.property.list({ only: ['vacant'] })).rows.map((row) => row.id),
    comesOn: (await owner.property.get({ id: house.id })).units[0]?.comesOn,
  });
  await buy(daysFromToday(30), house.version);
  expect(await seen()).toEqual({ rows: [], count: 0, listed: [], comesOn: daysFromToday(30) });
  await buy(today(), house.version + 1);
  expect(await seen()).toEqual({ rows: [unitId], count: 1, listed: [house.id], comesOn: null });
});

test('a flat is empty since its own use ended, whoever rented it before, and if nobody ever did', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const [let_, never] = [
    await createProperty(owner, { name: 'A' }),
    await createProperty(owner, { name: 'B' }),
  ];
  await createLease(
    owner,
    { unitIds: [let_.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-6), endsOn: daysFromToday(-100) },
  );
  for (const { unitId } of [let_, never]) {
    await owner.unit.setPeriod({ unitId, validFrom: daysFromToday(-90), ownUse: true });
    await owner.unit.setPeriod({ unitId, validFrom: daysFromToday(-5), ownUse: false });
  }
  const { vacancies } = await owner.overview.get();
  expect(vacancies.map(({ since }) => since)).toEqual([daysFromToday(-5), daysFromToday(-5)]);
});

test('what is coming: an end within 90 days that nobody follows, a start without a handover; not what is void, over or far away', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const lets = (unitId: string, startsOn: string, endsOn: string | null) =>
    createLease(owner, { unitIds: [unitId], tenantIds: [tenant.id] }, { startsOn, endsOn });
  const lease = async (startsOn: string, endsOn: string | null) => {
    const { unitId } = await createProperty(owner);
    return { ...(await lets(unitId, startsOn, endsOn)), unitId };
  };
  const ends = await lease(monthStart(-2), daysFromToday(30));
  const starts = await lease(daysFromToday(10), null);
  await lease(monthStart(-2), daysFromToday(-1));
  await lease(monthStart(-2), daysFromToday(91));
  await lease(daysFromToday(91), null);
  const void_ = await lease(daysFromToday(5), null);
  await owner.lease.void({ id: void_.id, version: 1 });
  const { endings, beginnings } = await owner.overview.get();
  expect(endings).toMatchObject([
    { endsOn: daysFromToday(30), leaseId: ends.id, version: 1, noticeGivenOn: null },
  ]);
  expect(beginnings).toMatchObject([
    { startsOn: daysFromToday(10), leaseId: starts.id, tenants: [{ name: tenant.name }] },
  ]);
  const follows = await lets(ends.unitId, daysFromToday(31), null);
  const let_ = await owner.overview.get();
  expect(let_.endings).toEqual([]);
  expect(let_.beginnings.map((row) => row.leaseId)).toEqual([starts.id, follows.id]);
  await owner.handover.create({
    id: randomUUID(),
    leaseId: starts.id,
    unitId: starts.unitId,
    kind: 'move_in',
    heldOn: daysFromToday(0),
  });
  expect((await owner.overview.get()).beginnings.map((row) => row.leaseId)).toEqual([follows.id]);
});

test('who follows in a flat that is sold by then is the buyer’s to find', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const { unitId, ...house } = await createProperty(owner);
  const lease = await createLease(
    owner,
    { unitIds: [unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2), endsOn: daysFromToday(30) },
  );
  const endings = async () => (await owner.overview.get()).endings.map((row) => row.leaseId);
  await owner.property.update({ ...house, soldOn: daysFromToday(32) });
  expect(await endings()).toEqual([lease.id]);
  await owner.property.update({ ...house, version: house.version + 1, soldOn: daysFromToday(31) });
  expect(await endings()).toEqual([]);
});

test('a document that is valid for 30 more days is coming up with its property, and one that is over since yesterday; one of 91 days, one that is over for long, one deleted are not', async () => {
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
  const over = await paper(daysFromToday(-1));
  await paper(daysFromToday(91));
  await paper(daysFromToday(-31));
  const gone = await paper(daysFromToday(10));
  await owner.document.delete({ ids: [gone] });
  const told = (documentId: string, on: string) => ({
    documentId,
    title: `Until ${on}`,
    on,
    property: { id: house.id, name: 'Lindenhof' },
    tenant: null,
  });
  expect((await owner.overview.get()).papers).toEqual([
    told(over, daysFromToday(-1)),
    told(soon, daysFromToday(30)),
  ]);
});

test('all changes, the newest first, page by page without a gap, with the names of things and of who it was', async () => {
  const own = await createPortfolio(database);
  const house = await createProperty(own.owner, { name: 'Alt' });
  const { unitId, ...fields } = house;
  await own.owner.property.update({ ...fields, name: 'Neu' });
  const tenant = await createTenant(own.owner);
  for (let n = 0; n < 9; n += 1) await createUnit(own.owner, house.id);
  const { caller } = await own.join('manager');
  const all = await caller.overview.activity({ limit: 100 });
  const paged: typeof all.rows = [];
  let cursor: string | null = null;
  do {
    const page: typeof all = await caller.overview.activity({ limit: 4, cursor });
    paged.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged).toEqual(all.rows);
  expect(all.rows.filter((event) => event.action === 'unit.create')).toHaveLength(9);
  expect(all.rows.find((event) => event.entityId === tenant.id)).toMatchObject({
    label: tenant.name,
    isPresent: true,
    isOwn: false,
  });

  const mine = await createTenant(caller);
  const ids = async (input: Parameters<typeof caller.overview.activity>[0]) =>
    (await caller.overview.activity(input)).rows.map((event) => event.entityId);
  expect(await ids({ entity: 'tenant' })).toEqual([mine.id, tenant.id]);
  expect(await ids({ entity: 'tenant', by: 'self' })).toEqual([mine.id]);
  expect(await ids({ entity: 'tenant', by: 'others' })).toEqual([tenant.id]);
  expect(await ids({ by: 'system' })).toEqual([]);

  await own.owner.property.archive({ id: house.id, version: 2 });
  const [latest] = (await own.owner.overview.activity({})).rows;
  expect(latest).toMatchObject({ action: 'property.archive', label: 'Neu', isPresent: true, isOwn: true });
  await own.owner.property.delete({ id: house.id, typedName: 'Neu' });
  const [deleted, before] = (await own.owner.overview.activity({})).rows;
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
  const { rows: events } = await owner.overview.activity({});
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
  const firstPage = activityInput.parse({ limit: 10 });
  for (const ask of [getOverview, getFigures, (tx: Tx, scope: Scope) => listActivity(tx, scope, firstPage)]) {
    const read = await rowsReadBy(database.appUrl, { userId: own.ownerId, portfolioId: own.id }, ask);
    for (const table of ['charge', 'open_item', 'payment', 'audit_event']) {
      expect(read.get(table) ?? 0, `${ask.name} ${table}`).toBeLessThan(20);
    }
  }
});
