import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isTargetDay } from '@/bank/orders/target-days';
import { addDays } from '@/lib/calendar';
import { type MadeLine, packedFile, statementOf } from '../factories/bank-import.ts';
import { createCreditor, createMandate, moveToYesterday } from '../factories/debits.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { createPayout, payoutOf } from '../factories/payouts.ts';
import {
  asAdmin,
  type Caller,
  createBankAccount,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  makeIban,
  monthStart,
  recordPayment,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { countLockWaits } from '../setup/every-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
/** After each test the derived rows are those of the postings, whatever came back meanwhile. */
afterEach(async () => {
  const broken = await asAdmin(database, async (admin) => {
    const rows = await admin<{ id: string }[]>`select id from hausbuch.portfolio`;
    return Promise.all(rows.map(({ id: portfolioId }) => brokenLaws({ admin, portfolioId })));
  });
  expect(broken.flat()).toEqual([]);
});
afterAll(async () => {
  await closeTestCallers();
  await database?.drop();
});

/** What ends a lease by itself, without what the page does beside it. */
const endOn = (leaseId: string, day: string | null) =>
  asAdmin(database, (sql) => sql`update hausbuch.lease set ends_on = ${day} where id = ${leaseId}`);

/** A lease that has ended, with 500.00 of credit and 1,200.00 of a deposit, of which 300.00 are held back. */
async function payable(known?: Caller) {
  const books = await createPortfolio(database);
  const owner = known ?? books.owner;
  const house = await createProperty(owner);
  const tenant = await createTenant(owner);
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-3) },
  );
  const { items } = await owner.ledger.openItems({ leaseId: lease.id });
  const owed = items.reduce((sum, item) => sum + item.openCents, 0);
  await recordPayment(owner, lease.id, owed + 50_000, { paidOn: today() });
  const depositId = randomUUID();
  await owner.deposit.create({
    id: depositId,
    leaseId: lease.id,
    agreedCents: 120_000,
    receivedOn: monthStart(-3),
  });
  await owner.deposit.record({
    id: randomUUID(),
    depositId,
    kind: 'hold_back',
    bookedOn: today(),
    amountCents: 30_000,
    reason: 'Nebenkosten',
    heldUntil: addDays(today(), 90),
  });
  const account = await createBankAccount(owner);
  await endOn(lease.id, today());
  return { books, owner, tenant, lease, depositId, account };
}

const creditOf = async (owner: Caller, leaseId: string) =>
  (await owner.payout.payable({})).rows.find((row) => row.lease.id === leaseId && row.depositId === null)
    ?.amountCents ?? 0;

const heldOf = async (owner: Caller, leaseId: string) =>
  (await owner.deposit.list({ leaseId })).leases[0]?.balanceCents;

async function bring(owner: Caller, iban: string, lines: readonly MadeLine[]) {
  await owner.bank.import({
    id: randomUUID(),
    fileName: 'auszug.xml',
    packed: packedFile(statementOf(iban, lines)),
  });
  return (await owner.bank.inbox({})).rows;
}

describe('a file of transfers', () => {
  test('pays a credit back at once, is the same each time, and is executed on a day on which banks settle', async () => {
    const { owner, lease, account } = await payable();
    const before = await creditOf(owner, lease.id);
    expect(before).toBe(50_000);
    const file = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 20_000 }]);
    expect(await creditOf(owner, lease.id)).toBe(30_000);
    expect(isTargetDay(file.executeOn)).toBe(true);
    const [first, second] = [
      await owner.payout.file({ id: file.id }),
      await owner.payout.file({ id: file.id }),
    ];
    expect(first).toEqual(second);
    expect(first.xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
    expect(first.xml).toContain(file.items[0]?.iban);
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 20_000, confirmedCents: 0 }]);
  });

  test('the journal says who took which file along, each time, and keeps no account of anybody', async () => {
    const { books, owner, lease, account } = await payable();
    const file = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 20_000 }]);
    const { caller: manager } = await books.join('manager');
    const { caller: viewer } = await books.join('viewer');
    const taken = async () =>
      (await owner.overview.activity({ entity: 'payout' })).rows.filter(
        (row) => row.action === 'payout.take',
      );
    await expect(viewer.payout.file({ id: file.id })).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    expect(await taken()).toEqual([]);
    const { name } = await owner.payout.file({ id: file.id });
    await manager.payout.file({ id: file.id });
    expect(await taken()).toMatchObject([
      { isOwn: false, label: name, amountCents: 20_000, entityId: file.id },
      { isOwn: true, label: name, amountCents: 20_000, entityId: file.id },
    ]);
    const written = await asAdmin(
      database,
      (sql) =>
        sql`select after::text as after from hausbuch.audit_event where action = 'payout.take' and entity_id = ${file.id}`,
    );
    for (const { after } of written) expect(after).not.toContain(file.items[0]?.iban);
    await owner.payout.cancel({ id: file.id });
    await expect(owner.payout.file({ id: file.id })).rejects.toMatchObject({
      cause: { code: 'payout.cancelled' },
    });
    expect(await taken()).toHaveLength(2);
  });

  test('taken along and called off at once: whoever comes second knows of the first', async () => {
    const { owner, lease, account } = await payable();
    const file = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 20_000 }]);
    const [took] = await Promise.allSettled([
      owner.payout.file({ id: file.id }),
      owner.payout.cancel({ id: file.id }),
    ]);
    const { rows } = await owner.overview.activity({ entity: 'payout' });
    const order = rows.map((row) => row.action).toReversed();
    expect(order).toEqual(
      took.status === 'fulfilled'
        ? ['payout.create', 'payout.take', 'payout.cancel']
        : ['payout.create', 'payout.cancel'],
    );
  });

  test('the same request again makes one file; the same id with another amount is refused', async () => {
    const { owner, lease, account } = await payable();
    const input = payoutOf(account.id, [{ leaseId: lease.id, amountCents: 500 }]);
    // Twice at once, as a browser that got no answer.
    await Promise.all([owner.payout.create(input), owner.payout.create(input)]);
    await owner.payout.create(input);
    expect(await owner.payout.list()).toHaveLength(1);
    expect(await creditOf(owner, lease.id)).toBe(49_500);
    const items = input.items.map((item) => ({ ...item, amountCents: 501 }));
    await expect(owner.payout.create({ ...input, items })).rejects.toMatchObject({
      cause: { code: 'already_exists' },
    });
  });

  test('whoever got no answer and corrects the account is not told that it was paid there', async () => {
    const { owner, lease, account } = await payable();
    const input = payoutOf(account.id, [{ leaseId: lease.id, amountCents: 500 }]);
    await owner.payout.create(input);
    const [item] = input.items;
    const corrected = [
      { ...input, items: [{ ...item, leaseId: lease.id, amountCents: 500, iban: makeIban() }] },
      { ...input, items: [{ ...item, leaseId: lease.id, amountCents: 500, holder: 'Anna Muster' }] },
      { ...input, purpose: 'Rück' },
      { ...input, isBatch: true },
    ];
    for (const other of corrected) {
      await expect(owner.payout.create(other as typeof input)).rejects.toMatchObject({
        cause: { code: 'already_exists' },
      });
    }
    await owner.payout.create(input);
    expect(await creditOf(owner, lease.id)).toBe(49_500);
  });

  test('a transfer that is named in capitals is called off, too', async () => {
    const { owner, lease, account } = await payable();
    const { transfers } = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 500 }]);
    await owner.payout.cancelTransfer({ id: transfers[0]?.id.toUpperCase() ?? '' });
    expect(await creditOf(owner, lease.id)).toBe(50_000);
  });

  test('two members who pay the same credit back at once pay it once', async () => {
    const { owner, lease, account } = await payable();
    const file = () =>
      owner.payout.create(payoutOf(account.id, [{ leaseId: lease.id, amountCents: 50_000 }]));
    const made = await Promise.allSettled([file(), file()]);
    expect(made.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await creditOf(owner, lease.id)).toBe(0);
    expect(await owner.payout.list()).toHaveLength(1);
  });

  test('not more than is open: 500.00 of credit, and of 1,200.00 deposit 900.00 where 300.00 are held back', async () => {
    const { owner, lease, account, depositId } = await payable();
    const refused = (item: { leaseId: string; depositId?: string; amountCents: number }) =>
      expect(createPayout(owner, account.id, [item])).rejects.toMatchObject({
        cause: { code: 'payout.more_than_open', field: 'items.0.amountCents' },
      });
    await refused({ leaseId: lease.id, amountCents: 50_001 });
    await refused({ leaseId: lease.id, depositId, amountCents: 90_001 });
    expect(await owner.payout.list()).toEqual([]);
    await createPayout(owner, account.id, [{ leaseId: lease.id, depositId, amountCents: 40_000 }]);
    await refused({ leaseId: lease.id, depositId, amountCents: 50_001 });
    await createPayout(owner, account.id, [{ leaseId: lease.id, depositId, amountCents: 50_000 }]);
    expect(await heldOf(owner, lease.id)).toBe(30_000);
  });

  test('not too early or late, not on a day without banks, not from or to an account elsewhere', async () => {
    const { owner, lease, account } = await payable();
    const input = payoutOf(account.id, [{ leaseId: lease.id, amountCents: 500 }]);
    const on = (executeOn: string) => owner.payout.create({ ...input, executeOn });
    await expect(on(addDays(today(), -1))).rejects.toMatchObject({ cause: { code: 'payout.too_early' } });
    await expect(on(addDays(today(), 40))).rejects.toMatchObject({ cause: { code: 'payout.too_late' } });
    const closed = Array.from({ length: 8 }, (_, at) => addDays(input.executeOn, at)).find(
      (day) => !isTargetDay(day),
    );
    await expect(on(closed ?? '')).rejects.toMatchObject({ cause: { code: 'payout.no_bank_day' } });
    const items = input.items.map((item) => ({ ...item, iban: 'GB33BUKB20201555555555' }));
    await expect(owner.payout.create({ ...input, items })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const swiss = await createBankAccount(owner, { iban: 'CH9300762011623852957' });
    await expect(owner.payout.create({ ...input, bankAccountId: swiss.id })).rejects.toMatchObject({
      cause: { code: 'payout.payer_outside_eea' },
    });
    expect((await owner.payout.payable({})).accounts.map((one) => one.id)).toEqual([account.id]);
  });

  test('not a deposit of another lease, nor one that is a guarantee', async () => {
    const { owner, lease, account, depositId } = await payable();
    const house = await createProperty(owner);
    const other = await createLease(owner, {
      unitIds: [house.unitId],
      tenantIds: [(await createTenant(owner)).id],
    });
    const guarantee = randomUUID();
    await owner.deposit.create({ id: guarantee, leaseId: lease.id, form: 'guarantee', agreedCents: 1_000 });
    await expect(
      createPayout(owner, account.id, [{ leaseId: other.id, depositId, amountCents: 100 }]),
    ).rejects.toMatchObject({ cause: { code: 'not_found' } });
    await expect(
      createPayout(owner, account.id, [{ leaseId: lease.id, depositId: guarantee, amountCents: 100 }]),
    ).rejects.toMatchObject({ cause: { code: 'payout.not_in_money' } });
  });

  test('called off, what it was to pay is open again; again it changes nothing', async () => {
    const { owner, lease, account, depositId } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    expect(await heldOf(owner, lease.id)).toBe(30_000);
    for (const _ of [1, 2]) await owner.payout.cancel({ id: file.id });
    expect(await creditOf(owner, lease.id)).toBe(50_000);
    expect(await heldOf(owner, lease.id)).toBe(120_000);
    await expect(owner.payout.file({ id: file.id })).rejects.toMatchObject({
      cause: { code: 'payout.cancelled' },
    });
  });

  test('one transfer that never went out is open again, the other stands', async () => {
    const { owner, lease, account, depositId } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    for (const _ of [1, 2]) await owner.payout.cancelTransfer({ id: file.transfers[1]?.id ?? '' });
    expect(await heldOf(owner, lease.id)).toBe(120_000);
    expect(await creditOf(owner, lease.id)).toBe(30_000);
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 20_000, amountCents: 110_000 }]);
  });

  test('what was called off or taken back by hand is not in the file; with nothing left there is none', async () => {
    const { owner, lease, account, depositId } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    const [credit, deposit] = file.transfers;
    const xml = async () => (await owner.payout.file({ id: file.id })).xml;
    await owner.payout.cancelTransfer({ id: credit?.id ?? '' });
    expect(await xml()).not.toContain(credit?.endToEnd);
    expect(await xml()).toContain(deposit?.endToEnd);
    expect(await xml()).toContain('<CtrlSum>900.00</CtrlSum>');
    const movements = (await owner.deposit.list({ leaseId: lease.id })).leases[0]?.deposits[0]?.movements;
    const paid = movements?.find((one) => one.kind === 'returned');
    await owner.deposit.reverse({ id: randomUUID(), movementId: paid?.id ?? '' });
    await expect(xml()).rejects.toMatchObject({ cause: { code: 'payout.cancelled' } });
  });

  test('a deposit stands there once its lease has an end, with what is held back', async () => {
    const { owner, lease, depositId, account } = await payable();
    await endOn(lease.id, null);
    const shown = async () =>
      (await owner.payout.payable({})).rows.find((row) => row.depositId === depositId);
    expect(await shown()).toBeUndefined();
    const pay = () =>
      createPayout(owner, account.id, [{ leaseId: lease.id, depositId, amountCents: 90_000 }]);
    await expect(pay()).rejects.toMatchObject({
      cause: { code: 'payout.lease_runs', field: 'items.0.amountCents' },
    });
    const endsOn = addDays(monthStart(2), -1);
    await owner.lease.end({
      id: lease.id,
      version: 1,
      endsOn,
      noticeGivenOn: today(),
      noticeBy: 'agreement',
    });
    expect(await shown()).toMatchObject({ amountCents: 90_000, heldBackCents: 30_000, endsOn });
    await pay();
    expect(await heldOf(owner, lease.id)).toBe(30_000);
  });

  test('credits come first; the deposit of a term that still runs stays out, one that is held back takes no place', async () => {
    const { owner, lease, depositId } = await payable();
    const shown = async () =>
      (await owner.payout.payable({})).rows.map((row) => [row.depositId, row.amountCents]);
    await endOn(lease.id, addDays(today(), 200));
    expect(await shown()).toEqual([[null, 50_000]]);
    await endOn(lease.id, today());
    // More than a file holds, wholly held back, and before the other in the order of ids.
    await asAdmin(database, async (sql) => {
      const ids = await sql<{ id: string; portfolio: string }[]>`
        insert into hausbuch.deposit (portfolio_id, id, lease_id, form, agreed_cents)
        select portfolio_id, ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, lease_id, form, agreed_cents
        from hausbuch.deposit, generate_series(1, 101) where id = ${depositId}
        returning id, portfolio_id as portfolio`;
      for (const { id, portfolio } of ids) {
        await sql`insert into hausbuch.deposit_movement
          (portfolio_id, id, deposit_id, kind, booked_on, amount_cents, held_until, reason)
          values (${portfolio}, gen_random_uuid(), ${id}, 'received', ${today()}, 100, null, null),
            (${portfolio}, gen_random_uuid(), ${id}, 'hold_back', ${today()}, 100, ${addDays(today(), 9)}, 'Strom')`;
      }
    });
    expect(await shown()).toEqual([
      [null, 50_000],
      [depositId, 90_000],
    ]);
  });

  test('a repayment somebody takes back by hand is called off, and its line waits again', async () => {
    const { owner, lease, account, depositId } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    const [row] = await bring(owner, account.iban, [
      { on: today(), cents: -90_000, text: `EREF+${file.transfers[0]?.endToEnd}` },
    ]);
    await owner.bank.acceptCertain({ lines: [{ id: randomUUID(), lineId: row?.id ?? '' }] });
    const movements = (await owner.deposit.list({ leaseId: lease.id })).leases[0]?.deposits[0]?.movements;
    const paid = movements?.find((one) => one.kind === 'returned');
    await owner.deposit.reverse({ id: randomUUID(), movementId: paid?.id ?? '' });
    expect((await owner.payout.get({ id: file.id })).items[0]?.state).toBe('cancelled');
    const [waiting] = (await owner.bank.inbox({})).rows;
    expect(waiting?.match.grade).not.toBe('certain');
  });

  test('a tenant’s account is proposed: where money went before, else what the record says', async () => {
    const { owner, lease, account, tenant } = await payable();
    const payee = async () => (await owner.payout.payable({})).rows[0]?.payee;
    expect(await payee()).toEqual({ holder: tenant.name, iban: '' });
    const file = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 100 }]);
    expect(await payee()).toEqual({ holder: 'Jürgen Groß', iban: file.items[0]?.iban });
  });

  test('of earlier transfers the one of the file made last is proposed, none that was called off', async () => {
    const { owner, lease, account, tenant } = await payable();
    const payee = async () => (await owner.payout.payable({})).rows[0]?.payee;
    const [first, second] = [
      await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 100 }]),
      await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 100 }]),
    ];
    expect((await payee())?.iban).toBe(second.items[0]?.iban);
    await asAdmin(
      database,
      (sql) =>
        sql`update hausbuch.payout set created_at = created_at - interval '1 hour' where id = ${second.id}`,
    );
    expect((await payee())?.iban).toBe(first.items[0]?.iban);
    await owner.payout.cancel({ id: first.id });
    expect((await payee())?.iban).toBe(second.items[0]?.iban);
    await owner.payout.cancelTransfer({ id: second.transfers[0]?.id ?? '' });
    expect(await payee()).toEqual({ holder: tenant.name, iban: '' });
  });

  test('of senders that were learned neither who pays for several is proposed nor what words know a line by', async () => {
    const { owner, lease } = await payable();
    const other = await payable(owner);
    const payee = async () =>
      (await owner.payout.payable({})).rows.find((row) => row.lease.id === lease.id)?.payee.iban;
    const [office, worded, own] = [makeIban(), makeIban(), makeIban()];
    const learn = async (leaseId: string, account: string, text: string | null = null) => {
      const line = { on: today(), cents: 1_00 + Math.floor(Math.random() * 1e6), name: 'Wer', account };
      const found = await bring(owner, other.account.iban, [{ ...line, text: 'Wohnung Mitte' }]);
      const lineId = found.find((row) => row.amountCents === line.cents)?.id ?? '';
      await owner.bank.accept({
        ...{ id: randomUUID(), lineId, learnText: text },
        parts: [{ kind: 'payment', leaseId, amountCents: line.cents }],
      });
    };
    await learn(lease.id, office);
    expect(await payee()).toBe(office);
    await learn(other.lease.id, office);
    expect(await payee()).toBe('');
    await learn(lease.id, worded, 'Wohnung');
    expect(await payee()).toBe('');
    await learn(lease.id, own);
    expect(await payee()).toBe(own);
  });

  test('who pays for a flat and a garage of their own is proposed, until they pay for somebody else, too', async () => {
    const { owner, lease, tenant, account } = await payable();
    const payees = async () => {
      const { rows } = await owner.payout.payable({});
      return (leaseId: string) => rows.find((row) => row.lease.id === leaseId)?.payee.iban;
    };
    const garage = await createProperty(owner);
    const second = await createLease(
      owner,
      { unitIds: [garage.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-3) },
    );
    const own = makeIban();
    const pay = async (leaseIds: string[], cents: number) => {
      const line = { on: today(), cents: cents * leaseIds.length, name: 'Wer', account: own, text: 'Miete' };
      const found = await bring(owner, account.iban, [line]);
      const lineId = found.find((row) => row.amountCents === line.cents)?.id ?? '';
      const parts = leaseIds.map((leaseId) => ({ kind: 'payment' as const, leaseId, amountCents: cents }));
      await owner.bank.accept({ id: randomUUID(), lineId, parts });
    };
    await pay([lease.id, second.id], 1_111);
    expect((await payees())(lease.id)).toBe(own);
    // Who left the lease before its end is owed nothing of it, whatever else they rent.
    const leave = (day: string | null) =>
      asAdmin(
        database,
        (sql) => sql`update hausbuch.lease_tenant set to_on = ${day} where lease_id = ${lease.id}`,
      );
    await leave(addDays(today(), -1));
    expect((await payees())(lease.id)).toBe('');
    await leave(null);
    const other = await payable(owner);
    await pay([other.lease.id], 3_333);
    const payeeOf = await payees();
    expect([payeeOf(lease.id), payeeOf(other.lease.id)]).toEqual(['', '']);
  });

  test('neither who moved out is proposed nor the account of a revoked mandate', async () => {
    const { owner, lease } = await payable();
    const payee = async () => (await owner.payout.payable({})).rows[0]?.payee;
    const mandate = await createMandate(owner, lease.id);
    expect((await payee())?.iban).toBe(mandate.iban);
    await owner.debit.revokeMandate({ id: mandate.id, version: mandate.version, revokedOn: today() });
    expect((await payee())?.iban).toBe('');
    const [leaving, staying] = [
      await createTenant(owner, { payerIbans: [makeIban()] }),
      await createTenant(owner),
    ];
    await asAdmin(database, async (sql) => {
      await sql`update hausbuch.lease_tenant set to_on = ${addDays(today(), -1)} where lease_id = ${lease.id}`;
      await sql`insert into hausbuch.lease_tenant (portfolio_id, id, lease_id, tenant_id, from_on, to_on)
        select portfolio_id, gen_random_uuid(), lease_id, t.id, from_on, t.to_on::date
        from hausbuch.lease_tenant, (values (${leaving.id}::uuid, ${addDays(today(), -1)}), (${staying.id}::uuid, null)) t (id, to_on)
        where lease_id = ${lease.id}`;
    });
    expect(await payee()).toEqual({ holder: staying.name, iban: '' });
  });
});

describe('lines of the bank', () => {
  test('name the transfer: certain, proved, nothing is paid twice; taken back it waits again', async () => {
    const { owner, lease, account, depositId } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    const [credit, deposit] = file.transfers;
    const rows = await bring(owner, account.iban, [
      { on: today(), cents: -20_000, name: 'Groß', text: `EREF+${credit?.endToEnd}` },
      { on: today(), cents: -90_000, name: 'Groß', account: deposit?.iban ?? '', text: 'Kaution' },
    ]);
    expect(rows.map((row) => row.match.grade)).toEqual(['certain', 'certain']);
    const { accepted } = await owner.bank.acceptCertain({
      lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })),
    });
    expect(accepted).toHaveLength(2);
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 0, confirmedCents: 110_000 }]);
    expect(await creditOf(owner, lease.id)).toBe(30_000);
    expect(await heldOf(owner, lease.id)).toBe(30_000);
    await expect(owner.payout.cancel({ id: file.id })).rejects.toMatchObject({
      cause: { code: 'payout.paid' },
    });
    for (const { id, version } of accepted) await owner.bank.reopen({ lineId: id, version });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 110_000, confirmedCents: 0 }]);
    expect(await heldOf(owner, lease.id)).toBe(30_000);
  });

  test('that name nothing are the transfer somebody says they are: proved once, and taken back open again', async () => {
    const { owner, lease, account, depositId } = await payable();
    const { id } = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    const elsewhere = { on: today(), name: 'Sammelstelle', account: makeIban(), text: 'Auftrag' };
    const rows = await bring(owner, account.iban, [
      { ...elsewhere, cents: -20_000 },
      { ...elsewhere, cents: -20_000, text: 'Auftrag 2' },
      { ...elsewhere, cents: -90_000 },
      { ...elsewhere, cents: -110_000 },
      { ...elsewhere, cents: -20_001 },
      { ...elsewhere, cents: 20_000 },
    ]);
    expect(rows.every((row) => row.match.grade === 'open')).toBe(true);
    const lineOf = (cents: number, place = 0) =>
      rows.filter((row) => row.amountCents === cents)[place]?.id ?? '';
    const open = (lineId: string) => owner.bank.openTransfers({ lineId });
    const accept = (lineId: string, part: Awaited<ReturnType<typeof open>>[number]['part']) =>
      owner.bank.accept({ id: randomUUID(), lineId, parts: [part] });
    expect(await open(lineOf(-20_001))).toEqual([]);
    expect(await open(lineOf(20_000))).toEqual([]);
    expect(await open(lineOf(-110_000))).toMatchObject([{ part: { kind: 'order', orderId: id } }]);
    const [credit] = await open(lineOf(-20_000));
    const [deposit] = await open(lineOf(-90_000));
    if (!credit || !deposit) throw new Error('Both are open.');
    expect([credit.part.kind, deposit.part.kind]).toEqual(['evidence', 'deposit_paid']);
    const proved = [await accept(lineOf(-20_000), credit.part), await accept(lineOf(-90_000), deposit.part)];
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 0, confirmedCents: 110_000 }]);
    expect(await creditOf(owner, lease.id)).toBe(30_000);
    // Another line is not the same transfer once more.
    expect(await open(lineOf(-20_000, 1))).toEqual([]);
    await expect(accept(lineOf(-20_000, 1), credit.part)).rejects.toMatchObject({
      cause: { code: 'bank.payment_has_line' },
    });
    for (const line of proved) await owner.bank.reopen({ lineId: line.id, version: line.version });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 110_000, confirmedCents: 0 }]);
    expect(await open(lineOf(-20_000))).toHaveLength(1);
    expect(await heldOf(owner, lease.id)).toBe(30_000);
  });

  test('one sum for a whole file proves all of it in one step, and is taken back as a whole', async () => {
    const { owner, lease, account, depositId } = await payable();
    await createPayout(
      owner,
      account.id,
      [
        { leaseId: lease.id, amountCents: 20_000 },
        { leaseId: lease.id, depositId, amountCents: 90_000 },
      ],
      true,
    );
    const [row] = await bring(owner, account.iban, [{ on: today(), cents: -110_000, text: 'Sammler' }]);
    expect(row?.match).toMatchObject({ grade: 'likely', parts: [{ kind: 'order', order: 'payout' }] });
    const [part] = row?.match.parts ?? [];
    const decided = {
      kind: 'order' as const,
      order: 'payout' as const,
      orderId: part?.kind === 'order' ? part.orderId : '',
    };
    const { version } = await owner.bank.accept({
      id: randomUUID(),
      lineId: row?.id ?? '',
      parts: [decided],
    });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 0, confirmedCents: 110_000 }]);
    await owner.bank.reopen({ lineId: row?.id ?? '', version });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 110_000, confirmedCents: 0 }]);
    await owner.payout.cancel({ id: (await owner.payout.list())[0]?.id ?? '' });
    await expect(
      owner.bank.accept({ id: randomUUID(), lineId: row?.id ?? '', parts: [decided] }),
    ).rejects.toMatchObject({ cause: { code: 'bank.order_differs' } });
  });

  test('say that transfers came back: the credit is credit again, the deposit is held again; taken back they left', async () => {
    const { owner, lease, account, depositId } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    const out = file.transfers.map((item) => ({
      on: today(),
      cents: -(item?.amountCents ?? 0),
      text: `EREF+${item?.endToEnd}`,
    }));
    const back = file.transfers.map((item) => ({
      on: today(),
      cents: item?.amountCents ?? 0,
      name: 'Groß',
      text: `EREF+${item?.endToEnd}`,
      returned: { reason: 'AC04', originalCents: item?.amountCents ?? 0 },
    }));
    const rows = await bring(owner, account.iban, [...out, ...back]);
    expect(rows.map((row) => row.match.grade)).toEqual(['certain', 'certain', 'certain', 'certain']);
    const { accepted, refused } = await owner.bank.acceptCertain({
      lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })),
    });
    expect(refused).toEqual([]);
    expect(await owner.payout.list()).toMatchObject([{ returnedCents: 110_000, confirmedCents: 0 }]);
    expect(await creditOf(owner, lease.id)).toBe(50_000);
    expect(await heldOf(owner, lease.id)).toBe(120_000);
    const isBack = (id: string) => (rows.find((row) => row.id === id)?.amountCents ?? 0) > 0;
    const returns = accepted.filter(({ id }) => isBack(id));
    for (const { id, version } of returns) await owner.bank.reopen({ lineId: id, version });
    expect(await owner.payout.list()).toMatchObject([{ returnedCents: 0, confirmedCents: 110_000 }]);
    expect(await creditOf(owner, lease.id)).toBe(30_000);
    expect(await heldOf(owner, lease.id)).toBe(30_000);
    // And once more, by the rows that took the place of the first.
    const again = (await owner.bank.inbox({})).rows;
    expect(again.map((row) => row.match.grade)).toEqual(['certain', 'certain']);
    await owner.bank.acceptCertain({ lines: again.map((row) => ({ id: randomUUID(), lineId: row.id })) });
    expect(await owner.payout.list()).toMatchObject([{ returnedCents: 110_000 }]);
    const [files] = [await owner.bank.imports()];
    await owner.bank.takeBackImport({ importId: files[0]?.id ?? '' });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 110_000, returnedCents: 0 }]);
  });

  test('a line keeps proving what came back and left after all twice, whichever row of it the line was for', async () => {
    const { owner, lease, account } = await payable();
    const file = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 20_000 }]);
    const line = { on: today(), cents: -20_000, text: `EREF+${file.transfers[0]?.endToEnd}` };
    const back = {
      ...{ on: today(), cents: 20_000, name: 'Groß', text: line.text },
      returned: { reason: 'AC04', originalCents: 20_000 },
    };
    const rows = await bring(owner, account.iban, [line, back]);
    const accept = async (cents: number) => {
      const lineId = rows.find((row) => row.amountCents === cents)?.id ?? '';
      const { accepted } = await owner.bank.acceptCertain({ lines: [{ id: randomUUID(), lineId }] });
      return { lineId, version: accepted[0]?.version ?? 0 };
    };
    await owner.bank.reopen(await accept(20_000));
    await accept(-20_000);
    expect(await owner.payout.list()).toMatchObject([{ confirmedCents: 20_000 }]);
    await owner.bank.reopen(await accept(20_000));
    expect(await owner.payout.list()).toMatchObject([{ confirmedCents: 20_000, orderedCents: 0 }]);
  });

  test('said again a decision is done; of another transfer, file or return it is refused, and changes nothing', async () => {
    const { owner, lease, account, depositId } = await payable();
    const make = (isBatch = false) =>
      createPayout(owner, account.id, [{ leaseId: lease.id, depositId, amountCents: 20_000 }], isBatch);
    const [one, other] = [await make(true), await make(true)];
    const postedOf = async ({ id }: { id: string }) => {
      const rows = await asAdmin(
        database,
        (sql) => sql<{ id: string }[]>`
          select movement_id as id from hausbuch.payout_item where payout_id = ${id}`,
      );
      return rows[0]?.id ?? '';
    };
    const [movementId, otherId] = [await postedOf(one), await postedOf(other)];
    const rows = await bring(owner, account.iban, [
      { on: today(), cents: -20_000, text: 'Kaution' },
      { on: today(), cents: 20_000, text: 'Kaution' },
    ]);
    const lineOf = (cents: number) => rows.find((row) => row.amountCents === cents)?.id ?? '';
    type Part = Parameters<Caller['bank']['accept']>[0]['parts'][number];
    const accept = (id: string, part: Part) =>
      owner.bank.accept({
        id,
        lineId: lineOf(part.kind === 'deposit_returned' ? 20_000 : -20_000),
        parts: [part],
      });
    const decided = async (part: Part, others: readonly Part[]) => {
      const id = randomUUID();
      const done = await accept(id, part);
      expect(await accept(id, part)).toEqual(done);
      for (const wrong of others) {
        await expect(accept(id, wrong)).rejects.toMatchObject({ cause: { code: 'bank.line_decided' } });
      }
      return { lineId: done.id, version: done.version };
    };
    const paid = await decided({ kind: 'deposit_paid', movementId }, [
      { kind: 'deposit_paid', movementId: otherId },
      { kind: 'order', order: 'payout', orderId: other.id },
    ]);
    await owner.bank.reopen(paid);
    await decided({ kind: 'order', order: 'payout', orderId: one.id }, [
      { kind: 'order', order: 'payout', orderId: other.id },
      { kind: 'deposit_paid', movementId: otherId },
    ]);
    await decided({ kind: 'deposit_returned', movementId: otherId }, [
      { kind: 'deposit_returned', movementId },
    ]);
  });

  test('taken back, the leases of credits and of deposits are held first, in the order everybody holds them', async () => {
    const one = await payable();
    const { owner, account } = one;
    const [lower, higher] = [one, await payable(owner)].toSorted((a, b) =>
      a.lease.id < b.lease.id ? -1 : 1,
    );
    const file = await createPayout(owner, account.id, [
      { leaseId: higher?.lease.id ?? '', amountCents: 20_000 },
      { leaseId: lower?.lease.id ?? '', depositId: lower?.depositId ?? '', amountCents: 90_000 },
    ]);
    const lines = file.transfers.map((item) => ({ cents: item.amountCents, text: `EREF+${item.endToEnd}` }));
    const rows = await bring(owner, account.iban, [
      ...lines.map(({ cents, text }) => ({ on: today(), cents: -cents, text })),
      ...lines.map(({ cents, text }) => ({
        ...{ on: today(), cents, text, name: 'Groß' },
        returned: { reason: 'AC04', originalCents: cents },
      })),
    ]);
    await owner.bank.acceptCertain({ lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })) });
    expect(await owner.payout.list()).toMatchObject([{ returnedCents: 110_000 }]);
    const [imported] = await owner.bank.imports();
    await asAdmin(database, (holding) =>
      asAdmin(database, async (admin) => {
        const taken = await holding.begin(async (sql) => {
          await sql`select id from hausbuch.lease where id = ${lower?.lease.id ?? ''} for update`;
          const taking = owner.bank.takeBackImport({ importId: imported?.id ?? '' });
          await expect.poll(() => countLockWaits(admin), { timeout: 20_000 }).toBe(1);
          await admin`select id from hausbuch.lease where id = ${higher?.lease.id ?? ''} for update nowait`;
          return { taking };
        });
        await taken.taking;
      }),
    );
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 110_000, returnedCents: 0 }]);
  });

  test('one sum for a whole file of direct debits receives them all in one step', async () => {
    const { owner } = await createPortfolio(database);
    const creditor = await createCreditor(owner);
    const leases = [];
    for (const _ of [1, 2]) {
      const house = await createProperty(owner);
      const lease = await createLease(
        owner,
        { unitIds: [house.unitId], tenantIds: [(await createTenant(owner)).id] },
        { startsOn: monthStart(-2) },
      );
      leases.push({ lease, mandate: await createMandate(owner, lease.id) });
    }
    const { collectOn } = await owner.debit.due({});
    const file = {
      id: randomUUID(),
      bankAccountId: creditor.id,
      collectOn,
      isBatch: true,
      purpose: 'Miete',
      items: leases.map(({ mandate }, at) => ({ mandateId: mandate.id, amountCents: 30_000 + at })),
    };
    await owner.debit.create(file);
    await moveToYesterday(database, file.id);
    // One of them was typed in before: it is proved, and not paid a second time.
    await recordPayment(owner, leases[0]?.lease.id ?? '', 30_000, { paidOn: addDays(today(), -1) });
    const [row] = await bring(owner, creditor.iban, [
      { on: today(), cents: 60_001, text: 'SAMMELGUTSCHRIFT' },
    ]);
    expect(row?.match.parts).toMatchObject([{ kind: 'order', order: 'collection', orderId: file.id }]);
    const parts = [{ kind: 'order' as const, order: 'collection' as const, orderId: file.id }];
    const accept = () => owner.bank.accept({ id: randomUUID(), lineId: row?.id ?? '', parts });
    const twice = await Promise.allSettled([accept(), accept()]);
    expect(twice.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await owner.debit.collections()).toMatchObject([{ receivedCents: 60_001, underWayCents: 0 }]);
    const version = twice.flatMap((one) => (one.status === 'fulfilled' ? [one.value.version] : []))[0] ?? 0;
    await owner.bank.reopen({ lineId: row?.id ?? '', version });
    expect(await owner.debit.collections()).toMatchObject([{ receivedCents: 30_000, underWayCents: 30_001 }]);
  });
});

describe('what is erased', () => {
  test('a tenant goes with the transfers to them, and with their files', async () => {
    const { owner, lease, account, depositId, tenant } = await payable();
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000 },
      { leaseId: lease.id, depositId, amountCents: 90_000 },
    ]);
    const rows = await bring(
      owner,
      account.iban,
      file.transfers.map((item) => ({
        on: today(),
        cents: -(item?.amountCents ?? 0),
        text: `EREF+${item?.endToEnd}`,
      })),
    );
    await owner.bank.acceptCertain({ lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })) });
    await owner.tenant.delete({ id: tenant.id, typedName: tenant.name });
    expect(await owner.payout.list()).toEqual([]);
    const { rows: decided } = await owner.bank.decided({});
    expect(decided.map((row) => [row.state, row.text])).toEqual([
      ['left_out', ''],
      ['left_out', ''],
    ]);
  });

  test('where others go on with the lease the transfers to one of them go, what was paid stays', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const [leaving, staying] = [await createTenant(owner), await createTenant(owner)];
    const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [leaving.id, staying.id] });
    await recordPayment(owner, lease.id, 1_000_000);
    const before = await creditOf(owner, lease.id);
    const account = await createBankAccount(owner);
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000, holder: leaving.name, iban: makeIban() },
    ]);
    // Under way it could neither be called off any more, nor be found when it comes back.
    const erase = () => owner.tenant.delete({ id: leaving.id, typedName: leaving.name });
    await expect(erase()).rejects.toMatchObject({ cause: { code: 'payout.under_way' } });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 20_000 }]);
    const rows = await bring(owner, account.iban, [
      { on: today(), cents: -20_000, text: `EREF+${file.transfers[0]?.endToEnd}` },
    ]);
    await owner.bank.acceptCertain({ lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })) });
    await erase();
    expect(await owner.payout.list()).toEqual([]);
    expect(await creditOf(owner, lease.id)).toBe(before - 20_000);
  });

  test('a transfer no line ever proved does not keep its payee for good', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const [leaving, staying] = [await createTenant(owner), await createTenant(owner)];
    const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [leaving.id, staying.id] });
    await recordPayment(owner, lease.id, 1_000_000);
    const account = await createBankAccount(owner);
    const file = await createPayout(owner, account.id, [
      { leaseId: lease.id, amountCents: 20_000, holder: leaving.name, iban: makeIban() },
    ]);
    const erase = () => owner.tenant.delete({ id: leaving.id, typedName: leaving.name });
    const moveTo = (day: string) =>
      asAdmin(database, (sql) => sql`update hausbuch.payout set execute_on = ${day} where id = ${file.id}`);
    await moveTo(addDays(today(), -10));
    await expect(erase()).rejects.toMatchObject({ cause: { code: 'payout.under_way' } });
    await moveTo(addDays(today(), -11));
    await erase();
    expect(await owner.payout.list()).toEqual([]);
  });
});

test('accepting what is certain leaves only the line whose lease is erased at that moment', async () => {
  const { owner, id: portfolioId } = await createPortfolio(database);
  const account = await createBankAccount(owner);
  const leases = [];
  for (const _ of [1, 2]) {
    const house = await createProperty(owner);
    const payer = makeIban();
    const tenant = await createTenant(owner, { payerIbans: [payer] });
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-1) },
    );
    const { items } = await owner.ledger.openItems({ leaseId: lease.id });
    leases.push({ lease, payer, cents: items[0]?.openCents ?? 0 });
  }
  const rows = await bring(
    owner,
    account.iban,
    leases.map(({ payer, cents }) => ({ on: today(), cents, account: payer, name: 'Zahler', text: 'Miete' })),
  );
  expect(rows.map((row) => row.match.grade)).toEqual(['certain', 'certain']);
  const gone = leases[0]?.lease.id ?? '';
  const result = await asAdmin(database, async (sql) => {
    // Held as by a deletion under way, which commits while the other waits.
    const reserved = await sql.reserve();
    await reserved`begin`;
    await reserved`set local session_replication_role = replica`;
    await reserved`delete from hausbuch.lease where portfolio_id = ${portfolioId} and id = ${gone}`;
    const accepting = owner.bank.acceptCertain({
      lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })),
    });
    try {
      await expect.poll(() => countLockWaits(sql), { timeout: 20_000 }).toBe(1);
    } finally {
      await reserved`commit`;
      reserved.release();
    }
    return accepting;
  });
  expect(result.accepted).toHaveLength(1);
  expect(result.refused).toMatchObject([{ code: 'not_found' }]);
});
