import 'server-only';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, chargeLine, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/** The posted months of a lease, oldest first, with what was waived of each; the total is without that. */
export const listPostedRents = (tx: Tx, scope: Scope, leaseId: string) =>
  tx
    .select({
      chargeId: charge.id,
      periodFrom: charge.periodFrom,
      dueOn: charge.dueOn,
      totalCents: openItem.totalCents,
      waivedCents: sql<string>`coalesce((
        select -sum(waiver.total_cents) from hausbuch.charge waiver
        where waiver.portfolio_id = ${scope.portfolioId} and waiver.corrects_charge_id = ${charge.id}
          and waiver.correction_reason = 'waiver'
      ), 0)`.mapWith(Number),
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        eq(charge.leaseId, leaseId),
        eq(charge.kind, 'rent'),
        isNull(charge.correctsChargeId),
      ),
    )
    .orderBy(asc(charge.periodFrom));

/** Lines of charges with their corrections, and apart from them their waivers, by component, settlement and VAT rate. */
export async function listCorrectedLines(tx: Tx, scope: Scope, chargeIds: string[]) {
  if (chargeIds.length === 0) return [];
  const isWaiver = sql<boolean>`${charge.correctionReason} is not distinct from 'waiver'`;
  return tx
    .select({
      rootId: chargeLine.rootChargeId,
      isWaiver,
      component: chargeLine.component,
      settlement: chargeLine.settlement,
      vatRateBp: chargeLine.vatRateBp,
      amountCents: sql<string>`sum(${chargeLine.amountCents})`.mapWith(Number),
      vatCents: sql<string>`sum(${chargeLine.vatCents})`.mapWith(Number),
    })
    .from(chargeLine)
    .innerJoin(charge, joins(charge.id, chargeLine.chargeId))
    .where(and(within([chargeLine, charge], scope), isAmong(chargeLine.rootChargeId, chargeIds)))
    .groupBy(
      chargeLine.rootChargeId,
      isWaiver,
      chargeLine.component,
      chargeLine.settlement,
      chargeLine.vatRateBp,
    );
}
