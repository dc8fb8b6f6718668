import 'server-only';
import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, chargeLine, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';

/**
 * The posted months of leases, oldest first, with what was waived of each and what of that was never owed, because a defect
 * reduced the rent; the total is without that. All, or from a day.
 */
export const listPostedRents = (tx: Tx, scope: Scope, leaseIds: readonly string[], from?: CalendarDate) =>
  tx
    .select({
      leaseId: charge.leaseId,
      chargeId: charge.id,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      dueOn: charge.dueOn,
      totalCents: openItem.totalCents,
      waivedCents: sumWaived(scope),
      reducedCents: sumWaived(scope, sql`and waiver.basis -> 'shareBp' is not null`),
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        isAmong(charge.leaseId, [...leaseIds]),
        eq(charge.kind, 'rent'),
        isNull(charge.correctsChargeId),
        from === undefined ? undefined : gte(charge.periodFrom, from),
      ),
    )
    .orderBy(asc(charge.periodFrom));

const sumWaived = ({ portfolioId }: Scope, only = sql``) =>
  sql<string>`coalesce((
    select -sum(waiver.total_cents) from hausbuch.charge waiver
    where waiver.portfolio_id = ${portfolioId} and waiver.corrects_charge_id = ${charge.id}
      and waiver.correction_reason = 'waiver' ${only}
  ), 0)`.mapWith(Number);

/**
 * Rents that leases are still charged with for days from one on, and whether one was corrected by more than a waiver. With its
 * corrections and waivers a rent of nothing is none.
 */
export function listRentsFrom(tx: Tx, scope: Scope, leaseIds: readonly string[], from: CalendarDate) {
  const isCorrected = sql<boolean>`exists (
    select from hausbuch.charge correction
    where correction.portfolio_id = ${scope.portfolioId} and correction.corrects_charge_id = ${charge.id}
      and correction.correction_reason is distinct from 'waiver')`;
  return tx
    .select({
      leaseId: charge.leaseId,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      isCorrected,
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        isAmong(charge.leaseId, [...leaseIds]),
        eq(charge.kind, 'rent'),
        isNull(charge.correctsChargeId),
        gte(charge.periodTo, from),
        gt(openItem.totalCents, sql`0`),
      ),
    );
}

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
