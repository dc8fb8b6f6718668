import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { serviceCo2Ways } from '../../statement/plant/block.ts';
import {
  co2Models,
  co2Obstacles,
  co2Uses,
  disputeWays,
  fixedMethods,
  heatSources,
  hotWaterWays,
  plantShares,
} from '../../statement/plant/index.ts';
import { belongsTo, cents, choice, day, edited, hausbuch, keyed, oneOf, portfolioTable } from '../columns.ts';
import { property } from './property.ts';

/** What heats several units of a house, and how its costs are shared out, year after year. */
export const heatingPlant = hausbuch.table(
  'heating_plant',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    name: text().notNull(),
    /** By the meters of the units, or as a metering service has reckoned it. */
    sharedBy: choice(plantShares).notNull(),
    /** The month its own year begins with; null: with that of the statement. */
    startMonth: smallint(),
    /** The units it serves, and the kinds of cost that are its own; empty: all. What is gone is served no more. */
    unitIds: jsonb().$type<string[]>().notNull(),
    categoryIds: jsonb().$type<string[]>().notNull(),
    makesHotWater: boolean().notNull(),
    /** A heat meter for it would be unreasonably costly (§ 9 (2) sentence 2 HeizkostenV): without this, 15 % are at risk. */
    isMeterCostly: boolean().notNull(),
    /** Fuel is bought ahead: what was burnt is the cost. */
    hasStock: boolean().notNull(),
    heatBp: integer().notNull(),
    hotWaterBp: integer().notNull(),
    isMoreAgreed: boolean().notNull(),
    fixedBy: choice(fixedMethods).notNull(),
    heatSource: choice(heatSources).notNull(),
    /** It burns what CO₂ is paid for. */
    hasCo2: boolean().notNull(),
    co2Use: choice(co2Uses).notNull(),
    co2Model: choice(co2Models).notNull(),
    co2Obstacle: choice(co2Obstacles).notNull(),
    /** With the half model: since when, where its heater came within a year. */
    co2HalfSince: day(),
    /** Its allocators begin each year at 0. */
    restartsYearly: boolean().notNull(),
    isRemotelyRead: boolean().notNull(),
    /** Tenants get what § 6a HeizkostenV asks for. */
    informs: boolean().notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('heating_plant', t),
    ...belongsTo('heating_plant_property', t.portfolioId, t.propertyId, property),
    oneOf('heating_plant_shared_by_check', t.sharedBy, plantShares),
    oneOf('heating_plant_fixed_by_check', t.fixedBy, fixedMethods),
    oneOf('heating_plant_heat_source_check', t.heatSource, heatSources),
    oneOf('heating_plant_co2_use_check', t.co2Use, co2Uses),
    oneOf('heating_plant_co2_model_check', t.co2Model, co2Models),
    oneOf('heating_plant_co2_obstacle_check', t.co2Obstacle, co2Obstacles),
    check('heating_plant_name_check', sql`length(${t.name}) between 1 and 200`),
    check('heating_plant_start_month_check', sql`${t.startMonth} between 1 and 12`),
    check(
      'heating_plant_shares_check',
      sql`${t.heatBp} between 5000 and 10000 and ${t.hotWaterBp} between 5000 and 10000`,
    ),
  ],
);

/** A delivery of fuel: the booking that paid it, and thousandths of what was delivered. */
export type FuelDelivery = { transactionId: string; quantity: number };
/** What was found for a unit by § 9a HeizkostenV instead of read: thousandths. */
export type HeatEstimate = { unitId: string; heat: number | null; hotWater: number | null };
/** Users with devices of their own kind, and what a meter for all of them counted: thousandths. */
export type UserGroup = { heat: number; name: string; unitIds: string[]; hotWater: number | null };
/** CO₂ of a further bill: its days, grams and what they cost. */
export type SupplierCo2 = { to: string; from: string; grams: number; costCents: number };
/** What a metering service reckoned for whoever had a unit; null: vacant or in own use. */
export type ServiceAmount = {
  unitId: string;
  leaseId: string | null;
  /** By which the service knows the user, where its file said so. */
  serviceId: string | null;
  amountCents: number;
  co2LandlordCents: number | null;
};

/** What is known of one year of a plant beside its bookings and meters: from the bills, the tank, the service. */
export const heatingYear = hausbuch.table(
  'heating_year',
  {
    ...keyed(),
    plantId: uuid().notNull(),
    periodFrom: day().notNull(),
    periodTo: day().notNull(),
    /** How hot water is told from heat; energy and volume in thousandths of kWh and m³, temperature in tenths. */
    hotWaterBy: choice(hotWaterWays),
    hotWaterEnergy: cents(),
    totalEnergy: cents(),
    hotWaterVolume: cents(),
    celsius10: integer(),
    hotWaterShareBp: integer(),
    /** The tank on the first day, what that had cost, and on the last day: thousandths of its unit. */
    openingQuantity: cents(),
    openingCents: cents(),
    closingQuantity: cents(),
    deliveries: jsonb().$type<FuelDelivery[]>().notNull(),
    /** As the supplier's bill states them, and the days it is for. */
    co2Grams: cents(),
    co2CostCents: cents(),
    billFrom: day(),
    billTo: day(),
    /** Further bills of suppliers for days of the year. */
    co2Bills: jsonb().$type<SupplierCo2[]>().notNull(),
    estimates: jsonb().$type<HeatEstimate[]>().notNull(),
    /** Users with other devices than the rest, measured first, and how much of the costs goes by that. */
    groups: jsonb().$type<UserGroup[]>().notNull(),
    groupBp: integer().notNull(),
    /** The metering service's bill. */
    totalCents: cents(),
    co2Way: choice(serviceCo2Ways),
    co2LandlordCents: cents(),
    amounts: jsonb().$type<ServiceAmount[]>().notNull(),
    /**
     * What is told beside the bill (§ 6a (3) HeizkostenV): energies in thousandths of a kWh, climate factors in thousandths, the primary
     * energy factor in hundredths; of the year before, what its own row does not say.
     */
    energyMix: text(),
    greenhouseGrams: cents(),
    primaryFactor: integer(),
    taxesCents: cents(),
    meteringCents: cents(),
    averageEnergy: cents(),
    averageSource: text(),
    climateFactor: integer(),
    climateFactorBefore: integer(),
    energyBefore: cents(),
    hotWaterEnergyBefore: cents(),
    disputes: choice(disputeWays).notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('heating_year', t),
    ...belongsTo('heating_year_plant', t.portfolioId, t.plantId, heatingPlant),
    unique('heating_year_key').on(t.portfolioId, t.plantId, t.periodTo),
    oneOf('heating_year_hot_water_by_check', t.hotWaterBy, hotWaterWays),
    oneOf('heating_year_disputes_check', t.disputes, disputeWays),
    oneOf('heating_year_co2_way_check', t.co2Way, serviceCo2Ways),
    check('heating_year_period_check', sql`${t.periodTo} >= ${t.periodFrom}`),
    check('heating_year_bill_check', sql`${t.billTo} >= ${t.billFrom}`),
    check('heating_year_group_check', sql`${t.groupBp} between 5000 and 10000`),
    check('heating_year_share_check', sql`${t.hotWaterShareBp} between 0 and 10000`),
  ],
);
