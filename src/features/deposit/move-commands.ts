import 'server-only';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { deposit, depositMovement } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { getDeposit } from './commands';
import { listMovements } from './queries';
import { depositBalance } from './rules';

/**
 * Moves what is held of a lease's deposit to another lease, where a deposit of the same form and amount begins with it:
 * it stays the tenant's money and is income nowhere. The same id again changes nothing. The caller holds both leases.
 * @throws DomainError `not_found` for the deposit of a third lease, `lease.carry_over_changed` when it is not the amount
 * that was shown
 */
export async function moveDeposit(
  tx: Tx,
  scope: Scope,
  move: { id: string; depositId: string; fromLeaseId: string; toLeaseId: string; amountCents: number },
): Promise<void> {
  const { portfolioId, today } = scope;
  const from = await getDeposit(tx, scope, move.depositId);
  if (from.leaseId !== move.fromLeaseId) throw new DomainError('not_found', { field: 'deposits' });
  const earlier = await tx
    .select({ id: depositMovement.id })
    .from(depositMovement)
    .where(and(within(depositMovement, scope), eq(depositMovement.transferId, move.id)));
  if (earlier.length > 0) return;
  const { balanceCents } = depositBalance(await listMovements(tx, scope, [from.id]), today);
  if (balanceCents !== move.amountCents) throw new DomainError('lease.carry_over_changed');
  const { form, agreedCents, heldAt, note } = from;
  await tx
    .insert(deposit)
    .values({ portfolioId, id: move.id, leaseId: move.toLeaseId, form, agreedCents, heldAt, note });
  const moved = {
    portfolioId,
    bookedOn: today,
    amountCents: move.amountCents,
    transferId: move.id,
    recordedBy: postedBy(scope),
    recordedAt: scope.now,
  };
  await tx.insert(depositMovement).values([
    { ...exactly(depositMovement, moved), depositId: from.id, kind: 'moved_out' },
    { ...exactly(depositMovement, moved), depositId: move.id, kind: 'moved_in' },
  ]);
  await recordAudit(tx, scope, {
    action: 'deposit.move',
    entity: 'deposit',
    entityId: from.id,
    after: { leaseId: move.toLeaseId, amountCents: move.amountCents },
  });
}
