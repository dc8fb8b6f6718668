import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCollection, createCreditor, createMandate, moveToYesterday } from '../factories/debits.ts';
import {
  asAdmin,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  monthStart,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** Tenants are told of a direct debit beforehand, each of them once. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => asAdmin(database, (sql) => sql`delete from hausbuch.mail_sent`));
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await closeTestCallers();
  await database?.drop();
});

async function collected(emails: string[] = [], landlord: Parameters<typeof createLandlord>[1] | null = {}) {
  const { owner } = await createPortfolio(database);
  if (landlord) await createLandlord(owner, { email: 'petra@example.com', ...landlord });
  const house = await createProperty(owner);
  const tenant = await createTenant(owner, { emails });
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
  const creditor = await createCreditor(owner);
  const mandate = await createMandate(owner, lease.id);
  const file = await createCollection(owner, {
    bankAccountId: creditor.id,
    mandateId: mandate.id,
    amountCents: 51_234,
  });
  const tell = (way: 'mail' | 'post' | 'handed_over' = 'post') =>
    owner.debit.tellBeforehand({ id: file.id, way, language: 'de' });
  const notice = async () => (await owner.debit.collection({ id: file.id })).items[0]?.notice;
  const letters = async () => (await owner.outbox.list({ leaseId: lease.id })).rows;
  return { owner, tenant, lease, mandate, file, tell, notice, letters };
}

const withServer = () => vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');

describe('on paper', () => {
  test('each debit is told of once, with amount, day, mandate and creditor identifier', async () => {
    const { lease, mandate, file, tell, notice, letters } = await collected();
    expect(await notice()).toBeNull();
    const [first, second] = await Promise.all([tell(), tell()]);
    expect(first).toEqual({ mailed: 0, paperIds: [expect.any(String)] });
    // The letter that was written is named again, for whoever got no answer.
    expect(second).toEqual(first);
    expect(await tell()).toEqual(first);
    expect(await notice()).toMatchObject({ way: 'post' });
    expect(await letters()).toMatchObject([{ kind: 'pre_notice', state: 'sent', totalCents: 51_234 }]);
    const [row] = await asAdmin(
      database,
      (sql) =>
        sql`select content::text as said, pay_by::text from hausbuch.letter where lease_id = ${lease.id}`,
    );
    for (const said of ['512,34', mandate.reference, 'DE98ZZZ09999999999', mandate.iban.slice(-4)]) {
      expect(row?.said).toContain(said);
    }
    expect(row?.said).not.toContain(mandate.iban);
    expect(row?.pay_by).toBe(file.collectOn);
  });

  test('taken back it is told of anew; not of a file that was called off or is over', async () => {
    const { owner, file, tell, notice, letters } = await collected();
    await tell();
    const [letter] = await letters();
    await owner.outbox.takeBack({ id: letter?.id ?? '', version: letter?.version ?? 0 });
    expect(await notice()).toBeNull();
    expect((await tell('handed_over')).paperIds).toHaveLength(1);
    await moveToYesterday(database, file.id);
    await expect(tell()).rejects.toMatchObject({ cause: { code: 'debit.collected' } });
    const other = await collected();
    await other.owner.debit.cancel({ id: other.file.id });
    await expect(other.tell()).rejects.toMatchObject({ cause: { code: 'debit.cancelled' } });
  });

  test('letters that would name no landlord, or not where they live, say so before they are written', async () => {
    const gap = async ({ owner, file }: Awaited<ReturnType<typeof collected>>) =>
      (await owner.debit.collection({ id: file.id })).senderGap;
    const home = { street: 'Lindenweg', postalCode: '04109', city: 'Leipzig' };
    expect(await gap(await collected([], home))).toBeNull();
    expect(await gap(await collected([], null))).toBe('nobody');
    const unknown = await collected([], { ...home, city: null });
    expect(await gap(unknown)).toBe('address');
    await unknown.tell();
    expect(await gap(unknown)).toBeNull();
  });
});

describe('by mail', () => {
  test('waits in the queue of letters; whom no mail reaches gets one on paper', async () => {
    withServer();
    const { tell, notice, letters } = await collected(['anna@example.com']);
    expect(await tell('mail')).toEqual({ mailed: 1, paperIds: [] });
    expect(await notice()).toEqual({ way: 'mail', sentOn: null });
    expect(await letters()).toMatchObject([
      { state: 'ready', mails: [{ address: 'anna@example.com', state: 'waiting' }] },
    ]);
    const without = await collected();
    expect((await without.tell('mail')).paperIds).toHaveLength(1);
  });

  test('a mail that waits is not sent by hand once its debit is called off', async () => {
    withServer();
    const { owner, file, tell, letters } = await collected(['bea@example.com']);
    await tell('mail');
    await owner.debit.cancel({ id: file.id });
    const [letter] = await letters();
    await expect(
      owner.outbox.sendByHand({ id: letter?.id ?? '', version: letter?.version ?? 0, way: 'post' }),
    ).rejects.toMatchObject({ cause: { code: 'letter.called_off_meanwhile' } });
  });

  test('a mail that waits is not sent any more on the day of the collection', async () => {
    withServer();
    const { owner, tell, letters } = await collected(['dora@example.com']);
    await tell('mail');
    const [letter] = await letters();
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.letter set pay_by = ${today()} where id = ${letter?.id ?? ''}`,
    );
    await expect(
      owner.outbox.sendByHand({ id: letter?.id ?? '', version: letter?.version ?? 0, way: 'post' }),
    ).rejects.toMatchObject({ cause: { code: 'letter.late_meanwhile' } });
  });

  test('without a mail server it is refused, and nothing is written', async () => {
    vi.stubEnv('SMTP_URL', '');
    const { tell, letters } = await collected(['cora@example.com']);
    await expect(tell('mail')).rejects.toMatchObject({ cause: { code: 'letter.no_mail_server' } });
    expect(await letters()).toEqual([]);
  });
});

test('where one of several tenants is erased, the debit of their account goes and the letter stays without it', async () => {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner);
  const [leaving, staying] = [await createTenant(owner), await createTenant(owner)];
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [leaving.id, staying.id] },
    { startsOn: monthStart(-2) },
  );
  const creditor = await createCreditor(owner);
  const mandate = await createMandate(owner, lease.id);
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.mandate set holder = ${leaving.name} where id = ${mandate.id}`,
  );
  const file = await createCollection(owner, {
    bankAccountId: creditor.id,
    mandateId: mandate.id,
    amountCents: 100,
  });
  await owner.debit.tellBeforehand({ id: file.id, way: 'post', language: 'de' });
  await owner.tenant.delete({ id: leaving.id, typedName: leaving.name });
  expect(await owner.debit.collections()).toEqual([]);
  expect((await owner.outbox.list({ leaseId: lease.id })).rows).toHaveLength(1);
  await owner.tenant.delete({ id: staying.id, typedName: staying.name });
  expect(await owner.debit.collections()).toEqual([]);
});
