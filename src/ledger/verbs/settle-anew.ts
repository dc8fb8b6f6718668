import 'server-only';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, auditEvent, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { recordedMethods } from '@/domain/account-kinds';
import { listEarlier } from '../reads/standing-payments';
import { listStandingAllocations, reverseAllocations } from '../rows/allocations';
import { changeCredits } from '../rows/credits';
import { settleWithCredits } from '../rows/settle';

/**
 * Lets the payments of a lease settle what the law puts first (§ 366 (2) BGB) once more, after its debts became others than
 * they had been: they do as if it had always been these. What a payment was for by its stated purpose or was put to by hand
 * stays (§ 366 (1) BGB), and so do the parts of a transfer. The caller holds the lease.
 */
export async function settleAnew(tx: Tx, scope: Scope, leaseId: string): Promise<void> {
  const standing = await tx
    .select({ id: payment.id, replaces: payment.replacesPaymentId })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        sql`${payment.leaseId} = ${leaseId}`,
        inArray(payment.method, recordedMethods),
        isNull(payment.transferId),
      ),
    );
  const replaced = await listEarlier(tx, scope, standing);
  const chainOf = (id: string): string[] => {
    const before = replaced.get(id);
    return before ? [id, ...chainOf(before)] : [id];
  };
  const stated = await listStatedByHand(
    tx,
    scope,
    standing.flatMap(({ id }) => chainOf(id)),
  );
  const ids = standing.map(({ id }) => id).filter((id) => !chainOf(id).some((one) => stated.has(one)));
  if (ids.length === 0) return;
  const parts = await listStandingAllocations(tx, scope, isAmong(allocation.paymentId, ids));
  await reverseAllocations(tx, scope, parts);
  await changeCredits(
    tx,
    scope,
    parts.map(({ paymentId, amountCents }) => ({ paymentId, byCents: amountCents })),
  );
  await settleWithCredits(tx, scope, [leaseId]);
}

/** Of payments those that came for a stated purpose, or were put to charges by hand since: the journal says so. */
async function listStatedByHand(tx: Tx, scope: Scope, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: auditEvent.entityId })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        sql`${auditEvent.entity} = 'payment'`,
        isAmong(auditEvent.entityId, ids),
        sql`(${auditEvent.action} = 'payment.allocate' or (${auditEvent.action} = 'payment.record'
          and jsonb_array_length(${auditEvent.after} -> 'chargeIds') > 0))`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
