import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

const reversal = alias(payment, 'reversal');

/**
 * What statements of operating costs have left on the account, by the ids they were posted with: back-payments as far as
 * they stand or were waived, for what was given up stays given up; less credits. Voided or undone: nothing.
 */
export async function listStated(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const charges = await tx
    .select({ id: openItem.chargeId, cents: openItem.totalCents })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.chargeId, ids)));
  const waived = await tx
    .select({ id: charge.correctsChargeId, cents: sql<number>`(-sum(${charge.totalCents}))::int` })
    .from(charge)
    .where(
      and(
        within(charge, scope),
        isAmong(charge.correctsChargeId, ids),
        eq(charge.correctionReason, 'waiver'),
      ),
    )
    .groupBy(charge.correctsChargeId);
  const credits = await tx
    .select({ id: payment.id, cents: sql<number>`-${payment.amountCents}` })
    .from(payment)
    .leftJoin(reversal, and(joins(reversal.reversesPaymentId, payment.id), within(reversal, scope)))
    .where(and(within(payment, scope), isAmong(payment.id, ids), isNull(reversal.id)));
  const standing = new Map<string, number>();
  for (const { id, cents } of [...charges, ...waived, ...credits]) {
    if (id !== null) standing.set(id, (standing.get(id) ?? 0) + Number(cents));
  }
  return standing;
}
