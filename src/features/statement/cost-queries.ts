import 'server-only';
import { and, asc, between, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { category, meter, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { Period } from '@/lib/period';
import { listReadings } from '../meter/queries';
import { isStanding } from '../transaction/queries';
import type { KnownMeter } from './meter-rules';
import type { Cost } from './rules';

/** The costs of a property and its units that tenants may bear, booked in some days or for days among them. */
export function listCosts(tx: Tx, scope: Scope, propertyId: string, days: Period): Promise<Cost[]> {
  return tx
    .select({
      id: transaction.id,
      categoryId: transaction.categoryId,
      categoryCode: category.code,
      categoryName: category.name,
      betrkvNo: category.betrkvNo,
      isRecoverable: category.isRecoverable,
      unitId: transaction.unitId,
      bookedOn: transaction.bookedOn,
      serviceFrom: transaction.serviceFrom,
      serviceTo: transaction.serviceTo,
      title: transaction.title,
      payee: transaction.payee,
      amountCents: transaction.amountCents,
      vatCents: transaction.vatCents,
      labourCents: transaction.labourCents,
      recoverableKey: transaction.recoverableKey,
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .where(
      and(
        isCostOf(tx, scope, propertyId, days),
        // What is said not to be passed on is the landlord's, whatever its category.
        isNotNull(transaction.recoverableKey),
      ),
    )
    .orderBy(asc(transaction.bookedOn), asc(transaction.id));
}

/** Condition on a booking and its category: an expense of a property, paid in the days or for some of them. */
const isCostOf = (tx: Tx, scope: Scope, propertyId: string, days: Period) =>
  and(
    within([transaction, category], scope),
    eq(transaction.propertyId, propertyId),
    eq(transaction.direction, 'expense'),
    isStanding(tx, scope),
    or(
      between(transaction.bookedOn, days.from, days.to),
      and(lte(transaction.serviceFrom, days.to), gte(transaction.serviceTo, days.from)),
    ),
  );

/** What was booked in categories that tenants bear and is said not to be passed on. */
export async function sumKeptBack(tx: Tx, scope: Scope, propertyId: string, period: Period): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${transaction.amountCents}), 0)`.mapWith(Number) })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .where(
      and(
        isCostOf(tx, scope, propertyId, period),
        eq(category.isRecoverable, true),
        isNull(transaction.recoverableKey),
      ),
    );
  return row?.cents ?? 0;
}

/** The meters of a property and its units with what they showed. */
export async function listHouseMeters(tx: Tx, scope: Scope, propertyId: string): Promise<KnownMeter[]> {
  const meters = await tx
    .select({
      id: meter.id,
      unitId: meter.unitId,
      kind: meter.kind,
      measure: meter.measure,
      factorThousandths: meter.factorThousandths,
      number: meter.number,
      location: meter.location,
      removedOn: meter.removedOn,
      calibratedUntil: meter.calibratedUntil,
      isByDays: meter.isByDays,
    })
    .from(meter)
    .where(and(within(meter, scope), eq(meter.propertyId, propertyId)))
    .orderBy(asc(meter.id));
  const readings = await listReadings(
    tx,
    scope,
    meters.map((row) => row.id),
  );
  const readingsOf = Map.groupBy(readings, (row) => row.meterId);
  return meters.map((row) => ({ ...row, readings: readingsOf.get(row.id) ?? [] }));
}
