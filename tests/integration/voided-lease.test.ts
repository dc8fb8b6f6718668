import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { createMandate } from '@/features/debit/mandate-commands';
import { createMandateInput } from '@/features/debit/schema';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { voidLease } from '@/features/lease/commands';
import { postCharge, recordPayment, recordTransfer } from '@/ledger';
import { postChargeInput, recordPaymentInput, recordTransferInput } from '@/ledger/inputs';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** A lease that was entered by mistake is voided in one window and still stands in another. */

const today = '2026-03-10';
let database: TestDatabase;
let books: Books;
let leaseId: string;
let standing: string;
const depositId = randomUUID();

const deposit = (id: string) =>
  createDepositInput.parse({ id, leaseId, form: 'cash', agreedCents: 210_000, receivedOn: null });

beforeAll(async () => {
  database = await createTestDatabase();
  books = await openBooks(database);
  leaseId = await enterLease(books, today);
  await books.on(today, async (tx, scope) => {
    await createDeposit(tx, scope, deposit(depositId));
    await voidLease(tx, scope, { id: leaseId, version: 1 });
  });
  standing = await enterLease(books, today);
});
afterAll(async () => {
  await books.close();
  await database.drop();
});

const id = randomUUID();
const money = { id, paidOn: today, amountCents: 70_000 };
const writes: [string, (tx: Tx, scope: Scope) => Promise<unknown>][] = [
  ['a payment', (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse({ ...money, leaseId }))],
  [
    'a transfer',
    (tx, scope) =>
      recordTransfer(
        tx,
        scope,
        recordTransferInput.parse({
          ...{ ...money, leaseIds: [leaseId, standing] },
          parts: [{ leaseId, amountCents: 70_000 }],
        }),
      ),
  ],
  [
    'a charge',
    (tx, scope) =>
      postCharge(
        tx,
        scope,
        postChargeInput.parse({ id, leaseId, kind: 'fee', dueOn: today, amountCents: 500 }),
      ),
  ],
  ['a deposit', (tx, scope) => createDeposit(tx, scope, deposit(id))],
  [
    'money of a deposit',
    (tx, scope) =>
      recordMovement(
        tx,
        scope,
        recordMovementInput.parse({ id, depositId, kind: 'received', amountCents: 1_000, bookedOn: today }),
      ),
  ],
  [
    'a mandate',
    (tx, scope) =>
      createMandate(
        tx,
        scope,
        createMandateInput.parse({
          ...{ id, leaseId, reference: 'HB-1', signedOn: today },
          ...{ holder: 'Anna Ahrens', iban: 'DE02120300000000202051' },
        }),
      ),
  ],
];

test.each(writes)('%s is refused by a lease that was voided, and nothing is written', async (_, write) => {
  await expect(books.on(today, write)).rejects.toMatchObject({ code: 'lease.voided' });
  const [found] = await books.admin<{ id: string }[]>`
    select id from hausbuch.payment where lease_id = ${leaseId}
    union all select id from hausbuch.charge where id = ${id}
    union all select id from hausbuch.deposit where id = ${id}
    union all select id from hausbuch.deposit_movement where deposit_id = ${depositId}
    union all select id from hausbuch.mandate where lease_id = ${leaseId}`;
  expect(found).toBeUndefined();
});
