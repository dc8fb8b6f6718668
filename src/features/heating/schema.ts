import { z } from 'zod';
import type { CalendarDate } from '@/lib/calendar';
import * as field from '@/lib/field';
import {
  co2Models,
  co2Obstacles,
  co2Uses,
  disputeWays,
  fixedMethods,
  heatSources,
  hotWaterWays,
  plantShares,
  serviceCo2Ways,
} from '@/statement/plant';

const MOST_UNITS = 1_000;
const MOST_DELIVERIES = 200;
const MOST_BILLS = 24;
const MOST_GROUPS = 50;

/** By consumption: half and more; above 70 % only where all agreed on it (§§ 7, 8, 10 HeizkostenV). */
const consumptionBp = z.int().min(5_000).max(10_000).default(7_000);
/** Thousandths of kWh, m³, litres or what a device counts. */
const thousandths = z.int().min(0, { error: 'negative' }).max(1_000_000_000_000);
const optionalThousandths = thousandths.nullable().default(null);
/** What something is a part of. */
const someThousandths = thousandths.min(1, { error: 'not_positive' }).nullable().default(null);
/** Of the weather of twelve months, in thousandths: a mild year has more than 1, a cold one less. */
const climateFactor = z.int().min(300).max(3_000).nullable().default(null);
const optionalCents = field.amountCents.nullable().default(null);

/** What a plant says of itself. */
export const plantFields = {
  name: field.name,
  sharedBy: z.enum(plantShares).default('devices'),
  startMonth: z.int().min(1).max(12).nullable().default(null),
  unitIds: z.array(field.id).max(MOST_UNITS).default([]),
  categoryIds: z.array(field.id).max(200).default([]),
  makesHotWater: z.boolean().default(false),
  isMeterCostly: z.boolean().default(false),
  hasStock: z.boolean().default(false),
  heatBp: consumptionBp,
  hotWaterBp: consumptionBp,
  isMoreAgreed: z.boolean().default(false),
  fixedBy: z.enum(fixedMethods).default('degree_days'),
  heatSource: z.enum(heatSources).default('boiler'),
  hasCo2: z.boolean().default(true),
  co2Use: z.enum(co2Uses).default('dwelling'),
  co2Model: z.enum(co2Models).default('steps'),
  co2Obstacle: z.enum(co2Obstacles).default('none'),
  co2HalfSince: field.optionalDate,
  restartsYearly: z.boolean().default(false),
  isRemotelyRead: z.boolean().default(false),
  informs: z.boolean().default(false),
};

/** More than 70 % by consumption only where it was agreed. */
const isWithinShares = ({
  heatBp,
  hotWaterBp,
  isMoreAgreed,
}: {
  heatBp: number;
  hotWaterBp: number;
  isMoreAgreed: boolean;
}) => isMoreAgreed || Math.max(heatBp, hotWaterBp) <= 7_000;
const tooMuch = { error: 'more_than_seventy', path: ['heatBp'] };

export const listPlantsInput = z.strictObject({ propertyId: field.id });

export const createPlantInput = z
  .strictObject({ id: field.id, propertyId: field.id, ...plantFields })
  .refine(isWithinShares, tooMuch);

export const updatePlantInput = z
  .strictObject({ id: field.id, version: field.version, ...plantFields })
  .refine(isWithinShares, tooMuch);

/** With the years that were entered for it; what was sent of them stays as it was. */
export const deletePlantInput = z.strictObject({ id: field.id, version: field.version });

/** The year of a plant that ends in a period of statements; `version` null: nothing was entered before. */
const yearOf = { plantId: field.id, from: field.calendarDate, to: field.calendarDate };

export const yearInput = z.strictObject(yearOf).refine(...field.forwards);

/**
 * What is known of a year beside bookings and meters. Names of what stands in lists are in the order in which jsonb keeps
 * them (by length), so that the same again is seen to be the same.
 */
export const yearFields = {
  hotWaterBy: z.enum(hotWaterWays).nullable().default(null),
  hotWaterEnergy: optionalThousandths,
  totalEnergy: someThousandths,
  hotWaterVolume: optionalThousandths,
  celsius10: z.int().min(100).max(1_000).nullable().default(null),
  hotWaterShareBp: z.int().min(0).max(10_000).nullable().default(null),
  openingQuantity: optionalThousandths,
  openingCents: optionalCents,
  closingQuantity: optionalThousandths,
  deliveries: z
    .array(z.strictObject({ quantity: optionalThousandths, transactionId: field.id }))
    .max(MOST_DELIVERIES)
    .default([]),
  co2Grams: optionalThousandths,
  co2CostCents: optionalCents,
  billFrom: field.optionalDate,
  billTo: field.optionalDate,
  co2Bills: z
    .array(
      z
        .strictObject({
          to: field.calendarDate,
          from: field.calendarDate,
          grams: thousandths,
          costCents: field.amountCents,
        })
        .refine(...field.forwards),
    )
    .max(MOST_BILLS)
    .default([]),
  estimates: z
    .array(z.strictObject({ heat: optionalThousandths, unitId: field.id, hotWater: optionalThousandths }))
    .max(MOST_UNITS)
    .default([]),
  groups: z
    .array(
      z.strictObject({
        heat: thousandths,
        name: field.name,
        unitIds: z.array(field.id).min(1, { error: 'required' }).max(MOST_UNITS),
        hotWater: optionalThousandths,
      }),
    )
    .max(MOST_GROUPS)
    .default([]),
  groupBp: consumptionBp,
  totalCents: optionalCents,
  co2Way: z.enum(serviceCo2Ways).nullable().default(null),
  co2LandlordCents: optionalCents,
  amounts: z
    .array(
      z.strictObject({
        unitId: field.id,
        leaseId: field.id.nullable().default(null),
        // By which the service knows the user, where its file said so.
        serviceId: z.string().max(13, { error: 'too_long' }).nullable().default(null),
        amountCents: field.amountCents,
        co2LandlordCents: optionalCents,
      }),
    )
    .max(MOST_UNITS)
    .default([]),
  energyMix: field.optionalText(),
  greenhouseGrams: optionalThousandths,
  primaryFactor: z.int().min(0, { error: 'negative' }).max(1_000).nullable().default(null),
  taxesCents: optionalCents,
  meteringCents: optionalCents,
  averageEnergy: z.int().min(1, { error: 'not_positive' }).max(1_000_000).nullable().default(null),
  averageSource: field.optionalText(),
  climateFactor,
  climateFactorBefore: climateFactor,
  energyBefore: someThousandths,
  hotWaterEnergyBefore: optionalThousandths,
  disputes: z.enum(disputeWays).default('unwilling'),
};

/** The rows of a list that say what a row before them says already. */
const repeated = (rows: readonly string[]): number[] =>
  rows.flatMap((row, at) => (rows.indexOf(row) < at ? [at] : []));

export const setYearInput = z
  .strictObject({ ...yearOf, version: field.version.nullable().default(null), ...yearFields })
  .superRefine(({ deliveries, estimates, amounts }, context) => {
    // Each would be burnt, estimated or paid twice.
    const faults = [
      ...repeated(deliveries.map((one) => one.transactionId)).map((at) => ['deliveries', at, 'quantity']),
      ...repeated(estimates.map((one) => one.unitId)).map((at) => ['estimates', at, 'heat']),
      ...repeated(amounts.map((one) => `${one.unitId} ${one.leaseId}`)).map((at) => [
        ...['amounts', at, 'amountCents'],
      ]),
    ];
    for (const path of faults) context.addIssue({ code: 'custom', message: 'duplicate', path });
  })
  .refine(...field.forwards)
  .refine(({ billFrom, billTo }) => billFrom === null || billTo === null || billFrom <= billTo, {
    error: 'end_before_start',
    path: ['billTo'],
  })
  .refine(({ billFrom, billTo }) => (billFrom === null) === (billTo === null), {
    error: 'required',
    path: ['billTo'],
  });

/** A plant and a year of it as they are stored. */
export type Plant = z.output<typeof createPlantInput> & { version: number };
type Entered = Omit<z.output<typeof setYearInput>, 'plantId' | 'from' | 'to' | 'version' | 'deliveries'>;
export type PlantYear = Entered & {
  version: number;
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  deliveries: { quantity: number; transactionId: string }[];
};
