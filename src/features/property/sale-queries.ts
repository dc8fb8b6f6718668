import 'server-only';
import { and, eq, min } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isHandedOver } from '@/db/handed-over';
import { deposit, depositMovement, lease, leaseUnit, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { findSaleDays } from '@/features/occupancy/sale-queries';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';

/**
 * Refuses a sale that is taken back or moved behind the day on which a deposit of the house was handed over to the buyer: it would
 * have left for nobody. The sale stands as it is to be; called within its change.
 */
export async function assertHandedOverSince(tx: Tx, scope: Scope, propertyId: string): Promise<void> {
  const letHere = tx
    .select({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(unit.propertyId, propertyId)));
  await lockLeases(tx, scope, [...new Set((await letHere).map(({ id }) => id))].toSorted());
  const rows = await tx
    .select({ id: lease.id, endsOn: lease.endsOn, firstOn: min(depositMovement.bookedOn) })
    .from(depositMovement)
    .innerJoin(deposit, joins(deposit.id, depositMovement.depositId))
    .innerJoin(lease, joins(lease.id, deposit.leaseId))
    .where(
      and(
        within([depositMovement, deposit, lease], scope),
        isAmong(deposit.leaseId, letHere),
        isHandedOver(tx, scope),
      ),
    )
    .groupBy(lease.id, lease.endsOn);
  const saleDays = await findSaleDays(tx, scope, rows);
  const isOfNobody = rows.some(({ id, firstOn }) => {
    const soldOn = saleDays.get(id);
    return soldOn === undefined || (firstOn !== null && firstOn < soldOn);
  });
  if (isOfNobody) throw new DomainError('property.deposit_handed_over', { field: 'soldOn' });
}
