import 'server-only';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import { listProved } from '../reads/origins';
import { voidCharges } from '../rows/corrections';
import { lockLeases } from '../rows/lock';
import { movePayment } from './move-payment';
import { reversePayment } from './reverse-payment';

/** The payments a person was shown, and the lease that those go to which were typed in; none where they are taken back. */
export type Voiding = { paymentIds: readonly string[]; toLeaseId: string | null };

/**
 * Takes the whole account of a lease back, for a lease entered wrongly: every charge and the credit it began with. What was
 * paid and was shown goes with it: a payment that a line of the bank proves is taken back, so that the line waits again; one
 * that was typed in moves to another lease where one is named. The caller holds the leases.
 * @throws DomainError `lease.has_payments` while other money stands on it than was shown, `lease.has_carry_over` while
 * something came from another lease or went there: that is undone first
 */
export async function voidAccount(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  { paymentIds, toLeaseId }: Voiding,
): Promise<void> {
  const { payments, openings, hasCarryOver } = await getVoidable(tx, scope, leaseId);
  if (hasCarryOver) throw new DomainError('lease.has_carry_over');
  const standing = new Set(payments.map(({ id }) => id));
  if (standing.symmetricDifference(new Set(paymentIds)).size > 0) throw new DomainError('lease.has_payments');
  const takenBack = new Set<string>();
  for (const { id: paymentId, canMove, transferId } of payments) {
    if (canMove && toLeaseId !== null) {
      await movePayment(tx, scope, { id: crypto.randomUUID(), paymentId, leaseId: toLeaseId });
    } else if (transferId === null || !takenBack.has(transferId)) {
      await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId, note: null });
      if (transferId !== null) takenBack.add(transferId);
    }
  }
  for (const { id } of openings) {
    await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId: id, note: null });
  }
  const items = await tx
    .select({ chargeId: openItem.chargeId })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.leaseId, leaseId), gt(openItem.totalCents, 0)));
  await voidCharges(tx, scope, items);
}

/**
 * What stands on a lease and goes with it when it is voided: payments, what was paid out before what came in, and the credit
 * the account began with. `isShared`: a part of a transfer that paid other leases, too.
 */
export async function getVoidable(tx: Tx, scope: Scope, leaseId: string) {
  const standing = await listStandingPayments(tx, scope, leaseId);
  const isOpening = ({ method }: (typeof standing)[number]) => paymentTraits[method].undoneWith === 'lease';
  const others = standing.filter((row) => !isOpening(row));
  const proved = await listProved(
    tx,
    scope,
    others.map(({ id }) => id),
  );
  const payments = others
    .toSorted((a, b) => Number(a.direction === 'in') - Number(b.direction === 'in'))
    .map((row) => ({
      ...row,
      isFromBank: proved.has(row.id),
      isShared: row.transferId !== null,
      canMove: paymentTraits[row.method].isMoney && row.direction === 'in' && !proved.has(row.id),
    }));
  const isCarried = others.some(({ method }) => method === 'account_transfer');
  const hasCarryOver = isCarried || (await hasCarriedCharges(tx, scope, leaseId));
  return { payments, openings: standing.filter(isOpening), hasCarryOver };
}

/** Holds a lease that is to be voided, with those that a transfer paid beside it and the one that payments go to. */
export async function lockToVoid(tx: Tx, scope: Scope, leaseId: string, toLeaseId: string | null) {
  const standing = await listStandingPayments(tx, scope, leaseId);
  const transferIds = standing.flatMap(({ transferId }) => transferId ?? []);
  const beside = await tx
    .selectDistinct({ leaseId: payment.leaseId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.transferId, transferIds)));
  const ids = [leaseId, ...beside.map((row) => row.leaseId), ...(toLeaseId === null ? [] : [toLeaseId])];
  await lockLeases(tx, scope, [...new Set(ids)]);
}

/** What was paid to a lease and not taken back, the credit it began with among it. */
export const listStandingPayments = (tx: Tx, scope: Scope, leaseId: string) =>
  tx
    .select({
      id: payment.id,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      direction: payment.direction,
      method: payment.method,
      transferId: payment.transferId,
    })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        eq(payment.leaseId, leaseId),
        isNull(payment.reversesPaymentId),
        sql`not exists (
          select 1 from hausbuch.payment later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_payment_id = ${payment.id}
        )`,
      ),
    )
    .orderBy(asc(payment.paidOn), asc(payment.recordedAt), asc(payment.id));

/** Whether a lease owes something that came from another one. */
async function hasCarriedCharges(tx: Tx, scope: Scope, leaseId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: charge.id })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        eq(charge.leaseId, leaseId),
        isNotNull(charge.transferId),
        gt(openItem.totalCents, 0),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
