import 'server-only';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { recordPaymentInput } from '../inputs';
import { assertChargesOfLease } from '../rows/charges';
import { lockForNew } from '../rows/lock';
import { describePayment, insertPayment } from '../rows/payments';
import { settleWithPayment } from '../rows/settle';

/**
 * Records money received and settles what is open: the stated purpose first, then costs and interest that are
 * due, then the oldest due; the rest stays as credit. The same id again changes nothing.
 * @param place among those recorded together
 */
export async function recordPayment(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof recordPaymentInput>,
  place = 0,
) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  await lockForNew(tx, scope, [input.leaseId]);
  const { chargeIds, ...fields } = input;
  await assertChargesOfLease(tx, scope, input.leaseId, chargeIds);
  const isNew = await insertPayment(tx, scope, { ...fields, direction: 'in' }, place);
  const { id, leaseId, paidOn, amountCents } = input;
  const entry = {
    action: 'payment.record',
    entity: 'payment',
    entityId: id,
    after: { leaseId, paidOn, amountCents, chargeIds },
  } as const;
  if (isNew) {
    const settled = await settleWithPayment(tx, scope, input, chargeIds);
    await recordAudit(tx, scope, entry);
    return { id, ...settled };
  }
  if (!(await isMadeSo(tx, scope, entry))) throw new DomainError('payment.id_used_differently');
  return describePayment(tx, scope, id);
}
