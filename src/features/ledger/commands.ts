import 'server-only';
import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, credit, lease, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { maxDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import type { ChargeComponent, ChargeKind, CorrectionReason, SettlementKind } from '@/lib/vocabulary';
import { allocateCredits } from './rules';

export type ChargeLineDraft = {
  component: ChargeComponent;
  settlement: SettlementKind;
  amountCents: number;
  vatRateBp: number;
  vatCents: number;
};

export type ChargeDraft = {
  id?: string;
  leaseId: string;
  kind: ChargeKind;
  periodFrom: string | null;
  periodTo: string | null;
  dueOn: string;
  lines: ChargeLineDraft[];
  /** What explains the amount; see `rent/rules.ts`. */
  basis?: unknown;
  note?: string | null;
  /** Names what was carried over from another lease. */
  transferId?: string | null;
};

/** The user behind a posting; null for the program itself. */
export const postedBy = (scope: Scope) => (scope.actor.kind === 'user' ? scope.actor.userId : null);

/**
 * Holds the lease until the transaction ends. Every write to its account begins here, so that two people
 * who record at once take turns and nothing is lost or counted twice.
 */
export async function lockLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  const rows = await tx
    .select({ id: lease.id })
    .from(lease)
    .where(and(eq(lease.portfolioId, scope.portfolioId), isAmong(lease.id, leaseIds)))
    .orderBy(asc(lease.id))
    .for('update');
  if (rows.length !== new Set(leaseIds).size) throw new DomainError('not_found');
}

/**
 * Posts charges with their lines and open items. One that is posted already (same lease, kind and period)
 * is left as it is. The caller holds the leases.
 * @returns the ids of the charges that are new
 */
export async function postCharges(tx: Tx, scope: Scope, drafts: ChargeDraft[]): Promise<string[]> {
  const posted: string[] = [];
  for (let start = 0; start < drafts.length; start += 500) {
    posted.push(...(await postChargeBatch(tx, scope, drafts.slice(start, start + 500))));
  }
  return posted;
}

async function postChargeBatch(tx: Tx, scope: Scope, batch: ChargeDraft[]): Promise<string[]> {
  const withIds = batch.map((draft) => ({ ...draft, id: draft.id ?? crypto.randomUUID() }));
  const inserted = await tx
    .insert(charge)
    .values(
      withIds.map((draft) => ({
        portfolioId: scope.portfolioId,
        id: draft.id,
        leaseId: draft.leaseId,
        kind: draft.kind,
        periodFrom: draft.periodFrom,
        periodTo: draft.periodTo,
        dueOn: draft.dueOn,
        totalCents: sumCents(draft.lines.map((line) => line.amountCents)),
        basis: draft.basis ?? null,
        note: draft.note ?? null,
        transferId: draft.transferId ?? null,
        postedBy: postedBy(scope),
        postedAt: scope.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: charge.id });
  const isNew = new Set(inserted.map((row) => row.id));
  const fresh = withIds.filter((draft) => isNew.has(draft.id));
  if (fresh.length === 0) return [];
  await tx.insert(chargeLine).values(fresh.flatMap((draft) => lineRows(scope, draft.id, draft.lines)));
  await tx.insert(openItem).values(
    fresh.map((draft) => {
      const totalCents = sumCents(draft.lines.map((line) => line.amountCents));
      return {
        portfolioId: scope.portfolioId,
        chargeId: draft.id,
        leaseId: draft.leaseId,
        dueOn: draft.dueOn,
        totalCents,
        openCents: totalCents,
      };
    }),
  );
  return fresh.map((draft) => draft.id);
}

const lineRows = (scope: Scope, chargeId: string, lines: ChargeLineDraft[]) =>
  lines.map((line, position) => ({ portfolioId: scope.portfolioId, chargeId, position, ...line }));

/**
 * Lets what was overpaid settle what is open, as a payment would. The caller holds the leases.
 */
export async function settleWithCredits(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  if (leaseIds.length === 0) return;
  const credits = await tx
    .select({
      paymentId: credit.paymentId,
      leaseId: credit.leaseId,
      paidOn: credit.paidOn,
      openCents: credit.openCents,
    })
    .from(credit)
    .where(
      and(
        eq(credit.portfolioId, scope.portfolioId),
        isAmong(credit.leaseId, leaseIds),
        gt(credit.openCents, sql`0`),
      ),
    )
    .orderBy(asc(credit.paidOn), asc(credit.paymentId));
  const withCredit = [...new Set(credits.map((row) => row.leaseId))];
  if (withCredit.length === 0) return;
  const items = await listOpen(tx, scope, withCredit);
  for (const leaseId of withCredit) {
    const settled = allocateCredits({
      credits: credits.filter((row) => row.leaseId === leaseId),
      openItems: items.filter((item) => item.leaseId === leaseId),
    });
    await allocate(tx, scope, settled.allocations);
    for (const part of settled.allocations) await changeCredit(tx, scope, part.paymentId, -part.amountCents);
  }
}

/** What is open of leases, oldest due first. */
export function listOpen(tx: Tx, scope: Scope, leaseIds: string[]) {
  return tx
    .select({
      chargeId: openItem.chargeId,
      leaseId: openItem.leaseId,
      dueOn: openItem.dueOn,
      openCents: openItem.openCents,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
    })
    .from(openItem)
    .innerJoin(charge, and(eq(charge.portfolioId, openItem.portfolioId), eq(charge.id, openItem.chargeId)))
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.portfolioId, scope.portfolioId),
        isAmong(openItem.leaseId, leaseIds),
        gt(openItem.openCents, sql`0`),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(charge.periodFrom), asc(openItem.chargeId));
}

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

async function changeOpen(tx: Tx, scope: Scope, chargeId: string, byCents: number): Promise<void> {
  await tx
    .update(openItem)
    .set({ openCents: sql`${openItem.openCents} + ${byCents}` })
    .where(and(eq(openItem.portfolioId, scope.portfolioId), eq(openItem.chargeId, chargeId)));
}

export async function changeCredit(tx: Tx, scope: Scope, paymentId: string, byCents: number): Promise<void> {
  await tx
    .update(credit)
    .set({ openCents: sql`${credit.openCents} + ${byCents}` })
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, paymentId)));
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
          where later.portfolio_id = ${allocation.portfolioId} and later.reverses_allocation_id = ${allocation.id}
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

/**
 * Corrects a posted charge by a further row whose lines are the difference. Where more is paid than is owed
 * now, the surplus goes back to its payments as credit. The caller holds the lease.
 * @throws DomainError `charge.below_zero` when the charge would become negative
 */
export async function correctCharge(
  tx: Tx,
  scope: Scope,
  correction: {
    id?: string;
    chargeId: string;
    reason: CorrectionReason;
    lines: ChargeLineDraft[];
    basis?: unknown;
    note?: string | null;
  },
): Promise<void> {
  const { chargeId, lines } = correction;
  const [root] = await tx
    .select({
      leaseId: charge.leaseId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      dueOn: charge.dueOn,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(charge)
    .innerJoin(openItem, and(eq(openItem.portfolioId, charge.portfolioId), eq(openItem.chargeId, charge.id)))
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.id, chargeId),
      ),
    );
  if (!root) throw new DomainError('not_found');
  const deltaCents = sumCents(lines.map((line) => line.amountCents));
  if (root.totalCents + deltaCents < 0) throw new DomainError('charge.below_zero');

  const id = correction.id ?? crypto.randomUUID();
  await tx.insert(charge).values({
    portfolioId: scope.portfolioId,
    id,
    leaseId: root.leaseId,
    kind: root.kind,
    periodFrom: root.periodFrom,
    periodTo: root.periodTo,
    dueOn: root.dueOn,
    totalCents: deltaCents,
    basis: correction.basis ?? null,
    note: correction.note ?? null,
    correctsChargeId: chargeId,
    correctionReason: correction.reason,
    postedBy: postedBy(scope),
    postedAt: scope.now,
  });
  if (lines.length > 0) await tx.insert(chargeLine).values(lineRows(scope, id, lines));
  const overpaidCents = Math.max(0, -(root.openCents + deltaCents));
  if (overpaidCents > 0) await releaseAllocations(tx, scope, chargeId, overpaidCents);
  await tx
    .update(openItem)
    .set({
      totalCents: sql`${openItem.totalCents} + ${deltaCents}`,
      openCents: sql`${openItem.openCents} + ${deltaCents}`,
    })
    .where(and(eq(openItem.portfolioId, scope.portfolioId), eq(openItem.chargeId, chargeId)));
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
