import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { charge, depositMovement, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { chargeTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import type { voidChargeInput } from '../inputs';
import { isCorrected } from '../rows/charges';
import { correctCharge, takenBack } from '../rows/corrections';
import { listLinesOf } from '../rows/lines';
import { lockLeases } from '../rows/lock';
import { settleWithCredits } from '../rows/settle';

/**
 * Takes back a one-off amount entered by mistake, with what was waived of it; what had paid it is credit and pays what
 * else is open. The same id again changes nothing.
 */
export async function voidCharge(tx: Tx, scope: Scope, input: z.output<typeof voidChargeInput>) {
  const [found] = await tx
    .select({ leaseId: charge.leaseId, kind: charge.kind, transferId: charge.transferId })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.id, input.chargeId)));
  if (!found) throw new DomainError('not_found');
  await lockLeases(tx, scope, [found.leaseId]);
  const wanted = { correctsChargeId: input.chargeId, correctionReason: 'void' } as const;
  if (await isCorrected(tx, scope, input.id, wanted)) return { id: input.id };
  // Only a charge that was posted, and no correction of one, has an open item.
  const [item] = await tx
    .select({ totalCents: openItem.totalCents })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.chargeId, input.chargeId)));
  if (!item || item.totalCents === 0 || found.transferId !== null || !chargeTraits[found.kind].isVoidable) {
    throw new DomainError('charge.cannot_void');
  }
  if (await isKeptFor(tx, scope, input.chargeId)) throw new DomainError('payment.from_deposit');
  await correctCharge(tx, scope, {
    id: input.id,
    chargeId: input.chargeId,
    reason: 'void',
    lines: takenBack(await listLinesOf(tx, scope, [input.chargeId])),
  });
  await settleWithCredits(tx, scope, [found.leaseId]);
  await recordAudit(tx, scope, {
    action: 'charge.void',
    entity: 'charge',
    entityId: input.chargeId,
    before: { leaseId: found.leaseId, kind: found.kind, amountCents: item.totalCents },
  });
  return { id: input.id };
}

/** Whether it was posted with what a deposit was kept for, under its id: undone there, or the money would be credit. */
async function isKeptFor(tx: Tx, scope: Scope, chargeId: string): Promise<boolean> {
  const [kept] = await tx
    .select({ id: depositMovement.id })
    .from(depositMovement)
    .where(and(within(depositMovement, scope), eq(depositMovement.id, chargeId)));
  return kept !== undefined;
}
