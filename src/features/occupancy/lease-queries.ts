import 'server-only';
import { and, asc, desc, eq, gte, isNull, lte, not, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, rent, rentLine, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { type CalendarDate, maxDate } from '@/lib/calendar';
import { readLeaseShares } from './lease-share-queries';

/** Condition on a lease's unit and its lease: it holds the unit on a day or later. */
export const holdsFrom = (day: CalendarDate) =>
  and(
    not(leaseUnit.isVoided),
    or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, day)),
    or(isNull(lease.endsOn), gte(lease.endsOn, day)),
  );

/** The same of today or later. */
const holdsFromToday = (scope: Scope) => holdsFrom(scope.today);

/** Condition on a lease's unit and its lease: it holds the unit today. */
export const holdsToday = (scope: Scope) => and(holdsFromToday(scope), lte(leaseUnit.fromOn, scope.today));

/** Leases that hold the units today or will, the earliest first. */
export async function listLeasesOfUnits(tx: Tx, scope: Scope, unitIds: string[]) {
  const rows = await tx
    .select({
      unitId: leaseUnit.unitId,
      id: lease.id,
      // The days of this unit: a garage may join its flat's lease later.
      startsOn: leaseUnit.fromOn,
      endsOn: leaseUnit.toOn,
      noticeGivenOn: lease.noticeGivenOn,
    })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.unitId, unitIds), holdsFromToday(scope)))
    .orderBy(asc(leaseUnit.fromOn));
  const leaseIds = [...new Set(rows.map((row) => row.id))];
  const [tenants, rents, shares] = await Promise.all([
    listTenantsOfLeases(tx, scope, leaseIds),
    listMonthlyRents(tx, scope, leaseIds),
    readLeaseShares(tx, scope, { leaseIds }),
  ]);
  return rows.map((row) => {
    const monthlyRentCents = rents.get(row.id) ?? 0;
    const day = maxDate(row.startsOn, scope.today);
    const parts = shares.split(row.id, monthlyRentCents, { from: day, to: day });
    return {
      ...row,
      isCurrent: row.startsOn <= scope.today,
      tenants: tenants.get(row.id) ?? [],
      /** Of the whole lease, and what of it falls on this unit. */
      monthlyRentCents,
      unitRentCents: parts.find((part) => part.unit.unitId === row.unitId)?.cents ?? 0,
    };
  });
}

/** Those who live there now, or will, by lease; who has moved out is left out. */
export async function listTenantsOfLeases(tx: Tx, scope: Scope, leaseIds: string[]) {
  const byLease = new Map<string, { id: string; name: string }[]>();
  if (leaseIds.length === 0) return byLease;
  const rows = await tx
    .select({
      leaseId: leaseTenant.leaseId,
      id: tenant.id,
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
    })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
    .where(
      and(
        within(leaseTenant, scope),
        isAmong(leaseTenant.leaseId, leaseIds),
        // Of an ended lease, those who stayed to its end.
        sql`(${leaseTenant.toOn} is null or ${leaseTenant.toOn} >= least(${scope.today}::date, ${lease.endsOn}))`,
      ),
    )
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName), asc(tenant.id));
  for (const { leaseId, id, ...name } of rows) {
    const list = byLease.get(leaseId) ?? [];
    if (!list.some((known) => known.id === id)) list.push({ id, name: tenantName(name) });
    byLease.set(leaseId, list);
  }
  return byLease;
}

/** The whole monthly rent of each lease: what is agreed for today, or for its first day if that is to come. */
export async function listMonthlyRents(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return new Map<string, number>();
  const current = tx
    .selectDistinctOn([rent.leaseId], { leaseId: rent.leaseId, rentId: rent.id })
    .from(rent)
    .innerJoin(lease, joins(lease.id, rent.leaseId))
    .where(
      and(
        within(rent, scope),
        isAmong(rent.leaseId, leaseIds),
        sql`${rent.validFrom} <= greatest(${scope.today}::date, ${lease.startsOn})`,
      ),
    )
    .orderBy(rent.leaseId, desc(rent.validFrom))
    .as('current_rent');
  const rows = await tx
    .select({
      leaseId: current.leaseId,
      cents: sql<number>`sum(${rentLine.amountCents})`.mapWith(Number),
    })
    .from(current)
    .innerJoin(rentLine, and(within(rentLine, scope), eq(rentLine.rentId, current.rentId)))
    .groupBy(current.leaseId);
  return new Map(rows.map((row) => [row.leaseId, row.cents]));
}
