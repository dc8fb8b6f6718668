import 'server-only';
import { and, asc, eq, gt, lte, min, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { property, transaction, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { findFirstReceipt } from '@/ledger';
import { maxDate, minDate, yearOf } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { readOccupancies } from '../occupancy/day-queries';
import { readOwners } from '../statistics/report-queries';
import { type BookedSum, listBookedSums, listSpentOn } from './booking-queries';
import { type Building, buildingCost } from './depreciation-rules';
import { fieldFor, fillForm } from './fill-rules';
import { listReceived, unitIdsOf } from './receipt-queries';
import { nearPurchaseEnd, taxFormOf } from './rules';
import type { taxFormInput, taxYearInput } from './schema';

type House = Awaited<ReturnType<typeof listHouses>>[number];

/** The properties whose form is known: those in Germany of a German portfolio, those in the US of an American one. */
const listHouses = async (tx: Tx, scope: Scope, propertyId: string | null) => {
  const rows = await tx
    .select({
      id: property.id,
      name: property.name,
      country: property.country,
      kind: property.kind,
      priceCents: property.purchasePriceCents,
      costsCents: property.purchaseCostsCents,
      buildingShareBp: property.buildingShareBp,
      yearBuilt: property.yearBuilt,
      purchasedOn: property.purchasedOn,
      soldOn: property.soldOn,
    })
    .from(property)
    .where(and(within(property, scope), propertyId === null ? undefined : eq(property.id, propertyId)))
    .orderBy(asc(property.sortName), asc(property.id));
  const form = taxFormOf(scope.jurisdiction);
  return rows.flatMap((row) =>
    form !== null && row.country === scope.jurisdiction ? [{ ...row, form }] : [],
  );
};

/**
 * The sums of every property that a form of a year asks for, with what is booked on no property; null where no form is known for
 * any. A running year counts until today.
 */
export async function getTaxYear(tx: Tx, scope: Scope, input: z.output<typeof taxYearInput>) {
  const [houses, years] = await Promise.all([listHouses(tx, scope, null), listYears(tx, scope)]);
  if (houses.length === 0) return null;
  const year = input.year ?? lastYearOf(years);
  const [entries, bookings, spent, ownUse] = await Promise.all([
    listReceived(tx, scope, year, houses, null),
    listBookings(tx, scope, year, houses, null),
    listSpentOn(tx, scope, `${year}-12-31`, ['depreciation'], { propertyId: null }),
    listOwnUsed(tx, scope, year),
  ]);
  const unplaced = { incomeCents: 0, costCents: 0 };
  const form = houses[0]?.form ?? null;
  for (const row of bookings) {
    if (row.propertyId !== null || form === null || fieldFor(form, row) === null) continue;
    unplaced[row.direction === 'income' ? 'incomeCents' : 'costCents'] += row.cents;
  }
  return {
    year,
    years,
    unplaced,
    rows: houses
      .map((house) => {
        const form = fillForm({
          year,
          form: house.form,
          building: buildingOf(house, spent),
          kind: house.kind,
          entries: entries.get(house.id) ?? [],
          bookings: bookings.filter((row) => row.propertyId === house.id),
        });
        const { incomeCents, costCents, resultCents, depreciation } = form;
        return {
          id: house.id,
          name: house.name,
          hasOwnUse: ownUse.has(house.id),
          incomeCents,
          costCents: costCents - (depreciation.result ?? 0),
          depreciationCents: depreciation.result,
          resultCents,
        };
      })
      .filter((row) => row.incomeCents !== 0 || row.costCents !== 0 || (row.depreciationCents ?? 0) !== 0),
  };
}

export type TaxYear = NonNullable<Awaited<ReturnType<typeof getTaxYear>>>;

/**
 * The form of one property for a year, field by field; null where none is known for its place.
 * @throws DomainError `not_found` for a stranger's property
 */
export async function getTaxForm(tx: Tx, scope: Scope, input: z.output<typeof taxFormInput>) {
  const { propertyId } = input;
  const [known] = await tx
    .select({ id: property.id })
    .from(property)
    .where(and(within(property, scope), eq(property.id, propertyId)));
  if (!known) throw new DomainError('not_found', { field: 'propertyId' });
  const [houses, years] = await Promise.all([listHouses(tx, scope, propertyId), listYears(tx, scope)]);
  const [house] = houses;
  if (!house) return null;
  const year = input.year ?? lastYearOf(years);
  const end = `${year}-12-31`;
  const nearUntil = house.purchasedOn === null ? null : nearPurchaseEnd(house.purchasedOn);
  const isNear =
    house.purchasedOn !== null &&
    nearUntil !== null &&
    nearUntil >= `${year}-01-01` &&
    house.purchasedOn <= end;
  const [entries, bookings, spent, upkeep, ownUseShare, owners] = await Promise.all([
    listReceived(tx, scope, year, houses, propertyId),
    listBookings(tx, scope, year, houses, propertyId),
    listSpentOn(tx, scope, end, ['depreciation'], { propertyId }),
    isNear && house.form === 'anlage_v'
      ? listSpentOn(tx, scope, minDate(nearUntil, scope.today), ['maintenance', 'depreciation'], {
          since: house.purchasedOn ?? end,
          propertyId,
        })
      : null,
    readOwnUse(tx, scope, year, house),
    readOwners(tx, scope, propertyId),
  ]);
  const building = buildingOf(house, spent);
  const form = fillForm({
    year,
    form: house.form,
    building,
    kind: house.kind,
    entries: entries.get(house.id) ?? [],
    bookings,
  });
  return {
    year,
    years,
    name: house.name,
    ...form,
    ownUseShare,
    owners,
    buildingCents: buildingCost(building),
    upkeep: upkeep && {
      spentCents: upkeep.reduce((sum, { cents, vatCents }) => sum + cents - vatCents, 0),
      until: nearUntil ?? end,
    },
  };
}

export type TaxFormOfYear = NonNullable<Awaited<ReturnType<typeof getTaxForm>>>;

const buildingOf = (house: House, spent: Awaited<ReturnType<typeof listSpentOn>>): Building => ({
  priceCents: house.priceCents,
  costsCents: house.costsCents ?? 0,
  buildingShareBp: house.buildingShareBp,
  yearBuilt: house.yearBuilt,
  purchasedOn: house.purchasedOn,
  soldOn: house.soldOn,
  improvements: spent
    .filter(({ propertyId }) => propertyId === house.id)
    .map(({ bookedOn, cents }) => ({ year: yearOf(bookedOn), cents })),
});

function listBookings(
  tx: Tx,
  scope: Scope,
  year: number,
  houses: readonly House[],
  propertyId: string | null,
): Promise<BookedSum[]> {
  const german = new Set(houses.filter(({ form }) => form === 'anlage_v').map(({ id }) => id));
  return listBookedSums(tx, scope, year, propertyId, (of) => of !== null && german.has(of));
}

/** The years with money, the newest first, this one always among them. */
async function listYears(tx: Tx, scope: Scope): Promise<number[]> {
  const [paidOn, [booked]] = await Promise.all([
    findFirstReceipt(tx, scope),
    tx
      .select({ first: min(transaction.bookedOn) })
      .from(transaction)
      .where(within(transaction, scope)),
  ]);
  const now = yearOf(scope.today);
  const first = yearOf(minDate(scope.today, paidOn, booked?.first));
  return Array.from({ length: now - first + 1 }, (_, at) => now - at);
}

/** The year that can be returned: the last whole one. */
const lastYearOf = ([now = 0, last = now]: readonly number[]): number => last;

/** The properties of which something was in own use in a year. */
async function listOwnUsed(tx: Tx, scope: Scope, year: number): Promise<Set<string>> {
  const later = alias(unitPeriod, 'later');
  const rows = await tx
    .selectDistinct({ propertyId: unit.propertyId })
    .from(unitPeriod)
    .innerJoin(unit, joins(unit.id, unitPeriod.unitId))
    .where(
      and(
        within([unitPeriod, unit], scope),
        unitPeriod.ownUse,
        lte(unitPeriod.validFrom, `${year}-12-31`),
        notExists(
          tx
            .select({ id: later.id })
            .from(later)
            .where(
              and(
                within(later, scope),
                eq(later.unitId, unitPeriod.unitId),
                gt(later.validFrom, unitPeriod.validFrom),
                lte(later.validFrom, `${year}-01-01`),
              ),
            ),
        ),
      ),
    );
  return new Set(rows.map(({ propertyId }) => propertyId));
}

/** The part of the days of all units in which the owner used them, in hundredths of a per cent; null where that was none. */
async function readOwnUse(tx: Tx, scope: Scope, year: number, house: House): Promise<number | null> {
  const from = maxDate(`${year}-01-01`, house.purchasedOn);
  const period = { from, to: minDate(`${year}-12-31`, scope.today, house.soldOn) };
  if (period.to < period.from) return null;
  const unitIds = await unitIdsOf(tx, scope, house.id);
  const { current } = await readOccupancies(
    tx,
    scope,
    { current: period, previous: period },
    { kind: 'property', propertyId: house.id, unitIds },
  );
  const days = [...current.months.values()];
  const own = days.reduce((sum, one) => sum + one.ownUseDays, 0);
  const all = own + days.reduce((sum, one) => sum + one.letDays + one.vacantDays, 0);
  return own === 0 ? null : Math.round((10_000 * own) / all);
}
