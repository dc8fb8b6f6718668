import 'server-only';
import { and, eq } from 'drizzle-orm';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';

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
    .where(and(eq(leaseTenant.portfolioId, scope.portfolioId), eq(leaseTenant.tenantId, tenantId)));
  return rows.map((row) => row.id);
}

/** The leases that have or had a unit of the property. */
export const leaseIdsOf = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, and(eq(unit.portfolioId, leaseUnit.portfolioId), eq(unit.id, leaseUnit.unitId)))
    .where(
      and(
        eq(leaseUnit.portfolioId, scope.portfolioId),
        eq(unit.portfolioId, scope.portfolioId),
        eq(unit.propertyId, propertyId),
      ),
    );
