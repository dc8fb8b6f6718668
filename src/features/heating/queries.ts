import 'server-only';
import { and, asc, between, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { category, heatingPlant, heatingYear, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import type { Period } from '@/lib/period';
import { ownDaysOf } from '@/statement';
import { getHouse, listHouseLeases, listHouseUnits } from '../occupancy/house-queries';
import { nameLeases } from '../occupancy/party-queries';
import { isStanding } from '../transaction/queries';
import { linesOfPlant, servedBy, usersOf } from './circle-rules';
import { plantPeriod } from './rules';
import type { listPlantsInput, Plant, PlantYear, yearInput } from './schema';
import { fuelOf, knownBefore, stockLeft } from './year-rules';

const plantColumns = {
  id: heatingPlant.id,
  propertyId: heatingPlant.propertyId,
  version: heatingPlant.version,
  name: heatingPlant.name,
  sharedBy: heatingPlant.sharedBy,
  startMonth: heatingPlant.startMonth,
  unitIds: heatingPlant.unitIds,
  categoryIds: heatingPlant.categoryIds,
  makesHotWater: heatingPlant.makesHotWater,
  isMeterCostly: heatingPlant.isMeterCostly,
  hasStock: heatingPlant.hasStock,
  heatBp: heatingPlant.heatBp,
  hotWaterBp: heatingPlant.hotWaterBp,
  isMoreAgreed: heatingPlant.isMoreAgreed,
  fixedBy: heatingPlant.fixedBy,
  heatSource: heatingPlant.heatSource,
  hasCo2: heatingPlant.hasCo2,
  co2Use: heatingPlant.co2Use,
  co2Model: heatingPlant.co2Model,
  co2Obstacle: heatingPlant.co2Obstacle,
  co2HalfSince: heatingPlant.co2HalfSince,
  restartsYearly: heatingPlant.restartsYearly,
  isRemotelyRead: heatingPlant.isRemotelyRead,
  informs: heatingPlant.informs,
};
const yearColumns = {
  plantId: heatingYear.plantId,
  version: heatingYear.version,
  periodFrom: heatingYear.periodFrom,
  periodTo: heatingYear.periodTo,
  hotWaterBy: heatingYear.hotWaterBy,
  hotWaterEnergy: heatingYear.hotWaterEnergy,
  totalEnergy: heatingYear.totalEnergy,
  hotWaterVolume: heatingYear.hotWaterVolume,
  celsius10: heatingYear.celsius10,
  hotWaterShareBp: heatingYear.hotWaterShareBp,
  openingQuantity: heatingYear.openingQuantity,
  openingCents: heatingYear.openingCents,
  closingQuantity: heatingYear.closingQuantity,
  deliveries: heatingYear.deliveries,
  co2Grams: heatingYear.co2Grams,
  co2CostCents: heatingYear.co2CostCents,
  billFrom: heatingYear.billFrom,
  billTo: heatingYear.billTo,
  co2Bills: heatingYear.co2Bills,
  estimates: heatingYear.estimates,
  groups: heatingYear.groups,
  groupBp: heatingYear.groupBp,
  totalCents: heatingYear.totalCents,
  co2Way: heatingYear.co2Way,
  co2LandlordCents: heatingYear.co2LandlordCents,
  amounts: heatingYear.amounts,
  energyMix: heatingYear.energyMix,
  greenhouseGrams: heatingYear.greenhouseGrams,
  primaryFactor: heatingYear.primaryFactor,
  taxesCents: heatingYear.taxesCents,
  meteringCents: heatingYear.meteringCents,
  averageEnergy: heatingYear.averageEnergy,
  averageSource: heatingYear.averageSource,
  climateFactor: heatingYear.climateFactor,
  climateFactorBefore: heatingYear.climateFactorBefore,
  energyBefore: heatingYear.energyBefore,
  hotWaterEnergyBefore: heatingYear.hotWaterEnergyBefore,
  disputes: heatingYear.disputes,
};

/** The plants of a property, by name, each with the years that were entered for it, the latest first. */
export async function listPlants(tx: Tx, scope: Scope, { propertyId }: z.output<typeof listPlantsInput>) {
  const house = await getHouse(tx, scope, propertyId);
  const units = await listHouseUnits(tx, scope, house);
  const plants = await plantsOf(tx, scope, propertyId);
  return {
    /** Elsewhere no law asks for it. */
    isGerman: house.isGerman,
    units: units.map(({ id, name, kind }) => ({ id, name, kind })),
    kinds: await listHeatKinds(
      tx,
      scope,
      plants.flatMap(({ categoryIds }) => categoryIds),
    ),
    plants,
  };
}

/** The plants of a property, by name; which is the first of them their ids say. */
export async function plantsOf(tx: Tx, scope: Scope, propertyId: string): Promise<Plant[]> {
  return tx
    .select(plantColumns)
    .from(heatingPlant)
    .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId)))
    .orderBy(asc(heatingPlant.name), asc(heatingPlant.id));
}

/** `not_found` for a stranger's. */
export async function getPlant(tx: Tx, scope: Scope, id: string): Promise<Plant> {
  const [row] = await tx
    .select(plantColumns)
    .from(heatingPlant)
    .where(isRow(heatingPlant, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** What was entered of all years of plants. */
export async function yearsOf(
  tx: Tx,
  scope: Scope,
  plantIds: string[],
): Promise<(PlantYear & { plantId: string })[]> {
  return tx
    .select(yearColumns)
    .from(heatingYear)
    .where(and(within(heatingYear, scope), isAmong(heatingYear.plantId, plantIds)))
    .orderBy(asc(heatingYear.plantId), asc(heatingYear.periodTo));
}

/** The year of a plant that is settled in a period, with its version; null: nothing was entered. */
export async function findYear(tx: Tx, scope: Scope, plantId: string, { to }: Pick<Period, 'to'>) {
  const [row] = await tx
    .select({ id: heatingYear.id, ...yearColumns })
    .from(heatingYear)
    .where(and(within(heatingYear, scope), eq(heatingYear.plantId, plantId), eq(heatingYear.periodTo, to)));
  return row ?? null;
}

/** All kinds of cost for heat and hot water (§ 2 nos. 4–6 BetrKV); of those that were put away what a plant names already. */
async function listHeatKinds(tx: Tx, scope: Scope, named: string[]) {
  return tx
    .select({ id: category.id, code: category.code, name: category.name, betrkvNo: category.betrkvNo })
    .from(category)
    .where(
      and(
        within(category, scope),
        between(category.betrkvNo, 4, 6),
        or(isNull(category.archivedAt), isAmong(category.id, named)),
      ),
    )
    .orderBy(asc(category.betrkvNo), asc(category.name), asc(category.id));
}

/** One year of a plant as its page shows it: what was entered, for whom, and the bookings a tank was filled by. */
export async function getPlantYear(tx: Tx, scope: Scope, input: z.output<typeof yearInput>) {
  const { plantId, ...asked } = input;
  const plant = await getPlant(tx, scope, plantId);
  const house = await getHouse(tx, scope, plant.propertyId);
  const period = plantPeriod(plant.startMonth, asked);
  if (period === null) throw new DomainError('not_found');
  const year = await findYear(tx, scope, plantId, period);
  const before = await findYear(tx, scope, plantId, { to: addDays(period.from, -1) });
  const units = servedBy(plant, await listHouseUnits(tx, scope, house));
  const leases = await listHouseLeases(tx, scope, plant.propertyId, period);
  const users = usersOf(units, leases, period);
  const leaseIds = [...new Set(users.flatMap(({ leaseId }) => leaseId ?? []))];
  const nameOf = await nameLeases(tx, scope, leaseIds);
  return {
    plant,
    period,
    /** The days its figures are for. */
    ownDays: ownDaysOf(units, period),
    year,
    /** By which the service knew each unit, in this year or the one before. */
    services: [...(before?.amounts ?? []), ...(year?.amounts ?? [])].flatMap(({ unitId, serviceId }) =>
      serviceId === null ? [] : [{ unitId, serviceId }],
    ),
    /** What the year before says of what is told beside the bill. */
    known: before && knownBefore(plant, before),
    isGerman: house.isGerman,
    ...(plant.hasStock ? await tankOf(tx, scope, plant, period) : { opening: null, bookings: [] }),
    users: users.map((user) => ({
      ...user,
      unit: units.find(({ id }) => id === user.unitId)?.name ?? '',
      tenants: user.leaseId === null ? [] : nameOf(user.leaseId).tenants,
    })),
  };
}

/** What was in the tank on the first day, as the year before left it, and the bookings that may have filled it since. */
async function tankOf(tx: Tx, scope: Scope, plant: Plant, period: Period) {
  const plants = await plantsOf(tx, scope, plant.propertyId);
  const years = await yearsOf(
    tx,
    scope,
    plants.map(({ id }) => id),
  );
  const before = addDays(period.from, -1);
  const last = years.find(({ plantId, periodTo }) => plantId === plant.id && periodTo === before);
  const elsewhere = takenBy(years, { plantId: plant.id, to: period.to });
  const own = linesOfPlant(plant, plants, await listHeatBookings(tx, scope, plant, period));
  return {
    opening: last ? await leftOf(tx, scope, plant, last) : null,
    bookings: own
      .filter(({ id }) => !elsewhere.has(id))
      .map(({ categoryId, betrkvNo, ...booking }) => booking),
  };
}

/** What a year left in the tank; null where it does not say. */
async function leftOf(tx: Tx, scope: Scope, plant: Plant, year: PlantYear) {
  if (year.openingQuantity === null || year.closingQuantity === null) return null;
  const bookings = await listDeliveries(
    tx,
    scope,
    year.deliveries.map(({ transactionId }) => transactionId),
  );
  const fuel = fuelOf(plant, year, { bookings });
  if (!fuel) return null;
  const stock = stockLeft(fuel);
  return stock === null ? null : { quantity: year.closingQuantity, amountCents: stock };
}

/** What was booked on the house of a plant for heat, in a period or for days of it. */
async function listHeatBookings(tx: Tx, scope: Scope, plant: Plant, period: Period) {
  return tx
    .select({
      id: transaction.id,
      categoryId: transaction.categoryId,
      betrkvNo: category.betrkvNo,
      bookedOn: transaction.bookedOn,
      title: transaction.title,
      payee: transaction.payee,
      amountCents: transaction.amountCents,
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .where(
      and(
        within([transaction, category], scope),
        eq(transaction.propertyId, plant.propertyId),
        eq(transaction.direction, 'expense'),
        isStanding(tx, scope),
        between(category.betrkvNo, 4, 6),
        or(
          between(transaction.bookedOn, period.from, period.to),
          and(lte(transaction.serviceFrom, period.to), gte(transaction.serviceTo, period.from)),
        ),
      ),
    )
    .orderBy(asc(transaction.bookedOn), asc(transaction.id));
}

/** Bookings that filled a tank of a house in any of its years but one: each is burnt once. */
export const takenBy = (
  years: readonly (PlantYear & { plantId: string })[],
  but: { plantId: string; to: CalendarDate },
): ReadonlySet<string> =>
  new Set(
    years
      .filter(({ plantId, periodTo }) => plantId !== but.plantId || periodTo !== but.to)
      .flatMap(({ deliveries }) => deliveries.map(({ transactionId }) => transactionId)),
  );

/** The deliveries of years by their bookings, wherever those were booked: a voided one is none. */
export async function listDeliveries(tx: Tx, scope: Scope, ids: string[]) {
  const rows = await tx
    .select({
      id: transaction.id,
      on: transaction.bookedOn,
      amountCents: transaction.amountCents,
      vatCents: transaction.vatCents,
      title: transaction.title,
      payee: transaction.payee,
    })
    .from(transaction)
    .where(and(within(transaction, scope), isAmong(transaction.id, ids), isStanding(tx, scope)));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
