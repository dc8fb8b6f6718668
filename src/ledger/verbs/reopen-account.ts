import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import type { CalendarDate } from '@/lib/calendar';
import { correctCharge, correctionOf, voidCharges } from '../rows/corrections';
import { listLinesOf } from '../rows/lines';
import { settleWithCredits } from '../rows/settle';
import { type Opening, openAccount, openingDay } from './open-account';
import { reversePayment } from './reverse-payment';
import { listStandingPayments } from './void-account';

/**
 * Lets an account begin on another day: what was open when it began until now, owed or overpaid, is taken back, and what
 * was open on the new day stands instead. What had paid the former is credit, and settles what is posted next. The caller
 * holds the lease.
 * @param before the first day that was booked until now
 */
export async function reopenAccount(
  tx: Tx,
  scope: Scope,
  opening: Opening,
  before: CalendarDate,
): Promise<void> {
  const standing = await listStandingPayments(tx, scope, opening.leaseId);
  for (const { id, method } of standing) {
    if (paymentTraits[method].undoneWith !== 'lease') continue;
    await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId: id, note: null });
  }
  const owed = await tx
    .select({ chargeId: openItem.chargeId, on: charge.dueOn, totalCents: openItem.totalCents })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(
        within([openItem, charge], scope),
        eq(openItem.leaseId, opening.leaseId),
        eq(charge.kind, 'opening_balance'),
        // What came from another lease is no beginning of this one.
        isNull(charge.transferId),
        isNull(charge.correctsChargeId),
      ),
    );
  // Of one day there is one: another amount corrects it, and what had paid it stays with it.
  const same = owed.find((row) => row.on === openingDay(opening));
  const others = owed.filter((row) => row !== same && row.totalCents > 0);
  await voidCharges(tx, scope, others);
  const deltaCents = same ? Math.max(opening.amountCents, 0) - same.totalCents : 0;
  if (same && deltaCents !== 0) {
    const [line] = await listLinesOf(tx, scope, [same.chargeId]);
    const lines = line ? [{ ...correctionOf(line), amountCents: deltaCents }] : [];
    await correctCharge(tx, scope, { chargeId: same.chargeId, reason: 'correction', lines });
  }
  if (!same || opening.amountCents < 0) await openAccount(tx, scope, opening);
  // Nothing is posted for it to settle: it settles what stands.
  if (opening.bookedFrom === before) await settleWithCredits(tx, scope, [opening.leaseId]);
}
