import 'server-only';
import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
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
  // Money that was not returned after all was there from the day it came, though its account shows it come back.
  const theReturn = alias(payment, 'the_return');
  const returned = alias(payment, 'returned');
  const cameOn = sql<CalendarDate>`to_char(coalesce(${returned.paidOn}, ${payment.paidOn}), 'YYYY-MM-DD')`;
  const paid = await tx
    .select({
      chargeId: allocation.chargeId,
      on: cameOn,
      amountCents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .leftJoin(
      theReturn,
      and(
        within(theReturn, scope),
        eq(theReturn.reversesPaymentId, payment.replacesPaymentId),
        eq(theReturn.isReturned, true),
      ),
    )
    .leftJoin(returned, and(within(returned, scope), eq(returned.id, theReturn.reversesPaymentId)))
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

/** What was charged as interest so far, by lease and by the rent it is interest of. */
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
      ),
    )
    .groupBy(charge.leaseId, chargeLine.debtChargeId);
  return Map.groupBy(rows, (row) => row.leaseId);
}
