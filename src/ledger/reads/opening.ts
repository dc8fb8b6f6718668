import 'server-only';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { listStandingPayments } from '../verbs/void-account';

/** Whether something was owed or overpaid when the account of a lease began. */
export async function hasOpening(tx: Tx, scope: Scope, leaseId: string): Promise<boolean> {
  const [owed] = await tx
    .select({ id: charge.id })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        eq(charge.leaseId, leaseId),
        eq(charge.kind, 'opening_balance'),
        // What came from another lease is no beginning of this one.
        isNull(charge.transferId),
        gt(openItem.totalCents, sql`0`),
      ),
    )
    .limit(1);
  const paid = await listStandingPayments(tx, scope, leaseId);
  return owed !== undefined || paid.some(({ method }) => paymentTraits[method].undoneWith === 'lease');
}
