import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import type { correctPaymentInput } from '../inputs';
import { lockLeases } from '../rows/lock';
import { getReversible, listTransferParts, type Payment } from '../rows/payments';
import { isReplaced, replacePayment } from '../rows/replacements';
import { settleWithCredits } from '../rows/settle';

type Correction = z.output<typeof correctPaymentInput>;

/**
 * Corrects a payment: the recorded one is reversed and a new one takes its place, in one transaction. What it
 * settled it settles again as far as it reaches; what is left pays the oldest due. Of a transfer over several
 * leases every part follows, and the amounts stay: the bank knows only one. The same id again changes nothing.
 */
export async function correctPayment(tx: Tx, scope: Scope, input: Correction) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  const original = await getReversible(tx, scope, input.paymentId);
  const { undoneWith, isMoney } = paymentTraits[original.method];
  if (undoneWith === 'deposit') throw new DomainError('payment.from_deposit');
  if (!isMoney) throw new DomainError('payment.cannot_correct');
  const parts = original.transferId ? await listTransferParts(tx, scope, original.transferId) : [original];
  await lockLeases(tx, scope, [...new Set(parts.map((part) => part.leaseId))]);
  if (await isReplaced(tx, scope, input)) return { id: input.id };
  const isSplit = parts.length > 1;
  if (isSplit && input.amountCents !== original.amountCents) {
    throw new DomainError('payment.part_of_transfer', { field: 'amountCents' });
  }
  const transferId = original.transferId === null ? null : crypto.randomUUID();
  for (const part of parts) {
    const isThis = part.id === original.id;
    await replacePayment(tx, scope, part, {
      ...input,
      leaseId: part.leaseId,
      id: isThis ? input.id : crypto.randomUUID(),
      amountCents: isThis ? input.amountCents : part.amountCents,
      transferId,
    });
  }
  await settleWithCredits(tx, scope, [...new Set(parts.map((part) => part.leaseId))]);
  await recordAudit(tx, scope, {
    action: 'payment.correct',
    entity: 'payment',
    entityId: input.id,
    before: auditedFields(original),
    after: { ...auditedFields(input), changed: textsOf(original, input) },
  });
  return { id: input.id };
}

const auditedFields = ({ paidOn, amountCents, method }: Correction | Payment) => ({
  paidOn,
  amountCents,
  method,
});

/** Both payments say what was written with them; the trail stays when the person is deleted, and names which of it changed. */
const textsOf = (original: Payment, input: Correction) =>
  (['reference', 'note'] as const).filter((text) => original[text] !== input[text]);
