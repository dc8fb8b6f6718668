import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge, chargeLine, openItem } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { ChargeBasis } from '@/domain/charge-basis';
import type { CorrectionReason } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { divideRounded, sumCents } from '@/lib/money';
import { meetLines } from '../correction-rules';
import { type Happened, releaseAllocations } from './allocations';
import type { ChargeLineDraft } from './charges';
import { type AccountLine, listLinesOf } from './lines';

/** The difference to a line; one that names no line meets that of its component, settlement and VAT rate. */
export type CorrectionLine = ChargeLineDraft & { correctsLineId?: string | null };

export type Correction = {
  id?: string;
  chargeId: string;
  reason: CorrectionReason;
  lines: readonly CorrectionLine[];
  basis?: ChargeBasis | null;
  note?: string | null;
  /** The correction it takes back. */
  revertsChargeId?: string;
  happenedOn?: Happened;
};

/**
 * Corrects a posted charge by a further row whose lines are the difference. Where more is paid on a line than is owed on
 * it now, the surplus goes back to its payments as credit. The caller holds the lease.
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
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(and(within([charge, openItem], scope), eq(charge.id, chargeId)));
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
  const standing = await listLinesOf(tx, scope, [chargeId]);
  const met = meetLines(
    standing,
    lines.map((line) => ({ ...line, id: crypto.randomUUID() })),
  );
  if (met.length > 0) {
    await tx.insert(chargeLine).values(
      met.map((line, position) => ({
        portfolioId: scope.portfolioId,
        chargeId: id,
        rootChargeId: chargeId,
        position,
        ...line,
      })),
    );
  }
  for (const { lineId, openCents } of standing) {
    const changed = met.filter((line) => line.correctsLineId === lineId);
    const overpaidCents = -(openCents + sumCents(changed.map((line) => line.amountCents)));
    if (overpaidCents > 0) {
      await releaseAllocations(tx, scope, { chargeId, lineId }, overpaidCents, correction.happenedOn);
    }
  }
  await tx
    .update(openItem)
    .set({
      totalCents: sql`${openItem.totalCents} + ${deltaCents}`,
      openCents: sql`${openItem.openCents} + ${deltaCents}`,
    })
    .where(and(within(openItem, scope), eq(openItem.chargeId, chargeId)));
}

/** Takes charges back with what was corrected of them; what had paid them is credit. The caller holds the leases. */
export async function voidCharges(
  tx: Tx,
  scope: Scope,
  charges: readonly { chargeId: string }[],
  happenedOn?: Happened,
): Promise<void> {
  const lines = await listLinesOf(
    tx,
    scope,
    charges.map((row) => row.chargeId),
  );
  for (const { chargeId } of charges) {
    const own = lines.filter((line) => line.chargeId === chargeId);
    await correctCharge(tx, scope, { chargeId, reason: 'void', lines: takenBack(own), happenedOn });
  }
}

/** What takes lines back, each as far as it still stands. */
export const takenBack = (lines: readonly AccountLine[]): CorrectionLine[] =>
  lines
    .filter((line) => line.totalCents !== 0)
    .map((line) => ({ ...correctionOf(line), amountCents: -line.totalCents, vatCents: -line.vatCents }));

/** A correction of a line, of nothing yet. */
export const correctionOf = ({ lineId, part, debt, ...line }: AccountLine): CorrectionLine => ({
  component: line.component,
  settlement: line.settlement,
  vatRateBp: line.vatRateBp,
  debtChargeId: part === 'principal' ? null : debt.id,
  amountCents: 0,
  vatCents: 0,
  correctsLineId: lineId,
});

/** What takes a part of a line off, with as much of its VAT. */
export const takenOff = (line: AccountLine, amountCents: number): CorrectionLine => ({
  ...correctionOf(line),
  amountCents: -amountCents,
  vatCents: -divideRounded(BigInt(line.vatCents) * BigInt(amountCents), BigInt(line.totalCents)),
});

/** What was carried over to a lease under a transfer and still stands. */
export function listCarriedCharges(tx: Tx, scope: Scope, transferId: string) {
  return tx
    .select({ chargeId: charge.id, leaseId: charge.leaseId })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(within([charge, openItem], scope), eq(charge.transferId, transferId), gt(openItem.totalCents, 0)),
    );
}
