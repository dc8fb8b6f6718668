import { z } from 'zod';
import { labourGroups, serviceCo2Ways } from '../statement/index.ts';
import { fixedMethods, plantUses } from '../statement/plant/index.ts';
import { cents, day, period, positive } from './define.ts';
import {
  co2Shape,
  consumptionBp,
  counted,
  fuelStockShape,
  hausgeldShape,
  heatingShape,
  hotWaterShape,
} from './plant-shapes.ts';

/** The blocks of part two inside a statement; their fields are called as in the rules that reckon them alone. */

const of = z.enum(plantUses).default('both');
const co2 = co2Shape.omit({ period: true, areaSqm100: true, ownContract: true });

/** A unit of a plant: its name, or its name with what its devices counted, where no meters are given. */
const served = z.union([
  z
    .string()
    .min(1)
    .transform((name) => ({
      name,
      heat: null,
      hotWater: null,
      hands: [],
      isHeatEstimated: false,
      isHotWaterEstimated: false,
    })),
  z.strictObject({
    name: z.string().min(1),
    ...counted,
    isHeatEstimated: z.boolean().default(false),
    isHotWaterEstimated: z.boolean().default(false),
    hands: z
      .array(
        z.strictObject({
          name: z.string().describe('The lease; vacancy has any other name, and its first day.'),
          from: day.nullable().default(null).describe('Left out: the first day of the lease of that name.'),
          ...counted,
        }),
      )
      .default([])
      .describe('Interim readings: what each hand used. Left out: nobody read at a change.'),
  }),
]);

const service = z.strictObject({
  totalCents: positive
    .nullable()
    .default(null)
    .describe('All costs on its bill; left out: what is booked on the plant.'),
  co2Way: z
    .enum(serviceCo2Ways)
    .default('none')
    .describe('How its bill treats the landlord’s part of the CO₂ costs.'),
  co2LandlordCents: positive.nullable().default(null),
  users: z.array(
    z.strictObject({
      unit: z.string().nullable().default(null).describe('Left out: the one unit of the lease.'),
      lease: z.string().nullable().default(null).describe('Left out: vacancy or own use.'),
      amountCents: cents,
      co2LandlordCents: positive.nullable().default(null),
    }),
  ),
});

export const heatingBlock = z.strictObject({
  id: z.string().optional(),
  name: z.string().min(1).default('Heating'),
  units: z.array(served).nullable().default(null).describe('Left out: all units.'),
  lines: z
    .array(
      z.union([
        z.string().transform((line) => ({ line, of: 'both' as const })),
        z.strictObject({ line: z.string(), of }),
      ]),
    )
    .default([])
    .describe('Lines of the statement that are costs of the plant.'),
  costs: z
    .array(
      z.strictObject({
        name: z.string().default(''),
        amountCents: cents,
        of,
        labourCents: cents.default(0),
        labourGroup: z.enum(labourGroups).default('craft'),
      }),
    )
    .default([])
    .describe('Costs that are no line of the statement.'),
  period: period.nullable().default(null).describe('Its own year, where that is another.'),
  fuel: fuelStockShape.extend({ of }).nullable().default(null),
  hotWater: hotWaterShape.nullable().default(null),
  heatBp: consumptionBp.describe('By consumption.'),
  hotWaterBp: consumptionBp,
  isMoreAgreed: z.boolean().default(false),
  fixedBy: z.enum(fixedMethods).default('degree_days'),
  service: service.nullable().default(null).describe('Instead of devices: a metering service’s figures.'),
  co2: co2.nullable().default(null),
  cuts: heatingShape.shape.cuts,
  groupBp: heatingShape.shape.groupBp,
  groups: heatingShape.shape.groups,
  meters: z
    .array(
      z.union([
        z.string().transform((meter) => ({ meter, of: null })),
        z.strictObject({ meter: z.string(), of: z.enum(['heat', 'hot_water']).nullable().default(null) }),
      ]),
    )
    .default([])
    .describe('Meters of the statement; left out `of`: heat where the meter is of heat, else hot water.'),
});

export const co2Block = co2.extend({
  lines: z.array(z.string()).default([]).describe('Left out: the lines of nos. 4 to 6.'),
  areaSqm100: positive.nullable().default(null).describe('Left out: the area of the units that bear them.'),
});

export const associationBlock = hausgeldShape.omit({ lines: true, receipts: true }).extend({
  unit: z.string().nullable().default(null).describe('The flat; left out: the one unit of the house.'),
  period: period.nullable().default(null).describe('What it is for; left out: the period of the statement.'),
  lines: z.array(
    hausgeldShape.shape.lines.element.extend({
      betrkvNo: z.int().min(1).max(17).nullable().optional(),
      labourGroup: z.enum(labourGroups).default('service'),
    }),
  ),
  receipts: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        amountCents: cents,
        betrkvNo: z.int().min(1).max(17).nullable().optional(),
      }),
    )
    .default([])
    .describe('Own bills beside it: property tax.'),
});
