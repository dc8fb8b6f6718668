import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { changesBetween } from '@/lib/server/changes';
import { splitTransfer } from '../allocation-rules';
import type { recordTransferInput } from '../inputs';
import { listOpenLines } from '../rows/lines';
import { lockForNew } from '../rows/lock';
import { insertPayment } from '../rows/payments';
import { settleWithPayment } from '../rows/settle';

/**
 * Records one transfer for several leases as one payment each. The same id again changes nothing.
 */
export async function recordTransfer(tx: Tx, scope: Scope, input: z.output<typeof recordTransferInput>) {
  if (input.paidOn > scope.today) throw new DomainError('payment.in_future', { field: 'paidOn' });
  await lockForNew(tx, scope, input.leaseIds);
  const { paidOn, method, payerTenantId, bankAccountId, reference, note } = input;
  const shared = { paidOn, method, payerTenantId, bankAccountId, reference, note };
  const earlier = await tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), eq(payment.transferId, input.id)));
  if (earlier.length > 0) {
    const byHand = new Map(input.parts?.map((part) => [part.leaseId, part.amountCents]));
    const isSame =
      sumCents(earlier.map((part) => part.amountCents)) === input.amountCents &&
      earlier.every(
        (part) =>
          input.leaseIds.includes(part.leaseId) &&
          (input.parts === null || byHand.get(part.leaseId) === part.amountCents) &&
          !changesBetween(part, shared),
      );
    if (!isSame) throw new DomainError('payment.id_used_differently');
    return {
      id: input.id,
      parts: earlier.map(({ leaseId, amountCents }) => ({ leaseId, amountCents })),
      paymentIds: earlier.map((part) => part.id),
    };
  }
  const parts = await partsOf(tx, scope, input);
  const paymentIds: string[] = [];
  for (const part of parts) {
    const row = { id: crypto.randomUUID(), paidOn, ...part };
    await insertPayment(tx, scope, { ...shared, ...row, direction: 'in', transferId: input.id });
    await settleWithPayment(tx, scope, row);
    paymentIds.push(row.id);
    await recordAudit(tx, scope, {
      action: 'payment.record',
      entity: 'payment',
      entityId: row.id,
      after: { leaseId: row.leaseId, paidOn: row.paidOn, amountCents: row.amountCents, transferId: input.id },
    });
  }
  return { id: input.id, parts, paymentIds };
}

async function partsOf(tx: Tx, scope: Scope, input: z.output<typeof recordTransferInput>) {
  const { amountCents, leaseIds } = input;
  if (input.parts === null) {
    const openLines = await listOpenLines(tx, scope, leaseIds);
    return splitTransfer({ amountCents, leaseIds, openLines, paidOn: input.paidOn });
  }
  if (sumCents(input.parts.map((part) => part.amountCents)) !== amountCents) {
    throw new DomainError('payment.parts_sum_differs', { field: 'parts' });
  }
  return input.parts.filter((part) => part.amountCents > 0);
}
