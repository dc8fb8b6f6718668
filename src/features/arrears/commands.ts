import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion } from '@/db/versioned';
import { isPosted, lockLeases, postCharges, singleLine } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { getChargeableInterest } from './interest-queries';
import type { chargeInterestInput, pauseDunningInput } from './schema';

/** Pauses the reminders of a lease until a day, or ends the pause. */
export async function pauseDunning(tx: Tx, scope: Scope, input: z.output<typeof pauseDunningInput>) {
  const [before] = await tx
    .select({ until: lease.dunningPausedUntil })
    .from(lease)
    .where(isRow(lease, scope, input.leaseId));
  if (!before) throw new DomainError('not_found');
  const changed = changedRow(
    await tx
      .update(lease)
      .set({ dunningPausedUntil: input.until, ...nextVersion(lease, scope) })
      .where(isSeenRow(lease, scope, { id: input.leaseId, version: input.version }))
      .returning({ id: lease.id, version: lease.version }),
  );
  await recordAudit(tx, scope, {
    action: 'lease.pause_dunning',
    entity: 'lease',
    entityId: input.leaseId,
    before: { dunningPausedUntil: before.until },
    after: { dunningPausedUntil: input.until },
  });
  return changed;
}

/**
 * Charges default interest that is not charged yet, as it was shown, on the days whose base rate is known: what the app
 * only estimates is nobody's debt. The same id again changes nothing.
 * @throws DomainError `arrears.interest_changed` when it is another amount by now, `arrears.rate_unknown` when nothing is
 * left but the estimate
 */
export async function chargeInterest(tx: Tx, scope: Scope, input: z.output<typeof chargeInterestInput>) {
  const { id, amountCents, ...question } = input;
  if (input.through && input.through > scope.today) {
    throw new DomainError('payment.in_future', { field: 'through' });
  }
  await lockLeases(tx, scope, [input.leaseId]);
  const { leaseId } = input;
  if (await isPosted(tx, scope, { id, leaseId, kind: 'interest', amountCents })) return { id };
  const [own] = await tx
    .select({ pausedUntil: lease.dunningPausedUntil })
    .from(lease)
    .where(isRow(lease, scope, input.leaseId));
  if (own?.pausedUntil && own.pausedUntil >= scope.today) throw new DomainError('arrears.paused');
  const { restCents, through, interest, byRent, isStatutory } = await getChargeableInterest(
    tx,
    scope,
    question,
  );
  const { claimableCents, claimableThrough, estimatedCents } = interest.result;
  if (restCents === 0) {
    throw new DomainError(estimatedCents > 0 ? 'arrears.rate_unknown' : 'arrears.nothing_to_charge');
  }
  if (restCents !== amountCents) throw new DomainError('arrears.interest_changed');
  const lastDay = claimableThrough ?? through;
  await postCharges(tx, scope, [
    {
      id,
      leaseId: input.leaseId,
      kind: 'interest',
      periodFrom: null,
      periodTo: null,
      dueOn: scope.today,
      basis: {
        through: lastDay,
        isStatutory,
        isBusiness: input.isBusiness,
        accruedCents: claimableCents,
      },
      lines: byRent.flatMap((part) => singleLine('interest', part.cents, part.claimId)),
    },
  ]);
  await recordAudit(tx, scope, {
    action: 'charge.post',
    entity: 'charge',
    entityId: id,
    after: { leaseId: input.leaseId, kind: 'interest', amountCents, through: lastDay },
  });
  return { id };
}
