import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import type { revertReturnInput } from '../inputs';
import { voidCharges } from '../rows/corrections';
import { openCredit } from '../rows/credits';
import { lockLeases } from '../rows/lock';
import { getReversible, insertPayment, listTransferParts, type Payment } from '../rows/payments';
import { claimRefund, listClaims, takeMoney } from '../rows/refunds';
import { takeBack } from '../rows/reversals';
import { settleAgain, settleWithCredits } from '../rows/settle';

/**
 * Takes back that the bank returned a payment, for one it never did: the money is there again from the day it
 * was said to have gone, settles what it had settled, and the bank's fee is void. What was recorded stays in sight,
 * so that no day in between has the money twice. A refund that was delivered after all takes the credit down again, and what it
 * has paid since is open. The same id again changes nothing.
 */
export async function revertReturn(tx: Tx, scope: Scope, input: z.output<typeof revertReturnInput>) {
  const original = await getReversible(tx, scope, input.paymentId);
  const parts = original.transferId ? await listTransferParts(tx, scope, original.transferId) : [original];
  const leaseIds = [...new Set(parts.map((part) => part.leaseId))];
  await lockLeases(tx, scope, leaseIds);
  const ids = parts.map((part) => part.id);
  const replaced = await listWhere(tx, scope, 'replacesPaymentId', ids);
  if (replaced.some((row) => row.id === input.id && row.replacesPaymentId === original.id))
    return { id: input.id };
  const returns = (await listWhere(tx, scope, 'reversesPaymentId', ids)).filter((row) => row.isReturned);
  const returned = returns.find((row) => row.reversesPaymentId === original.id);
  if (!returned || replaced.length > 0) throw new DomainError('payment.not_returned');
  const transferId = original.transferId === null ? null : crypto.randomUUID();
  for (const part of parts) {
    const theReturn = returns.find((row) => row.reversesPaymentId === part.id);
    if (!theReturn) continue;
    const id = part.id === original.id ? input.id : crypto.randomUUID();
    await bringBack(tx, scope, { part, theReturn, id, transferId });
  }
  await voidCharges(tx, scope, await listFees(tx, scope, ids));
  await unclaim(
    tx,
    scope,
    returns.map((row) => row.id),
  );
  await settleWithCredits(tx, scope, leaseIds);
  await recordAudit(tx, scope, {
    action: 'payment.revert_return',
    entity: 'payment',
    entityId: input.id,
    before: { paidOn: original.paidOn, returnedOn: returned.paidOn },
    after: { paidOn: returned.paidOn, amountCents: original.amountCents },
  });
  return { id: input.id };
}

const listWhere = (tx: Tx, scope: Scope, column: 'replacesPaymentId' | 'reversesPaymentId', ids: string[]) =>
  tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment[column], ids)));

/** What was owed back because this money was missing is not: the refund came out of it after all. */
async function unclaim(tx: Tx, scope: Scope, returnIds: string[]): Promise<void> {
  const claims = await listClaims(tx, scope, returnIds);
  for (const [, [claim]] of Map.groupBy(claims, (row) => row.transferId)) {
    if (claim) await takeBack(tx, scope, claim, { id: crypto.randomUUID(), note: null });
  }
}

/** A payment like the one that was returned, from the day it was returned, on what that one had settled until then. */
async function bringBack(
  tx: Tx,
  scope: Scope,
  again: { part: Payment; theReturn: Payment; id: string; transferId: string | null },
): Promise<void> {
  const { part, theReturn, id, transferId } = again;
  await insertPayment(tx, scope, {
    id,
    leaseId: part.leaseId,
    paidOn: theReturn.paidOn,
    amountCents: part.amountCents,
    direction: part.direction,
    method: part.method,
    payerTenantId: part.payerTenantId,
    bankAccountId: part.bankAccountId,
    reference: part.reference,
    note: part.note,
    transferId,
    replacesPaymentId: part.id,
  });
  if (part.direction === 'out') {
    const { leaseId, amountCents } = part;
    const refund = { leaseId, amountCents, refundPaymentId: id };
    // The credit may have paid something since: that is open again.
    const missing = await takeMoney(tx, scope, refund);
    const returned = { on: theReturn.paidOn, id };
    if (missing > 0) await claimRefund(tx, scope, { ...refund, amountCents: missing }, returned);
    return;
  }
  await openCredit(tx, scope, {
    paymentId: id,
    leaseId: part.leaseId,
    paidOn: theReturn.paidOn,
    openCents: part.amountCents,
  });
  const settled = await tx
    .select({
      id: allocation.id,
      paymentId: allocation.paymentId,
      chargeId: allocation.chargeId,
      lineId: allocation.chargeLineId,
      amountCents: allocation.amountCents,
      effectiveOn: allocation.effectiveOn,
    })
    .from(allocation)
    .where(
      and(
        within(allocation, scope),
        eq(allocation.paymentId, part.id),
        gt(allocation.amountCents, sql`0`),
        sql`exists (
          select 1 from hausbuch.allocation later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_allocation_id = ${allocation.id}
            and later.allocated_at = ${theReturn.recordedAt.toISOString()}::timestamptz
        )`,
      ),
    );
  await settleAgain(tx, scope, id, settled);
}

/** What the tenant was charged for these payments having been returned, as far as it still stands. */
const listFees = (tx: Tx, scope: Scope, paymentIds: string[]) =>
  tx
    .select({ chargeId: charge.id })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        isAmong(charge.returnedPaymentId, paymentIds),
        gt(openItem.totalCents, sql`0`),
      ),
    );
