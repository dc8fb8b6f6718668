import { and, type Column, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { CalendarDate } from '@/lib/calendar';
import type { Tx } from './client';
import { leaseUnit, property, unit } from './schema';
import type { Scope } from './scope';
import { isUnsoldOn } from './unsold';
import { joins, within } from './within';

/** What a lease still lets on a day or later that is not the buyer's by then: to ask whether its rent goes on. */
export const ownUnits = (tx: Tx, scope: Scope, leaseId: Column, day: CalendarDate) =>
  tx
    .select({ one: sql`1` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within([leaseUnit, unit, property], scope),
        eq(leaseUnit.leaseId, leaseId),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, day)),
        isUnsoldOn(day),
      ),
    );
