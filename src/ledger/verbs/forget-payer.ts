import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankMatch, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

/**
 * Payments of a tenant who is erased stay; who paid them, and what was written with them, is forgotten. On leases that others go on
 * with so are the words of the bank, whose lines forget theirs, on what nobody is entered for.
 */
export async function forgetPayer(
  tx: Tx,
  scope: Scope,
  { tenantId, leaseIds }: { tenantId: string; leaseIds: string[] },
): Promise<void> {
  await tx
    .update(payment)
    .set({ payerTenantId: null, reference: null, note: null })
    .where(and(within(payment, scope), eq(payment.payerTenantId, tenantId)));
  const ofBank = tx.select({ id: bankMatch.paymentId }).from(bankMatch).where(within(bankMatch, scope));
  await tx
    .update(payment)
    .set({ reference: null })
    .where(
      and(
        within(payment, scope),
        isAmong(payment.leaseId, leaseIds),
        isNull(payment.payerTenantId),
        isAmong(payment.id, ofBank),
      ),
    );
}
