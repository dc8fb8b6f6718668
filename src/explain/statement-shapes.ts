import { z } from 'zod';
import { unitKinds } from '../domain/vocabulary.ts';
import { FIRST_DAY } from '../lib/calendar.ts';
import { costPrinciples, heatingExceptions, labourGroups, statementKeys } from '../statement/index.ts';
import { cents, day, measured, period, positive } from './define.ts';
import { associationBlock, co2Block, heatingBlock } from './statement-plant-shapes.ts';

/** The shape of a statement as an accountant types it; `docs/statement.md` says it in words. */

const id = z.string().optional().describe('By which the rest speaks of it; left out: its name.');
const name = z.string().min(1);

const since = { from: day.default(FIRST_DAY), to: day.nullable().default(null) };

export const unit = z.strictObject({
  id,
  name,
  kind: z.enum(unitKinds).default('apartment'),
  availableFrom: day.default(FIRST_DAY),
  availableTo: day.nullable().default(null),
  facts: z
    .array(
      z.strictObject({
        validFrom: day.default(FIRST_DAY),
        areaSqm100: positive.nullable().default(null),
        coOwnershipNumerator: positive.nullable().default(null),
        coOwnershipDenominator: z.int().min(1).nullable().default(null),
      }),
    )
    .default([])
    .describe('Each holds until the next.'),
  ownUse: z.array(z.strictObject({ ...since, persons: positive.nullable().default(null) })).default([]),
  vacantPersons: positive.nullable().default(null).describe('Of this unit, instead of the setting.'),
});

export const leaseHolding = {
  id,
  name,
  units: z.array(z.strictObject({ unit: z.string(), ...since })).min(1),
  persons: z.array(z.strictObject({ validFrom: day.default(FIRST_DAY), count: positive })).default([]),
};

const lease = z.strictObject({
  ...leaseHolding,
  settlement: z.enum(['advances', 'lump_sum']).default('advances'),
  agreesAll: z
    .boolean()
    .default(false)
    .describe('The contract speaks of operating costs as a whole: § 2 nos. 1–16 BetrKV.'),
  agreed: z
    .array(z.strictObject({ line: z.string(), key: z.enum(statementKeys).nullable().default(null) }))
    .default([]),
  advances: z
    .array(z.strictObject({ of: z.string().default(''), dueCents: positive.default(0), paidCents: cents }))
    .default([])
    .describe('What fell due and what was paid on it.'),
  monthlyAdvanceCents: positive.nullable().default(null),
  advancesAhead: z
    .array(z.strictObject({ from: day, monthlyCents: positive }))
    .default([])
    .describe('What was agreed to be paid a month from later days on, in their order.'),
  vatRateBp: positive.max(10_000).default(0).describe('Its advances bear VAT, and so do its costs.'),
  expectedYearlyCents: cents.default(0).describe('Changes of cost that are certain, a year.'),
  firstResultCents: cents
    .nullable()
    .default(null)
    .describe('Of a correction: the first result; a credit is negative.'),
  firstReceivedOn: day.nullable().default(null).describe('When that reached the tenant; left out: in time.'),
  isObviousSlip: z
    .boolean()
    .default(false)
    .describe('The first one had a slip the tenant could see at once: put right after the deadline, too.'),
});

const bill = z.strictObject({
  name: z.string().default(''),
  amountCents: cents,
  vatCents: cents.default(0).describe('VAT it states, contained in the amount.'),
  notRecoverableCents: cents.default(0),
  labourCents: cents.default(0).describe('§ 35a EStG: labour, machines and travel with VAT.'),
  labourGroup: z.enum(labourGroups).nullable().default(null),
  provider: z.string().nullable().default(null),
  from: day.nullable().default(null),
  to: day.nullable().default(null),
  paidOn: day.nullable().default(null),
  unit: z.string().nullable().default(null),
  lease: z.string().nullable().default(null),
});

const line = z.strictObject({
  id,
  name,
  betrkvNo: z
    .int()
    .min(1)
    .max(17)
    .nullable()
    .optional()
    .describe('Left out: the one of its name, where that is a usual one of § 2 BetrKV; null: none.'),
  key: z.enum(statementKeys),
  circle: z.array(z.string()).nullable().default(null).describe('The units that bear it; left out: all.'),
  principle: z.enum(costPrinciples).default('service'),
  isRecoverable: z.boolean().default(true),
  isCable: z.boolean().default(false),
  heatingException: z
    .enum(heatingExceptions)
    .nullable()
    .default(null)
    .describe('Why HeizkostenV does not ask for 50 to 70 % by consumption.'),
  bills: z.array(bill),
  preDeduction: z
    .strictObject({
      amountCents: positive,
      units: z.array(z.string()).nullable().default(null).describe('Left out: the commercial units.'),
      restFor: z.enum(['others', 'all']).default('others'),
      reason: z.string().default(''),
    })
    .nullable()
    .default(null),
  meters: z.array(z.string()).default([]),
  byHand: z
    .array(z.strictObject({ lease: z.string().nullable().default(null), amountCents: cents }))
    .default([]),
  byHandReason: z.string().nullable().default(null),
  lastYear: z
    .strictObject({
      amountCents: cents,
      notRecoverableCents: positive.nullable().default(null).describe('What of it was not passed on.'),
      vatCents: cents.default(0).describe('VAT its bills stated.'),
      principle: z.enum(costPrinciples).nullable().default(null),
    })
    .nullable()
    .default(null),
  usualByArea: z.strictObject({ fromCents: positive, toCents: positive }).nullable().default(null),
});

export const device = z.strictObject({
  number: z.string().default(''),
  installedOn: day.nullable().default(null),
  removedOn: day.nullable().default(null),
  calibratedUntil: day.nullable().default(null),
  readings: z.array(z.strictObject({ on: day, reading: measured })),
});

export const meterPlace = {
  isHeat: z.boolean().default(false),
  unread: z.enum(['stop', 'by_days']).default('stop').describe('A change of tenant nobody read.'),
  devices: z.array(device).min(1),
};

const meter = z.strictObject({
  id,
  name,
  unit: z.string().nullable().default(null).describe('Left out: the main meter.'),
  ...meterPlace,
  lastYear: measured.nullable().default(null),
});

/** One block, or several. */
const blocks = <Block extends z.ZodType>(block: Block) =>
  z.union([z.array(block), block.transform((one) => [one])]).nullish();

export const statementShape = z.strictObject({
  period,
  isGerman: z.boolean().default(true),
  vacantPersons: positive.default(1),
  units: z.array(unit).min(1),
  leases: z.array(lease),
  lines: z.array(line),
  meters: z.array(meter).default([]),
  today: day.nullable().default(null),
  receivedOn: day.nullable().default(null).describe('When it reached, or is to reach, the tenants.'),
  obstacleEndedOn: day
    .nullable()
    .default(null)
    .describe('Late without fault: when the last cost it waited for was known.'),
  soldOn: day.nullable().default(null).describe('When the house became the buyer’s.'),
  heating: blocks(heatingBlock).describe('Plants for heat and hot water of several units.'),
  co2: blocks(co2Block).describe(
    'CO₂ costs of lines that are no plant here: the landlord’s part is taken off them.',
  ),
  association: blocks(associationBlock).describe(
    'Yearly statements of associations of owners, each for a flat of the house.',
  ),
});
