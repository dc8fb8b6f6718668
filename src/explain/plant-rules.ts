import { z } from 'zod';
import { type Explained, inputs, none } from '../domain/trace.ts';
import type { RuleName } from '../domain/trace-names.ts';
import { addDays, type CalendarDate, maxDate } from '../lib/calendar.ts';
import type { Period } from '../lib/period.ts';
import {
  associationStatement,
  type Co2Input,
  co2OfFuel,
  co2Split,
  consumptionComparison,
  explainDegreeDays,
  explainServiceRecords,
  fuelStock,
  heatingCosts,
} from '../statement/plant/index.ts';
import { LineStop, type Problem } from '../statement/problems.ts';
import { associationLine } from './association-names.ts';
import { type RegisteredRule, rule } from './define.ts';
import {
  co2Shape,
  comparisonShape,
  degreeDaysShape,
  fuelStockShape,
  hausgeldShape,
  heatingShape,
} from './plant-shapes.ts';
import { withSentence } from './statement-words.ts';

const thousandths = (value: number) => Math.round(value * 1_000);
const orNone = (value: number | null) => (value === null ? null : thousandths(value));

/** A result record as a metering service writes it (`src/statement/plant/service-records.ts`), in a sample. */
const serviceRecord = (ownId: string, totalCents: number, advancesCents: number) =>
  [
    ...['D', '0000815', '0000012340001', '311225', ownId.padEnd(20)],
    ...[totalCents, advancesCents, totalCents - advancesCents].map(nineDigits),
    ...[' '.repeat(21), '000000', ' '.repeat(15), '000000000', 'E  '],
  ].join('');
const nineDigits = (cents: number) =>
  cents < 0 ? `-${String(-cents).padStart(8, '0')}` : String(cents).padStart(9, '0');

type Stoppable<Result> = Result | { problem: ReturnType<typeof withSentence<Problem>> };

/** What a rule finds, or the sentence that says why it does not. */
function stopping<Result>(name: RuleName, explain: () => Explained<Result>): Explained<Stoppable<Result>> {
  try {
    return explain();
  } catch (error) {
    if (!(error instanceof LineStop)) throw error;
    const { code, field, params } = error;
    return {
      result: { problem: withSentence({ code, field, params, stops: 'line' }) },
      trace: {
        rule: name,
        formula: '{costs}',
        sources: [],
        inputs: inputs({ costs: none }),
        steps: [],
        result: none,
      },
    };
  }
}

/** Who had something from which day, as ranges that fill the period; the first begins with it. */
function handsIn<Change extends { name: string; from: CalendarDate }>(
  period: Period,
  changes: readonly Change[],
): (Change & Period)[] {
  const inside = changes
    .filter(({ from }) => from <= period.to)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return inside
    .map((change, index) => ({
      ...change,
      from: index === 0 ? period.from : maxDate(change.from, period.from),
      to: addDays(inside[index + 1]?.from ?? addDays(period.to, 1), -1),
    }))
    .filter(({ from, to }) => from <= to);
}

export function readCo2(given: z.output<typeof co2Shape>): Co2Input {
  const fuel = given.fuel && {
    ...given.fuel,
    quantity: thousandths(given.fuel.quantity),
    kwhPerM3: orNone(given.fuel.kwhPerM3),
  };
  const found = fuel && co2OfFuel(fuel);
  const grams = orNone(given.co2Kg) ?? found?.grams;
  const costCents = given.co2CostCents ?? found?.costCents;
  if (grams === undefined && given.use === 'dwelling' && given.model === 'steps') {
    throw new LineStop('co2_kilograms_missing', 'co2Kg');
  }
  if (costCents === undefined) throw new LineStop('co2_cost_missing', 'co2CostCents');
  const { period, areaSqm100, use, model, halfSince, obstacle, ownContract } = given;
  return {
    period,
    bill: given.bill ?? period,
    grams: grams ?? 0,
    costCents,
    more: given.bills.map((one) => ({
      bill: one.bill,
      grams: thousandths(one.co2Kg),
      costCents: one.co2CostCents,
    })),
    areaSqm100,
    use,
    model,
    halfSince,
    obstacle,
    ownContract,
  };
}

export function readHotWater(given: z.output<typeof heatingShape>['hotWater']) {
  switch (given?.by) {
    case undefined:
      return null;
    case 'meter':
      return { by: given.by, hotWater: thousandths(given.hotWaterKwh), total: thousandths(given.totalKwh) };
    case 'formula':
      return {
        by: given.by,
        volume: thousandths(given.volumeM3),
        celsius10: Math.round(given.celsius * 10),
        total: thousandths(given.totalKwh),
        source: given.source,
      };
    case 'area':
      return { by: given.by, total: thousandths(given.totalKwh), source: given.source };
    case 'share':
      return given;
  }
}

export const readGroups = (
  groups: NonNullable<z.output<typeof heatingShape>['groups']>,
  byUseBp: number,
) => ({
  byUseBp,
  of: groups.map((group) => ({
    ...group,
    heat: thousandths(group.heat),
    hotWater: orNone(group.hotWater),
  })),
});

function explainHeating(given: z.output<typeof heatingShape>) {
  const { period, units, co2, summerThousandths, hotWater, groups, groupBp, ...rest } = given;
  const areaSqm100 = units.reduce((all, unit) => all + unit.areaSqm100, 0);
  return heatingCosts({
    ...rest,
    period,
    summer: summerThousandths,
    hotWater: readHotWater(hotWater),
    units: units.map((unit) => {
      const { name, heat, hotWater: water, hands } = unit;
      const whole = [{ name, from: period.from, heat, hotWater: water }];
      return {
        ...unit,
        heat: orNone(heat),
        hotWater: orNone(water),
        hands: handsIn(period, hands.length === 0 ? whole : hands).map((hand) => ({
          ...hand,
          heat: orNone(hand.heat),
          hotWater: orNone(hand.hotWater),
        })),
      };
    }),
    co2: co2 && readCo2({ ...co2, period, areaSqm100 }),
    groups: groups && readGroups(groups, groupBp),
  });
}

const year = { from: '2025-01-01', to: '2025-12-31' };

/** Part two of the statement, each usable alone: heat and hot water, CO₂ costs, fuel, a condominium. */
export const plantRules = {
  degree_days: rule(
    degreeDaysShape,
    {
      period: year,
      changes: [
        { name: 'Ahrens', from: '2025-01-01' },
        { name: 'Brandt', from: '2025-04-16' },
      ],
    },
    ({ name, period, changes, summerThousandths }) => {
      const whole = [{ name, from: period.from }];
      return explainDegreeDays(handsIn(period, changes.length === 0 ? whole : changes), summerThousandths);
    },
  ),
  consumption_comparison: rule(
    comparisonShape,
    {
      name: 'Ahrens',
      heatKwh: 7_200,
      hotWaterKwh: 1_800,
      climateFactor: 1.1,
      before: { heatKwh: 7_000, hotWaterKwh: 1_900, climateFactor: 1.2 },
      average: { kwhPerSqmYear: 130, areaSqm100: 7_000 },
    },
    ({ name, before, average, ...now }) => {
      const used = (one: typeof now) => ({
        name,
        heat: thousandths(one.heatKwh),
        hotWater: thousandths(one.hotWaterKwh),
        factor: orNone(one.climateFactor),
      });
      const { result, trace } = consumptionComparison({
        now: used(now),
        before: before && used(before),
        average: average && {
          perSqm: thousandths(average.kwhPerSqmYear),
          areaDays: average.areaSqm100 * average.days,
          daysOfYear: average.daysOfYear,
        },
      });
      const kwh = (value: number | null) => (value === null ? null : value / 1_000);
      const { adjusted, adjustedBefore, changeBp } = result;
      return {
        result: {
          adjustedKwh: kwh(adjusted),
          adjustedKwhBefore: kwh(adjustedBefore),
          changeBp,
          averageKwh: kwh(result.average),
        },
        trace,
      };
    },
  ),
  service_records: rule(
    z.strictObject({
      text: z.string().describe('Result records of a metering service: lines of 128 characters, `D` first.'),
    }),
    {
      text: [serviceRecord('WE 1', 123_456, 100_000), serviceRecord('WE 2', 80_000, 90_000)].join('\n'),
    },
    ({ text }) => explainServiceRecords(text),
  ),
  fuel_stock: rule(
    fuelStockShape,
    {
      opening: { quantity: 1_200, amountCents: 108_000 },
      deliveries: [{ on: '2025-09-15', quantity: 3_000, amountCents: 288_000 }],
      closingQuantity: 1_500,
    },
    ({ opening, deliveries, closingQuantity, method }) =>
      stopping('fuel_stock', () =>
        fuelStock({
          opening: { ...opening, quantity: thousandths(opening.quantity) },
          deliveries: deliveries.map((one) => ({ ...one, quantity: thousandths(one.quantity) })),
          closingQuantity: thousandths(closingQuantity),
          method,
        }),
      ),
  ),
  co2_split: rule(
    co2Shape,
    { period: year, co2Kg: 7_255.8, co2CostCents: 47_489, areaSqm100: 24_000 },
    (given) => stopping('co2_split', () => co2Split(readCo2(given))),
  ),
  heating_costs: rule(
    heatingShape,
    {
      period: year,
      costs: [
        { name: 'Gas', amountCents: 480_000 },
        { name: 'Maintenance', amountCents: 30_000 },
      ],
      hotWater: { by: 'formula', volumeM3: 60, totalKwh: 40_000, source: 'boiler_upper_value' },
      units: [
        {
          name: 'Flat 1',
          areaSqm100: 6_000,
          heat: 1_800,
          hotWater: 22,
          hands: [
            { name: 'Ahrens', from: '2025-01-01' },
            { name: 'Brandt', from: '2025-07-01' },
          ],
        },
        { name: 'Flat 2', areaSqm100: 9_000, heat: 3_200, hotWater: 38 },
      ],
      co2: { co2Kg: 7_255.8, co2CostCents: 47_489 },
      cuts: ['not_remote'],
    },
    (given) => stopping('heating_costs', () => explainHeating(given)),
  ),
  hausgeld: rule(
    hausgeldShape,
    {
      lines: [
        { name: 'Water', totalCents: 480_000, numerator: 85, denominator: 1_000 },
        { name: 'Caretaker', totalCents: 600_000, numerator: 85, denominator: 1_000, recoverableBp: 8_000 },
        { name: 'Manager', totalCents: 360_000, ownCents: 30_000 },
        { name: 'Reserve', totalCents: 1_200_000, numerator: 85, denominator: 1_000 },
      ],
      receipts: [{ name: 'Property tax', amountCents: 32_000 }],
      advancesDueCents: 240_000,
    },
    ({ lines, ...rest }) =>
      stopping('hausgeld', () => associationStatement({ ...rest, lines: lines.map(associationLine) })),
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
