import 'server-only';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { ofLeases, on, type Tenancies } from '@/db/of-leases';
import { charge, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

const chargeDays = {
  first: sql`coalesce(${charge.periodFrom}, ${charge.dueOn})`,
  last: sql`coalesce(${charge.periodTo}, ${charge.dueOn})`,
};

/** Charges and payments that are about a tenant: of their leases in the days they were on them, and what they paid anywhere. */
export async function listPostingsAbout(tx: Tx, scope: Scope, tenantId: string, leases: Tenancies) {
  const charges = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(and(within(charge, scope), ofLeases(leases, charge.leaseId, chargeDays)));
  const payments = await tx
    .select({ id: payment.id, leaseId: payment.leaseId, payerTenantId: payment.payerTenantId })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        or(ofLeases(leases, payment.leaseId, on(payment.paidOn)), eq(payment.payerTenantId, tenantId)),
      ),
    );
  return { chargeIds: charges.map((row) => row.id), payments };
}

/** The tenants who are known to have paid for leases. */
export async function listPayers(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  return tx
    .selectDistinct({ leaseId: payment.leaseId, tenantId: payment.payerTenantId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.leaseId, leaseIds), isNotNull(payment.payerTenantId)));
}
