import { type Explained, inputs, money, percent, text } from '../domain/trace.ts';
import {
  occupancyBp,
  occupancyRate,
  sumUnitDays,
  type UnitDays,
  unitDays,
} from '../features/occupancy/rules.ts';
import type { CalendarDate, DateRange } from '../lib/calendar.ts';

type Unit = {
  name: string;
  areaSqm100?: number | undefined;
  availableFrom: CalendarDate;
  availableTo: CalendarDate | null;
  lets: readonly DateRange[];
  ownUse: readonly DateRange[];
};

/** Occupancy by days, unit by unit; beside it by area and by units on the last day. */
export function explainOccupancy(input: { from: CalendarDate; to: CalendarDate; units: readonly Unit[] }) {
  const { from, to, units } = input;
  const daysIn = (unit: Unit, first: CalendarDate) => sumUnitDays(unitDays(unit, [{ from: first, to }]));
  const days = units.map((unit) => daysIn(unit, from));
  const { result, trace } = occupancyRate(sumUnitDays(days));
  const steps = units.map((unit, index) => {
    const own = occupancyRate(days[index] ?? sumUnitDays([]));
    return {
      of: [text(unit.name || String(index + 1))],
      formula: own.trace.formula,
      inputs: own.trace.inputs,
      result: own.trace.result,
      rounding: 'down' as const,
    };
  });
  const lastDay = sumUnitDays(units.map((unit) => daysIn(unit, to)));
  const areas = units.map((unit) => unit.areaSqm100 ?? null);
  return {
    result: {
      ...sumUnitDays(days),
      basisPoints: result,
      byArea: areas.includes(null) ? null : weighted(days, areas),
      onLastDay: {
        letUnits: lastDay.letDays,
        vacantUnits: lastDay.vacantDays,
        basisPoints: occupancyRate(lastDay).result,
      },
    },
    trace: { ...trace, steps },
  };
}

/** Let m²-days ÷ available m²-days. */
function weighted(days: readonly UnitDays[], areas: readonly (number | null)[]): number | null {
  const sum = (part: (one: UnitDays) => number) =>
    days.reduce((all, one, index) => all + part(one) * (areas[index] ?? 0), 0);
  const whole = sum((one) => one.letDays + one.vacantDays);
  return whole === 0
    ? null
    : occupancyBp(
        sum((one) => one.letDays),
        whole,
      );
}

/** Rent ÷ potential rent; null when nothing could be earned. */
export function explainEconomicOccupancy(input: {
  rentCents: number;
  potentialCents: number;
}): Explained<number | null> {
  const result = input.potentialCents === 0 ? null : occupancyBp(input.rentCents, input.potentialCents);
  return {
    result,
    trace: {
      rule: 'economic_occupancy',
      formula: '{monthly_rent} ÷ {potential_rent}',
      sources: [],
      inputs: inputs({ monthly_rent: money(input.rentCents), potential_rent: money(input.potentialCents) }),
      steps: [],
      result: percent(result),
      rounding: 'down',
    },
  };
}
