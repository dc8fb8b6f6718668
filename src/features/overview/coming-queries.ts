import 'server-only';
import { and, asc, between, eq, exists, gt, isNull, not, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '@/db/client';
import { handover, lease, leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isUnsoldOn } from '@/db/unsold';
import { joins, within } from '@/db/within';
import { isOwnedOn } from '@/features/occupancy/owned-queries';
import type { CalendarDate } from '@/lib/calendar';

const next = alias(leaseUnit, 'next');

/** Leases that end from today to the day with a unit that is still one's own and nobody has rented then, the first to end first. */
export async function listEndings(tx: Tx, scope: Scope, to: CalendarDate, limit: number) {
  const letAgain = tx
    .select({ one: sql`1` })
    .from(next)
    .where(
      and(
        within(next, scope),
        eq(next.unitId, leaseUnit.unitId),
        not(next.isVoided),
        gt(next.fromOn, lease.endsOn),
      ),
    );
  const leftEmpty = tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        joins(leaseUnit.leaseId, lease.id),
        eq(leaseUnit.toOn, lease.endsOn),
        isOwnedOn(sql`${lease.endsOn} + 1`),
        notExists(letAgain),
      ),
    );
  const rows = await tx
    .select({
      leaseId: lease.id,
      version: lease.version,
      endsOn: lease.endsOn,
      noticeGivenOn: lease.noticeGivenOn,
    })
    .from(lease)
    .where(
      and(
        within(lease, scope),
        isNull(lease.voidedAt),
        between(lease.endsOn, scope.today, to),
        exists(leftEmpty),
      ),
    )
    .orderBy(asc(lease.endsOn), asc(lease.id))
    .limit(limit);
  return rows.map(({ endsOn, ...row }) => ({ ...row, endsOn: endsOn ?? to }));
}

/**
 * Leases that begin after today and by the day in a house that is still one's own then, and have no record of moving in yet,
 * the first to begin first.
 */
export async function listBeginnings(tx: Tx, scope: Scope, to: CalendarDate, limit: number) {
  const handedOver = tx
    .select({ one: sql`1` })
    .from(handover)
    .where(
      and(
        within(handover, scope),
        eq(handover.leaseId, lease.id),
        eq(handover.kind, 'move_in'),
        isNull(handover.voidedAt),
      ),
    );
  const lets = tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        joins(leaseUnit.leaseId, lease.id),
        isUnsoldOn(sql`${lease.startsOn}`),
      ),
    );
  return tx
    .select({ leaseId: lease.id, startsOn: lease.startsOn })
    .from(lease)
    .where(
      and(
        within(lease, scope),
        isNull(lease.voidedAt),
        gt(lease.startsOn, scope.today),
        sql`${lease.startsOn} <= ${to}`,
        notExists(handedOver),
        exists(lets),
      ),
    )
    .orderBy(asc(lease.startsOn), asc(lease.id))
    .limit(limit);
}
