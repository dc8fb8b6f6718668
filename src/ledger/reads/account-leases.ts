import 'server-only';
import { and, eq } from 'drizzle-orm';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/** The leases an account is made of: one, or all of a tenant. */
export async function findAccountLeases(
  tx: Tx,
  scope: Scope,
  input: { leaseId?: string | null; tenantId?: string | null },
): Promise<string[]> {
  if (input.leaseId) {
    await assertExists(tx, scope, lease, input.leaseId);
    return [input.leaseId];
  }
  const tenantId = input.tenantId ?? '';
  await assertExists(tx, scope, tenant, tenantId);
  const rows = await tx
    .selectDistinct({ id: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, tenantId)));
  return rows.map((row) => row.id);
}

/** The leases that have or had a unit of the property. */
export const leaseIdsOf = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(unit.propertyId, propertyId)));
