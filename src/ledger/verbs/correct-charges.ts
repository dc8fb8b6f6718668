import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { type Correction, correctCharge } from '../rows/corrections';
import { settleWithCredits } from '../rows/settle';

/** Corrects posted charges of a lease; what is overpaid by it pays what else is open. The caller holds the lease. */
export async function correctCharges(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  corrections: readonly Omit<Correction, 'reason'>[],
): Promise<void> {
  for (const part of corrections) await correctCharge(tx, scope, { ...part, reason: 'correction' });
  await settleWithCredits(tx, scope, [leaseId]);
}
