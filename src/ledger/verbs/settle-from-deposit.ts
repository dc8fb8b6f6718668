import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { listOpen } from '../rows/open-items';
import { getReversible, insertPayment } from '../rows/payments';
import { takeBack } from '../rows/reversals';
import { settleWithPayment } from '../rows/settle';

/**
 * What is kept of a deposit pays the tenant's account: from then on, and only then, it is income. The caller holds the
 * lease.
 * @returns the id of the payment
 * @throws DomainError `deposit.exceeds_open` for more than is open
 */
export async function settleFromDeposit(
  tx: Tx,
  scope: Scope,
  kept: { leaseId: string; paidOn: CalendarDate; amountCents: number; reason: string | null },
): Promise<string> {
  const { reason, ...paid } = kept;
  const open = await listOpen(tx, scope, [paid.leaseId]);
  if (paid.amountCents > sumCents(open.map((item) => item.openCents))) {
    throw new DomainError('deposit.exceeds_open', { field: 'amountCents' });
  }
  const row = { id: crypto.randomUUID(), ...paid };
  await insertPayment(tx, scope, { ...row, direction: 'in', method: 'deposit', note: reason });
  await settleWithPayment(tx, scope, row);
  return row.id;
}

/** The deposit has it again: what it had settled is open. */
export async function reverseDepositSettlement(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  const original = await getReversible(tx, scope, paymentId);
  await takeBack(tx, scope, original, { id: crypto.randomUUID(), note: null });
}
