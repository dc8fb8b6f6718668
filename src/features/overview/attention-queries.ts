import 'server-only';
import { and, between, count, countDistinct, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { credit, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';

/** Leases that end from today to the day. */
export async function countEndingLeases(tx: Tx, scope: Scope, to: CalendarDate): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(lease)
    .where(and(within(lease, scope), isNull(lease.voidedAt), between(lease.endsOn, scope.today, to)));
  return row?.count ?? 0;
}

/** What was paid and settles nothing yet; reads what is left and never the payments. */
export async function sumCredit(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({
      cents: sql<number>`coalesce(sum(${credit.openCents}), 0)`.mapWith(Number),
      leases: countDistinct(credit.leaseId),
    })
    .from(credit)
    // The literal 0 is what lets Postgres use the partial index.
    .where(and(within(credit, scope), gt(credit.openCents, sql`0`)));
  return row ?? { cents: 0, leases: 0 };
}
