import 'server-only';
import { and, asc, eq, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { charge, chargeLine, lease, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { reductionOf } from '@/domain/charge-basis';
import { DomainError } from '@/lib/errors';
import type { revertWaiverInput } from '../inputs';
import { isCorrected } from '../rows/charges';
import { correctCharge } from '../rows/corrections';
import { lockLeases } from '../rows/lock';
import { settleWithCredits } from '../rows/settle';
import { listSettledRents } from '../rows/settled';

/**
 * Takes a waiver back that was entered by mistake: what it forwent is owed again, from the day it always was, and
 * credit pays it. The same id again changes nothing.
 * @throws DomainError `charge.advance_settled` where a statement has asked for it in its result
 */
export async function revertWaiver(tx: Tx, scope: Scope, input: z.output<typeof revertWaiverInput>) {
  const [waiver] = await tx
    .select({
      leaseId: charge.leaseId,
      chargeId: charge.correctsChargeId,
      reason: charge.correctionReason,
      totalCents: charge.totalCents,
      basis: charge.basis,
    })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.id, input.waiverId)));
  if (!waiver?.chargeId || waiver.reason !== 'waiver' || waiver.totalCents >= 0) {
    throw new DomainError('not_found');
  }
  const { leaseId, chargeId } = waiver;
  await lockLeases(tx, scope, [leaseId]);
  const later = await tx
    .select({ id: charge.id, reason: charge.correctionReason, reverts: charge.revertsChargeId })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.correctsChargeId, chargeId)));
  const reverted = later.find((row) => row.reverts === input.waiverId);
  if (reverted?.id === input.id) return { id: input.id };
  if (reverted) throw new DomainError('charge.waiver_reverted');
  if (await isCorrected(tx, scope, input.id, { correctsChargeId: chargeId }))
    throw new DomainError('already_exists');
  const isVoided = later.some((row) => row.reason === 'void');
  if (isVoided || !(await isStillOwed(tx, scope, leaseId, chargeId))) {
    throw new DomainError('charge.cannot_revert_waiver');
  }
  const lines = await tx
    .select({
      component: chargeLine.component,
      settlement: chargeLine.settlement,
      vatRateBp: chargeLine.vatRateBp,
      amountCents: chargeLine.amountCents,
      vatCents: chargeLine.vatCents,
      correctsLineId: chargeLine.correctsLineId,
    })
    .from(chargeLine)
    .where(and(within(chargeLine, scope), eq(chargeLine.chargeId, input.waiverId)))
    .orderBy(asc(chargeLine.position));
  const isAdvance = lines.some((line) => line.settlement === 'advance');
  if (isAdvance && (await listSettledRents(tx, scope, [leaseId])).has(chargeId)) {
    throw new DomainError('charge.advance_settled');
  }
  await correctCharge(tx, scope, {
    id: input.id,
    chargeId,
    reason: 'waiver',
    revertsChargeId: input.waiverId,
    // Whether it was a reduction; how much it was stands there.
    basis: reductionOf(waiver.basis),
    lines: lines.map((line) => ({ ...line, amountCents: -line.amountCents, vatCents: -line.vatCents })),
  });
  await settleWithCredits(tx, scope, [leaseId]);
  await recordAudit(tx, scope, {
    action: 'charge.revert_waiver',
    entity: 'charge',
    entityId: chargeId,
    before: { waivedCents: -waiver.totalCents },
  });
  return { id: input.id };
}

/**
 * Whether the charge still belongs where it is: its lease was not taken back, nor what carried it over. A charge
 * waived in full has nothing left to void, so neither has left a posting on it.
 */
async function isStillOwed(tx: Tx, scope: Scope, leaseId: string, chargeId: string): Promise<boolean> {
  const reversal = alias(payment, 'reversal');
  const [found] = await tx
    .select({ voidedAt: lease.voidedAt, transferId: charge.transferId })
    .from(charge)
    .innerJoin(lease, joins(lease.id, charge.leaseId))
    .where(and(within([charge, lease], scope), eq(charge.id, chargeId), eq(lease.id, leaseId)));
  if (!found || found.voidedAt) return false;
  if (found.transferId === null) return true;
  const [standing] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        eq(payment.transferId, found.transferId),
        notExists(
          tx
            .select({ id: reversal.id })
            .from(reversal)
            .where(and(within(reversal, scope), eq(reversal.reversesPaymentId, payment.id))),
        ),
      ),
    )
    .limit(1);
  return standing !== undefined;
}
