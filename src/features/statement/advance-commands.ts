import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { agreeRent } from '../rent/commands';
import { listAdvanceChanges } from './advance-queries';
import type { agreeAdvancesInput } from './schema';
import { findSent, listVersions } from './sent-queries';

/**
 * Agrees the advances that a settled statement proposes, each as a step of its rent with the id of what was stated: once,
 * whoever asks again, who is told of as many. The letters say it from then on (§ 560 (4) BGB: in text form).
 */
export async function agreeAdvances(tx: Tx, scope: Scope, input: z.output<typeof agreeAdvancesInput>) {
  const { propertyId, leaseIds, note, ...period } = input;
  await lockLeases(tx, scope, leaseIds);
  // Read under the lock: a correction that came meanwhile is the one that holds.
  const versions = await listVersions(tx, scope, propertyId, period);
  const sent = await findSent(tx, scope, versions.at(-1)?.id);
  if (!sent || leaseIds.some((id) => !sent.letters.has(id))) throw new DomainError('not_found');
  const changes = await listAdvanceChanges(tx, scope, sent);
  const asked = changes.filter(({ leaseId }) => leaseIds.includes(leaseId));
  const proposed = asked.filter(({ isAgreed }) => !isAgreed);
  for (const { id, leaseId, validFrom, lines } of proposed) {
    await agreeRent(tx, scope, {
      id,
      leaseId,
      validFrom,
      lines,
      reason: 'agreed',
      note,
      correctPosted: false,
      carryOn: true,
    });
  }
  return { agreed: asked.length };
}
