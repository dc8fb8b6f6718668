import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { refundCreditInput } from '../inputs';
import { lockLeases } from '../rows/lock';
import { insertPayment } from '../rows/payments';
import { takeCredits } from '../rows/refunds';

/** Pays a tenant's credit back: that of statements first, then from the oldest overpayment on. The same id again changes nothing. */
export async function refundCredit(tx: Tx, scope: Scope, input: z.output<typeof refundCreditInput>) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  await lockLeases(tx, scope, [input.leaseId]);
  const isNew = await insertPayment(tx, scope, { ...input, direction: 'out' });
  if (!isNew) return { id: input.id };
  const { leaseId, amountCents } = input;
  const missing = await takeCredits(tx, scope, { leaseId, amountCents, refundPaymentId: input.id });
  if (missing > 0) throw new DomainError('payment.exceeds_credit', { field: 'amountCents' });
  await recordAudit(tx, scope, {
    action: 'payment.refund',
    entity: 'payment',
    entityId: input.id,
    after: { leaseId, paidOn: input.paidOn, amountCents },
  });
  return { id: input.id };
}
