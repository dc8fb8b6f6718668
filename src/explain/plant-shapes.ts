import { z } from 'zod';
import {
  co2Fuels,
  co2Models,
  co2Obstacles,
  co2Uses,
  cutReasons,
  fixedMethods,
  heatSources,
  plantUses,
  SUMMER,
  stockMethods,
} from '../statement/plant/index.ts';
import { cents, day, measured, period, positive } from './define.ts';

/** The shapes of part two of the statement: heating, CO₂ costs, a condominium; `docs/heating.md` says them in words. */

const summer = z
  .array(z.int().min(0))
  .length(3)
  .refine((three) => three.reduce((all, one) => all + one, 0) === SUMMER, {
    error: 'June, July and August are 40 thousandths together',
  })
  .nullable()
  .default(null)
  .describe('How the 40 thousandths of June to August are parted; left out: a third each.');

const change = { name: z.string(), from: day };

export const degreeDaysShape = z.strictObject({
  name: z.string().default(''),
  period,
  summerThousandths: summer,
  changes: z
    .array(z.strictObject(change))
    .default([])
    .describe('Who had it from which day; left out: one through the whole period.'),
});

const lot = { quantity: measured, amountCents: positive };

const usedShape = {
  heatKwh: measured,
  hotWaterKwh: measured.default(0),
  climateFactor: z
    .number()
    .positive()
    .max(10)
    .nullable()
    .default(null)
    .describe('Of its twelve months, as the Deutscher Wetterdienst publishes it by postcode.'),
};

export const comparisonShape = z.strictObject({
  name: z.string().default(''),
  ...usedShape,
  before: z
    .strictObject(usedShape)
    .nullable()
    .default(null)
    .describe('The year before; left out: there is none.'),
  average: z
    .strictObject({
      kwhPerSqmYear: measured.describe(
        'Of a m² and year, of users of the same kind: never of the house itself.',
      ),
      areaSqm100: positive,
      days: z.int().min(1).max(366).default(365),
      daysOfYear: z.int().min(365).max(366).default(365),
    })
    .nullable()
    .default(null),
});

export const fuelStockShape = z.strictObject({
  opening: z.strictObject(lot).default({ quantity: 0, amountCents: 0 }),
  deliveries: z.array(z.strictObject({ on: day, ...lot })).default([]),
  closingQuantity: measured,
  method: z.enum(stockMethods).default('first_in_first_out'),
});

export const co2Shape = z.strictObject({
  period,
  bill: period.nullable().default(null).describe('The days the bill is for; left out: the period.'),
  co2Kg: measured.nullable().default(null),
  co2CostCents: positive.nullable().default(null),
  bills: z
    .array(z.strictObject({ bill: period, co2Kg: measured, co2CostCents: positive }))
    .default([])
    .describe('Further bills, each for days of its own.'),
  fuel: z
    .strictObject({
      fuel: z.enum(co2Fuels),
      quantity: measured,
      kwhPerM3: measured
        .nullable()
        .default(null)
        .describe('Of gas_m3: calorific value × conversion factor, as billed.'),
      billedOn: day,
      vatBp: z.int().min(0).max(10_000).default(1_900),
    })
    .nullable()
    .default(null)
    .describe('For what the bill does not state.'),
  areaSqm100: positive.describe('Living area; of a flat supplied by itself its own.'),
  use: z.enum(co2Uses).default('dwelling'),
  model: z.enum(co2Models).default('steps'),
  halfSince: day
    .nullable()
    .default(null)
    .describe('With half: the day the heater came within the period; before it the steps hold.'),
  obstacle: z.enum(co2Obstacles).default('none'),
  ownContract: z
    .strictObject({ hasOtherUse: z.boolean().default(false).describe('A gas cooker or the like: less 5 %.') })
    .nullable()
    .default(null),
});

const total = { totalKwh: measured };
const source = { source: z.enum(heatSources).default('boiler') };
export const hotWaterShape = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('meter'), hotWaterKwh: measured, ...total }),
  z.strictObject({
    by: z.literal('formula'),
    volumeM3: measured,
    celsius: z.number().min(10).max(100).default(60),
    ...total,
    ...source,
  }),
  z.strictObject({ by: z.literal('area'), ...total, ...source }),
  z.strictObject({ by: z.literal('share'), shareBp: z.int().min(0).max(10_000) }),
]);

export const counted = {
  heat: measured.nullable().default(null),
  hotWater: measured.nullable().default(null),
};
export const consumptionBp = z.int().min(0).max(10_000).default(7_000);

export const heatingShape = z.strictObject({
  period,
  costs: z
    .array(
      z.strictObject({
        name: z.string().default(''),
        amountCents: positive,
        of: z.enum(plantUses).default('both'),
      }),
    )
    .min(1),
  hotWater: hotWaterShape.nullable().default(null),
  heatBp: consumptionBp.describe('By consumption.'),
  hotWaterBp: consumptionBp,
  isMoreAgreed: z.boolean().default(false).describe('More than 70 % were agreed (§ 10).'),
  fixedBy: z.enum(fixedMethods).default('degree_days'),
  summerThousandths: summer,
  units: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        areaSqm100: positive,
        ...counted,
        isHeatEstimated: z.boolean().default(false),
        isHotWaterEstimated: z.boolean().default(false),
        hands: z
          .array(z.strictObject({ ...change, ...counted }))
          .default([])
          .describe('Who had it from which day, vacancy named, too; left out: one through the whole period.'),
      }),
    )
    .min(1),
  co2: co2Shape.omit({ period: true, areaSqm100: true }).nullable().default(null),
  cuts: z
    .array(z.enum(['not_by_consumption', 'not_remote', 'no_information', 'no_co2_split']))
    .default([])
    .describe(`What a tenant may cut, in per cent: ${JSON.stringify(cutReasons)}.`),
  groupBp: consumptionBp.describe('Of groups: what goes by their meters, half at least (§ 6 (2)).'),
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        units: z.array(z.string()).min(1),
        heat: measured.describe('What the meter of the group counted.'),
        hotWater: measured.nullable().default(null),
      }),
    )
    .nullable()
    .default(null)
    .describe('Users with other devices than the rest, measured first (§ 5 (7)).'),
});

export const hausgeldShape = z.strictObject({
  lines: z.array(
    z.strictObject({
      name: z.string().min(1),
      totalCents: cents,
      ownCents: cents.nullable().default(null).describe('The part of the flat, where the paper states it.'),
      numerator: positive.nullable().default(null),
      denominator: z.int().min(1).nullable().default(null),
      recoverableBp: z
        .int()
        .min(0)
        .max(10_000)
        .nullable()
        .default(null)
        .describe('Left out: nothing of manager, bank, repairs, reserve and the like, all of the rest.'),
      isReserve: z.boolean().nullable().default(null).describe('Left out: by its name.'),
      labourCents: cents.default(0),
    }),
  ),
  statedTotalCents: cents.nullable().default(null),
  receipts: z.array(z.strictObject({ name: z.string().default(''), amountCents: cents })).default([]),
  advancesDueCents: positive.default(0),
});
