import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { voidLease } from '@/features/lease/commands';
import { previewVoidLease } from '@/features/lease/void-queries';
import { listOpenItems, recordPayment, recordTransfer, refundCredit } from '@/ledger';
import { recordPaymentInput, recordTransferInput, refundCreditInput } from '@/ledger/inputs';
import { openBankDesk, today } from '../factories/bank-desk.ts';
import { statementOf } from '../factories/bank-import.ts';
import { leaseEdits } from '../factories/lease-edits.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { enterLease } from '../factories/tenancy.ts';

/** A lease that should not be there at all, with payments on it. */

const bank = openBankDesk();
const { addUnit } = leaseEdits(() => bank.books, today);

const preview = () => bank.books.on(today, (tx, scope) => previewVoidLease(tx, scope, { id: bank.leaseId }));
const open = async (id: string) => {
  const { openCents, creditCents } = await bank.books.on(today, (tx, scope) => listOpenItems(tx, scope, id));
  return [openCents, creditCents];
};

async function pay(amountCents: number, leaseId = bank.leaseId) {
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: '2026-02-04', amountCents });
  await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return input.id;
}

/** As the dialog does it: with the payments it has shown. */
async function voided(toLeaseId: string | null = null, version = 1) {
  const { payments } = await preview();
  const paymentIds = payments.map(({ id }) => id);
  const input = { id: bank.leaseId, version, paymentIds, toLeaseId };
  return bank.books.on(today, (tx, scope) => voidLease(tx, scope, input));
}

const otherLease = async () => {
  const unitIds = [await addUnit()];
  return enterLease(bank.books, today, { unitIds });
};

test('one line of the bank and one payment typed in, 700 + 100: both are taken back, and the line waits again', async () => {
  await bank.bring(statementOf(bank.own, [bank.rent('2026-01-05')]));
  await bank.acceptFirst();
  await pay(10_000);
  const { payments } = await preview();
  expect(payments.map((row) => [row.amountCents, row.isFromBank, row.canMove])).toEqual([
    [70_000, true, false],
    [10_000, false, true],
  ]);
  await voided();
  expect(await open(bank.leaseId)).toEqual([0, 0]);
  expect((await bank.inbox()).waiting).toBe(1);
  await enterLease(bank.books, today);
  expect(await brokenLaws(bank.books)).toEqual([]);
});

test('what was typed in moves to the other lease: 2.100 − 700 are open there; what the bank proves waits', async () => {
  await bank.bring(statementOf(bank.own, [bank.rent('2026-01-05')]));
  await bank.acceptFirst();
  await pay(70_000);
  const right = await otherLease();
  await voided(right);
  expect(await open(bank.leaseId)).toEqual([0, 0]);
  expect(await open(right)).toEqual([140_000, 0]);
  expect((await bank.inbox()).waiting).toBe(1);
  expect(await brokenLaws(bank.books)).toEqual([]);
});

test('a part of a transfer over two leases goes back in both, 3 × 700 are open beside it; or it moves alone, 700 stay paid', async () => {
  const beside = await otherLease();
  const transfer = (id: string) =>
    recordTransferInput.parse({
      ...{ id, paidOn: '2026-02-04', amountCents: 140_000, leaseIds: [bank.leaseId, beside] },
      parts: [bank.leaseId, beside].map((leaseId) => ({ leaseId, amountCents: 70_000 })),
    });
  await bank.books.on(today, (tx, scope) => recordTransfer(tx, scope, transfer(randomUUID())));
  const { payments } = await preview();
  expect(payments).toMatchObject([{ isShared: true, canMove: true }]);
  const right = await otherLease();
  await bank.books.on(today, (tx, scope) =>
    tx
      .transaction(async (inner) => {
        const paymentIds = payments.map(({ id }) => id);
        const input = { id: bank.leaseId, version: 1, paymentIds, toLeaseId: right };
        await voidLease(inner, scope, input);
        const openOf = async (id: string) => (await listOpenItems(inner, scope, id)).openCents;
        expect([await openOf(beside), await openOf(right)]).toEqual([140_000, 140_000]);
        throw new Error('looked at');
      })
      .catch((error: Error) => expect(error.message).toBe('looked at')),
  );
  await voided();
  expect(await open(beside)).toEqual([210_000, 0]);
  expect(await brokenLaws(bank.books)).toEqual([]);
});

test('credit that was paid out is taken back with what it came from', async () => {
  const paid = await pay(250_000);
  const refund = refundCreditInput.parse({
    ...{ id: randomUUID(), leaseId: bank.leaseId, paidOn: today, amountCents: 40_000 },
  });
  await bank.books.on(today, (tx, scope) => refundCredit(tx, scope, refund));
  expect((await preview()).payments.map(({ id }) => id)).toEqual([refund.id, paid]);
  await voided();
  expect(await open(bank.leaseId)).toEqual([0, 0]);
  expect(await brokenLaws(bank.books)).toEqual([]);
});

test('a payment that was not shown stops it, and nothing is taken back', async () => {
  const { payments } = await preview();
  await pay(10_000);
  const input = { id: bank.leaseId, version: 1, paymentIds: payments.map(({ id }) => id) };
  const voiding = bank.books.on(today, (tx, scope) => voidLease(tx, scope, input));
  await expect(voiding).rejects.toMatchObject({ code: 'lease.has_payments' });
  expect(await open(bank.leaseId)).toEqual([200_000, 0]);
});

test('money of a deposit is undone first, and the preview says so', async () => {
  const depositId = randomUUID();
  await bank.books.on(today, async (tx, scope) => {
    const deposit = { id: depositId, leaseId: bank.leaseId, form: 'cash', agreedCents: 210_000 };
    await createDeposit(tx, scope, createDepositInput.parse({ ...deposit, receivedOn: null }));
    const movement = { id: randomUUID(), depositId, kind: 'received', amountCents: 1_000, bookedOn: today };
    await recordMovement(tx, scope, recordMovementInput.parse(movement));
  });
  expect(await preview()).toMatchObject({ hasDepositMoney: true, hasCarryOver: false });
  await expect(voided()).rejects.toMatchObject({ code: 'deposit.has_movements' });
});
