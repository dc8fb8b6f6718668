import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

/** Payments of a tenant who is erased stay; who paid them is forgotten. */
export async function forgetPayer(tx: Tx, scope: Scope, tenantId: string): Promise<void> {
  await tx
    .update(payment)
    .set({ payerTenantId: null })
    .where(and(within(payment, scope), eq(payment.payerTenantId, tenantId)));
}
