import { sumCents } from '../../lib/money.ts';
import { billName, type CountedBill, countBills, othersBillsTold } from '../bills.ts';
import type { StatementInput, StatementLine } from '../input.ts';
import { LineStop, type Warning } from '../problems.ts';
import type { StatementPlant } from './block.ts';
import { type FuelStock, fuelStock } from './fuel-stock.ts';
import type { HeatingInput } from './heating-costs.ts';
import { isInCircle, periodOf, yearOfPlant } from './users.ts';

export type PlantCosts = {
  bills: CountedBill[];
  /** What is shared out, by what it is for; fuel out of a stock as it was burnt. */
  costs: HeatingInput['costs'];
  costsCents: number;
  /** Of the bills, before what may not be passed on is taken out, and with the fuel. */
  totalCents: number;
  labourCents: number;
  fuel: FuelStock | null;
  warnings: Warning[];
};

export type PlantLine = { line: StatementLine; index: number; of: StatementPlant['lines'][number]['of'] };

/** The lines a plant names. LineStop where there is none of that name, or nothing that costs at all. */
export function linesOfPlant(plant: StatementPlant, field: string, { lines }: StatementInput): PlantLine[] {
  if (plant.lines.length === 0 && plant.fuel === null && plant.shared.by === 'devices') {
    throw new LineStop('plant_without_costs', `${field}.lines`);
  }
  return plant.lines.map(({ lineId, of }, at) => {
    const index = lines.findIndex(({ id }) => id === lineId);
    const line = lines[index];
    if (!line) throw new LineStop('plant_line_unknown', `${field}.lines.${at}`, { name: lineId });
    if (line.preDeduction) {
      throw new LineStop('plant_line_pre_deducted', `lines.${index}.preDeduction`, { name: line.name });
    }
    return { line, index, of };
  });
}

/**
 * What a plant cost: the bills of its lines by their principle, each less what may not be passed on, and the fuel that was
 * burnt. By service they count in the year of the plant; by payment in the period of the statement.
 */
export function costsOf(
  plant: StatementPlant,
  lines: readonly PlantLine[],
  input: StatementInput,
): PlantCosts {
  const units = input.units.filter(({ id }) => isInCircle(id, plant, input));
  const counted = lines.map(({ line, index, of }) => {
    const period = line.principle === 'service' ? yearOfPlant(plant, input) : input.period;
    const bills = countBills(line, `lines.${index}`, { ...input, units, period }).map((bill) =>
      // What nobody may be charged with stays the landlord's, whatever it is part of.
      line.isRecoverable ? bill : { ...bill, notRecoverableCents: bill.partCents, labourCents: 0 },
    );
    return { line, of, bills };
  });
  const fuel = plant.fuel && fuelStock(plant.fuel).result;
  const costs = [
    ...counted.map(({ line, of, bills }) => ({
      name: line.name,
      amountCents: sumCents(bills.map((one) => one.partCents - one.notRecoverableCents)),
      of,
    })),
    ...(plant.fuel && fuel ? [{ name: '', amountCents: fuel.consumedCents, of: plant.fuel.of }] : []),
  ];
  const bills = counted.flatMap((one) => one.bills);
  return {
    bills,
    costs,
    costsCents: sumCents(costs.map(({ amountCents }) => amountCents)),
    totalCents: sumCents(bills.map(({ partCents }) => partCents)) + (fuel?.consumedCents ?? 0),
    labourCents: sumCents(bills.map(({ labourCents }) => labourCents)),
    fuel,
    warnings: [
      ...countedTwice(plant, bills),
      ...co2Twice(plant),
      ...byPayment(plant, lines, input),
      ...cutByDays(plant, bills, input),
      ...lines.flatMap(({ line }) =>
        othersBillsTold(line, plant.name, { units, period: yearOfPlant(plant, input) }),
      ),
    ],
  };
}

/** A delivery that is a bill of the plant's lines, too. */
function countedTwice({ name, fuel }: StatementPlant, bills: readonly CountedBill[]): Warning[] {
  return (fuel?.deliveries ?? [])
    .filter(
      ({ amountCents }) => amountCents !== 0 && bills.some(({ bill }) => bill.amountCents === amountCents),
    )
    .map(({ on, amountCents: cents }) => ({
      code: 'fuel_billed_twice',
      params: { line: name, day: on, cents },
    }));
}

/** Days of two bills on CO₂: of two fuels both count, of one fuel it would raise the step and the costs. */
function co2Twice({ name, shared: { co2 } }: StatementPlant): Warning[] {
  const all = co2 ? [co2.bill, ...(co2.more ?? []).map(({ bill }) => bill)] : [];
  const days = all
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .flatMap(({ from }, at, sorted) => (sorted.slice(0, at).some(({ to }) => to >= from) ? [from] : []));
  return [...new Set(days)].map((day) => ({ code: 'co2_bills_overlap', params: { line: name, day } }));
}

/** Bills from before the purchase or beyond the sale count by days; what was burnt on these days only a reading knows. */
function cutByDays(plant: StatementPlant, bills: readonly CountedBill[], input: StatementInput): Warning[] {
  const [own, year] = [periodOf(plant, input), yearOfPlant(plant, input)];
  const isCut = ({ from, to }: CountedBill['bill']) =>
    from !== null &&
    to !== null &&
    ((own.from > year.from && from < own.from) || (own.to < year.to && to > own.to));
  return bills
    .map(({ bill, days, daysOfBill }, at) => ({ bill, days, daysOfBill, field: `bills.${at}` }))
    .filter(({ bill }) => isCut(bill))
    .map(({ bill, days, daysOfBill, field }) => ({
      code: 'plant_bill_by_days',
      params: { line: plant.name, bill: billName(bill, field), days: days ?? 0, of: daysOfBill ?? 0 },
    }));
}

/** Only what was used in the period may be charged: never what was paid in it (BGH 1 Feb 2012, VIII ZR 156/11). */
const byPayment = (
  { name, shared }: StatementPlant,
  lines: readonly PlantLine[],
  { isGerman }: StatementInput,
): Warning[] =>
  isGerman && shared.by === 'devices' && lines.some(({ line }) => line.principle === 'payment')
    ? [{ code: 'plant_by_payment', params: { line: name } }]
    : [];
