import 'server-only';
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import { voidCharges } from '../rows/corrections';
import { reversePayment } from './reverse-payment';

/**
 * Takes the whole account of a lease back, for a lease entered wrongly: every charge and the credit it began with. The
 * caller holds the lease.
 * @throws DomainError `lease.has_payments` while money stands on it, `lease.has_carry_over` while it owes what came from
 * another lease: both are undone first
 */
export async function voidAccount(tx: Tx, scope: Scope, leaseId: string): Promise<void> {
  const standing = await listStandingPayments(tx, scope, leaseId);
  if (standing.some(({ method }) => paymentTraits[method].undoneWith !== 'lease'))
    throw new DomainError('lease.has_payments');
  if (await hasCarriedCharges(tx, scope, leaseId)) throw new DomainError('lease.has_carry_over');
  for (const row of standing) {
    await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId: row.id, note: null });
  }
  const items = await tx
    .select({ chargeId: openItem.chargeId })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.leaseId, leaseId), gt(openItem.totalCents, 0)));
  await voidCharges(tx, scope, items);
}

/** What was paid to a lease and not taken back, the credit it began with among it. */
export const listStandingPayments = (tx: Tx, scope: Scope, leaseId: string) =>
  tx
    .select({ id: payment.id, method: payment.method })
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
    );

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
