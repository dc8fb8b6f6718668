import 'server-only';
import { and, between, eq, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { Period } from '@/lib/period';

/**
 * The advances in the rents that begin in a period, by rent and the earliest first: what is owed of them, corrections
 * included, and what payments have settled of it by now.
 */
export async function listAdvances(tx: Tx, scope: Scope, leaseIds: string[], period: Period) {
  if (leaseIds.length === 0) return [];
  const ofPeriod = and(
    within([charge, chargeLine], scope),
    eq(charge.kind, 'rent'),
    isNull(charge.correctsChargeId),
    isAmong(charge.leaseId, leaseIds),
    between(charge.periodFrom, period.from, period.to),
    eq(chargeLine.settlement, 'advance'),
  );
  const due = await tx
    .select({
      chargeId: charge.id,
      leaseId: charge.leaseId,
      periodFrom: sql<string>`${charge.periodFrom}::text`,
      dueCents: sql<number>`sum(${chargeLine.amountCents})`.mapWith(Number),
    })
    .from(charge)
    .innerJoin(chargeLine, joins(chargeLine.rootChargeId, charge.id))
    .where(ofPeriod)
    .groupBy(charge.id, charge.leaseId, charge.periodFrom)
    .orderBy(charge.leaseId, charge.periodFrom);
  const paid = await tx
    .select({
      chargeId: charge.id,
      paidCents: sql<number>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(charge)
    .innerJoin(chargeLine, joins(chargeLine.rootChargeId, charge.id))
    .innerJoin(
      allocation,
      and(joins(allocation.chargeLineId, chargeLine.id), eq(allocation.chargeId, charge.id)),
    )
    .where(and(ofPeriod, within(allocation, scope)))
    .groupBy(charge.id);
  const paidOf = new Map(paid.map((row) => [row.chargeId, row.paidCents]));
  return due.map((row) => ({ ...row, paidCents: paidOf.get(row.chargeId) ?? 0 }));
}
