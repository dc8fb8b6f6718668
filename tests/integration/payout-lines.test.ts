import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { createCreditor, createMandate, moveToYesterday } from '../factories/debits.ts';
import { database, openPayoutDesk } from '../factories/payout-desk.ts';
import { bring, createPayout, creditOf, heldOf, payable } from '../factories/payouts.ts';
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
import { countLockWaits } from '../setup/every-server.ts';

openPayoutDesk();

/** A payout of 200 € of credit and 900 € of deposit: the lines in which it leaves and in which the bank brings it back. */
async function paidOutAndBack() {
  const { owner, lease, account, depositId } = await payable(database);
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
  return { owner, lease, account, out, back };
}

describe('lines of the bank', () => {
  test('name the transfer: certain, proved, nothing is paid twice; taken back it waits again', async () => {
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, account, depositId } = await payable(database);
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
    const { owner, lease, account, depositId } = await payable(database);
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

  test('say that transfers came back in a file that begins with the latest', async () => {
    const { owner, lease, account, out, back } = await paidOutAndBack();
    const rows = await bring(owner, account.iban, [...back, ...out]);
    expect(rows.map((row) => row.match.grade)).toEqual(['certain', 'certain', 'certain', 'certain']);
    const { refused } = await owner.bank.acceptCertain({
      lines: rows.map((row) => ({ id: randomUUID(), lineId: row.id })),
    });
    expect(refused).toEqual([]);
    expect(await owner.payout.list()).toMatchObject([{ returnedCents: 110_000, confirmedCents: 0 }]);
    expect(await creditOf(owner, lease.id)).toBe(50_000);
    expect(await heldOf(owner, lease.id)).toBe(120_000);
  });

  test('say that transfers came back: the credit is credit again, the deposit is held again; taken back they left', async () => {
    const { owner, lease, account, out, back } = await paidOutAndBack();
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

  test('take back money that was paid out already: it is owed, and paid out as before once the line is taken back', async () => {
    const { owner } = await createPortfolio(database);
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const lease = await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(1) },
    );
    const account = await createBankAccount(owner);
    const paid = await recordPayment(owner, lease.id, 50_000, { paidOn: addDays(today(), -3) });
    await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 50_000 }]);
    const returned = { reason: 'MD06', originalCents: 50_000 };
    const [row] = await bring(owner, account.iban, [
      { on: today(), cents: -50_300, text: 'Miete', returned },
    ]);
    await owner.bank.accept({
      id: randomUUID(),
      lineId: row?.id ?? '',
      parts: [{ kind: 'return', paymentId: paid.id }],
    });
    const openOf = async () => {
      const { items, creditCents } = await owner.ledger.openItems({ leaseId: lease.id });
      const open = items.map(({ kind, openCents }) => ({ kind, openCents }));
      return { open: open.toSorted((a, b) => a.openCents - b.openCents), creditCents };
    };
    expect(await openOf()).toEqual({
      open: [
        { kind: 'fee', openCents: 300 },
        { kind: 'other', openCents: 50_000 },
      ],
      creditCents: 0,
    });
    const [decided] = (await owner.bank.decided({})).rows;
    await owner.bank.reopen({ lineId: row?.id ?? '', version: decided?.version ?? 0 });
    expect(await openOf()).toEqual({ open: [], creditCents: 0 });
    expect(await owner.payout.list()).toMatchObject([{ orderedCents: 50_000 }]);
  });

  test('a line keeps proving what came back and left after all twice, whichever row of it the line was for', async () => {
    const { owner, lease, account } = await payable(database);
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
    const { owner, lease, account, depositId } = await payable(database);
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
    const one = await payable(database);
    const { owner, account } = one;
    const { id: portfolioId } = await owner.portfolio.get();
    const [lower, higher] = [one, await payable(database, owner)].toSorted((a, b) =>
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
          await sql`select id from hausbuch.lease
            where portfolio_id = ${portfolioId} and id = ${lower?.lease.id ?? ''} for update`;
          const taking = owner.bank.takeBackImport({ importId: imported?.id ?? '' });
          await expect.poll(() => countLockWaits(admin), { timeout: 20_000 }).toBe(1);
          await admin`select id from hausbuch.lease
            where portfolio_id = ${portfolioId} and id = ${higher?.lease.id ?? ''} for update nowait`;
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
