import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { credit, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { sumCents } from '@/lib/money';
import { allocateCredits, allocatePayment } from '../allocation-rules';
import { allocate, type Happened, type NewAllocation, type StandingAllocation } from './allocations';
import { changeCredit, changeCredits, openCredit } from './credits';
import { listLinesOf, listOpenLines } from './lines';

/** What a payment settles, by charge in the order of their ids, and what is left of it. */
export type Settled = { allocations: { chargeId: string; amountCents: number }[]; creditCents: number };

/**
 * Lets what was overpaid settle what is open, as a payment would. The caller holds the leases.
 */
export async function settleWithCredits(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  happenedOn?: Happened,
): Promise<void> {
  if (leaseIds.length === 0) return;
  const credits = await tx
    .select({
      paymentId: credit.paymentId,
      leaseId: credit.leaseId,
      paidOn: credit.paidOn,
      openCents: credit.openCents,
    })
    .from(credit)
    .innerJoin(payment, joins(payment.id, credit.paymentId))
    .where(
      and(within([credit, payment], scope), isAmong(credit.leaseId, leaseIds), gt(credit.openCents, sql`0`)),
    )
    .orderBy(asc(credit.paidOn), asc(payment.recordedAt), asc(credit.paymentId));
  const withCredit = [...new Set(credits.map((row) => row.leaseId))];
  if (withCredit.length === 0) return;
  const lines = await listOpenLines(tx, scope, withCredit);
  const settled = withCredit.flatMap(
    (leaseId) =>
      allocateCredits({
        credits: credits.filter((row) => row.leaseId === leaseId),
        openLines: lines.filter((line) => line.leaseId === leaseId),
      }).allocations,
  );
  await allocate(tx, scope, settled, happenedOn);
  await changeCredits(
    tx,
    scope,
    settled.map(({ paymentId, amountCents }) => ({ paymentId, byCents: -amountCents })),
  );
}

/**
 * Settles what is open with a payment that was just inserted; the rest is its credit.
 * @returns what it settles and what is left, as `describePayment` reads it afterwards
 */
export async function settleWithPayment(
  tx: Tx,
  scope: Scope,
  row: { id: string; leaseId: string; paidOn: string; amountCents: number },
  purpose: string[] = [],
): Promise<Settled> {
  const { allocations, creditCents } = allocatePayment({
    amountCents: row.amountCents,
    openLines: await listOpenLines(tx, scope, [row.leaseId]),
    purpose,
    paidOn: row.paidOn,
  });
  const { id: paymentId, leaseId, paidOn } = row;
  const parts = allocations.map((part) => ({ paymentId, ...part }));
  // None needs another's answer: sent together.
  await Promise.all([
    openCredit(tx, scope, { paymentId, leaseId, paidOn, openCents: creditCents }),
    allocate(tx, scope, parts),
  ]);
  const byCharge = Map.groupBy(allocations, (part) => part.chargeId);
  const settled = [...byCharge].map(([chargeId, parts]) => ({
    chargeId,
    amountCents: sumCents(parts.map((part) => part.amountCents)),
  }));
  return {
    allocations: settled.toSorted((a, b) => (a.chargeId < b.chargeId ? -1 : 1)),
    creditCents,
  };
}

/** The new payment settles what the old one did, the oldest allocation first, as far as its credit reaches. */
export async function settleAgain(
  tx: Tx,
  scope: Scope,
  paymentId: string,
  former: StandingAllocation[],
): Promise<void> {
  if (former.length === 0) return;
  const [rest] = await tx
    .select({ openCents: credit.openCents })
    .from(credit)
    .where(and(within(credit, scope), eq(credit.paymentId, paymentId)));
  const lines = await listLinesOf(tx, scope, [...new Set(former.map((part) => part.chargeId))]);
  const open = new Map(lines.map((line) => [line.lineId, line.openCents]));
  let left = rest?.openCents ?? 0;
  const again: NewAllocation[] = [];
  for (const part of former.toReversed()) {
    const { chargeId, lineId, effectiveOn } = part;
    const openCents = open.get(lineId) ?? 0;
    const amountCents = Math.min(part.amountCents, openCents, left);
    if (amountCents === 0) continue;
    again.push({ paymentId, chargeId, lineId, amountCents, effectiveOn });
    open.set(lineId, openCents - amountCents);
    left -= amountCents;
  }
  await allocate(tx, scope, again);
  await changeCredit(tx, scope, paymentId, -sumCents(again.map((part) => part.amountCents)));
}
