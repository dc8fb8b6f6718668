import 'server-only';
import { and, gte, max } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { addDays } from '@/lib/calendar';

/** Payments of before are not read: whoever enters one now enters one of these days, too. */
const LOOKED_WITHIN_DAYS = 92;

/** When a payment of the last months was last entered, by hand or from the bank; null where none was. */
export async function findLastEntry(tx: Tx, scope: Scope): Promise<Date | null> {
  const [row] = await tx
    .select({ at: max(payment.recordedAt) })
    .from(payment)
    .where(and(within(payment, scope), gte(payment.paidOn, addDays(scope.today, -LOOKED_WITHIN_DAYS))));
  return row?.at ?? null;
}
