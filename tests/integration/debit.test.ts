import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTargetDay } from '@/bank/orders/target-days';
import { addDays, addMonths } from '@/lib/calendar';
import { packedFile, statementOf } from '../factories/bank-import.ts';
import {
  CREDITOR_ID,
  createCollection,
  createCreditor,
  createMandate,
  moveToYesterday,
} from '../factories/debits.ts';
import {
  asAdmin,
  type Caller,
  createBankAccount,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  monthStart,
  recordPayment,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database?.drop();
});

/** A lease that owes three months, with a mandate and an account to collect to. */
async function collectable() {
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner);
  const tenant = await createTenant(owner);
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
  const creditor = await createCreditor(owner);
  const mandate = await createMandate(owner, lease.id);
  const { rows } = await owner.debit.due({});
  return { owner, house, lease, creditor, mandate, dueCents: rows[0]?.amountCents ?? 0 };
}

const openCents = async (owner: Caller, leaseId: string) =>
  (await owner.ledger.openItems({ leaseId })).items.reduce((sum, item) => sum + item.openCents, 0);

test('a file of which something is on its way stays in sight behind fifty later ones, and can be called off', async () => {
  const { owner, creditor, mandate, dueCents } = await collectable();
  const file = await createCollection(owner, {
    bankAccountId: creditor.id,
    mandateId: mandate.id,
    amountCents: dueCents,
  });
  await asAdmin(
    database,
    (sql) => sql`
      insert into hausbuch.collection
        (portfolio_id, id, bank_account_id, message_name, collect_on, is_batch, creditor_identifier, holder, iban)
      select portfolio_id, gen_random_uuid(), bank_account_id, 'LATER' || n, collect_on + n, is_batch, creditor_identifier, holder, iban
      from hausbuch.collection, generate_series(1, 50) n where id = ${file.id}`,
  );
  const listed = async () => (await owner.debit.collections()).filter(({ id }) => id === file.id);
  expect(await listed()).toMatchObject([{ underWayCents: dueCents }]);
  await owner.debit.cancel({ id: file.id });
  expect(await listed()).toEqual([]);
  expect((await owner.debit.due({})).rows[0]?.amountCents).toBe(dueCents);
});

describe('what is collected', () => {
  test('everything due by the day, on a day on which banks settle', async () => {
    const { owner, lease, dueCents } = await collectable();
    const due = await owner.debit.due({});
    expect(isTargetDay(due.collectOn)).toBe(true);
    expect(due.collectOn > today()).toBe(true);
    const { items } = await owner.ledger.openItems({ leaseId: lease.id });
    const byThen = items.filter((item) => item.dueOn <= due.collectOn);
    expect(dueCents).toBe(byThen.reduce((sum, item) => sum + item.openCents, 0));
    expect(dueCents).toBeGreaterThan(0);
  });

  test('what is on its way is not collected again: 300 of 1,000 under way leaves 700', async () => {
    const { owner, creditor, mandate, dueCents } = await collectable();
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 300 };
    await createCollection(owner, debit);
    const { rows } = await owner.debit.due({});
    expect(rows[0]?.amountCents).toBe(dueCents - 300);
    await expect(createCollection(owner, { ...debit, amountCents: dueCents - 299 })).rejects.toMatchObject({
      cause: { code: 'debit.more_than_due' },
    });
  });

  test('rent of one owner’s house is not collected to the account of another, and the list says whose it is', async () => {
    const { owner, house, mandate, dueCents } = await collectable();
    const [own, other] = [await createLandlord(owner), await createLandlord(owner)];
    const { version } = await owner.property.get({ id: house.id });
    const owners = [{ landlordId: own.id, shareNumerator: 1, shareDenominator: 1 }];
    await owner.property.setOwners({ propertyId: house.id, version, owners });
    const [ofOwn, ofOther, ofAll] = [
      await createBankAccount(owner, { creditorIdentifier: CREDITOR_ID, landlordId: own.id }),
      await createBankAccount(owner, { creditorIdentifier: CREDITOR_ID, landlordId: other.id }),
      await createBankAccount(owner, { creditorIdentifier: CREDITOR_ID }),
    ];
    const due = await owner.debit.due({});
    expect(due.rows.map((row) => row.ownerIds)).toEqual([[own.id]]);
    expect(due.accounts.find(({ id }) => id === ofOther.id)?.landlordId).toBe(other.id);
    const debit = { mandateId: mandate.id, amountCents: dueCents - 100 };
    await expect(createCollection(owner, { ...debit, bankAccountId: ofOther.id })).rejects.toMatchObject({
      cause: {
        code: 'bank_account.of_other_owner',
        field: 'bankAccountId',
        params: { holder: ofOther.holder, owners: own.name },
      },
    });
    await createCollection(owner, { ...debit, bankAccountId: ofOwn.id });
    await createCollection(owner, { ...debit, amountCents: 100, bankAccountId: ofAll.id });
  });

  test('of a lease that others go on with nothing is proposed from the account of who left it, and it says so', async () => {
    const { owner, lease } = await collectable();
    const [leaving, staying] = [
      await createTenant(owner, { firstName: 'Bernd', lastName: 'Groß' }),
      await createTenant(owner),
    ];
    await createMandate(owner, lease.id, { holder: 'GROSS, BERND', signedOn: monthStart(-1) });
    const proposed = async () => (await owner.debit.due({})).rows.map((row) => [row.payerLeft, row.isHeld]);
    const setTenants = async (toOn: string | null) => {
      const { version, startsOn } = await owner.lease.get({ id: lease.id });
      const tenants = [
        { tenantId: leaving.id, fromOn: startsOn, toOn },
        { tenantId: staying.id, fromOn: startsOn, toOn: null },
      ];
      await owner.lease.setTenants({ id: lease.id, version, tenants });
    };
    await setTenants(null);
    expect(await proposed()).toEqual([[null, false]]);
    await setTenants(addDays(today(), -1));
    expect(await proposed()).toEqual([['Bernd Groß', true]]);
    // Those who stay sign a new one.
    await createMandate(owner, lease.id, { holder: staying.name, signedOn: today() });
    expect(await proposed()).toEqual([[null, false]]);
  });

  test('two members who make a file of the same rent at once collect it once', async () => {
    const { owner, creditor, mandate, dueCents } = await collectable();
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: dueCents };
    const made = await Promise.allSettled([createCollection(owner, debit), createCollection(owner, debit)]);
    expect(made.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await owner.debit.collections()).toHaveLength(1);
  });

  test('the same request again makes one file; the same id with another amount is refused', async () => {
    const { owner, creditor, mandate } = await collectable();
    const input = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: 500,
    });
    await owner.debit.create(input);
    expect(await owner.debit.collections()).toHaveLength(1);
    const items = [{ mandateId: mandate.id, amountCents: 501 }];
    await expect(owner.debit.create({ ...input, items })).rejects.toMatchObject({
      cause: { code: 'already_exists' },
    });
  });

  test('whoever got no answer and chooses another mandate is not told that it was collected by that one', async () => {
    const { owner, creditor, mandate } = await collectable();
    const house = await createProperty(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [(await createTenant(owner)).id] },
      { startsOn: monthStart(-2) },
    );
    const other = await createMandate(owner, lease.id);
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 500 };
    const input = await createCollection(owner, debit);
    for (const corrected of [
      { items: [{ mandateId: other.id, amountCents: 500 }] },
      { purpose: 'Mie' },
      { isBatch: true },
    ]) {
      await expect(owner.debit.create({ ...input, ...corrected })).rejects.toMatchObject({
        cause: { code: 'already_exists' },
      });
    }
    await owner.debit.create(input);
    expect(await owner.debit.collections()).toHaveLength(1);
  });

  test('not by a revoked mandate, nor to an account without creditor identifier, nor too early', async () => {
    const { owner, creditor, mandate } = await collectable();
    const plain = await createBankAccount(owner);
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 500 };
    await expect(createCollection(owner, { ...debit, bankAccountId: plain.id })).rejects.toMatchObject({
      cause: { code: 'debit.no_creditor_id', field: 'bankAccountId' },
    });
    await expect(
      owner.debit.create({
        id: randomUUID(),
        bankAccountId: creditor.id,
        collectOn: today(),
        purpose: 'Miete',
        items: [{ mandateId: mandate.id, amountCents: 500 }],
      }),
    ).rejects.toMatchObject({ cause: { code: 'debit.too_early', field: 'collectOn' } });
    // From beyond the European Economic Area the debtor's address and bank would have to be in it.
    const swiss = await createBankAccount(owner, {
      iban: 'CH9300762011623852957',
      creditorIdentifier: 'CH13ZZZ00000012345',
    });
    await expect(createCollection(owner, { ...debit, bankAccountId: swiss.id })).rejects.toMatchObject({
      cause: { code: 'debit.creditor_outside_eea', field: 'bankAccountId' },
    });
    expect((await owner.debit.due({})).accounts.map((one) => one.id)).not.toContain(swiss.id);
    await owner.debit.revokeMandate({ id: mandate.id, version: 1, revokedOn: today() });
    expect((await owner.debit.due({})).rows).toEqual([]);
    await expect(createCollection(owner, debit)).rejects.toMatchObject({
      cause: { code: 'debit.mandate_not_active' },
    });
  });

  test('not by a mandate of 36 months ago: it is said of whom a new one is needed, until there is one', async () => {
    const { owner, lease, mandate, dueCents } = await collectable();
    const { portfolioId } = await asAdmin(database, async (sql) => {
      const [row] =
        await sql`select portfolio_id as "portfolioId" from hausbuch.mandate where id = ${mandate.id}`;
      return { portfolioId: String(row?.portfolioId) };
    });
    const sign = (signedOn: string) =>
      asAdmin(
        database,
        (sql) => sql`update hausbuch.mandate set signed_on = ${signedOn}
          where portfolio_id = ${portfolioId} and id = ${mandate.id}`,
      );
    const { collectOn } = await owner.debit.due({});
    const lapsed = async () => {
      const { rows, lapsed: gone } = await owner.debit.due({ wishedOn: collectOn });
      return [rows.map((row) => row.amountCents), gone.map((row) => [row.reference, row.lease.id])];
    };
    await sign(addDays(addMonths(collectOn, -36), 2));
    expect(await lapsed()).toEqual([[dueCents], []]);
    await sign(addDays(addMonths(collectOn, -36), -2));
    expect(await lapsed()).toEqual([[], [[mandate.reference, lease.id]]]);
    await createMandate(owner, lease.id);
    expect(await lapsed()).toEqual([[dueCents], []]);
  });

  test('not for another creditor than the one a mandate was collected for; the business code does not count', async () => {
    const { owner, creditor, mandate } = await collectable();
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 500 };
    await createCollection(owner, debit);
    const other = await createBankAccount(owner, { creditorIdentifier: 'DE13ZZZ00000012345' });
    const elsewhere = { ...debit, bankAccountId: other.id };
    await expect(createCollection(owner, elsewhere)).rejects.toMatchObject({
      cause: {
        code: 'debit.other_creditor',
        field: 'bankAccountId',
        params: { reference: mandate.reference, creditor: CREDITOR_ID },
      },
    });
    const same = await createBankAccount(owner, { creditorIdentifier: CREDITOR_ID.replace('ZZZ', 'A01') });
    await createCollection(owner, { ...debit, bankAccountId: same.id });
    // A file that was never handed in collected nothing.
    for (const { id } of await owner.debit.collections()) await owner.debit.cancel({ id });
    await createCollection(owner, elsewhere);
  });
});

describe('what came in', () => {
  test('is recorded once, however often it is said, and its undoing is on its way again', async () => {
    const { owner, lease, creditor, mandate } = await collectable();
    const before = await openCents(owner, lease.id);
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: 500,
    });
    await expect(owner.debit.receive({ id: file.id })).rejects.toMatchObject({
      cause: { code: 'debit.not_yet_collected' },
    });
    await moveToYesterday(database, file.id);
    const twice = await Promise.all([
      owner.debit.receive({ id: file.id }),
      owner.debit.receive({ id: file.id }),
    ]);
    const paymentIds = twice.flatMap((one) => one.paymentIds);
    expect(paymentIds).toHaveLength(1);
    expect(await openCents(owner, lease.id)).toBe(before - 500);
    await expect(owner.debit.cancel({ id: file.id })).rejects.toMatchObject({
      cause: { code: 'debit.received' },
    });
    await owner.payment.reverseMany({
      payments: paymentIds.map((paymentId) => ({ id: randomUUID(), paymentId })),
    });
    expect((await owner.debit.collections())[0]).toMatchObject({ underWayCents: 500, receivedCents: 0 });
    expect((await owner.debit.receive({ id: file.id })).paymentIds).toHaveLength(1);
  });

  test('a line of the bank that names the direct debit is certain, and settles it', async () => {
    const { owner, lease, creditor, mandate, dueCents } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: dueCents,
    });
    await moveToYesterday(database, file.id);
    const [item] = (await owner.debit.collection({ id: file.id })).items;
    const packed = packedFile(
      statementOf(creditor.iban, [
        { on: addDays(today(), -1), cents: dueCents, name: 'Bank', text: `EREF+${item?.endToEnd}` },
      ]),
    );
    await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed });
    const [line] = (await owner.bank.inbox({})).rows;
    expect(line?.match.grade).toBe('certain');
    await owner.bank.accept({
      id: randomUUID(),
      lineId: line?.id ?? '',
      parts: [{ kind: 'payment', leaseId: lease.id, amountCents: dueCents }],
    });
    expect((await owner.debit.receive({ id: file.id })).paymentIds).toEqual([]);
  });

  test('money that is typed in counts as the debit’s: next month is collected, nothing is recorded twice', async () => {
    const { owner, lease, creditor, mandate, dueCents } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: dueCents,
    });
    await moveToYesterday(database, file.id);
    const typed = await recordPayment(owner, lease.id, dueCents, { paidOn: today() });
    expect((await owner.debit.collections())[0]).toMatchObject({ underWayCents: 0, receivedCents: dueCents });
    expect((await owner.debit.receive({ id: file.id })).paymentIds).toEqual([]);
    await owner.charge.post({
      id: randomUUID(),
      leaseId: lease.id,
      kind: 'fee',
      dueOn: today(),
      amountCents: 1_234,
    });
    expect((await owner.debit.due({})).rows[0]?.amountCents).toBe(1_234);
    // Its line proves what was typed in, and the debit knows its payment from then on.
    const [item] = (await owner.debit.collection({ id: file.id })).items;
    const line = { on: today(), cents: dueCents, name: 'Groß', text: `EREF+${item?.endToEnd}` };
    const packed = packedFile(statementOf(creditor.iban, [line]));
    await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed });
    const [waiting] = (await owner.bank.inbox({})).rows;
    await owner.bank.accept({
      id: randomUUID(),
      lineId: waiting?.id ?? '',
      parts: [{ kind: 'evidence', paymentId: typed.id }],
    });
    expect((await owner.debit.collections())[0]).toMatchObject({ receivedCents: dueCents });
  });

  test.each([
    ['a standing order', '152', 'Miete'],
    ['a transfer with a name of its own', '166', 'EREF+MIETE-7 SVWZ+Miete'],
    ['an instant transfer with a name of its own', '168', 'EREF+MIETE-7 SVWZ+Miete'],
  ])('%s that still comes is no money of the debit: both came in', async (_name, code, text) => {
    const { owner, lease, creditor, mandate } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: 30_000,
    });
    await moveToYesterday(database, file.id);
    const line = { on: today(), cents: 30_000, name: 'Groß', account: mandate.iban, text };
    const statement = statementOf(creditor.iban, [line]).replace('NTRF+166', `NTRF+${code}`);
    await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed: packedFile(statement) });
    const [waiting] = (await owner.bank.inbox({})).rows;
    await owner.bank.accept({
      id: randomUUID(),
      lineId: waiting?.id ?? '',
      parts: [{ kind: 'payment', leaseId: lease.id, amountCents: 30_000 }],
    });
    expect((await owner.debit.collections())[0]).toMatchObject({ underWayCents: 30_000, receivedCents: 0 });
    expect((await owner.debit.receive({ id: file.id })).paymentIds).toHaveLength(1);
    expect((await owner.debit.collections())[0]).toMatchObject({ underWayCents: 0, receivedCents: 30_000 });
  });

  test('a payment that was corrected since keeps its line: no other line proves it, nor settles its file again', async () => {
    const { owner, lease, creditor, mandate } = await collectable();
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 30_000 };
    const file = await createCollection(owner, debit);
    await moveToYesterday(database, file.id);
    const [item] = (await owner.debit.collection({ id: file.id })).items;
    const bring = async (on: string, text: string) => {
      const line = { on, cents: 30_000, name: 'Bank', text };
      const packed = packedFile(statementOf(creditor.iban, [line]));
      await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed });
      return (await owner.bank.inbox({})).rows[0]?.id ?? '';
    };
    const first = randomUUID();
    await owner.bank.accept({
      id: first,
      lineId: await bring(addDays(today(), -1), `EREF+${item?.endToEnd}`),
      parts: [{ kind: 'payment', leaseId: lease.id, amountCents: 30_000 }],
    });
    const corrected = randomUUID();
    await owner.payment.correct({
      ...{ id: corrected, paymentId: first, amountCents: 30_000 },
      ...{ paidOn: addDays(today(), -1), method: 'direct_debit' },
    });
    const lineId = await bring(today(), 'Nochmal');
    const again = (part: Parameters<Caller['bank']['accept']>[0]['parts'][number]) =>
      owner.bank.accept({ id: randomUUID(), lineId, parts: [part] });
    await expect(again({ kind: 'order', order: 'collection', orderId: file.id })).rejects.toMatchObject({
      cause: { code: 'bank.order_differs' },
    });
    await expect(again({ kind: 'evidence', paymentId: corrected })).rejects.toMatchObject({
      cause: { code: 'bank.payment_has_line' },
    });
  });

  test('a payment that was corrected since is still that of its direct debit, and no other’s', async () => {
    const { owner, creditor, mandate } = await collectable();
    const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 30_000 };
    const [file, other] = [await createCollection(owner, debit), await createCollection(owner, debit)];
    for (const { id } of [file, other]) await moveToYesterday(database, id);
    const [paymentId = ''] = (await owner.debit.receive({ id: file.id })).paymentIds;
    const corrected = randomUUID();
    await owner.payment.correct({
      ...{ id: corrected, paymentId, amountCents: 30_000 },
      ...{ paidOn: addDays(today(), -1), method: 'direct_debit' },
    });
    const [item] = (await owner.debit.collection({ id: other.id })).items;
    const line = { on: today(), cents: 30_000, name: 'Bank', text: `EREF+${item?.endToEnd}` };
    const packed = packedFile(statementOf(creditor.iban, [line]));
    await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed });
    const lineId = (await owner.bank.inbox({})).rows[0]?.id ?? '';
    await owner.bank.accept({
      ...{ id: randomUUID(), lineId },
      parts: [{ kind: 'evidence', paymentId: corrected }],
    });
    const received = (await owner.debit.collections()).map((one) => one.receivedCents);
    expect(received.toSorted((a, b) => a - b)).toEqual([0, 30_000]);
  });

  test('one debit of a file that never came is due again, the other stands', async () => {
    const { owner, creditor, mandate } = await collectable();
    const house = await createProperty(owner);
    const second = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [(await createTenant(owner)).id] },
      { startsOn: monthStart(-2) },
    );
    const other = await createMandate(owner, second.id);
    const { collectOn, rows } = await owner.debit.due({});
    const file = {
      id: randomUUID(),
      bankAccountId: creditor.id,
      collectOn,
      purpose: 'Miete',
      items: rows.map((row) => ({ mandateId: row.mandateId, amountCents: 100 })),
    };
    // Twice at once, as a browser that got no answer: one file.
    await Promise.all([owner.debit.create(file), owner.debit.create(file)]);
    await moveToYesterday(database, file.id);
    const { items } = await owner.debit.collection({ id: file.id });
    const lost = items.find((item) => item.mandateId === other.id)?.id ?? '';
    await owner.debit.cancelDebit({ id: lost });
    await owner.debit.cancelDebit({ id: lost });
    const { xml } = await owner.debit.file({ id: file.id });
    expect(xml).toContain(`>${mandate.reference}<`);
    expect(xml).not.toContain(`>${other.reference}<`);
    expect((await owner.debit.receive({ id: file.id })).paymentIds).toHaveLength(1);
    const due = new Map((await owner.debit.due({})).rows.map((row) => [row.mandateId, row.amountCents]));
    const before = new Map(rows.map((row) => [row.mandateId, row.amountCents]));
    expect(due.get(other.id)).toBe(before.get(other.id));
    expect(due.get(mandate.id)).toBe((before.get(mandate.id) ?? 0) - 100);
    const { leaseId, ...fields } = mandate;
    await expect(
      owner.debit.updateMandate({ ...fields, version: 1, reference: 'HB-NEU' }),
    ).rejects.toMatchObject({ cause: { code: 'debit.mandate_fixed', field: 'reference' } });
  });

  test('what the bank took back is proposed, but held until somebody has spoken with the tenant', async () => {
    const { owner, creditor, mandate, dueCents } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: dueCents,
    });
    await moveToYesterday(database, file.id);
    const { paymentIds } = await owner.debit.receive({ id: file.id });
    await owner.payment.return({
      id: randomUUID(),
      paymentId: paymentIds[0] ?? '',
      returnedOn: today(),
      feeChargeId: randomUUID(),
    });
    const [row] = (await owner.debit.due({})).rows;
    expect(row).toMatchObject({ isHeld: true, reason: null });
    expect((await owner.debit.collections())[0]).toMatchObject({ returnedCents: dueCents });
  });

  test.each([
    ['MD01', true],
    ['AM04', false],
  ])(
    'a return is found by the name of its direct debit; %s holds the next one back: %s',
    async (reason, isHeld) => {
      const { owner, creditor, mandate, dueCents } = await collectable();
      const file = await createCollection(owner, {
        bankAccountId: creditor.id,
        mandateId: mandate.id,
        amountCents: dueCents,
      });
      await moveToYesterday(database, file.id);
      const { paymentIds } = await owner.debit.receive({ id: file.id });
      const [item] = (await owner.debit.collection({ id: file.id })).items;
      const line = {
        on: today(),
        cents: -dueCents,
        name: 'Jürgen Groß',
        text: `EREF+${item?.endToEnd}`,
        returned: { reason, originalCents: dueCents },
      };
      const packed = packedFile(statementOf(creditor.iban, [line]));
      await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed });
      const [waiting] = (await owner.bank.inbox({})).rows;
      expect(waiting?.match).toMatchObject({
        grade: 'certain',
        parts: [{ kind: 'reversal', paymentId: paymentIds[0] }],
      });
      await owner.bank.accept({
        id: randomUUID(),
        lineId: waiting?.id ?? '',
        parts: [{ kind: 'return', paymentId: paymentIds[0] ?? '' }],
      });
      const [row] = (await owner.debit.due({})).rows;
      expect(row).toMatchObject({ reason, isHeld, amountCents: dueCents });
    },
  );

  test('the journal says who took a file along, and how much it collects', async () => {
    const { owner, creditor, mandate, dueCents } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: dueCents,
    });
    const { name } = await owner.debit.file({ id: file.id });
    const { rows } = await owner.overview.activity({ entity: 'collection' });
    expect(rows[0]).toMatchObject({
      ...{ action: 'collection.take', entityId: file.id, isOwn: true },
      ...{ label: name, amountCents: dueCents },
    });
  });

  test('a file that was called off is not handed out, and what it was to collect is due again', async () => {
    const { owner, creditor, mandate, dueCents } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: dueCents,
    });
    expect((await owner.debit.due({})).rows).toEqual([]);
    await owner.debit.cancel({ id: file.id });
    await owner.debit.cancel({ id: file.id });
    expect((await owner.debit.due({})).rows[0]?.amountCents).toBe(dueCents);
    await expect(owner.debit.file({ id: file.id })).rejects.toMatchObject({
      cause: { code: 'debit.cancelled' },
    });
  });
});

describe('mandates', () => {
  test('one that was used stays, one that was not goes; references are unique', async () => {
    const { owner, lease, creditor, mandate } = await collectable();
    const spare = await createMandate(owner, lease.id, { signedOn: monthStart(-3) });
    await createCollection(owner, { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 100 });
    await expect(owner.debit.deleteMandate({ id: mandate.id, version: 1 })).rejects.toMatchObject({
      cause: { code: 'debit.mandate_used' },
    });
    await expect(createMandate(owner, lease.id, { reference: spare.reference })).rejects.toMatchObject({
      cause: { code: 'debit.reference_taken', field: 'reference' },
    });
    // Banks read 123AAa45678 and 123aaA45678 as one mandate.
    await expect(
      createMandate(owner, lease.id, { reference: spare.reference.toLowerCase() }),
    ).rejects.toMatchObject({ cause: { code: 'debit.reference_taken', field: 'reference' } });
    await owner.debit.deleteMandate({ id: spare.id, version: 1 });
    expect((await owner.debit.mandates({})).rows.map((row) => row.id)).toEqual([mandate.id]);
  });

  test('a file says what was agreed when it was made, whatever the mandate says later', async () => {
    const { owner, creditor, mandate } = await collectable();
    const file = await createCollection(owner, {
      bankAccountId: creditor.id,
      mandateId: mandate.id,
      amountCents: 100,
    });
    const before = await owner.debit.file({ id: file.id });
    const { reference, signedOn } = mandate;
    const { iban } = await createBankAccount(owner);
    await owner.debit.updateMandate({ id: mandate.id, version: 1, reference, signedOn, iban, holder: 'Neu' });
    expect(await owner.debit.file({ id: file.id })).toEqual(before);
    expect(before.xml).toContain(mandate.iban);
  });

  test('the next file after the payer changed the bank says so, the one after that no more', async () => {
    const { owner, creditor, mandate } = await collectable();
    const collect = async () => {
      const { id } = await createCollection(owner, {
        bankAccountId: creditor.id,
        mandateId: mandate.id,
        amountCents: 100,
      });
      return { id, isTold: async () => (await owner.debit.file({ id })).xml.includes('SMNDA') };
    };
    const { reference, signedOn, holder } = mandate;
    const moveTo = (iban: string, version: number) =>
      owner.debit.updateMandate({ id: mandate.id, version, reference, signedOn, holder, iban });
    // Mistyped, and called off before any bank has seen it.
    const mistyped = await collect();
    await owner.debit.cancel({ id: mistyped.id });
    await moveTo((await createBankAccount(owner)).iban, 1);
    const first = await collect();
    await moveTo((await createBankAccount(owner)).iban, 2);
    const [second, third] = [await collect(), await collect()];
    expect([await first.isTold(), await second.isTold(), await third.isTold()]).toEqual([false, true, false]);
    // Who never handed the second in tells it with the third.
    await owner.debit.cancel({ id: second.id });
    expect([await first.isTold(), await third.isTold()]).toEqual([false, true]);
  });

  test('two members who enter one reference in other capitals at once enter one of them', async () => {
    const { owner, lease } = await collectable();
    const house = await createProperty(owner);
    const other = await createLease(owner, {
      unitIds: [house.unitId],
      tenantIds: [(await createTenant(owner)).id],
    });
    for (const reference of ['Turn-a', 'Turn-b', 'Turn-c', 'Turn-d']) {
      const entered = await Promise.allSettled([
        createMandate(owner, lease.id, { reference }),
        createMandate(owner, other.id, { reference: reference.toUpperCase() }),
      ]);
      expect(entered.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
