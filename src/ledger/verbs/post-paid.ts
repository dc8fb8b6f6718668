import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { minDate } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { type ChargeDraft, insertCharges } from '../rows/charges';
import { settleWithCredits } from '../rows/settle';
import { recordPayments } from './record-payments';

/**
 * Posts charges of the past with what paid them, each on the day it was due: money counts in the year it came in
 * (§ 11 (1) EStG). A credit of today paid none of them and stays. One that is posted already (same lease, kind and period)
 * is left as it is. The caller holds the leases.
 */
export async function postPaid(
  tx: Tx,
  scope: Scope,
  drafts: readonly (ChargeDraft & { id: string })[],
): Promise<void> {
  const posted = await insertCharges(tx, scope, drafts);
  const isNew = new Set(posted.map(({ id }) => id));
  const payments = drafts.flatMap(({ id, dueOn, lines }) => {
    const amountCents = sumCents(lines.map((line) => line.amountCents));
    if (!isNew.has(id) || amountCents === 0) return [];
    return { id: crypto.randomUUID(), chargeId: id, amountCents, paidOn: minDate(dueOn, scope.today) };
  });
  if (payments.length > 0) {
    await recordPayments(tx, scope, {
      paidOn: scope.today,
      method: 'transfer',
      bankAccountId: null,
      payments,
    });
  }
  await settleWithCredits(tx, scope, [...new Set(drafts.map(({ leaseId }) => leaseId))]);
}
