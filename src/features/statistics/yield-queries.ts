import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { isOwnedOn } from '@/features/occupancy/owned-queries';
import type { Subject } from '@/features/occupancy/subject-queries';
import type { CalendarDate } from '@/lib/calendar';
import { yearUntil } from '@/lib/period';
import { type LeaseShares, readLeaseShares } from '../occupancy/lease-share-queries';
import { readUnrecoverableCosts } from './cash-queries';
import { listUnsettledLines, runningLeaseIds } from './rent-roll-queries';
import type { YieldFigures } from './report-rules';
import { isYieldCost, netColdRent } from './yield-rules';

/**
 * What yields are computed from: the properties owned on the key date that have a price, the net cold rent agreed
 * for them on it, and the costs of the year until it that tenants do not bear. What a portfolio pays as a whole
 * counts too.
 */
export async function readYields(
  tx: Tx,
  scope: Scope,
  keyDate: CalendarDate,
  subject: Subject & { kind: 'portfolio' | 'property' },
): Promise<YieldFigures> {
  const year = yearUntil(keyDate);
  const own = subject.kind === 'property' ? await readLeaseShares(tx, scope, subject) : null;
  const [owned, costs] = await Promise.all([
    listOwned(tx, scope, keyDate, subject),
    readUnrecoverableCosts(tx, scope, year, subject),
  ]);
  const priced = owned.filter((row) => row.priceCents !== null && row.priceCents > 0);
  const pricedIds = new Set(priced.map((row) => row.id));
  const monthlyNetRentCents = pricedIds.size === 0 ? 0 : await sumNetRent(tx, scope, keyDate, own, pricedIds);
  const costsCents = costs
    .filter((row) => row.propertyId === null || pricedIds.has(row.propertyId))
    .filter((row) => isYieldCost({ ...row, isRecoverable: false }))
    .reduce((sum, row) => sum + row.cents, 0);
  return {
    keyDate,
    costsFrom: year.from,
    monthlyNetRentCents,
    costsCents,
    priceCents: priced.length === 0 ? null : priced.reduce((sum, row) => sum + (row.priceCents ?? 0), 0),
    purchaseCostsCents: priced.reduce((sum, row) => sum + (row.purchaseCostsCents ?? 0), 0),
    pricedCount: priced.length,
    unpricedCount: owned.length - priced.length,
  };
}

/** The net cold rent of a month agreed for properties on a day; of a lease over several of them its units' part. */
async function sumNetRent(
  tx: Tx,
  scope: Scope,
  on: CalendarDate,
  own: LeaseShares | null,
  propertyIds: ReadonlySet<string>,
): Promise<number> {
  const [lines, homes] = await Promise.all([
    listUnsettledLines(tx, scope, on, own),
    own === null ? listHomes(tx, scope, on) : new Map<string, Set<string>>(),
  ]);
  const spreadIds = [...homes].filter(([, of]) => of.size > 1).map(([leaseId]) => leaseId);
  const shares = own ?? (await readLeaseShares(tx, scope, { leaseIds: spreadIds }));
  let sumOfRents = 0;
  for (const [leaseId, ofLease] of Map.groupBy(lines, (row) => row.leaseId)) {
    const cents = netColdRent(ofLease);
    const [home, ...others] = homes.get(leaseId) ?? [];
    if (home !== undefined && others.length === 0) {
      if (propertyIds.has(home)) sumOfRents += cents;
      continue;
    }
    for (const part of shares.split(leaseId, cents, { from: on, to: on })) {
      if (propertyIds.has(part.unit.propertyId)) sumOfRents += part.cents;
    }
  }
  return sumOfRents;
}

/** The properties that the leases of a day have units of, from first to last. */
async function listHomes(tx: Tx, scope: Scope, on: CalendarDate): Promise<Map<string, Set<string>>> {
  const rows = await tx
    .select({ leaseId: leaseUnit.leaseId, propertyId: unit.propertyId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(
      and(
        within([leaseUnit, unit], scope),
        isAmong(leaseUnit.leaseId, runningLeaseIds(tx, scope, { from: on, to: on }, null)),
      ),
    );
  const homes = new Map<string, Set<string>>();
  for (const { leaseId, propertyId } of rows) {
    const known = homes.get(leaseId);
    if (known) known.add(propertyId);
    else homes.set(leaseId, new Set([propertyId]));
  }
  return homes;
}

function listOwned(tx: Tx, scope: Scope, on: CalendarDate, subject: Subject) {
  return tx
    .select({
      id: property.id,
      priceCents: property.purchasePriceCents,
      purchaseCostsCents: property.purchaseCostsCents,
    })
    .from(property)
    .where(
      and(
        within(property, scope),
        isOwnedOn(on),
        subject.kind === 'portfolio' ? isNull(property.archivedAt) : eq(property.id, subject.propertyId),
      ),
    );
}
