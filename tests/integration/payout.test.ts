import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isTargetDay } from '@/bank/orders/target-days';
import { addDays } from '@/lib/calendar';
import { database, openPayoutDesk } from '../factories/payout-desk.ts';
import { bring, createPayout, creditOf, endOn, heldOf, payable, payoutOf } from '../factories/payouts.ts';
import {
  asAdmin,
  createBankAccount,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  makeIban,
  monthStart,
  recordPayment,
  today,
} from '../factories/records.ts';

openPayoutDesk();

describe('a file of transfers', () => {
  test('pays a credit back at once, is the same each time, and is executed on a day on which banks settle', async () => {
    const { owner, lease, account } = await payable(database);
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
    const books = await createPortfolio(database);
    const { owner, lease, account } = await payable(database, books.owner);
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
    const { owner, lease, account } = await payable(database);
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
    const { owner, lease, account } = await payable(database);
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
    const { owner, lease, account } = await payable(database);
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
    const { owner, lease, account } = await payable(database);
    const { transfers } = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 500 }]);
    await owner.payout.cancelTransfer({ id: transfers[0]?.id.toUpperCase() ?? '' });
    expect(await creditOf(owner, lease.id)).toBe(50_000);
  });

  test('two members who pay the same credit back at once pay it once', async () => {
    const { owner, lease, account } = await payable(database);
    const file = () =>
      owner.payout.create(payoutOf(account.id, [{ leaseId: lease.id, amountCents: 50_000 }]));
    const made = await Promise.allSettled([file(), file()]);
    expect(made.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await creditOf(owner, lease.id)).toBe(0);
    expect(await owner.payout.list()).toHaveLength(1);
  });

  test('not more than is open: 500.00 of credit, and of 1,200.00 deposit 900.00 where 300.00 are held back', async () => {
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, account } = await payable(database);
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

  test('not from the account of another owner than of the house: the list says whose it is', async () => {
    const { owner, house, lease, account, depositId } = await payable(database);
    const [own, other] = [await createLandlord(owner), await createLandlord(owner)];
    const { version } = await owner.property.get({ id: house.id });
    const owners = [{ landlordId: own.id, shareNumerator: 1, shareDenominator: 1 }];
    await owner.property.setOwners({ propertyId: house.id, version, owners });
    const [ofOwn, ofOther] = [
      await createBankAccount(owner, { landlordId: own.id }),
      await createBankAccount(owner, { landlordId: other.id }),
    ];
    const listed = await owner.payout.payable({});
    expect(listed.rows.map((row) => row.ownerIds)).toEqual([[own.id], [own.id]]);
    expect(listed.accounts.find(({ id }) => id === ofOther.id)?.landlordId).toBe(other.id);
    for (const item of [
      { leaseId: lease.id, amountCents: 10_000 },
      { leaseId: lease.id, depositId, amountCents: 10_000 },
    ]) {
      await expect(createPayout(owner, ofOther.id, [item])).rejects.toMatchObject({
        cause: { code: 'bank_account.of_other_owner', field: 'bankAccountId' },
      });
      await createPayout(owner, ofOwn.id, [item]);
      await createPayout(owner, account.id, [item]);
    }
  });

  test('not a deposit of another lease, nor one that is a guarantee', async () => {
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, depositId, account } = await payable(database);
    await endOn(database, lease.id, null);
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
    const { owner, lease, depositId } = await payable(database);
    const shown = async () =>
      (await owner.payout.payable({})).rows.map((row) => [row.depositId, row.amountCents]);
    await endOn(database, lease.id, addDays(today(), 200));
    expect(await shown()).toEqual([[null, 50_000]]);
    await endOn(database, lease.id, today());
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
    const { owner, lease, account, depositId } = await payable(database);
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
});

describe('what is erased', () => {
  test('a tenant goes with the transfers to them, and with their files', async () => {
    const { owner, lease, account, depositId, tenant } = await payable(database);
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

  test('where others go on with the lease nobody is paid to an account that was learned while they both paid', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const [leaving, staying] = [await createTenant(owner), await createTenant(owner)];
    const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [leaving.id, staying.id] });
    const account = await createBankAccount(owner);
    const theirs = { name: leaving.name, account: makeIban() };
    const [known, shop] = await bring(owner, account.iban, [
      { on: addDays(today(), -1), cents: 1_000_000, text: 'Miete', ...theirs },
      { on: today(), cents: -3_000, text: 'Flohmarkt', ...theirs },
    ]).then((rows) => rows.toSorted((one, other) => other.amountCents - one.amountCents));
    await owner.bank.accept({
      ...{ id: randomUUID(), lineId: known?.id ?? '' },
      parts: [{ kind: 'payment', leaseId: lease.id, amountCents: 1_000_000 }],
    });
    await owner.bank.leaveOut({ lineId: shop?.id ?? '', forGood: true });
    const payees = async () => (await owner.payout.payable({})).rows.map(({ payee }) => payee.iban);
    const words = async () => {
      const rows = await asAdmin(
        database,
        (sql) => sql<{ reference: string | null }[]>`
          select reference from hausbuch.payment where lease_id = ${lease.id}`,
      );
      return rows.map(({ reference }) => reference);
    };
    expect([await payees(), (await owner.bank.rules()).length]).toEqual([[theirs.account], 2]);
    expect(await words()).toEqual(['Miete']);
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.tenant set payer_ibans = ${[theirs.account]} where id = ${leaving.id}`,
    );
    await owner.tenant.delete({ id: leaving.id, typedName: leaving.name });
    expect([await payees(), await owner.bank.rules()]).toEqual([[''], []]);
    expect(await words()).toEqual([null]);
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
