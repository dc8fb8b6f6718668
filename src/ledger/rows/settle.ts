import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { credit, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { allocateCredits, allocatePayment } from '../rules';
import { allocate, type StandingAllocation } from './allocations';
import { changeCredit, openCredit } from './credits';
import { listOpen } from './open-items';

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

/** Settles what is open with a payment that was just inserted; the rest is its credit. */
export async function settleWithPayment(
  tx: Tx,
  scope: Scope,
  row: { id: string; leaseId: string; paidOn: string; amountCents: number },
  purpose: string[] = [],
): Promise<void> {
  const { allocations, creditCents } = allocatePayment({
    amountCents: row.amountCents,
    openItems: await listOpen(tx, scope, [row.leaseId]),
    purpose,
    paidOn: row.paidOn,
  });
  const { id: paymentId, leaseId, paidOn } = row;
  await openCredit(tx, scope, { paymentId, leaseId, paidOn, openCents: creditCents });
  await allocate(
    tx,
    scope,
    allocations.map((part) => ({ paymentId: row.id, ...part })),
  );
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
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, paymentId)));
  const items = await tx
    .select({ chargeId: openItem.chargeId, openCents: openItem.openCents })
    .from(openItem)
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        isAmong(
          openItem.chargeId,
          former.map((part) => part.chargeId),
        ),
      ),
    );
  const open = new Map(items.map((item) => [item.chargeId, item.openCents]));
  let left = rest?.openCents ?? 0;
  for (const part of former.toReversed()) {
    const openCents = open.get(part.chargeId) ?? 0;
    const amountCents = Math.min(part.amountCents, openCents, left);
    if (amountCents === 0) continue;
    const { chargeId, effectiveOn } = part;
    await allocate(tx, scope, [{ paymentId, chargeId, amountCents, effectiveOn: effectiveOn ?? null }]);
    await changeCredit(tx, scope, paymentId, -amountCents);
    open.set(chargeId, openCents - amountCents);
    left -= amountCents;
  }
}
