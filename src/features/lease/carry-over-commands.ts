import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { carryCredit, carryDebt, lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { moveDeposit } from '../deposit/move-commands';
import { listTargets } from './carry-over-queries';
import type { carryOverInput } from './schema';

/**
 * Carries to another lease of the same tenant what was chosen: credit, what is open, deposits; each as it was shown,
 * by postings of today in both accounts and never by changing one. Each has an id of its own, and undoing it takes
 * both sides back. The same ids again change nothing.
 */
export async function carryLeaseOver(tx: Tx, scope: Scope, input: z.output<typeof carryOverInput>) {
  const { fromLeaseId, toLeaseId } = input;
  await lockLeases(tx, scope, [fromLeaseId, toLeaseId]);
  const targets = await listTargets(tx, scope, fromLeaseId);
  if (!targets.some((target) => target.id === toLeaseId)) {
    throw new DomainError('lease.not_a_follow_up', { field: 'toLeaseId' });
  }
  const between = { fromLeaseId, toLeaseId };
  if (input.credit) await carryCredit(tx, scope, { ...input.credit, ...between });
  if (input.open) await carryDebt(tx, scope, { ...input.open, ...between });
  for (const part of input.deposits) await moveDeposit(tx, scope, { ...part, ...between });
  return { toLeaseId };
}
