import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enterRequest } from '@/db/scope';
import { createObjection, deleteObjection, updateObjection } from '@/features/objection/commands';
import { listObjections, listUnanswered } from '@/features/objection/queries';
import { createObjectionInput, updateObjectionInput } from '@/features/objection/schema';
import { getOverview } from '@/features/overview/queries';
import { sendLetters } from '@/features/statement/send-commands';
import { deleteTenant } from '@/features/tenant/commands';
import { failureOf } from '../factories/failure.ts';
import { type FlatYear, openFlatYear, year } from '../factories/flat-year.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** What a tenant says against a statement (§ 556 (3) sentences 5 and 6 BGB), and the answer. */

const today = '2026-02-10';
let database: TestDatabase;
let flat: FlatYear;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  flat = await openFlatYear(database, today);
  await flat.send();
});
afterEach(() => flat.books.close());
afterAll(() => database.drop());

const found = (on = today) =>
  flat.books.on(on, (tx, scope) => listObjections(tx, scope, { propertyId: flat.books.propertyId, ...year }));
const told = async () => (await found())?.leases[0]?.statementLeaseId ?? '';
type Said = Partial<Parameters<typeof createObjectionInput.parse>[0] & object>;
const object = async (said: Said = {}, on = today) => {
  const id = randomUUID();
  const input = createObjectionInput.parse({
    ...{ id, statementLeaseId: await told(), receivedOn: on, text: 'Die Grundsteuer ist zu hoch.' },
    ...said,
  });
  return flat.books.on(on, (tx, scope) => createObjection(tx, scope, input));
};

describe('an objection', () => {
  test('stands with the statement, with the lines it is about', async () => {
    const { lineIds } = (await found())?.leases[0] ?? { lineIds: [] };
    expect(lineIds).toHaveLength(1);
    await object({ lineIds });
    expect(await found()).toMatchObject({
      rows: [{ receivedOn: today, lineIds, isLate: false, answeredOn: null }],
    });
    expect(await failureOf(object({ lineIds: ['elsewhere'] }))).toMatch(/invalid/);
  });

  test('is heard for twelve months from the letter, by post and four days more', async () => {
    expect((await found())?.leases[0]?.until).toBe('2027-02-14');
    const input = { propertyId: flat.books.propertyId, ...year, version: 1, language: 'de' as const };
    await flat.books.on('2026-03-02', (tx, scope) =>
      sendLetters(tx, scope, { ...input, way: 'handed_over', isBeside: false, enclosures: [] }),
    );
    expect((await found())?.leases[0]?.until).toBe('2027-03-02');
    await object({}, '2027-03-02');
    await object({}, '2027-03-03');
    expect((await found('2027-03-03'))?.rows).toMatchObject([{ isLate: false }, { isLate: true }]);
  });

  test('against the statement of a shop has no time limit by law', async () => {
    const shop = await openFlatYear(database, today);
    const { admin, on, propertyId, unitId } = shop.books;
    await admin`update hausbuch.unit set kind = 'commercial' where id = ${unitId}`;
    await shop.send();
    const list = () => on(today, (tx, scope) => listObjections(tx, scope, { propertyId, ...year }));
    expect((await list())?.leases).toMatchObject([{ until: null }]);
    await shop.books.close();
  });

  test('comes after the statement and not tomorrow, and is answered after it came', async () => {
    expect(await failureOf(object({ receivedOn: '2026-02-09' }))).toMatch(/objection.before_statement/);
    expect(await failureOf(object({ receivedOn: '2026-02-11' }))).toMatch(/objection.to_come/);
    const said = { id: randomUUID(), statementLeaseId: randomUUID(), receivedOn: today, text: 'x' };
    expect(createObjectionInput.safeParse({ ...said, answeredOn: '2026-02-09' }).success).toBe(false);
    expect(createObjectionInput.safeParse({ ...said, answer: 'Nein.' }).success).toBe(false);
  });

  test('waits on the list of today until it is answered', async () => {
    const { id, version } = await object();
    const waiting = await flat.books.on(today, (tx, scope) => listUnanswered(tx, scope, 8));
    expect(waiting).toMatchObject([{ id, leaseId: flat.leaseId, ...year }]);
    const overview = await flat.books.on(today, (tx, scope) => getOverview(tx, scope));
    expect(overview.objections).toMatchObject([{ id, tenants: [{ name: 'Änne Müller' }] }]);
    const answer = updateObjectionInput.parse({
      ...{ id, version, receivedOn: today, text: 'Die Grundsteuer ist zu hoch.' },
      ...{ answeredOn: '2026-02-20', answer: 'Der Bescheid liegt bei.' },
    });
    await flat.books.on('2026-02-20', (tx, scope) => updateObjection(tx, scope, answer));
    expect(await flat.books.on('2026-02-20', (tx, scope) => listUnanswered(tx, scope, 8))).toEqual([]);
    expect((await found('2026-02-20'))?.rows).toMatchObject([{ answer: 'Der Bescheid liegt bei.' }]);
  });

  test('the same again is one, another under its id is refused, and a stale window changes nothing', async () => {
    const input = createObjectionInput.parse({
      ...{ id: randomUUID(), statementLeaseId: await told(), receivedOn: today, text: 'Zu hoch.' },
    });
    const create = (text: string) =>
      flat.books.on(today, (tx, scope) => createObjection(tx, scope, { ...input, text }));
    const { id } = await create('Zu hoch.');
    await create('Zu hoch.');
    expect((await found())?.rows).toHaveLength(1);
    expect(await failureOf(create('Zu niedrig.'))).toMatch(/already_exists/);
    const stale = { id, version: 7 };
    expect(await failureOf(flat.books.on(today, (tx, scope) => deleteObjection(tx, scope, stale)))).toMatch(
      /version_conflict/,
    );
  });

  test('stays for who goes on with the lease, without the name of whoever is deleted', async () => {
    const { admin, portfolioId, tenantId, db, userId, on } = flat.books;
    const [second] = await admin<{ id: string }[]>`
      insert into hausbuch.tenant (portfolio_id, id, kind, first_name, last_name, letter_language)
      values (${portfolioId}, ${randomUUID()}, 'person', 'Dora', 'Müller', 'de') returning id`;
    await admin`insert into hausbuch.lease_tenant (portfolio_id, id, lease_id, tenant_id, from_on)
      select portfolio_id, ${randomUUID()}, lease_id, ${second?.id ?? ''}, from_on from hausbuch.lease_tenant
      where portfolio_id = ${portfolioId} and tenant_id = ${tenantId}`;
    const { id, version } = await object({ text: 'Änne Müller: Die Grundsteuer ist zu hoch.' });
    const answer = updateObjectionInput.parse({
      ...{ id, version, receivedOn: today, text: 'Änne Müller: Die Grundsteuer ist zu hoch.' },
      ...{ answeredOn: today, answer: 'Liebe Aenne Müller, der Bescheid liegt bei.' },
    });
    const seen = await on(today, (tx, scope) => updateObjection(tx, scope, answer));
    await object({ text: 'Dora Müller: Der Hausmeister kam nie.' });
    const erasing = { userId, portfolioId, now: new Date(), databaseRole: 'hausbuch_erase' } as const;
    await enterRequest(db, erasing, async ({ tx, scope }) => {
      if (scope) await deleteTenant(tx, scope, { id: tenantId, typedName: 'Änne Müller' });
    });
    const said = (await found())?.rows.map((row) => `${row.text} ${row.answer}`) ?? [];
    expect(said.toSorted()).toEqual([
      'Dora Müller: Der Hausmeister kam nie. null',
      '…: Die Grundsteuer ist zu hoch. Liebe …, der Bescheid liegt bei.',
    ]);
    const again = { ...answer, version: seen.version };
    expect(await failureOf(on(today, (tx, scope) => updateObjection(tx, scope, again)))).toMatch(
      /version_conflict/,
    );
  });

  test('of a version that was corrected stays with it', async () => {
    await object();
    await flat.book(60_000, '2025-04-01');
    await flat.send({ corrects: 1 });
    const after = await found();
    expect(after?.leases.map(({ version }) => version)).toEqual([1, 2]);
    expect(after?.rows[0]?.statementLeaseId).toBe(after?.leases[0]?.statementLeaseId);
  });
});
