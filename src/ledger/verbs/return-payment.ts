import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, charge } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import { inLegalOrder } from '../allocation-rules';
import type { returnPaymentInput } from '../inputs';
import { listStandingAllocations } from '../rows/allocations';
import type { ChargeDraft } from '../rows/charges';
import { listLinesOf } from '../rows/lines';
import { getReversible, type Payment } from '../rows/payments';
import { takeBack } from '../rows/reversals';
import { postCharges, singleLine } from './post-charges';

/**
 * The bank took a payment back on a day; its fee, if any, becomes a charge of the lease: a cost of the debt the payment
 * had settled (§ 367 (1) BGB), of several that which the law puts first.
 */
export async function returnPayment(tx: Tx, scope: Scope, input: z.output<typeof returnPaymentInput>) {
  const original = await getReversible(tx, scope, input.paymentId);
  if (original.direction === 'out' || !paymentTraits[original.method].isMoney)
    throw new DomainError('payment.cannot_return');
  if (input.returnedOn > scope.today) throw new DomainError('payment.in_future', { field: 'returnedOn' });
  if (input.returnedOn < original.paidOn) {
    throw new DomainError('payment.returned_before_paid', { field: 'returnedOn' });
  }
  const debtChargeId = input.feeCents > 0 ? await findDebt(tx, scope, original.id) : null;
  const isNew = await takeBack(tx, scope, original, {
    id: input.id,
    note: input.note,
    returnedOn: input.returnedOn,
  });
  if (!isNew) {
    if (!(await hasFee(tx, scope, original, input))) throw new DomainError('payment.id_used_differently');
    return { id: input.id };
  }
  if (input.feeCents > 0) {
    const fee: ChargeDraft = {
      id: input.feeChargeId,
      leaseId: original.leaseId,
      kind: 'fee',
      periodFrom: null,
      periodTo: null,
      dueOn: input.returnedOn,
      returnedPaymentId: original.id,
      note: input.note,
      lines: singleLine('fee', input.feeCents, debtChargeId),
    };
    const posted = await postCharges(tx, scope, [fee], input.returnedOn);
    if (!posted.has(input.feeChargeId)) throw new DomainError('already_exists');
  }
  await recordAudit(tx, scope, {
    action: 'payment.return',
    entity: 'payment',
    entityId: original.id,
    before: { amountCents: original.amountCents, paidOn: original.paidOn },
    after: { returnedOn: input.returnedOn, feeCents: input.feeCents },
  });
  return { id: input.id };
}

/** Whether the fee of a return that is recorded is the one that is asked for, or none. */
async function hasFee(tx: Tx, scope: Scope, original: Payment, input: z.output<typeof returnPaymentInput>) {
  const [fee] = await tx
    .select({ id: charge.id, amountCents: charge.totalCents })
    .from(charge)
    .where(
      and(
        within(charge, scope),
        eq(charge.leaseId, original.leaseId),
        eq(charge.returnedPaymentId, original.id),
        isNull(charge.correctsChargeId),
      ),
    );
  if (input.feeCents === 0) return fee === undefined;
  return fee?.id === input.feeChargeId && fee.amountCents === input.feeCents;
}

/** The first of the debts that a payment settles; null where it settles none. */
async function findDebt(tx: Tx, scope: Scope, paymentId: string): Promise<string | null> {
  const standing = await listStandingAllocations(tx, scope, eq(allocation.paymentId, paymentId));
  const lines = await listLinesOf(tx, scope, [...new Set(standing.map((part) => part.chargeId))]);
  const settled = lines.filter((line) => standing.some((part) => part.lineId === line.lineId));
  return inLegalOrder(settled.map((line) => line.debt))[0]?.id ?? null;
}
