import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listOpenItems, listStandingPayments } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { recordedLately } from './alike-rules';

/** A payment entered today is rarely of longer ago. */
const LATELY_DAYS = 100;

/**
 * What is open of a lease, and what came in for it lately and stands: whoever enters a payment sees that somebody else, or the
 * bank, was quicker.
 */
export async function getOpenAccount(tx: Tx, scope: Scope, leaseId: string) {
  const from = addDays(scope.today, -LATELY_DAYS);
  const [open, standing] = await Promise.all([
    listOpenItems(tx, scope, leaseId),
    listStandingPayments(tx, scope, { leaseIds: [leaseId], from, recordedSince: recordedLately(scope.now) }),
  ]);
  const received = standing
    .filter((row) => row.direction === 'in')
    .map(({ id, paidOn, amountCents, method }) => ({ id, paidOn, amountCents, method }));
  return { ...open, received };
}
