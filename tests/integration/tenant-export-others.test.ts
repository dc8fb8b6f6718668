import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultFormats, formatDate } from '@/i18n/formats';
import { createMandate } from '../factories/debits.ts';
import { failureOf } from '../factories/failure.ts';
import { mailLetter, twoReminders } from '../factories/letters.ts';
import { bring } from '../factories/payouts.ts';
import { answerAbout, readAnswer } from '../factories/person-archive.ts';
import { attachReceipts, openRoom } from '../factories/receipts.ts';
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
  createUnit,
  daysFromToday,
  makeIban,
  monthStart,
  type Records,
  recordPayment,
  today,
} from '../factories/records.ts';
import { closeTestCallers, testStorage } from '../factories/session.ts';
import { firstHalf, settleCosts } from '../factories/settled.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * What is told of a tenant takes nothing of anybody else (Art. 15(4) GDPR): two tenants of one lease, of whom one asks, a neighbor
 * in the same house, and a stranger in another.
 */

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

const person = (firstName: string, lastName: string, number: string) => ({
  firstName,
  lastName,
  emails: [`post.${number}@example.net`],
  phones: [`+49 30 ${number}`],
  payerIbans: [makeIban()],
  birthDate: '1971-03-09',
  street: `${lastName}gasse`,
  houseNumber: '77',
  emergencyContact: `Schwester ${firstName}s, Tel. ${number}`,
  notes: `${firstName} zahlt bar`,
});

/** What tells who somebody is, wherever it stands. */
const tellsOf = (one: ReturnType<typeof person> & { id: string }) => [
  ...[one.id, one.firstName, one.lastName, one.emails[0] ?? '', one.phones[0] ?? '', one.payerIbans[0] ?? ''],
  ...[one.birthDate, one.street, one.emergencyContact, one.notes],
];

/** A house whose flat is let to some tenants, with something of everything that may name them. */
async function fill(tenants: readonly (ReturnType<typeof person> & { id: string })[]) {
  const { owner, id: portfolioId } = books;
  const house = await createProperty(owner);
  const parties = { unitIds: [house.unitId], tenantIds: tenants.map(({ id }) => id) };
  const names = tenants.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const lease = await createLease(owner, parties, {
    startsOn: monthStart(-2),
    notes: `Schlüssel hat ${names.at(-1)}`,
  });
  await owner.deposit.create({ id: randomUUID(), leaseId: lease.id, agreedCents: 100_000 });
  for (const { id, payerIbans, lastName, firstName } of tenants) {
    const words = { reference: `Miete ${lastName}`, note: `von ${firstName}` };
    await recordPayment(owner, lease.id, 1_000, { payerTenantId: id, ...words });
    await createMandate(owner, lease.id, { iban: payerIbans[0] ?? '' });
  }
  const account = await createBankAccount(owner);
  const said = tenants.map(({ firstName, lastName, payerIbans }, at) => ({
    ...{ on: monthStart(), cents: 2_000 + at, account: payerIbans[0] ?? '' },
    ...{ name: `${firstName} ${lastName}`, text: `Miete ${lastName.toUpperCase()}` },
  }));
  for (const line of await bring(owner, account.iban ?? '', said)) {
    const part = { kind: 'payment' as const, leaseId: lease.id, amountCents: line.amountCents };
    await owner.bank.accept({ id: randomUUID(), lineId: line.id, parts: [part] });
  }
  const meter = randomUUID();
  await owner.meter.create({ id: meter, unitId: house.unitId, kind: 'electricity', measure: 'kwh' });
  const handover = await createHandover(owner, { leaseId: lease.id, unitId: house.unitId, meterId: meter });
  await asAdmin(
    database,
    (
      sql,
    ) => sql`update hausbuch.handover set persons = ${names}, remarks = ${`${names.join(' und ')} waren da`}
      where portfolio_id = ${portfolioId} and id = ${handover.id}`,
  );
  for (const { id } of tenants) {
    await mailLetter(database, owner, { portfolioId, leaseId: lease.id, tenantId: id }, 'arrived');
  }
  await createDocument(owner, [{ kind: 'lease', id: lease.id }], {
    title: `Mietvertrag ${names.join(', ')}`,
    fileName: `Vertrag ${names.at(-1)}.pdf`,
  });
  return { house, lease, names };
}

test('has nothing of a co-tenant, a neighbor or a stranger in rows, lists and description', async () => {
  const { owner, id: portfolioId, ownerId: userId } = books;
  await owner.reminderRule.set(twoReminders);
  const [anna, bert, neighbor, stranger] = [
    await createTenant(owner, person('Annegret', 'Quitzow', '4711001')),
    await createTenant(owner, person('Balthasar', 'Xylander', '4711002')),
    await createTenant(owner, person('Cäcilie', 'Würthner', '4711003')),
    await createTenant(owner, person('Dietmar', 'Zschoche', '4711004')),
  ] as (ReturnType<typeof person> & { id: string })[];
  if (!anna || !bert || !neighbor || !stranger) throw new Error('Nobody.');
  const { house, lease } = await fill([anna, bert]);
  const elsewhere = await fill([stranger]);
  const beside = await createUnit(owner, house.id);
  const near = await createLease(
    owner,
    { unitIds: [beside.id], tenantIds: [neighbor.id] },
    { startsOn: monthStart(-2) },
  );
  await settleCosts(owner, house, firstHalf());
  const told = await owner.objection.list({ propertyId: house.id, ...firstHalf() });
  for (const { statementLeaseId } of told?.leases ?? []) {
    await attachReceipts(owner, statementLeaseId);
    await openRoom(owner, statementLeaseId);
    const text = `${bert.firstName} und ${neighbor.firstName} ${neighbor.lastName} sagen: zu hoch`;
    await owner.objection.create({ id: randomUUID(), statementLeaseId, receivedOn: today(), text });
  }
  const links = [{ kind: 'tenant' as const, id: bert.id }];
  await createDocument(owner, links, { title: `Ausweis ${bert.lastName}` });
  await createDocument(owner, [...links, { kind: 'lease', id: lease.id }], { title: 'Gehaltsnachweis' });
  const own = await createDocument(owner, [{ kind: 'tenant', id: anna.id }], { title: 'Selbstauskunft' });

  const { texts, tables, files } = await readAnswer(database, { userId, portfolioId, tenantId: anna.id });
  const everything = [...texts.values(), ...files.keys()].join('\n').toLowerCase();
  for (const told of [anna.lastName, anna.payerIbans[0] ?? '', anna.notes, anna.emergencyContact]) {
    expect(everything).toContain(told.toLowerCase());
  }
  const found = [bert, neighbor, stranger].flatMap((one) =>
    tellsOf(one).filter((told) => told !== '1971-03-09' && everything.includes(told.toLowerCase())),
  );
  expect(found).toEqual([]);
  for (const { id } of [near, elsewhere.lease]) expect(everything).not.toContain(id);
  // The lease itself is both's: who else is on it is not told, what was owed and paid is.
  expect(tables.lease?.map(({ id }) => id)).toEqual([lease.id]);
  expect(tables.lease_tenant?.map(({ tenant_id }) => tenant_id)).toEqual([anna.id]);
  expect(tables.payment?.filter(({ reference }) => reference !== null)).toHaveLength(2);
  expect(tables.payment?.length).toBe(4);
  expect(tables.bank_line?.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining('QUITZOW'), null]),
  );
  expect(tables.mandate).toHaveLength(1);
  expect(tables.letter_mail).toHaveLength(1);
  expect(tables.cost_statement).toMatchObject([{ snapshot: { view: { leases: [{ leaseId: lease.id }] } } }]);
  expect([...files.keys()].some((file) => file.includes(own.documentId))).toBe(true);
  expect(texts.get('left-out.csv')).toContain('handover,');
  expect(texts.get('README.md')).toMatch(/Art\.\s15 Abs\.\s4 DSGVO/);
});

test('tells who left a shared lease what was before, and who came later nothing of what was', async () => {
  const { owner, id: portfolioId, ownerId: userId } = books;
  const house = await createProperty(owner);
  const [stays, leaves] = [await createTenant(owner), await createTenant(owner)];
  const parties = { unitIds: [house.unitId], tenantIds: [stays.id, leaves.id] };
  const lease = await createLease(owner, parties, { startsOn: monthStart(-4) });
  const leftOn = daysFromToday(-50);
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.lease_tenant set to_on = ${leftOn}
      where portfolio_id = ${portfolioId} and lease_id = ${lease.id} and tenant_id = ${leaves.id}`,
  );
  const [before, after] = [
    await recordPayment(owner, lease.id, 100, { paidOn: daysFromToday(-60) }),
    await recordPayment(owner, lease.id, 200, { paidOn: daysFromToday(-40) }),
  ];
  const paper = await createDocument(owner, [{ kind: 'lease', id: lease.id }]);
  const told = async (tenantId: string) => readAnswer(database, { userId, portfolioId, tenantId });
  const ids = (rows: { [column: string]: unknown }[] | undefined) => rows?.map(({ id }) => id);
  const left = await told(leaves.id);
  expect(ids(left.tables.payment)).toEqual([before.id]);
  expect(left.tables.charge?.every(({ period_from }) => String(period_from) <= leftOn)).toBe(true);
  expect(left.tables.charge?.length).toBeGreaterThan(1);
  expect(left.files.size).toBe(0);
  expect(left.texts.get('left-out.csv')).toContain(`document,${paper.documentId},`);
  const stayed = await told(stays.id);
  expect(ids(stayed.tables.payment)?.sort()).toEqual([before.id, after.id].sort());
  expect(stayed.files.size).toBe(1);
  expect(stayed.texts.get('left-out.csv')).not.toContain('document,');
});

test('for owners and managers whose session lives, of tenants of theirs, and the journal says so', async () => {
  const { owner, id: portfolioId, ownerId } = books;
  await createLandlord(owner, { name: 'Petra Vogel' });
  const tenant = await createTenant(owner, { firstName: 'Erna', lastName: 'Prüfer' });
  const manager = await books.join('manager');
  const viewer = await books.join('viewer');
  const ask = (userId: string, tenantId = tenant.id) =>
    answerAbout(database, { userId, portfolioId, tenantId });
  expect(await failureOf(ask(viewer.userId))).toMatch(/forbidden/);
  expect(await failureOf(ask(ownerId, randomUUID()))).toMatch(/not_found/);
  const foreign = await createPortfolio(database);
  expect(await failureOf(ask(ownerId, (await createTenant(foreign.owner)).id))).toMatch(/not_found/);

  const { name, changed, tables, texts } = await readAnswer(database, {
    ...{ userId: manager.userId, portfolioId, tenantId: tenant.id },
  });
  expect(name).toBe(`Data held about Erna Prüfer, ${today()}.zip`);
  const noted = await asAdmin(
    database,
    (sql) => sql<{ id: string; user_id: string }[]>`select id, user_id from hausbuch.audit_event
      where portfolio_id = ${portfolioId} and action = 'tenant.disclose' and entity_id = ${tenant.id}`,
  );
  expect(noted.map((row) => row.user_id)).toEqual([manager.userId]);
  expect(tables.audit_event?.map(({ id }) => id)).toContain(noted[0]?.id);
  // Who of the landlord's people did it is theirs.
  expect([...texts.values()].join()).not.toContain(manager.userId);
  const { rows: shown } = await owner.overview.activity({ entity: 'tenant' });
  expect(shown[0]).toMatchObject({ action: 'tenant.disclose', isOwn: false });
  // Of the tenant nothing has changed: only the journal is another.
  expect(changed).toEqual(['export']);
  const readme = texts.get('README.md') ?? '';
  expect(readme).toMatch(/^# Auskunft über gespeicherte Daten: Erna Prüfer$/m);
  expect(readme).toMatch(/^# Data held about Erna Prüfer$/m);
  expect(readme).toContain(`Stand ${formatDate(today(), defaultFormats('de'))}`);
  expect(readme).toContain('Petra Vogel');
  expect(readme).toMatch(/§\s147 Abs\.\s3 AO/);
  expect([...texts.keys()]).not.toContain('tables/payment.csv');
});

test('goes on without a file that was lost, and lists it', async () => {
  const { owner, id: portfolioId, ownerId: userId } = books;
  const tenant = await createTenant(owner);
  const links = [{ kind: 'tenant' as const, id: tenant.id }];
  const [kept, lost] = [await createDocument(owner, links), await createDocument(owner, links)];
  testStorage.files.delete(lost.path);
  const answer = await readAnswer(database, { userId, portfolioId, tenantId: tenant.id });
  expect(answer.name).toMatch(/ \(1 file missing\)\.zip$/);
  expect([...answer.files.keys()].map((file) => file.split('/')[1])).toEqual([kept.documentId]);
  expect(answer.texts.get('missing-files.csv')).toContain(`,${lost.documentId},${lost.title},`);
});
