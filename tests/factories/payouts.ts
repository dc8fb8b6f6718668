import { randomUUID } from 'node:crypto';
import { executionDay } from '@/bank/orders/target-days';
import { addDays } from '@/lib/calendar';
import type { TestDatabase } from '../setup/database.ts';
import { type MadeLine, packedFile, statementOf } from './bank-import.ts';
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
} from './records.ts';

type Transfer = {
  leaseId: string;
  depositId?: string | null;
  amountCents: number;
  holder?: string;
  iban?: string;
};

/** What a request for a file of transfers says, to be executed as soon as banks can. */
export const payoutOf = (bankAccountId: string, items: readonly Transfer[], isBatch = false) => ({
  id: randomUUID(),
  bankAccountId,
  executeOn: executionDay(today(), today()),
  isBatch,
  purpose: 'Rückzahlung',
  items: items.map((item) => ({ depositId: null, holder: 'Jürgen Groß', iban: makeIban(), ...item })),
});

/** A file of transfers; its transfers are in the order of the request. */
export async function createPayout(
  caller: Caller,
  bankAccountId: string,
  items: readonly Transfer[],
  isBatch = false,
) {
  const input = payoutOf(bankAccountId, items, isBatch);
  await caller.payout.create(input);
  const { items: made } = await caller.payout.get({ id: input.id });
  const transfers = input.items.flatMap(({ iban, amountCents }) =>
    made.filter((one) => one.iban === iban && one.amountCents === amountCents),
  );
  return { ...input, transfers };
}

/** What ends a lease by itself, without what the page does beside it. */
export const endOn = (database: TestDatabase, leaseId: string, day: string | null) =>
  asAdmin(database, (sql) => sql`update hausbuch.lease set ends_on = ${day} where id = ${leaseId}`);

/** A lease that has ended, with 500.00 of credit and 1,200.00 of a deposit, of which 300.00 are held back. */
export async function payable(database: TestDatabase, known?: Caller) {
  const owner = known ?? (await createPortfolio(database)).owner;
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
  await endOn(database, lease.id, today());
  return { owner, house, tenant, lease, depositId, account };
}

/** What of a lease's credit can be paid out. */
export const creditOf = async (owner: Caller, leaseId: string) =>
  (await owner.payout.payable({})).rows.find((row) => row.lease.id === leaseId && row.depositId === null)
    ?.amountCents ?? 0;

/** What is held of a lease's deposit. */
export const heldOf = async (owner: Caller, leaseId: string) =>
  (await owner.deposit.list({ leaseId })).leases[0]?.balanceCents;

/** Reads a statement of an account in; answers what waits in the inbox then. */
export async function bring(owner: Caller, iban: string, lines: readonly MadeLine[]) {
  await owner.bank.import({
    id: randomUUID(),
    fileName: 'auszug.xml',
    packed: packedFile(statementOf(iban, lines)),
  });
  return (await owner.bank.inbox({})).rows;
}
