import 'server-only';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { allocation, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { maxDate } from '@/lib/calendar';
import { changeCredit } from './credits';
import { changeOpen } from './open-items';

/** `effectiveOn` of what it takes the place of: it counts from then on, too. */
export type NewAllocation = {
  paymentId: string;
  chargeId: string;
  amountCents: number;
  effectiveOn?: string | null;
};

/** From when a further row counts: not before what it changes did, nor before what made it. */
const countsFrom = (scope: Scope, before: string | null | undefined): string | null =>
  scope.effectiveOn ? maxDate(scope.effectiveOn, before) : (before ?? null);

/** Adds allocations and lowers what is open; the payments' credits are the caller's. */
export async function allocate(tx: Tx, scope: Scope, parts: NewAllocation[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.insert(allocation).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      allocatedAt: scope.now,
      ...part,
      effectiveOn: countsFrom(scope, part.effectiveOn),
    })),
  );
  for (const part of parts) await changeOpen(tx, scope, part.chargeId, -part.amountCents);
}

/** Allocations that no later row takes back, newest first; of those made at once, those of the latest payment. */
export function listStandingAllocations(tx: Tx, scope: Scope, filter: SQL) {
  return tx
    .select({
      id: allocation.id,
      paymentId: allocation.paymentId,
      chargeId: allocation.chargeId,
      amountCents: allocation.amountCents,
      effectiveOn: allocation.effectiveOn,
    })
    .from(allocation)
    .innerJoin(
      payment,
      and(eq(payment.portfolioId, allocation.portfolioId), eq(payment.id, allocation.paymentId)),
    )
    .where(
      and(
        eq(allocation.portfolioId, scope.portfolioId),
        eq(payment.portfolioId, scope.portfolioId),
        filter,
        isNull(allocation.reversesAllocationId),
        sql`not exists (
          select 1 from hausbuch.allocation later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_allocation_id = ${allocation.id}
        )`,
      ),
    )
    .orderBy(desc(allocation.allocatedAt), desc(payment.paidOn), desc(payment.id), desc(allocation.id));
}

export type StandingAllocation = NewAllocation & { id: string; effectiveOn: string | null };

/** Takes allocations back and raises what is open; the payments' credits are the caller's. */
export async function reverseAllocations(tx: Tx, scope: Scope, parts: StandingAllocation[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.insert(allocation).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      paymentId: part.paymentId,
      chargeId: part.chargeId,
      amountCents: -part.amountCents,
      reversesAllocationId: part.id,
      effectiveOn: countsFrom(scope, part.effectiveOn),
      allocatedAt: scope.now,
    })),
  );
  for (const part of parts) await changeOpen(tx, scope, part.chargeId, part.amountCents);
}

/** Gives back what was allocated to a charge, the newest first, as credit of its payments. */
export async function releaseAllocations(tx: Tx, scope: Scope, chargeId: string, amountCents: number) {
  const standing = await listStandingAllocations(tx, scope, eq(allocation.chargeId, chargeId));
  return releaseParts(tx, scope, standing, amountCents);
}

/**
 * Takes allocations back in the given order, until so much is credit of their payments again.
 * @returns what could not be had
 */
export async function releaseParts(
  tx: Tx,
  scope: Scope,
  parts: StandingAllocation[],
  amountCents: number,
): Promise<number> {
  let left = amountCents;
  for (const part of parts) {
    if (left === 0) break;
    const released = Math.min(left, part.amountCents);
    await reverseAllocations(tx, scope, [part]);
    const kept = part.amountCents - released;
    if (kept > 0) {
      const { paymentId, chargeId, effectiveOn } = part;
      await allocate(tx, scope, [{ paymentId, chargeId, amountCents: kept, effectiveOn }]);
    }
    await changeCredit(tx, scope, part.paymentId, released);
    left -= released;
  }
  return left;
}
