import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { recordPaymentInput } from '../inputs';
import { assertChargesOfLease } from '../rows/charges';
import { lockLeases } from '../rows/lock';
import { describePayment, insertPayment } from '../rows/payments';
import { settleWithPayment } from '../rows/settle';

/**
 * Records money received and settles what is open: the stated purpose first, then costs and interest that are
 * due, then the oldest due; the rest stays as credit. The same id again changes nothing.
 */
export async function recordPayment(tx: Tx, scope: Scope, input: z.output<typeof recordPaymentInput>) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  await lockLeases(tx, scope, [input.leaseId]);
  const { chargeIds, ...fields } = input;
  await assertChargesOfLease(tx, scope, input.leaseId, chargeIds);
  const isNew = await insertPayment(tx, scope, { ...fields, direction: 'in' });
  if (!isNew) return describePayment(tx, scope, input.id);
  await settleWithPayment(tx, scope, input, chargeIds);
  await recordAudit(tx, scope, {
    action: 'payment.record',
    entity: 'payment',
    entityId: input.id,
    after: { leaseId: input.leaseId, paidOn: input.paidOn, amountCents: input.amountCents },
  });
  return describePayment(tx, scope, input.id);
}
