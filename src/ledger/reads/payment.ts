import 'server-only';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { allocation, charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { refundedCents } from '../rows/refunds';

/** Charges that are settled by now and that a payment can be moved to. */
const SETTLED_CHOICES = 24;

/**
 * A payment with all that it may settle: what is open, what it settles itself, and the latest that others
 * settle. `settledCents` is this payment's own part of a charge.
 */
export async function getPayment(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({
      id: payment.id,
      leaseId: payment.leaseId,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      direction: payment.direction,
      method: payment.method,
      payerTenantId: payment.payerTenantId,
      bankAccountId: payment.bankAccountId,
      reference: payment.reference,
      note: payment.note,
      transferId: payment.transferId,
    })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.id, id)));
  if (!row) throw new DomainError('not_found');
  const own = await tx
    .select({
      chargeId: allocation.chargeId,
      cents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .where(and(within(allocation, scope), eq(allocation.paymentId, id)))
    .groupBy(allocation.chargeId)
    .having(sql`sum(${allocation.amountCents}) <> 0`);
  const settled = new Map(own.map((part) => [part.chargeId, part.cents]));
  const charges = await tx
    .select({
      chargeId: charge.id,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      note: charge.note,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
      dueOn: charge.dueOn,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        eq(charge.leaseId, row.leaseId),
        isNull(charge.correctsChargeId),
        gt(openItem.totalCents, sql`0`),
      ),
    )
    .orderBy(desc(charge.dueOn), desc(charge.id));
  let choices = 0;
  const offered = charges.filter((item) => {
    if (item.openCents > 0 || settled.has(item.chargeId)) return true;
    choices += 1;
    return choices <= SETTLED_CHOICES;
  });
  const siblings = row.transferId
    ? await tx
        .select({ id: payment.id, leaseId: payment.leaseId, amountCents: payment.amountCents })
        .from(payment)
        .where(and(within(payment, scope), eq(payment.transferId, row.transferId), ne(payment.id, id)))
    : [];
  return {
    ...row,
    refundedCents: await refundedCents(tx, scope, id),
    siblings,
    charges: offered.map((item) => ({ ...item, settledCents: settled.get(item.chargeId) ?? 0 })),
  };
}
