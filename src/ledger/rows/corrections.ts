import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, chargeLine, openItem } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import type { ChargeBasis } from '@/domain/charge-basis';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import type { CorrectionReason } from '@/lib/vocabulary';
import { releaseAllocations } from './allocations';
import { type ChargeLineDraft, lineRows, linesOf } from './charges';

export type Correction = {
  id?: string;
  chargeId: string;
  reason: CorrectionReason;
  lines: ChargeLineDraft[];
  basis?: ChargeBasis | null;
  note?: string | null;
  /** The correction it takes back. */
  revertsChargeId?: string;
};

/**
 * Corrects a posted charge by a further row whose lines are the difference. Where more is paid than is owed
 * now, the surplus goes back to its payments as credit. The caller holds the lease.
 * @throws DomainError `charge.below_zero` when the charge would become negative
 */
export async function correctCharge(tx: Tx, scope: Scope, correction: Correction): Promise<void> {
  const { chargeId, lines } = correction;
  const [root] = await tx
    .select({
      leaseId: charge.leaseId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      dueOn: charge.dueOn,
      owedSince: charge.owedSince,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
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
    owedSince: root.owedSince,
    carriedKind: root.carriedKind,
    carriedPeriodFrom: root.carriedPeriodFrom,
    totalCents: deltaCents,
    basis: correction.basis ?? null,
    note: correction.note ?? null,
    correctsChargeId: chargeId,
    revertsChargeId: correction.revertsChargeId,
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

/** Takes charges back with what was corrected of them; what had paid them is credit. The caller holds the leases. */
export async function voidCharges(
  tx: Tx,
  scope: Scope,
  charges: readonly { chargeId: string }[],
): Promise<void> {
  for (const { chargeId } of charges) {
    const lines = await linesOf(tx, scope, chargeId);
    await correctCharge(tx, scope, {
      chargeId,
      reason: 'void',
      lines: lines.map((line) => ({ ...line, amountCents: -line.amountCents, vatCents: -line.vatCents })),
    });
  }
}

/** What was carried over to a lease under a transfer and still stands. */
export function listCarriedCharges(tx: Tx, scope: Scope, transferId: string) {
  return tx
    .select({ chargeId: charge.id, leaseId: charge.leaseId })
    .from(charge)
    .innerJoin(openItem, and(eq(openItem.portfolioId, charge.portfolioId), eq(openItem.chargeId, charge.id)))
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.transferId, transferId),
        gt(openItem.totalCents, 0),
      ),
    );
}
