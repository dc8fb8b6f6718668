import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bring } from '../factories/payouts.ts';
import { readAnswer } from '../factories/person-archive.ts';
import {
  asAdmin,
  createBankAccount,
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
