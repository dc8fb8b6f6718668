import 'server-only';
import { and, asc, desc, eq, gt, gte, isNull, not, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { credit, leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/**
 * Leases with credit that no rent of one's own will take any more, with its cents, the most first: they have ended, or what they
 * let is sold. Credit of others pays their next rent by itself: a standing order of the 30th is nothing to do.
 */
export function listLeftCredits(tx: Tx, scope: Scope, limit: number) {
  const cents = sql<number>`sum(${credit.openCents})`.mapWith(Number);
  const stillLet = tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        eq(leaseUnit.leaseId, credit.leaseId),
        not(leaseUnit.isVoided),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, scope.today)),
        or(isNull(property.soldOn), gt(property.soldOn, scope.today)),
      ),
    );
  return (
    tx
      .select({ leaseId: credit.leaseId, cents })
      .from(credit)
      // The literal 0 is what lets Postgres use the partial index.
      .where(and(within(credit, scope), gt(credit.openCents, sql`0`), notExists(stillLet)))
      .groupBy(credit.leaseId)
      .orderBy(desc(cents), asc(credit.leaseId))
      .limit(limit)
  );
}
