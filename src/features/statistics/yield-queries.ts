import 'server-only';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import { readUnrecoverableCosts } from './cash-queries';
import { yearUntil } from './period-rules';
import { listRentsInForce, listRunningLeases } from './rent-roll-queries';
import type { YieldFigures } from './report-rules';
import { readLeaseShares, type Subject } from './subject-queries';
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
  const keyDay = { from: keyDate, to: keyDate };
  const own = subject.kind === 'property' ? await readLeaseShares(tx, scope, subject) : null;
  const [owned, leases, costs] = await Promise.all([
    listOwned(tx, scope, keyDate, subject),
    listRunningLeases(tx, scope, keyDay, own),
    readUnrecoverableCosts(tx, scope, year, subject),
  ]);
  const priced = owned.filter((row) => row.priceCents !== null && row.priceCents > 0);
  const pricedIds = new Set(priced.map((row) => row.id));
  const leaseIds = leases.map((row) => row.id);
  const [rents, shares] = await Promise.all([
    listRentsInForce(tx, scope, keyDay, leaseIds),
    own ?? readLeaseShares(tx, scope, { leaseIds }),
  ]);
  let monthlyNetRentCents = 0;
  for (const id of leaseIds) {
    const [rent] = rents.get(id) ?? [];
    if (!rent) continue;
    for (const part of shares.split(id, netColdRent(rent.lines), keyDay)) {
      if (pricedIds.has(part.unit.propertyId)) monthlyNetRentCents += part.cents;
    }
  }
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
        eq(property.portfolioId, scope.portfolioId),
        or(isNull(property.purchasedOn), lte(property.purchasedOn, on)),
        or(isNull(property.soldOn), gt(property.soldOn, on)),
        subject.kind === 'portfolio' ? isNull(property.archivedAt) : eq(property.id, subject.propertyId),
      ),
    );
}
