import 'server-only';
import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { chargeKindsWhere } from '@/domain/account-kinds';
import { type CalendarDate, monthOf } from '@/lib/calendar';

const rentKinds = chargeKindsWhere((traits) => traits.isRent);
const interestKinds = chargeKindsWhere((traits) => traits.part === 'interest');

/**
 * Rents that were due before the day, with what was paid on them by the day it was paid; also those that another lease
 * passed on, from the day it did.
 */
export async function listRentClaims(
  tx: Tx,
  scope: Scope,
  leaseIds: readonly string[],
  through: CalendarDate,
) {
  const rows = await tx
    .select({
      id: charge.id,
      leaseId: charge.leaseId,
      periodFrom: charge.periodFrom,
      dueOn: charge.dueOn,
      totalCents: openItem.totalCents,
      /** In default already when another lease passed it on. */
      isCarriedLate: sql<boolean>`${charge.owedSince} < ${charge.dueOn}`,
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        isAmong(charge.leaseId, [...leaseIds]),
        or(inArray(charge.kind, rentKinds), inArray(charge.carriedKind, rentKinds)),
        lt(charge.dueOn, through),
      ),
    )
    .orderBy(asc(charge.dueOn), asc(charge.id));
  const { ids, days } = await listEarlierDays(tx, scope, leaseIds);
  const cameOn = sql<CalendarDate>`to_char(coalesce(came.day::date, ${payment.paidOn}), 'YYYY-MM-DD')`;
  const paid = await tx
    .select({
      chargeId: allocation.chargeId,
      on: cameOn,
      amountCents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .leftJoin(
      sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(days)}::text[]) as came (id, day)`,
      sql`came.id = ${payment.id}`,
    )
    .where(and(within([allocation, payment], scope), isAmong(payment.leaseId, [...leaseIds])))
    .groupBy(allocation.chargeId, cameOn)
    .having(sql`sum(${allocation.amountCents}) <> 0`);
  const paidOf = Map.groupBy(paid, (part) => part.chargeId);
  const claims = rows.map((row) => ({
    ...row,
    month: monthOf(row.periodFrom ?? row.dueOn),
    payments: (paidOf.get(row.id) ?? []).map(({ on, amountCents }) => ({ on, amountCents })),
  }));
  return Map.groupBy(claims, (claim) => claim.leaseId);
}

/**
 * Since when money was there, of payments that took the place of another: of one that was not returned after all, though its
 * account shows it go and come back, since the first came; of one that was corrected or moved, with its day as it was,
 * since the one before.
 */
async function listEarlierDays(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const rows = await tx.execute<{ id: string; day: CalendarDate }>(sql`
    with recursive chain as (
      select p.id, p.paid_on, p.replaces_payment_id as before from hausbuch.payment p
      where p.portfolio_id = ${scope.portfolioId} and p.replaces_payment_id is not null
        and p.lease_id = any(${sql.param([...leaseIds])}::uuid[])
      union all
      select c.id, q.paid_on, q.replaces_payment_id from chain c
      join hausbuch.payment q on q.portfolio_id = ${scope.portfolioId} and q.id = c.before
      join hausbuch.payment r on r.portfolio_id = ${scope.portfolioId} and r.reverses_payment_id = q.id
      where r.is_returned or q.paid_on = c.paid_on
    )
    select id, min(paid_on)::text as day from chain group by id`);
  return { ids: rows.map((row) => row.id), days: rows.map((row) => row.day) };
}

/**
 * What was charged as interest so far, by lease and by the rent it is interest of. What was waived of it was charged, and is
 * not charged again; what is void was not.
 */
export async function listInterestCharged(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const rows = await tx
    .select({
      leaseId: charge.leaseId,
      debtChargeId: chargeLine.debtChargeId,
      cents: sql<string>`sum(${chargeLine.amountCents})`.mapWith(Number),
    })
    .from(charge)
    .innerJoin(chargeLine, joins(chargeLine.chargeId, charge.id))
    .where(
      and(
        within([charge, chargeLine], scope),
        isAmong(charge.leaseId, [...leaseIds]),
        inArray(charge.kind, interestKinds),
        or(sql`${charge.correctionReason} is distinct from 'waiver'`, isOfVoid(scope)),
      ),
    )
    .groupBy(charge.leaseId, chargeLine.debtChargeId);
  return Map.groupBy(rows, (row) => row.leaseId);
}

/** Whether what a charge corrects is void, with all that was waived of it. */
const isOfVoid = (scope: Scope) => sql`exists (
  select 1 from hausbuch.charge void
  where void.portfolio_id = ${scope.portfolioId} and void.corrects_charge_id = ${charge.correctsChargeId}
    and void.correction_reason = 'void')`;

/** Whether interest or costs stand for a rent of a lease that was booked for days before one. */
export async function hasClaimsBefore(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  day: CalendarDate,
): Promise<boolean> {
  const rows = await tx
    .select({ id: chargeLine.id })
    .from(chargeLine)
    .innerJoin(charge, joins(charge.id, chargeLine.debtChargeId))
    .innerJoin(openItem, joins(openItem.chargeId, chargeLine.rootChargeId))
    .where(
      and(
        within([chargeLine, charge, openItem], scope),
        eq(openItem.leaseId, leaseId),
        inArray(charge.kind, rentKinds),
        lt(charge.periodTo, day),
        gt(openItem.totalCents, sql`0`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
