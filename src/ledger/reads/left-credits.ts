import 'server-only';
import { and, asc, desc, eq, exists, gt, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { ownUnits } from '@/db/own-units';
import { credit, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

/**
 * Leases with credit to be paid back, with its cents, the most first: no rent of one's own will take it any more, for they have
 * ended, or what they let is sold; or a statement came to it, which is owed at once and which whoever pays by standing order would
 * never see. Other credit pays the next rent by itself: a standing order of the 30th is nothing to do.
 */
export function listLeftCredits(tx: Tx, scope: Scope, limit: number) {
  const cents = sql<number>`sum(${credit.openCents})`.mapWith(Number);
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
          or(notExists(ownUnits(tx, scope, credit.leaseId, scope.today)), exists(ofStatement)),
        ),
      )
      .groupBy(credit.leaseId)
      .orderBy(desc(cents), asc(credit.leaseId))
      .limit(limit)
  );
}
