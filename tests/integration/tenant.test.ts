import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { failureOf } from '../factories/failure.ts';
import { bring } from '../factories/payouts.ts';
import {
  asAdmin,
  createBankAccount,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  daysFromToday,
  handoverContent,
  makeIban,
  monthStart,
  type Records,
  recordPayment,
  today,
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

const dueThisMonth = () => (monthStart() < today() ? 85_000 : 0);

describe('create, get, update', () => {
  test('keeps what was given; the same request again changes nothing', async () => {
    const iban = makeIban();
    const { version, name, ...input } = await createTenant(books.owner, {
      firstName: 'Änne',
      lastName: 'Müller',
      salutation: 'ms',
      emails: ['Aenne@Example.com'],
      phones: ['+49 30 123456'],
      payerIbans: [iban.replace(/(.{4})/g, '$1 ')],
      birthDate: '1980-02-29',
    });
    expect(await books.owner.tenant.create(input)).toEqual({ id: input.id, version });
    expect(await failureOf(books.owner.tenant.create({ ...input, lastName: 'Maier' }))).toBe(
      'already_exists',
    );
    expect(await books.owner.tenant.get({ id: input.id })).toMatchObject({
      name: 'Änne Müller',
      emails: ['aenne@example.com'],
      payerIbans: [iban],
      birthDate: '1980-02-29',
      leases: [],
      arrearsCents: 0,
      version: 1,
    });
  });

  test('a company has its name and no person’s, a person the other way round', async () => {
    const company = await createTenant(books.owner, { kind: 'company', companyName: 'Bäckerei Groß GmbH' });
    expect(await books.owner.tenant.get({ id: company.id })).toMatchObject({
      name: 'Bäckerei Groß GmbH',
      firstName: null,
      lastName: null,
    });
    const fields = { letterLanguage: 'de' as const, companyName: 'Alt GmbH', lastName: 'Groß' };
    await books.owner.tenant.update({ id: company.id, version: 1, kind: 'person', ...fields });
    expect(await books.owner.tenant.get({ id: company.id })).toMatchObject({
      name: 'Groß',
      companyName: null,
    });
    expect(
      await failureOf(books.owner.tenant.update({ id: company.id, version: 1, kind: 'person', ...fields })),
    ).toBe('version_conflict');
  });

  test('bad input names its fields', async () => {
    const wrong = { id: randomUUID(), kind: 'person' as const, letterLanguage: 'de' as const };
    expect(await failureOf(books.owner.tenant.create(wrong))).toBe('BAD_REQUEST lastName: required');
    const more = { lastName: 'x', emails: ['no mail'], payerIbans: ['DE00123'], birthDate: '2026-02-30' };
    expect(await failureOf(books.owner.tenant.create({ ...wrong, ...more }))).toBe(
      'BAD_REQUEST birthDate: date, emails.0: email, payerIbans.0: iban',
    );
  });

  test('the trail says which details changed and keeps none of them', async () => {
    const tenant = await createTenant(books.owner, { lastName: 'Geheim' });
    const iban = makeIban();
    await books.owner.tenant.update({
      id: tenant.id,
      version: 1,
      kind: 'person',
      letterLanguage: 'de',
      firstName: 'Anna',
      lastName: 'Geheim',
      payerIbans: [iban],
      birthDate: '1970-01-01',
    });
    const events = await asAdmin(
      database,
      (sql) => sql`select before, after from hausbuch.audit_event
        where entity_id = ${tenant.id} and action = 'tenant.update'`,
    );
    expect(events[0]?.after).toEqual({ name: 'Anna Geheim', changed: ['payerIbans', 'birthDate'] });
    expect(JSON.stringify(events)).not.toContain(iban);
  });
});

describe('list', () => {
  test('finds by first and last name, company, e-mail and phone, umlauts written either way', async () => {
    const own = await createPortfolio(database);
    await createTenant(own.owner, {
      firstName: 'Jürgen',
      lastName: 'Weiß',
      emails: ['jw@post.example'],
      phones: ['0171 555123'],
    });
    await createTenant(own.owner, { kind: 'company', companyName: 'Öko-Bau Süd' });
    const names = async (search: string) =>
      (await own.owner.tenant.list({ search })).rows.map((row) => row.name);
    for (const search of ['juergen weiss', 'Weiß Jürgen', 'jurgen', 'post.example', '0171 555']) {
      expect(await names(search), search).toEqual(['Jürgen Weiß']);
    }
    expect(await names('oeko')).toEqual(['Öko-Bau Süd']);
    expect(await names('nobody')).toEqual([]);
  });

  test('sorts by last name and pages by key', async () => {
    const own = await createPortfolio(database);
    for (const lastName of ['Zander', 'Äpfel', 'Apfel', 'Müller', 'Mueller', 'Mu']) {
      await createTenant(own.owner, { firstName: 'A', lastName });
    }
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page = await own.owner.tenant.list({ limit: 4, cursor });
      seen.push(...page.rows.map((row) => row.lastName));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(['Apfel', 'Äpfel', 'Mu', 'Mueller', 'Müller', 'Zander']);
  });

  test('tells where they live and what is overdue: 2 × 850 € less 1,000 € of last months is 700 €', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const [one, other, former, future] = [
      await createTenant(own.owner, { lastName: 'A' }),
      await createTenant(own.owner, { lastName: 'B' }),
      await createTenant(own.owner, { lastName: 'C' }),
      await createTenant(own.owner, { lastName: 'D' }),
    ];
    const shared = await createLease(
      own.owner,
      { unitIds: [house.unitId], tenantIds: [one.id, other.id] },
      { startsOn: monthStart(-2) },
    );
    await recordPayment(own.owner, shared.id, 100_000);
    const second = await createProperty(own.owner);
    await createLease(
      own.owner,
      { unitIds: [second.unitId], tenantIds: [former.id] },
      {
        startsOn: monthStart(-6),
        endsOn: daysFromToday(-1),
        bookedFrom: monthStart(-1),
        openingBalanceCents: 500,
      },
    );
    await createLease(
      own.owner,
      { unitIds: [second.unitId], tenantIds: [future.id] },
      { startsOn: daysFromToday(3), bookedFrom: monthStart() },
    );
    const { rows } = await own.owner.tenant.list({});
    const place = {
      leaseId: shared.id,
      unitId: house.unitId,
      propertyId: house.id,
      propertyName: house.name,
    };
    const owed = 70_000 + dueThisMonth();
    expect(rows).toMatchObject([
      { id: one.id, arrearsCents: owed, units: [place] },
      { id: other.id, arrearsCents: owed, units: [place] },
      { id: former.id, units: [] },
      { id: future.id, arrearsCents: 0, units: [] },
    ]);
    expect(rows[2]?.arrearsCents).toBeGreaterThanOrEqual(85_500);
    const ids = async (mark: 'current' | 'arrears') =>
      (await own.owner.tenant.list({ only: [mark] })).rows.map((row) => row.id);
    expect(await ids('current')).toEqual([one.id, other.id]);
    expect(await ids('arrears')).toEqual([one.id, other.id, former.id]);
  });

  test('who left before the lease’s end answers for what was due until then', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const [stays, left] = [await createTenant(own.owner), await createTenant(own.owner)];
    const lease = await createLease(
      own.owner,
      { unitIds: [house.unitId], tenantIds: [stays.id, left.id] },
      { startsOn: monthStart(-3) },
    );
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.lease_tenant set to_on = ${daysFromToday(0)}::date - interval '2 months'
        where tenant_id = ${left.id}`,
    );
    const owed = async (id: string) => (await own.owner.tenant.get({ id })).arrearsCents;
    expect(await owed(stays.id)).toBe(3 * 85_000 + dueThisMonth());
    // Moved out in the month before the last: its rent and the one before are theirs.
    expect(await owed(left.id)).toBe(2 * 85_000);
    expect((await own.owner.tenant.get({ id: stays.id })).leases).toMatchObject([
      { id: lease.id, state: 'active', monthlyRentCents: 85_000, tenants: [{ id: stays.id }] },
    ]);
  });
});

describe('list by what needs attention', () => {
  test('credit, an end within 90 days, and several conditions at once; sorted by end and by what is overdue', async () => {
    const own = await createPortfolio(database);
    const tenants = [];
    for (const lastName of ['Adler', 'Bauer', 'Celik', 'Daum']) {
      tenants.push(await createTenant(own.owner, { firstName: null, lastName }));
    }
    const [rich, leaving, owing, without] = tenants.map((row) => row.id);
    const rents = async (tenantId: string | undefined, dates: object) => {
      const house = await createProperty(own.owner);
      const parties = { unitIds: [house.unitId], tenantIds: [tenantId ?? ''] };
      return createLease(own.owner, parties, dates);
    };
    const paid = await rents(rich, { startsOn: monthStart() });
    await recordPayment(own.owner, paid.id, 100_000);
    await rents(leaving, { startsOn: monthStart(-2), endsOn: daysFromToday(30) });
    await rents(owing, { startsOn: monthStart(-3), endsOn: daysFromToday(120) });
    const list = async (input: Parameters<typeof own.owner.tenant.list>[0]) =>
      (await own.owner.tenant.list(input)).rows.map((row) => row.id);
    expect(await list({ only: ['credit'] })).toEqual([rich]);
    expect(await list({ only: ['ending'] })).toEqual([leaving]);
    expect(await list({ only: ['arrears', 'ending'] })).toEqual([leaving]);
    expect(await list({ only: ['arrears', 'credit'] })).toEqual([]);
    expect(await list({ kind: 'company' })).toEqual([]);
    expect((await list({ sort: 'ends' })).slice(0, 2)).toEqual([leaving, owing]);
    expect((await list({ sort: 'arrears', descending: true })).slice(0, 2)).toEqual([owing, leaving]);
    const { rows } = await own.owner.tenant.list({ only: ['credit'] });
    expect(rows).toMatchObject([{ creditCents: 15_000, arrearsCents: 0 }]); // 1,000 paid on 850
    expect(rows[0]?.units[0]).toMatchObject({ startsOn: monthStart(), endsOn: null });

    // Key by key, in either direction, everybody once.
    for (const sort of ['name', 'ends', 'arrears'] as const) {
      for (const descending of [false, true]) {
        const found: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await own.owner.tenant.list({ sort, descending, limit: 1, cursor });
          found.push(...page.rows.map((row) => row.id));
          cursor = page.nextCursor;
        } while (cursor);
        expect(found, `${sort} ${descending}`).toEqual(await list({ sort, descending }));
        expect(new Set(found)).toEqual(new Set([rich, leaving, owing, without]));
        expect(found).toHaveLength(4);
      }
    }
    const { nextCursor } = await own.owner.tenant.list({ limit: 1 });
    expect(await failureOf(own.owner.tenant.list({ sort: 'ends', cursor: nextCursor }))).toBe(
      'invalid @cursor',
    );
  });
});

describe('archive', () => {
  test('of many: who lives somewhere stays and is named, each leaves a trace, a conflict takes all back', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const [resident, one, two] = [
      await createTenant(own.owner),
      await createTenant(own.owner),
      await createTenant(own.owner),
    ];
    await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [resident.id] });
    const rows = [resident, one, two].map(({ id }) => ({ id, version: 1 }));
    const { done, inUseIds } = await own.owner.tenant.archiveRows({ rows });
    expect(inUseIds).toEqual([resident.id]);
    expect(done.map((row) => row.id).sort()).toEqual([one.id, two.id].sort());
    const traces = await asAdmin(
      database,
      (sql) => sql`select entity_id from hausbuch.audit_event
        where portfolio_id = ${own.id} and action = 'tenant.archive'`,
    );
    expect(traces).toHaveLength(2);
    expect(new Set(traces.map((row) => row.entity_id))).toEqual(new Set([one.id, two.id]));
    await own.owner.tenant.restore({ id: one.id, version: 2 });
    expect(await failureOf(own.owner.tenant.restoreRows({ rows: done }))).toBe('version_conflict');
    expect((await own.owner.tenant.list({ archive: 'archived' })).rows).toMatchObject([{ id: two.id }]);
    expect(await failureOf(own.owner.tenant.archiveRows({ rows: [...rows, ...rows] }))).toMatch(
      /BAD_REQUEST/,
    );
  });

  test('not while they live somewhere; afterwards they leave the list and can come back', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const [resident, gone] = [await createTenant(own.owner), await createTenant(own.owner)];
    await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [resident.id] });
    expect(await failureOf(own.owner.tenant.archive({ id: resident.id, version: 1 }))).toBe('tenant.in_use');
    expect(await own.owner.tenant.archive({ id: gone.id, version: 1 })).toEqual({ id: gone.id, version: 2 });
    const ids = async (archive: 'active' | 'archived') =>
      (await own.owner.tenant.list({ archive })).rows.map((row) => row.id);
    expect(await ids('active')).toEqual([resident.id]);
    expect(await ids('archived')).toEqual([gone.id]);
    expect(await failureOf(own.owner.tenant.restore({ id: gone.id, version: 1 }))).toBe('version_conflict');
    await own.owner.tenant.restore({ id: gone.id, version: 2 });
    expect(await ids('archived')).toEqual([]);
  });
});

describe('the danger zone', () => {
  const countOf = (table: string, leaseId: string) =>
    asAdmin(database, async (sql) => {
      const rows = await sql`select 1 from ${sql(`hausbuch.${table}`)} where lease_id = ${leaseId}`;
      return rows.length;
    });

  test('a debt carried over from an erased lease is still what it was, and forgets where it came from', async () => {
    const own = await createPortfolio(database);
    const { unitId } = await createProperty(own.owner);
    const [anna, bert] = [
      await createTenant(own.owner, { firstName: 'Anna', lastName: 'Ott' }),
      await createTenant(own.owner, { firstName: 'Bert', lastName: 'Ott' }),
    ];
    const past = { startsOn: monthStart(-1), endsOn: addDays(monthStart(), -1), isFixedTerm: true };
    const alone = await createLease(own.owner, { unitIds: [unitId], tenantIds: [anna.id] }, past);
    const both = await createLease(own.owner, { unitIds: [unitId], tenantIds: [anna.id, bert.id] });
    const { items } = await own.owner.ledger.openItems({ leaseId: alone.id });
    await own.owner.lease.carryOver({
      fromLeaseId: alone.id,
      toLeaseId: both.id,
      open: { id: randomUUID(), amountCents: 85_000 },
    });
    const debts = async () => (await own.owner.ledger.openItems({ leaseId: both.id })).items;
    const before = await debts();
    await own.owner.tenant.delete({ id: anna.id, typedName: 'Anna Ott' });
    expect(await countOf('charge', alone.id)).toBe(0);
    expect(await debts()).toEqual(before);
    const carried = {
      carriedKind: 'rent',
      carriedPeriodFrom: monthStart(-1),
      owedSince: items[0]?.owedSince,
    };
    expect(before).toContainEqual(expect.objectContaining({ ...carried, openCents: 85_000 }));
  });

  test('a shared lease stays whole for the others and goes with its last tenant', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const [anna, bert] = [
      await createTenant(own.owner, { firstName: 'Anna', lastName: 'Ott' }),
      await createTenant(own.owner, { firstName: 'Bert', lastName: 'Ott' }),
    ];
    const lease = await createLease(own.owner, {
      unitIds: [house.unitId],
      tenantIds: [anna.id, bert.id],
    });
    await recordPayment(own.owner, lease.id, 50_000, { payerTenantId: anna.id });
    const account = await own.owner.ledger.account({ leaseId: lease.id });

    const preview = await own.owner.tenant.deletePreview({ id: anna.id });
    expect(preview).toMatchObject({
      name: 'Anna Ott',
      counts: { leases: 0, charges: 0, payments: 0, keptLeases: 1 },
      stayingTenants: [{ id: bert.id, name: 'Bert Ott' }],
    });
    expect(await failureOf(own.owner.tenant.delete({ id: anna.id, typedName: 'Anna' }))).toBe(
      'tenant.name_mismatch @typedName',
    );
    await own.owner.tenant.delete({ id: anna.id, typedName: 'Anna Ott' });
    expect(await failureOf(own.owner.tenant.get({ id: anna.id }))).toBe('not_found');
    const after = await own.owner.ledger.account({ leaseId: lease.id });
    expect({ ...after, rows: after.rows.map(({ balanceCents }) => balanceCents) }).toEqual({
      ...account,
      rows: account.rows.map(({ balanceCents }) => balanceCents),
    });
    expect(await own.owner.tenant.get({ id: bert.id })).toMatchObject({ leases: [{ id: lease.id }] });

    expect((await own.owner.tenant.deletePreview({ id: bert.id })).counts).toMatchObject({
      leases: 1,
      rents: 1,
      charges: 1,
      payments: 1,
      keptLeases: 0,
    });
    await own.owner.tenant.delete({ id: bert.id, typedName: 'Bert Ott' });
    for (const table of ['charge', 'payment', 'open_item', 'credit', 'rent', 'lease_unit', 'lease_tenant']) {
      expect(await countOf(table, lease.id), table).toBe(0);
    }
    expect((await own.owner.property.get({ id: house.id })).units[0]?.currentLease).toBeNull();
  });

  test('what was written with a lease, payments and waivers is nowhere once the person is deleted', async () => {
    const own = await createPortfolio(database);
    const { unitId } = await createProperty(own.owner);
    const carl = await createTenant(own.owner, { firstName: 'Carl', lastName: 'Beck' });
    const lease = await createLease(
      own.owner,
      { unitIds: [unitId], tenantIds: [carl.id] },
      { notes: 'Kur 0' },
    );
    const payment = await recordPayment(own.owner, lease.id, 10_000, { reference: 'Kur 1', note: 'Kur 2' });
    await own.owner.payment.correct({
      ...{ id: randomUUID(), paymentId: payment.id, paidOn: today(), amountCents: 20_000 },
      ...{ method: 'cash', reference: 'Kur 3', note: 'Kur 4' },
    });
    const { items } = await own.owner.ledger.openItems({ leaseId: lease.id });
    await own.owner.charge.waive({
      id: randomUUID(),
      chargeId: items[0]?.chargeId ?? '',
      reason: 'Kur 5',
    });
    await own.owner.tenant.delete({ id: carl.id, typedName: 'Carl Beck' });
    const found = await asAdmin(database, async (sql) => {
      const tables = await sql<{ name: string }[]>`
        select table_name as name from information_schema.columns
        where table_schema = 'hausbuch' and column_name = 'portfolio_id'`;
      const texts = await Promise.all(
        tables.map(
          ({ name }) => sql<{ row: string }[]>`
            select to_jsonb(r)::text as row from ${sql(`hausbuch.${name}`)} r where portfolio_id = ${own.id}`,
        ),
      );
      return texts.flat().filter(({ row }) => row.includes('Kur '));
    });
    expect(found).toEqual([]);
    expect((await own.owner.overview.activity({ entity: 'payment' })).rows).toContainEqual(
      expect.objectContaining({ action: 'payment.correct', amountCents: 20_000 }),
    );
  });

  test('of a lease that others go on with nobody reads what was written to or by the person', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const carl = await createTenant(own.owner, { firstName: 'Carl', lastName: 'Beck' });
    const dora = await createTenant(own.owner, { firstName: 'Dora', lastName: 'Beck' });
    const leaseId = (await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [carl.id, dora.id] }))
      .id;
    await recordPayment(own.owner, leaseId, 10_000, {
      ...{ payerTenantId: carl.id, reference: 'Kur 1', note: 'Kur 2' },
    });
    await recordPayment(own.owner, leaseId, 10_000, { payerTenantId: dora.id, reference: 'Bleibt' });
    const meterId = randomUUID();
    await own.owner.meter.create({ id: meterId, unitId: house.unitId, kind: 'electricity', measure: 'kwh' });
    const there = ['Carl Beck', 'Dora Beck'];
    const content = { ...handoverContent(meterId), persons: there, confirmedBy: there };
    await own.owner.handover.create({
      ...{ ...content, id: randomUUID(), leaseId, unitId: house.unitId, kind: 'move_in' },
    });
    await own.owner.tenant.delete({ id: carl.id, typedName: 'Carl Beck' });
    const said = await asAdmin(
      database,
      (sql) => sql<{ said: string }[]>`
        select coalesce(reference, '') || coalesce(note, '') as said from hausbuch.payment
        where portfolio_id = ${own.id} order by said`,
    );
    expect(said.map((row) => row.said)).toEqual(['', 'Bleibt']);
    const [held] = await asAdmin(
      database,
      (sql) => sql<{ persons: string[]; confirmed_by: string[] }[]>`
        select persons, confirmed_by from hausbuch.handover where portfolio_id = ${own.id}`,
    );
    expect(held).toEqual({ persons: ['Dora Beck'], confirmed_by: ['Dora Beck'] });
  });

  test('the bank’s words go from a payment also where it was corrected', async () => {
    const own = await createPortfolio(database);
    const { unitId } = await createProperty(own.owner);
    const [carl, dora] = [await createTenant(own.owner), await createTenant(own.owner)];
    const { id: leaseId } = await createLease(own.owner, {
      unitIds: [unitId],
      tenantIds: [carl.id, dora.id],
    });
    const account = await createBankAccount(own.owner);
    const [line] = await bring(own.owner, account.iban, [{ on: today(), cents: 10_000, text: 'Miete Carl' }]);
    await own.owner.bank.accept({
      ...{ id: randomUUID(), lineId: line?.id ?? '' },
      parts: [{ kind: 'payment', leaseId, amountCents: 10_000 }],
    });
    const referencesOf = () =>
      asAdmin(
        database,
        (sql) => sql<{ id: string; reference: string | null }[]>`
          select id, reference from hausbuch.payment where lease_id = ${leaseId} order by recorded_at`,
      );
    const [recorded] = await referencesOf();
    await own.owner.payment.correct({
      ...{
        id: randomUUID(),
        paymentId: recorded?.id ?? '',
        paidOn: addDays(today(), -1),
        amountCents: 10_000,
      },
      ...{ method: 'transfer', reference: recorded?.reference ?? null, note: null },
    });
    expect((await referencesOf()).map(({ reference }) => reference)).toEqual(Array(3).fill('Miete Carl'));
    await recordPayment(own.owner, leaseId, 10_000, { reference: 'Quittung 12' });
    await own.owner.tenant.delete({ id: carl.id, typedName: carl.name });
    expect((await referencesOf()).flatMap(({ reference }) => reference ?? [])).toEqual(['Quittung 12']);
  });

  test('is the owner’s alone', async () => {
    const tenant = await createTenant(books.owner);
    const { caller } = await books.join('manager');
    expect(await failureOf(caller.tenant.delete({ id: tenant.id, typedName: tenant.name }))).toBe(
      'forbidden',
    );
    expect(await failureOf(caller.tenant.deletePreview({ id: tenant.id }))).toBe('forbidden');
  });
});
