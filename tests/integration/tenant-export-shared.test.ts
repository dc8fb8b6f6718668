import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { bring } from '../factories/payouts.ts';
import { readAnswer } from '../factories/person-archive.ts';
import {
  asAdmin,
  createBankAccount,
  createDocument,
  createHandover,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  makeIban,
  monthStart,
  type Records,
  recordPayment,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { firstHalf, settleCosts } from '../factories/settled.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** What is told of somebody whose account, lease or paper is, or once was, also another's (Art. 15(4) GDPR). */

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

const told = (tenantId: string) =>
  readAnswer(database, { userId: books.ownerId, portfolioId: books.id, tenantId });
const everythingIn = ({ texts, files }: Awaited<ReturnType<typeof told>>) =>
  [...texts.values(), ...files.keys()].join('\n');

/** Somebody in a flat of their own. */
async function letTo(tenantIds: string[], startsOn = monthStart(-2)) {
  const house = await createProperty(books.owner);
  const lease = await createLease(books.owner, { unitIds: [house.unitId], tenantIds }, { startsOn });
  return { house, lease };
}

test('of an account that pays for many there is what it paid for the person', async () => {
  const { owner } = books;
  const payerIbans = [makeIban()];
  const [anna, bert] = [await createTenant(owner, { payerIbans }), await createTenant(owner, { payerIbans })];
  const [annas, berts] = [await letTo([anna.id]), await letTo([bert.id])];
  const account = await createBankAccount(owner);
  const name = 'Jobcenter Mitte';
  const lines = await bring(
    owner,
    account.iban ?? '',
    ['BG 4711 Anna', 'BG 4712 Bert', 'BG 4713 Carla'].map((text, at) => ({
      ...{ on: monthStart(), cents: 3_000 + at, account: payerIbans[0] ?? '', name, text },
    })),
  );
  for (const line of lines) {
    const leaseId = { 3000: annas.lease.id, 3001: berts.lease.id }[line.amountCents];
    if (!leaseId) continue;
    const part = { kind: 'payment' as const, leaseId, amountCents: line.amountCents };
    await owner.bank.accept({ id: randomUUID(), lineId: line.id, parts: [part] });
  }
  const answer = await told(anna.id);
  expect(answer.tables.bank_line?.map(({ text }) => text)).toEqual([expect.stringContaining('BG 4711 Anna')]);
  expect(answer.tables.bank_rule?.every(({ lease_id }) => lease_id === annas.lease.id)).toBe(true);
  expect(everythingIn(answer)).not.toMatch(/BG 471[23]/);
});

test('a lease is not the person’s alone because others were taken off it', async () => {
  const { owner } = books;
  const [anna, bert] = [await createTenant(owner), await createTenant(owner, { firstName: 'Balthasar' })];
  const { lease } = await letTo([anna.id, bert.id]);
  await recordPayment(owner, lease.id, 1_000, { payerTenantId: bert.id, reference: 'Anteil Balthasar' });
  const { version } = await owner.lease.get({ id: lease.id });
  const tenants = [{ tenantId: anna.id, fromOn: lease.startsOn, toOn: null }];
  await owner.lease.setTenants({ id: lease.id, version, tenants });
  const answer = await told(anna.id);
  expect(answer.tables.payment).toMatchObject([{ reference: null, payer_tenant_id: null }]);
  expect(answer.tables.audit_event?.length).toBeGreaterThan(0);
  expect(everythingIn(answer)).not.toMatch(/Balthasar/);
});

test('nobody shares a lease with themselves: entered in two rows, day after day, it is the person’s alone', async () => {
  const { owner } = books;
  const anna = await createTenant(owner);
  const { lease } = await letTo([anna.id], monthStart(-4));
  await recordPayment(owner, lease.id, 1_000, { reference: 'Miete von Anna' });
  const { version } = await owner.lease.get({ id: lease.id });
  const [from, through] = [monthStart(-1), addDays(monthStart(-1), -1)];
  const tenants = [
    { tenantId: anna.id, fromOn: lease.startsOn, toOn: through },
    { tenantId: anna.id, fromOn: from, toOn: null },
  ];
  await owner.lease.setTenants({ id: lease.id, version, tenants });
  const answer = await told(anna.id);
  expect(answer.tables.lease_tenant).toHaveLength(2);
  expect(answer.tables.payment).toMatchObject([{ reference: 'Miete von Anna' }]);
});

test('nor is one whose first tenant was erased', async () => {
  const { owner } = books;
  const [first, joiner] = [await createTenant(owner), await createTenant(owner)];
  const { lease } = await letTo([first.id], monthStart(-4));
  const joinedOn = monthStart(-1);
  await recordPayment(owner, lease.id, 100, { paidOn: monthStart(-3), reference: 'Miete von davor' });
  await recordPayment(owner, lease.id, 200, { paidOn: monthStart(), reference: 'Miete von danach' });
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.lease_tenant set tenant_id = ${joiner.id}, from_on = ${joinedOn}
      where portfolio_id = ${books.id} and lease_id = ${lease.id}`,
  );
  const answer = await told(joiner.id);
  expect(answer.tables.payment).toMatchObject([{ amount_cents: 200 }]);
  expect(everythingIn(answer)).not.toContain('Miete von davor');
});

test('who joins a lease gets its contract, and none of the papers from before', async () => {
  const { owner } = books;
  const [stays, joins] = [await createTenant(owner), await createTenant(owner)];
  const { lease } = await letTo([stays.id, joins.id], monthStart(-4));
  const links = [{ kind: 'lease' as const, id: lease.id }];
  const contract = await createDocument(owner, links, { title: 'Vertrag', category: 'lease' });
  const before = await createDocument(owner, links, { title: 'Schreiben von damals' });
  const after = await createDocument(owner, links, { title: 'Schreiben von heute' });
  await asAdmin(database, async (sql) => {
    await sql`update hausbuch.lease_tenant set from_on = ${monthStart(-1)}
      where portfolio_id = ${books.id} and lease_id = ${lease.id} and tenant_id = ${joins.id}`;
    await sql`update hausbuch.document set created_at = ${`${monthStart(-3)}T12:00:00Z`}
      where portfolio_id = ${books.id} and id in (${contract.documentId}, ${before.documentId})`;
  });
  const answer = await told(joins.id);
  expect(answer.tables.document?.map(({ id }) => id).sort()).toEqual(
    [contract.documentId, after.documentId].sort(),
  );
  expect(answer.texts.get('left-out.csv')).toContain(`document,${before.documentId},`);
  expect((await told(stays.id)).tables.document).toHaveLength(3);
});

test('of several landlords none is named to who rents from none of them', async () => {
  const { owner, ownerId: userId, id: portfolioId } = await createPortfolio(database);
  const { id: tenantId } = await createTenant(owner);
  const readme = async () =>
    (await readAnswer(database, { userId, portfolioId, tenantId })).texts.get('README.md') ?? '';
  await createLandlord(owner, { name: 'Petra Vogel' });
  expect(await readme()).toContain('Petra Vogel');
  await createLandlord(owner, { name: 'Moritz Sperling' });
  expect(await readme()).not.toMatch(/Petra Vogel|Moritz Sperling/);
});

test('a hand-over that names the person is theirs on whatever day', async () => {
  const { owner } = books;
  const [stays, joins] = [
    await createTenant(owner),
    await createTenant(owner, { firstName: 'Ottilie', lastName: 'Fröhlich' }),
  ];
  const { house, lease } = await letTo([stays.id, joins.id], monthStart(-4));
  const meter = randomUUID();
  await owner.meter.create({ id: meter, unitId: house.unitId, kind: 'electricity', measure: 'kwh' });
  const at = { leaseId: lease.id, unitId: house.unitId, meterId: meter };
  const handover = await createHandover(owner, at);
  const setPresent = (names: string[]) =>
    asAdmin(database, async (sql) => {
      await sql`update hausbuch.lease_tenant set from_on = ${monthStart(-1)}
        where portfolio_id = ${books.id} and lease_id = ${lease.id} and tenant_id = ${joins.id}`;
      await sql`update hausbuch.handover set persons = ${names}
        where portfolio_id = ${books.id} and id = ${handover.id}`;
    });
  await setPresent(['Erika Muster']);
  expect((await told(joins.id)).tables.handover ?? []).toEqual([]);
  await setPresent(['Erika Muster', 'Ottilie Fröhlich']);
  expect((await told(joins.id)).tables.handover).toMatchObject([{ id: handover.id }]);
});

test('a statement written to the person is theirs on whatever day', async () => {
  const { owner } = books;
  const [stays, joins] = [await createTenant(owner), await createTenant(owner)];
  const { house, lease } = await letTo([stays.id, joins.id], monthStart(-4));
  await settleCosts(owner, house, firstHalf());
  const period = { propertyId: house.id, ...firstHalf() };
  await owner.costStatement.sendLetters({ ...period, version: 1, way: 'post', language: 'de' });
  const days = (fromOn: string) =>
    asAdmin(
      database,
      (sql) => sql`update hausbuch.lease_tenant set from_on = ${fromOn}
        where portfolio_id = ${books.id} and lease_id = ${lease.id} and tenant_id = ${joins.id}`,
    );
  await days(monthStart());
  const { tables } = await told(joins.id);
  expect(tables.letter).toHaveLength(1);
  expect(tables.cost_statement_lease).toMatchObject([{ lease_id: lease.id }]);
});

test('of a company it says that the law protects people', async () => {
  const names = {
    kind: 'company' as const,
    firstName: null,
    lastName: null,
    companyName: 'Bäckerei Korn GmbH',
  };
  const { id } = await createTenant(books.owner, names);
  const readme = (await told(id)).texts.get('README.md') ?? '';
  expect(readme).toMatch(/recital\s14/);
  expect(readme).toMatch(/Erwägungsgrund\s14/);
});

test('outside the EU it does not grant the rights of the GDPR, nor does it say so within', async () => {
  const { id: portfolioId, ownerId: userId, owner } = await createPortfolio(database);
  const { id: tenantId } = await createTenant(owner);
  const readmeIn = async (place: string) => {
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.portfolio set jurisdiction = ${place} where id = ${portfolioId}`,
    );
    return (await readAnswer(database, { userId, portfolioId, tenantId })).texts.get('README.md') ?? '';
  };
  const [there, here] = [await readmeIn('US'), await readmeIn('AT')];
  expect(there).toContain('which rights you have is as the law of the place has it');
  expect(there).toContain('Welche Rechte Sie haben, sagt das Recht des Ortes');
  expect(here).not.toMatch(/which rights you have|Welche Rechte Sie haben/);
});
