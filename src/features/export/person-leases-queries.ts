import 'server-only';
import { and, eq, isNotNull, not, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  costStatementLease,
  lease,
  leaseTenant,
  leaseUnit,
  letter,
  letterTenant,
  meter,
  receiptRoom,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listPayers } from '@/ledger';
import { commonDays, tenanciesOf } from './day-rules';

/** What rows of a table name in a column, each once. */
export async function namedBy(
  tx: Tx,
  scope: Scope,
  table: PgTable & { portfolioId: AnyPgColumn },
  column: AnyPgColumn,
  which: SQL | undefined,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: column })
    .from(table)
    .where(and(within(table, scope), isNotNull(column), which));
  return rows.map((row) => String(row.id));
}

/** Others whom something of leases names: who is on them, or was before somebody took them off. */
async function findNear(tx: Tx, scope: Scope, tenantId: string, leaseIds: readonly string[]) {
  const on = await tx
    .select({ leaseId: leaseTenant.leaseId, tenantId: leaseTenant.tenantId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.leaseId, leaseIds)));
  const written = await tx
    .selectDistinct({ leaseId: letter.leaseId, tenantId: letterTenant.tenantId })
    .from(letterTenant)
    .innerJoin(letter, joins(letter.id, letterTenant.letterId))
    .where(and(within([letterTenant, letter], scope), isAmong(letter.leaseId, leaseIds)));
  const shown = await tx
    .selectDistinct({ leaseId: costStatementLease.leaseId, tenantId: receiptRoom.tenantId })
    .from(receiptRoom)
    .innerJoin(costStatementLease, joins(costStatementLease.id, receiptRoom.statementLeaseId))
    .where(
      and(within([receiptRoom, costStatementLease], scope), isAmong(costStatementLease.leaseId, leaseIds)),
    );
  const paid = await listPayers(tx, scope, leaseIds);
  return [...on, ...written, ...shown, ...paid].filter(
    (one) => one.tenantId !== null && one.tenantId !== tenantId,
  );
}

/**
 * The leases somebody is or was on. Of nobody else are those they were on from the first day to the last, and that name nobody else
 * in anything; a tenant that was erased has left no name.
 */
export async function findLeases(tx: Tx, scope: Scope, tenantId: string) {
  const rows = await tx
    .select({
      leaseId: leaseTenant.leaseId,
      fromOn: leaseTenant.fromOn,
      toOn: leaseTenant.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
    })
    .from(leaseTenant)
    .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
    .where(and(within([leaseTenant, lease], scope), eq(leaseTenant.tenantId, tenantId)));
  const leaseIds = [...new Set(rows.map((row) => row.leaseId))];
  const near = await findNear(tx, scope, tenantId, leaseIds);
  const times = tenanciesOf(rows);
  const isWhole = (id: string) =>
    times.some(({ leaseId, from, to }) => leaseId === id && from === null && to === null);
  const soleIds = leaseIds.filter((id) => isWhole(id) && !near.some((one) => one.leaseId === id));
  return {
    leaseIds,
    soleIds,
    shared: times.filter((one) => !soleIds.includes(one.leaseId)),
    nearIds: [...new Set(near.flatMap((one) => one.tenantId ?? []))],
  };
}

/** The units of leases with the days they were the person's, and what counts there. */
export async function findPlaces(
  tx: Tx,
  scope: Scope,
  { leaseIds, shared }: Awaited<ReturnType<typeof findLeases>>,
) {
  const units = await tx
    .select({
      leaseId: leaseUnit.leaseId,
      unitId: leaseUnit.unitId,
      propertyId: unit.propertyId,
      from: leaseUnit.fromOn,
      to: leaseUnit.toOn,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(
      and(within([leaseUnit, unit], scope), not(leaseUnit.isVoided), isAmong(leaseUnit.leaseId, leaseIds)),
    );
  const unitIds = [...new Set(units.map((one) => one.unitId))];
  const meters = await tx
    .select({ id: meter.id, unitId: meter.unitId })
    .from(meter)
    .where(and(within(meter, scope), isAmong(meter.unitId, unitIds)));
  const held = units.flatMap(({ leaseId, unitId, from, to }) => {
    const meterIds = meters.filter((one) => one.unitId === unitId).map((one) => one.id);
    const times = shared.filter((one) => one.leaseId === leaseId);
    const days = times.length === 0 ? [{ from, to }] : times.map((one) => commonDays({ from, to }, one));
    return days.flatMap((one) => (one && meterIds.length > 0 ? [{ ...one, meterIds }] : []));
  });
  return {
    held,
    unitIds,
    propertyIds: [...new Set(units.map((one) => one.propertyId))],
    meterIds: meters.map((one) => one.id),
  };
}
