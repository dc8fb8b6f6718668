import 'server-only';
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { freeLineOfPayment } from '@/db/free-lines';
import { payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import type { reversePaymentInput, reversePaymentsInput } from '../inputs';
import { lockLeases } from '../rows/lock';
import { getReversible } from '../rows/payments';
import { takeBack } from '../rows/reversals';

/**
 * Takes a payment back: a reversing row, its allocations reversed, what it had settled open again. Of a transfer
 * over several leases all parts go, since the bank knows only one. The same id again changes nothing; another
 * attempt finds it reversed already.
 */
export async function reversePayment(tx: Tx, scope: Scope, input: z.output<typeof reversePaymentInput>) {
  const original = await getReversible(tx, scope, input.paymentId);
  if (paymentTraits[original.method].undoneWith === 'deposit') throw new DomainError('payment.from_deposit');
  const isNew = await takeBack(tx, scope, original, input);
  if (!isNew) return { id: input.id };
  await freeLineOfPayment(tx, scope, original.id);
  await recordAudit(tx, scope, {
    action: 'payment.reverse',
    entity: 'payment',
    entityId: original.id,
    before: { amountCents: original.amountCents, paidOn: original.paidOn },
  });
  return { id: input.id };
}

/** Takes several payments back, all in the caller's transaction. */
export async function reversePayments(tx: Tx, scope: Scope, input: z.output<typeof reversePaymentsInput>) {
  const paymentIds = input.payments.map((part) => part.paymentId);
  const rows = await tx
    .select({ leaseId: payment.leaseId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.id, paymentIds)));
  // All at once and in their order, so that two who take back the same payments wait for each other.
  await lockLeases(tx, scope, [...new Set(rows.map((row) => row.leaseId))]);
  for (const part of input.payments) await reversePayment(tx, scope, { ...part, note: null });
  return { count: input.payments.length };
}
