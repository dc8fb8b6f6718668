import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import type { movePaymentInput } from '../inputs';
import { lockLeases } from '../rows/lock';
import { getReversible, listTransferParts } from '../rows/payments';
import { isReplaced, replacePayment } from '../rows/replacements';
import { settleWithCredits } from '../rows/settle';

/**
 * Moves money that was recorded in the account of the wrong lease to the right one: there it came on the day it did and
 * settles what is open by law, here it never was. Who paid is not told along, since it was told of the wrong tenants.
 * Of a transfer over several leases this part moves and the others stay where they are. Moved back, it is as before. The
 * same id again changes nothing.
 */
export async function movePayment(tx: Tx, scope: Scope, input: z.output<typeof movePaymentInput>) {
  const { id, paymentId, leaseId } = input;
  const original = await getReversible(tx, scope, paymentId);
  const { undoneWith, isMoney } = paymentTraits[original.method];
  if (undoneWith === 'deposit') throw new DomainError('payment.from_deposit');
  if (!isMoney || original.direction === 'out') throw new DomainError('payment.cannot_move');
  if (leaseId === original.leaseId) throw new DomainError('payment.moved_nowhere', { field: 'leaseId' });
  const parts = original.transferId ? await listTransferParts(tx, scope, original.transferId) : [original];
  await lockLeases(tx, scope, [...new Set([...parts.map((part) => part.leaseId), leaseId])]);
  if (await isReplaced(tx, scope, input)) return { id };
  const [target] = await tx
    .select({ voidedAt: lease.voidedAt })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, leaseId)));
  if (target?.voidedAt) throw new DomainError('lease.voided', { field: 'leaseId' });
  const transferId = original.transferId === null ? null : crypto.randomUUID();
  for (const part of parts) {
    const isThis = part.id === original.id;
    await replacePayment(tx, scope, part, {
      ...part,
      ...(isThis && { leaseId, payerTenantId: null }),
      id: isThis ? id : crypto.randomUUID(),
      transferId,
    });
  }
  await settleWithCredits(tx, scope, [...new Set([...parts.map((part) => part.leaseId), leaseId])]);
  await recordAudit(tx, scope, {
    action: 'payment.move',
    entity: 'payment',
    entityId: id,
    before: { leaseId: original.leaseId },
    after: { leaseId, paidOn: original.paidOn, amountCents: original.amountCents },
  });
  return { id };
}
