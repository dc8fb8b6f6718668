import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { charge, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion } from '@/db/versioned';
import { DomainError } from '@/lib/errors';
import { lockLeases, postCharges, settleWithCredits } from '../ledger/commands';
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
 * Charges default interest that is not charged yet, as it was shown. The same id again changes nothing.
 * @throws DomainError `arrears.interest_changed` when it is another amount by now
 */
export async function chargeInterest(tx: Tx, scope: Scope, input: z.output<typeof chargeInterestInput>) {
  const { id, amountCents, ...question } = input;
  if (input.through && input.through > scope.today) {
    throw new DomainError('payment.in_future', { field: 'through' });
  }
  await lockLeases(tx, scope, [input.leaseId]);
  const [earlier] = await tx
    .select({ leaseId: charge.leaseId, totalCents: charge.totalCents, kind: charge.kind })
    .from(charge)
    .where(and(eq(charge.portfolioId, scope.portfolioId), eq(charge.id, id)));
  if (earlier) {
    const isSame =
      earlier.leaseId === input.leaseId && earlier.totalCents === amountCents && earlier.kind === 'interest';
    if (!isSame) throw new DomainError('already_exists');
    return { id };
  }
  const [own] = await tx
    .select({ pausedUntil: lease.dunningPausedUntil })
    .from(lease)
    .where(isRow(lease, scope, input.leaseId));
  if (own?.pausedUntil && own.pausedUntil >= scope.today) throw new DomainError('arrears.paused');
  const { restCents, through, interest, isStatutory } = await getChargeableInterest(tx, scope, question);
  if (restCents === 0) throw new DomainError('arrears.nothing_to_charge');
  if (restCents !== amountCents) throw new DomainError('arrears.interest_changed');
  await postCharges(tx, scope, [
    {
      id,
      leaseId: input.leaseId,
      kind: 'interest',
      periodFrom: null,
      periodTo: null,
      dueOn: scope.today,
      basis: {
        through,
        isStatutory,
        isBusiness: input.isBusiness,
        accruedCents: interest.result.interestCents,
      },
      lines: [{ component: 'interest', settlement: 'none', amountCents, vatRateBp: 0, vatCents: 0 }],
    },
  ]);
  await settleWithCredits(tx, scope, [input.leaseId]);
  await recordAudit(tx, scope, {
    action: 'charge.post',
    entity: 'charge',
    entityId: id,
    after: { leaseId: input.leaseId, kind: 'interest', amountCents, through },
  });
  return { id };
}
