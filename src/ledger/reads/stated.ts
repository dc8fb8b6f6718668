import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { StatedBefore } from '../stated-rules';

const reversal = alias(payment, 'reversal');

/** What statements of operating costs have left on the account, by the ids they were posted with; voided or undone: nothing. */
export async function listStated(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, StatedBefore>> {
  if (ids.length === 0) return new Map();
  const charges = await tx
    .select({ id: openItem.chargeId, cents: openItem.totalCents })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.chargeId, ids)));
  const waivers = await tx
    .select({
      id: charge.correctsChargeId,
      cents: sql<number>`coalesce(-sum(${charge.totalCents}) filter (where ${charge.correctionReason} = 'waiver'), 0)::int`,
      isVoided: sql<boolean>`bool_or(${charge.correctionReason} = 'void')`,
    })
    .from(charge)
    .where(and(within(charge, scope), isAmong(charge.correctsChargeId, ids)))
    .groupBy(charge.correctsChargeId);
  const credits = await tx
    .select({ id: payment.id, cents: payment.amountCents })
    .from(payment)
    .leftJoin(
      reversal,
      and(joins(reversal.reversesPaymentId, payment.id), eq(reversal.portfolioId, scope.portfolioId)),
    )
    .where(and(within(payment, scope), isAmong(payment.id, ids), isNull(reversal.id)));
  return new Map(
    ids.map((id) => {
      const waiver = waivers.find((one) => one.id === id);
      const stated: StatedBefore = {
        chargedCents: charges.find((one) => one.id === id)?.cents ?? 0,
        waivedCents: waiver && !waiver.isVoided ? waiver.cents : 0,
        creditedCents: credits.find((one) => one.id === id)?.cents ?? 0,
      };
      return [id, stated];
    }),
  );
}
