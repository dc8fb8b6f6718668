import 'server-only';
import { and, asc, gt, not } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, rent, rentLine, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/** Leases that ever had a rent with VAT, each with the property it is about; one entered by mistake never was one. */
export async function listVatLeases(tx: Tx, scope: Scope): Promise<Map<string, string>> {
  const rows = await tx
    .selectDistinctOn([leaseUnit.leaseId], { leaseId: leaseUnit.leaseId, propertyId: unit.propertyId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(
      and(
        within([leaseUnit, unit], scope),
        not(leaseUnit.isVoided),
        isAmong(
          leaseUnit.leaseId,
          tx
            .select({ id: rent.leaseId })
            .from(rent)
            .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
            .where(and(within([rent, rentLine], scope), gt(rentLine.vatRateBp, 0))),
        ),
      ),
    )
    .orderBy(asc(leaseUnit.leaseId), asc(leaseUnit.fromOn), asc(unit.sortName), asc(unit.id));
  return new Map(rows.map(({ leaseId, propertyId }) => [leaseId, propertyId]));
}
