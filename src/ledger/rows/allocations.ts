import 'server-only';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { type CalendarDate, maxDate } from '@/lib/calendar';
import type { LineShare } from '../allocation-rules';
import { changeCredit } from './credits';
import { changeOpen } from './open-items';

/** `effectiveOn` of what it takes the place of: it counts from then on, too. */
export type NewAllocation = LineShare & {
  paymentId: string;
  effectiveOn?: string | null;
};

/**
 * The day on which something happened to money that had settled another thing until then: a returned payment, a share
 * changed by hand. Accounts as of a day before show what was settled then. Without it nothing had been settled before.
 */
export type Happened = CalendarDate | undefined;

/** From when a further row counts: not before what it changes did, nor before what made it. */
const countsFrom = (happenedOn: Happened, before: string | null | undefined): string | null =>
  happenedOn ? maxDate(happenedOn, before) : (before ?? null);

/** Adds allocations and lowers what is open; the payments' credits are the caller's. */
export async function allocate(
  tx: Tx,
  scope: Scope,
  parts: NewAllocation[],
  happenedOn?: Happened,
): Promise<void> {
  if (parts.length === 0) return;
  const written = tx.insert(allocation).values(
    parts.map(({ lineId, ...part }) => ({
      portfolioId: scope.portfolioId,
      allocatedAt: scope.now,
      ...part,
      chargeLineId: lineId,
      effectiveOn: countsFrom(happenedOn, part.effectiveOn),
    })),
  );
  const changes = parts.map(({ chargeId, amountCents }) => ({ chargeId, byCents: -amountCents }));
  await Promise.all([written, changeOpen(tx, scope, changes)]);
}

/**
 * Allocations that no later row takes back, newest first; of those made at once, those of the latest payment, and of
 * what one payment settled at once what the law puts last.
 */
export function listStandingAllocations(tx: Tx, scope: Scope, filter: SQL) {
  return tx
    .select({
      id: allocation.id,
      paymentId: allocation.paymentId,
      chargeId: allocation.chargeId,
      lineId: allocation.chargeLineId,
      amountCents: allocation.amountCents,
      effectiveOn: allocation.effectiveOn,
    })
    .from(allocation)
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .innerJoin(charge, joins(charge.id, allocation.chargeId))
    .innerJoin(chargeLine, joins(chargeLine.id, allocation.chargeLineId))
    .where(
      and(
        within([allocation, payment, charge, chargeLine], scope),
        filter,
        isNull(allocation.reversesAllocationId),
        sql`not exists (
          select 1 from hausbuch.allocation later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_allocation_id = ${allocation.id}
        )`,
      ),
    )
    .orderBy(
      desc(allocation.allocatedAt),
      desc(payment.paidOn),
      desc(payment.recordedAt),
      desc(payment.id),
      desc(charge.dueOn),
      desc(charge.periodFrom),
      asc(sql`${chargeLine.settlement} = 'advance'`),
      desc(chargeLine.position),
      desc(allocation.id),
    );
}

export type StandingAllocation = NewAllocation & { id: string; effectiveOn: string | null };

/** Takes allocations back and raises what is open; the payments' credits are the caller's. */
export async function reverseAllocations(
  tx: Tx,
  scope: Scope,
  parts: StandingAllocation[],
  happenedOn?: Happened,
): Promise<void> {
  if (parts.length === 0) return;
  await tx.insert(allocation).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      paymentId: part.paymentId,
      chargeId: part.chargeId,
      chargeLineId: part.lineId,
      amountCents: -part.amountCents,
      reversesAllocationId: part.id,
      effectiveOn: countsFrom(happenedOn, part.effectiveOn),
      allocatedAt: scope.now,
    })),
  );
  await changeOpen(
    tx,
    scope,
    parts.map(({ chargeId, amountCents }) => ({ chargeId, byCents: amountCents })),
  );
}

/** Gives back what was allocated to a charge or one line of it, the newest first, as credit of its payments. */
export async function releaseAllocations(
  tx: Tx,
  scope: Scope,
  from: { chargeId: string; lineId?: string },
  amountCents: number,
  happenedOn?: Happened,
): Promise<void> {
  const ofCharge = eq(allocation.chargeId, from.chargeId);
  const ofLine = from.lineId === undefined ? sql`true` : eq(allocation.chargeLineId, from.lineId);
  const standing = await listStandingAllocations(tx, scope, sql`${ofCharge} and ${ofLine}`);
  await releaseParts(tx, scope, standing, amountCents, happenedOn);
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
  happenedOn?: Happened,
): Promise<number> {
  let left = amountCents;
  for (const part of parts) {
    if (left === 0) break;
    const released = Math.min(left, part.amountCents);
    await reverseAllocations(tx, scope, [part], happenedOn);
    const kept = part.amountCents - released;
    if (kept > 0) {
      const { paymentId, chargeId, lineId, effectiveOn } = part;
      const again = { paymentId, chargeId, lineId, amountCents: kept, effectiveOn };
      await allocate(tx, scope, [again], happenedOn);
    }
    await changeCredit(tx, scope, part.paymentId, released);
    left -= released;
  }
  return left;
}
