import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

/** Charges of which something is waived, and not owed again since. What a defect reduces a rent by is not waived: nobody owed it. */
export async function findWaived(tx: Tx, scope: Scope, chargeIds: string[]): Promise<Set<string>> {
  if (chargeIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: charge.correctsChargeId })
    .from(charge)
    .where(
      and(
        within(charge, scope),
        isAmong(charge.correctsChargeId, chargeIds),
        eq(charge.correctionReason, 'waiver'),
        sql`${charge.basis} -> 'shareBp' is null`,
      ),
    )
    .groupBy(charge.correctsChargeId)
    .having(sql`sum(${charge.totalCents}) < 0`);
  return new Set(rows.flatMap((row) => row.id ?? []));
}

/** Which of these waivers were taken back. */
export async function findRevertedWaivers(tx: Tx, scope: Scope, waiverIds: string[]): Promise<Set<string>> {
  if (waiverIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: charge.revertsChargeId })
    .from(charge)
    .where(and(within(charge, scope), isAmong(charge.revertsChargeId, waiverIds)));
  return new Set(rows.flatMap((row) => row.id ?? []));
}
