import 'server-only';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { voidCharges } from '../rows/corrections';
import { type Opening, openAccount } from './open-account';
import { reversePayment } from './reverse-payment';
import { listStandingPayments } from './void-account';

/**
 * Lets an account begin on another day: what was open when it began until now, owed or overpaid, is taken back, and what
 * was open on the new day stands instead. What had paid the former is credit, and settles what is posted next. The caller
 * holds the lease.
 */
export async function reopenAccount(tx: Tx, scope: Scope, opening: Opening): Promise<void> {
  const standing = await listStandingPayments(tx, scope, opening.leaseId);
  for (const { id, method } of standing) {
    if (paymentTraits[method].undoneWith !== 'lease') continue;
    await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId: id, note: null });
  }
  const owed = await tx
    .select({ chargeId: openItem.chargeId })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(
      and(
        within([openItem, charge], scope),
        eq(openItem.leaseId, opening.leaseId),
        eq(charge.kind, 'opening_balance'),
        // What came from another lease is no beginning of this one.
        isNull(charge.transferId),
        gt(openItem.totalCents, 0),
      ),
    );
  await voidCharges(tx, scope, owed);
  await openAccount(tx, scope, opening);
}
