import 'server-only';
import { and, asc, isNull, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, lease, leaseUnit, openItem, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { chargeState } from '../rules';
import { findWaived } from './waived';

/** A charge with what it comes to and what is open of it. */
export const chargeColumns = {
  id: charge.id,
  leaseId: charge.leaseId,
  kind: charge.kind,
  periodFrom: charge.periodFrom,
  periodTo: charge.periodTo,
  dueOn: charge.dueOn,
  note: charge.note,
  totalCents: openItem.totalCents,
  openCents: openItem.openCents,
};

/** A page of the leases that meet a condition (on the lease and its units) by place, and of one place by time. */
export async function pageOfLeases(
  tx: Tx,
  scope: Scope,
  page: { cursor?: string | null; limit: number },
  isAsked: SQL | undefined,
) {
  const after = decodeCursor(page.cursor, 'text');
  const place = sql<string>`min(${property.sortName} || ' ' || ${unit.sortName}) || ' ' || to_char(${lease.startsOn}, 'YYYY-MM-DD')`;
  const rows = await tx
    .select({ id: lease.id, startsOn: lease.startsOn, endsOn: lease.endsOn, key: place })
    .from(lease)
    .innerJoin(leaseUnit, joins(leaseUnit.leaseId, lease.id))
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([lease, leaseUnit, unit, property], scope), isNull(lease.voidedAt), isAsked))
    .groupBy(lease.id, lease.startsOn, lease.endsOn)
    .having(after ? sql`(${place}, ${lease.id}) > (${after.key}, ${after.id}::uuid)` : undefined)
    .orderBy(asc(place), asc(lease.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, (row) => ({ key: row.key, id: row.id }));
}

/** The charges of the leases that meet a condition, by their due days, each with its state today. */
export async function listChargesOf(tx: Tx, scope: Scope, leaseIds: string[], isAsked: SQL | undefined) {
  if (leaseIds.length === 0) return [];
  const rows = await tx
    .select({
      ...chargeColumns,
      basis: charge.basis,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        isNull(charge.correctsChargeId),
        isAmong(charge.leaseId, leaseIds),
        isAsked,
      ),
    )
    .orderBy(asc(charge.dueOn), asc(charge.id));
  const waived = await findWaived(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    state: chargeState({ ...row, waived: waived.has(row.id) }, scope.today),
  }));
}
