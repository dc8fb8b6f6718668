import 'server-only';
import { and, asc, desc, eq, exists, gt, gte, isNull, not, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { credit, leaseUnit, payment, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isUnsoldOn } from '@/db/unsold';
import { joins, within } from '@/db/within';

/**
 * Leases with credit to be paid back, with its cents, the most first: no rent of one's own will take it any more, for they have
 * ended, or what they let is sold; or a statement came to it, which is owed at once and which whoever pays by standing order would
 * never see. Other credit pays the next rent by itself: a standing order of the 30th is nothing to do.
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
        isUnsoldOn(scope.today),
      ),
    );
  const ofStatement = tx
    .select({ one: sql`1` })
    .from(payment)
    .where(
      and(within(payment, scope), eq(payment.id, credit.paymentId), eq(payment.method, 'statement_credit')),
    );
  return (
    tx
      .select({ leaseId: credit.leaseId, cents })
      .from(credit)
      // The literal 0 is what lets Postgres use the partial index.
      .where(
        and(
          within(credit, scope),
          gt(credit.openCents, sql`0`),
          or(notExists(stillLet), exists(ofStatement)),
        ),
      )
      .groupBy(credit.leaseId)
      .orderBy(desc(cents), asc(credit.leaseId))
      .limit(limit)
  );
}
