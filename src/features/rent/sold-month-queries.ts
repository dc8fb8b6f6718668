import 'server-only';
import { and, asc, desc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listTenantsOfLeases } from '@/features/occupancy/lease-queries';
import { findSaleDays } from '@/features/occupancy/sale-queries';
import { listRentsFrom } from '@/ledger';
import { addMonths, type CalendarDate, firstOfMonth, minDate, monthOf } from '@/lib/calendar';
import { listDifferencesOf } from './queries';
import type { listSoldMonthsInput } from './schema';

/** Leases that ran on when their house was sold, the latest sale first. */
async function listOfSold(tx: Tx, scope: Scope, propertyId?: string) {
  const rows = await tx
    .selectDistinct({
      propertyId: property.id,
      propertyName: property.name,
      sortName: property.sortName,
      soldOn: property.soldOn,
      id: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      prorationMethod: lease.prorationMethod,
    })
    .from(property)
    .innerJoin(unit, joins(unit.propertyId, property.id))
    .innerJoin(leaseUnit, joins(leaseUnit.unitId, unit.id))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(
      and(
        within([property, unit, leaseUnit, lease], scope),
        propertyId ? eq(property.id, propertyId) : undefined,
        isNotNull(property.soldOn),
        isNull(lease.voidedAt),
        or(isNull(lease.endsOn), gte(lease.endsOn, property.soldOn)),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, property.soldOn)),
      ),
    )
    .orderBy(desc(property.soldOn), asc(property.sortName), asc(property.id), asc(lease.id));
  return rows.flatMap(({ soldOn, sortName: _, ...row }) => (soldOn === null ? [] : [{ ...row, soldOn }]));
}

/**
 * Those of them with rent booked for days that are the buyer's. The month of a sale may have been corrected for another reason
 * before: for a year it is looked at all the same. After that one that was corrected is not, so that a sale of years ago costs
 * next to nothing.
 */
async function listCandidates(tx: Tx, scope: Scope, propertyId?: string) {
  const leases = await listOfSold(tx, scope, propertyId);
  const [first, ...others] = leases.map(({ soldOn }) => soldOn);
  if (first === undefined) return [];
  const ids = [...new Set(leases.map(({ id }) => id))];
  const rents = Map.groupBy(
    await listRentsFrom(tx, scope, ids, minDate(first, ...others)),
    ({ leaseId }) => leaseId,
  );
  const lately = addMonths(scope.today, -12);
  return leases.filter(({ id, soldOn }) =>
    rents
      .get(id)
      ?.some(
        ({ periodFrom, periodTo, isCorrected }) =>
          (periodTo ?? '') >= soldOn && (!isCorrected || soldOn > lately || (periodFrom ?? '') >= soldOn),
      ),
  );
}

/** Of each sold house the leases with booked months that are no longer one's own, and these months. */
async function listSold(tx: Tx, scope: Scope, propertyId?: string) {
  const candidates = await listCandidates(tx, scope, propertyId);
  const [first, ...others] = candidates.map(({ soldOn }) => soldOn);
  if (first === undefined) return [];
  // One of several units may have been sold with two houses.
  const leases = [...new Map(candidates.map((row) => [row.id, row])).values()];
  const firstMonth = firstOfMonth(monthOf(minDate(first, ...others)));
  const differences = await listDifferencesOf(tx, scope, leases, firstMonth);
  // A lease that lets another house still goes on: what differs there has another reason.
  const saleDays = await findSaleDays(tx, scope, leases);
  return candidates.flatMap(({ propertyId: id, propertyName, soldOn, id: leaseId }) => {
    const buyersOn = saleDays.get(leaseId);
    if (buyersOn === undefined) return [];
    const months = (differences.get(leaseId) ?? [])
      .filter(({ month }) => month >= monthOf(buyersOn))
      .map(({ owed, postedLines, ...month }) => month);
    return months.length > 0 ? [{ propertyId: id, propertyName, soldOn, leaseId, buyersOn, months }] : [];
  });
}

/**
 * The charges of such months that are the buyer's on a day, wholly or in part: until they are corrected nobody is reminded of
 * them, and no direct debit collects them. Before the sale they are the seller's, as are months booked with less than they owe.
 */
export async function listBuyersCharges(tx: Tx, scope: Scope, day: CalendarDate): Promise<Set<string>> {
  const sold = (await listSold(tx, scope)).filter(({ buyersOn }) => buyersOn <= day);
  const tooMuch = sold.flatMap(({ months }) => months.filter(({ differenceCents }) => differenceCents < 0));
  return new Set(tooMuch.map(({ chargeId }) => chargeId));
}

/** The same of one house, with who rents. */
export async function listSoldMonths(tx: Tx, scope: Scope, input: z.output<typeof listSoldMonthsInput>) {
  await assertExists(tx, scope, property, input.propertyId);
  const rows = await listSold(tx, scope, input.propertyId);
  const tenants = await listTenantsOfLeases(
    tx,
    scope,
    rows.map((row) => row.leaseId),
  );
  return rows.map(({ leaseId, months }) => ({ leaseId, months, tenants: tenants.get(leaseId) ?? [] }));
}

/** The sold houses with such months, the latest sale first: of how many leases, and how much too much is booked. */
export async function listSoldHouses(tx: Tx, scope: Scope, limit: number) {
  const houses = Map.groupBy(await listSold(tx, scope), (row) => row.propertyId);
  return [...houses.values()].slice(0, limit).flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { propertyId, propertyName, soldOn } = first;
    const months = rows.flatMap((row) => row.months);
    const leases = new Set(rows.map((row) => row.leaseId)).size;
    return { propertyId, propertyName, soldOn, leases, months: months.length };
  });
}
