import 'server-only';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { listProved } from '../reads/origins';

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
  const unnamed = await tx
    .select({ id: payment.id, reverses: payment.reversesPaymentId })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        isAmong(payment.leaseId, leaseIds),
        isNull(payment.payerTenantId),
        isNotNull(payment.reference),
      ),
    );
  // What took it back, or took its place, says its words again.
  const origin = (row: (typeof unnamed)[number]) => row.reverses ?? row.id;
  const proved = await listProved(tx, scope, unnamed.map(origin));
  const ofBank = unnamed.filter((row) => proved.has(origin(row)));
  await tx
    .update(payment)
    .set({ reference: null })
    .where(
      and(
        within(payment, scope),
        isAmong(
          payment.id,
          ofBank.map(({ id }) => id),
        ),
      ),
    );
}
