import 'server-only';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { freeLineOfMovement } from '@/db/free-lines';
import { deposit, depositMovement, lease } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import {
  isClaimedFromDeposit,
  lockForNew,
  lockLeases,
  reverseDepositSettlement,
  settleFromDeposit,
} from '@/ledger';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { findSaleDays } from '../occupancy/sale-queries';
import { listMovements } from './queries';
import { type DepositMovement, firstOverdrawnOn } from './rules';
import type {
  createDepositInput,
  deleteDepositInput,
  recordMovementInput,
  reverseMovementInput,
  updateDepositInput,
} from './schema';

/**
 * Agrees a deposit, received already where a day is said. One over the cap is shown as such and not refused: it may be
 * agreed, but not owed.
 * @param part what of it has come where that is not all, as an entry of its own
 */
export async function createDeposit(
  tx: Tx,
  scope: Scope,
  { receivedOn, ...input }: z.output<typeof createDepositInput>,
  part: Pick<Movement, 'id' | 'bookedOn' | 'amountCents'> | null = null,
) {
  if (receivedOn !== null && receivedOn > scope.today) {
    throw new DomainError('deposit.in_future', { field: 'receivedOn' });
  }
  await lockForNew(tx, scope, [input.leaseId]);
  const created = await tx
    .insert(deposit)
    .values({ ...exactly(deposit, input), portfolioId: scope.portfolioId })
    .onConflictDoNothing({ target: [deposit.portfolioId, deposit.id] })
    .returning({ id: deposit.id, version: deposit.version });
  const [row] = created;
  const { leaseId, form, agreedCents } = input;
  const entry = {
    action: 'deposit.create',
    entity: 'deposit',
    entityId: input.id,
    after: { leaseId, form, agreedCents, ...(receivedOn !== null && { receivedOn }), ...(part && { part }) },
  } as const;
  if (!row) {
    const [existing] = await tx
      .select()
      .from(deposit)
      .where(isRow(deposit, scope, input.id));
    const same = sameRequestOnly(existing, input);
    if (!(await isMadeSo(tx, scope, entry))) throw new DomainError('already_exists');
    return same;
  }
  await recordAudit(tx, scope, entry);
  const whole =
    receivedOn === null
      ? null
      : { id: crypto.randomUUID(), bookedOn: receivedOn, amountCents: input.agreedCents };
  const received = whole ?? part;
  if (received !== null) {
    await recordMovement(tx, scope, {
      ...received,
      depositId: input.id,
      kind: 'received',
      reason: null,
      heldUntil: null,
      settlesAccount: false,
    });
  }
  return row;
}

/** A deposit, with its lease held: `lock` says whether something new comes onto it. */
export async function getDeposit(tx: Tx, scope: Scope, id: string, lock = lockLeases) {
  const [row] = await tx
    .select()
    .from(deposit)
    .where(isRow(deposit, scope, id));
  if (!row) throw new DomainError('not_found');
  await lock(tx, scope, [row.leaseId]);
  return row;
}

export async function updateDeposit(tx: Tx, scope: Scope, input: z.output<typeof updateDepositInput>) {
  const before = await getDeposit(tx, scope, input.id);
  const { id, version, ...fields } = input;
  const changed = changedRow(
    await tx
      .update(deposit)
      .set({ ...exactly(deposit, fields), ...nextVersion(deposit, scope) })
      .where(isSeenRow(deposit, scope, { id, version }))
      .returning({ id: deposit.id, version: deposit.version }),
  );
  await recordAudit(tx, scope, {
    action: 'deposit.update',
    entity: 'deposit',
    entityId: id,
    before: { form: before.form, agreedCents: before.agreedCents, returnDueOn: before.returnDueOn },
    after: { form: fields.form, agreedCents: fields.agreedCents, returnDueOn: fields.returnDueOn },
  });
  return changed;
}

/** Removes a deposit that was entered by mistake. */
export async function deleteDeposit(tx: Tx, scope: Scope, input: z.output<typeof deleteDepositInput>) {
  const before = await getDeposit(tx, scope, input.id);
  if ((await listMovements(tx, scope, [input.id])).length > 0) throw new DomainError('deposit.has_movements');
  changedRow(
    await tx
      .delete(deposit)
      .where(isSeenRow(deposit, scope, input))
      .returning({ id: deposit.id }),
  );
  await recordAudit(tx, scope, {
    action: 'deposit.delete',
    entity: 'deposit',
    entityId: input.id,
    before: { leaseId: before.leaseId, form: before.form, agreedCents: before.agreedCents },
  });
  return { id: input.id };
}

type Movement = z.output<typeof recordMovementInput>;

/**
 * Records what happened to a deposit; no more can go out than is there on any day. A deduction pays what is open on the tenant's
 * account, or a claim that is posted there with it, under its id. Where a bank vouches, its money is still to come, as a payment.
 * The same id again changes nothing.
 */
export async function recordMovement(tx: Tx, scope: Scope, input: Movement) {
  if (input.bookedOn > scope.today) throw new DomainError('deposit.in_future', { field: 'bookedOn' });
  if (input.heldUntil !== null && input.heldUntil < input.bookedOn) {
    throw new DomainError('deposit.held_until_passed', { field: 'heldUntil' });
  }
  const row = await getDeposit(tx, scope, input.depositId, lockForNew);
  const { settlesAccount, ...movement } = input;
  const { id, bookedOn: paidOn, amountCents, reason } = input;
  const { leaseId } = row;
  const earlier = await findMovement(tx, scope, id);
  if (earlier) {
    if (changesBetween(earlier, movement)) throw new DomainError('already_exists');
    const isClaimed = await isClaimedFromDeposit(tx, scope, { id, leaseId, amountCents });
    if ((earlier.paymentId !== null && !isClaimed) !== settlesAccount)
      throw new DomainError('already_exists');
    return { id };
  }
  if (input.kind === 'handed_over') await assertSold(tx, scope, leaseId, input.bookedOn);
  await assertCovered(tx, scope, row.id, input);
  const isMoney = row.form === 'cash';
  if (settlesAccount && !isMoney) throw new DomainError('deposit.not_in_money', { field: 'settlesAccount' });
  const claimId = settlesAccount ? null : id;
  const paymentId =
    isMoney && input.kind === 'deduction'
      ? await settleFromDeposit(tx, scope, { leaseId, paidOn, amountCents, reason, claimId })
      : null;
  await tx.insert(depositMovement).values({
    ...exactly(depositMovement, movement),
    portfolioId: scope.portfolioId,
    paymentId,
    recordedBy: postedBy(scope),
    recordedAt: scope.now,
  });
  await recordAudit(tx, scope, {
    action: 'deposit.record',
    entity: 'deposit',
    entityId: row.id,
    after: { kind: input.kind, bookedOn: input.bookedOn, amountCents },
  });
  return { id };
}

async function findMovement(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(depositMovement)
    .where(isRow(depositMovement, scope, id));
  return row ?? null;
}

/**
 * Who buys a let house takes over the duties a deposit brings as they become the landlord (§§ 566a, 578 BGB): until that day it is
 * the seller's to keep apart and to return, also where money went ahead, and a tenancy that had ended stays theirs.
 */
async function assertSold(tx: Tx, scope: Scope, leaseId: string, day: CalendarDate) {
  const leases = await tx
    .select({ id: lease.id, endsOn: lease.endsOn })
    .from(lease)
    .where(isRow(lease, scope, leaseId));
  const soldOn = (await findSaleDays(tx, scope, leases)).get(leaseId);
  if (soldOn === undefined) throw new DomainError('deposit.not_sold', { field: 'kind' });
  if (day < soldOn) throw new DomainError('deposit.before_sale', { field: 'bookedOn' });
}

async function assertCovered(tx: Tx, scope: Scope, depositId: string, added: DepositMovement) {
  const movements = await listMovements(tx, scope, [depositId]);
  if (firstOverdrawnOn([...movements, added])) {
    throw new DomainError('deposit.below_zero', { field: 'amountCents' });
  }
}

/**
 * Takes a movement back, and with a deduction what it had settled; a line of the bank that proves it waits again. The same id
 * again changes nothing.
 */
export async function reverseMovement(tx: Tx, scope: Scope, input: z.output<typeof reverseMovementInput>) {
  const done = await takeBackMovement(tx, scope, input);
  await freeLineOfMovement(tx, scope, input.movementId);
  return done;
}

/** The same where the bank’s line that proves it keeps standing: it came back, as another line says. */
export async function takeBackMovement(tx: Tx, scope: Scope, input: z.output<typeof reverseMovementInput>) {
  const original = await findMovement(tx, scope, input.movementId);
  if (!original) throw new DomainError('not_found');
  if (original.reversesMovementId) throw new DomainError('deposit.is_reversal');
  const row = await getDeposit(tx, scope, original.depositId);
  const [earlier] = await tx
    .select({ id: depositMovement.id })
    .from(depositMovement)
    .where(and(within(depositMovement, scope), eq(depositMovement.reversesMovementId, original.id)));
  if (earlier && earlier.id !== input.id) throw new DomainError('deposit.already_reversed');
  if (earlier) return { id: input.id };
  if (await findMovement(tx, scope, input.id)) throw new DomainError('already_exists');
  await insertReversal(tx, scope, original, input.id);
  for (const part of await listOtherParts(tx, scope, original)) {
    await getDeposit(tx, scope, part.depositId);
    await insertReversal(tx, scope, part, crypto.randomUUID());
  }
  const { id: claimId, paymentId } = original;
  if (paymentId) await reverseDepositSettlement(tx, scope, { paymentId, claimId });
  await recordAudit(tx, scope, {
    action: 'deposit.reverse',
    entity: 'deposit',
    entityId: row.id,
    before: { kind: original.kind, bookedOn: original.bookedOn, amountCents: original.amountCents },
  });
  return { id: input.id };
}

type MovementRow = typeof depositMovement.$inferSelect;

async function insertReversal(tx: Tx, scope: Scope, original: MovementRow, id: string): Promise<void> {
  await assertCovered(tx, scope, original.depositId, { ...original, amountCents: -original.amountCents });
  await tx.insert(depositMovement).values({
    portfolioId: scope.portfolioId,
    id,
    depositId: original.depositId,
    kind: original.kind,
    bookedOn: original.bookedOn,
    amountCents: -original.amountCents,
    reason: original.reason,
    heldUntil: original.heldUntil,
    transferId: original.transferId,
    reversesMovementId: original.id,
    recordedBy: postedBy(scope),
    recordedAt: scope.now,
  });
}

/** What a move did to the other deposit. */
async function listOtherParts(tx: Tx, scope: Scope, original: MovementRow): Promise<MovementRow[]> {
  if (original.transferId === null) return [];
  return tx
    .select()
    .from(depositMovement)
    .where(
      and(
        within(depositMovement, scope),
        eq(depositMovement.transferId, original.transferId),
        ne(depositMovement.id, original.id),
        isNull(depositMovement.reversesMovementId),
      ),
    );
}
