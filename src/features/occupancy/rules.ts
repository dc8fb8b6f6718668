import { type Explained, inputs, money, month, number, percent, text } from '../../domain/trace.ts';
import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysBetween,
  daysInMonth,
  type Month,
} from '../../lib/calendar.ts';
import { assertCents, divideRounded, sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';

/** Let, own use and vacant days; together the days a unit was owned and in use. */
export type UnitDays = { letDays: number; vacantDays: number; ownUseDays: number };

export type OccupancyUnit = {
  /** First and last day it was owned and not archived. */
  availableFrom: CalendarDate;
  availableTo: CalendarDate | null;
  lets: readonly DateRange[];
  ownUse: readonly DateRange[];
};

/** Days as numbers since 1970, first and last counted: comparing them is most of the work. */
export type Span = [first: number, last: number];

const dayNumber = (day: CalendarDate) => daysBetween('1970-01-01', day);
export const span = (range: DateRange): Span => [
  dayNumber(range.from),
  range.to === null ? Number.MAX_SAFE_INTEGER : dayNumber(range.to),
];

/** The spans in their order; what overlaps or follows without a day between is one. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [first, last] of spans.toSorted((a, b) => a[0] - b[0])) {
    const previous = result.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else if (first <= last) result.push([first, last]);
  }
  return result;
}

const daysWithin = (spans: readonly Span[], [first, last]: Span): number =>
  spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, last) - Math.max(from, first) + 1), 0);

/**
 * The days of one unit in each of the periods. A day counts once: let before own use before vacant, and only
 * while the unit is owned and not archived.
 */
export function unitDays(unit: OccupancyUnit, periods: readonly Period[]): UnitDays[] {
  return unitDaysInSpans(unit, periods.map(span));
}

/** The same for many units, whose periods are made into spans once. */
export function unitDaysInSpans(unit: OccupancyUnit, spans: readonly Span[]): UnitDays[] {
  const available = span({ from: unit.availableFrom, to: unit.availableTo });
  const lets = merged(unit.lets.map(span));
  const used = unit.ownUse.length === 0 ? lets : merged([...lets, ...unit.ownUse.map(span)]);
  return spans.map(([from, to]) => {
    const days: Span = [Math.max(from, available[0]), Math.min(to, available[1])];
    const total = Math.max(0, days[1] - days[0] + 1);
    const letDays = daysWithin(lets, days);
    const usedDays = used === lets ? letDays : daysWithin(used, days);
    return { letDays, ownUseDays: usedDays - letDays, vacantDays: total - usedDays };
  });
}

/** The days a unit was in own use and how many lived there, from its dated facts (oldest first, each valid until the next). */
export function ownUseRanges(
  facts: readonly { validFrom: CalendarDate; ownUse: boolean; persons: number | null }[],
): (DateRange & { persons: number | null })[] {
  return facts.flatMap(({ validFrom, ownUse, persons }, index) => {
    if (!ownUse) return [];
    const next = facts[index + 1];
    return [{ from: validFrom, to: next ? addDays(next.validFrom, -1) : null, persons }];
  });
}

export function sumUnitDays(days: Iterable<UnitDays>): UnitDays {
  const sum = { letDays: 0, vacantDays: 0, ownUseDays: 0 };
  for (const one of days) {
    sum.letDays += one.letDays;
    sum.vacantDays += one.vacantDays;
    sum.ownUseDays += one.ownUseDays;
  }
  return sum;
}

/**
 * Let days ÷ available days in hundredths of a per cent; 100 % means every day, so that nothing less is rounded up to
 * it. Own use is outside the base. Null when nothing was available.
 */
export function occupancyRate(days: UnitDays): Explained<number | null> {
  const base = days.letDays + days.vacantDays;
  const result = base === 0 ? null : occupancyBp(days.letDays, base);
  return {
    result,
    trace: {
      rule: 'occupancy',
      formula: '{let_days} ÷ ({let_days} + {vacant_days})',
      sources: [],
      inputs: inputs({
        let_days: number(days.letDays, 'days'),
        vacant_days: number(days.vacantDays, 'days'),
        own_use_days: number(days.ownUseDays, 'days'),
      }),
      steps: [],
      result: percent(result),
      rounding: 'down',
    },
  };
}

/** A share in hundredths of a per cent, rounded down, so that only the whole is 100 %. */
export const occupancyBp = (part: number, whole: number): number =>
  assertCents(Number((BigInt(part) * 10_000n) / BigInt(whole)));

/** Let units per available unit in whole per cent, rounded down, so that 100 means every one; null without units. */
export function occupancyPercent(units: { letCount: number; availableCount: number }): number | null {
  if (units.availableCount === 0) return null;
  return Math.floor((units.letCount * 100) / units.availableCount);
}

export type VacantMonth = { name: string; month: Month; vacantDays: number; askingRentCents: number | null };

/** What one unit's vacant days of a month cost: asking rent × vacant days ÷ days of the month. */
export function vacantMonthCost(vacant: {
  month: Month;
  vacantDays: number;
  askingRentCents: number;
}): number {
  const { askingRentCents, vacantDays } = vacant;
  return divideRounded(BigInt(askingRentCents) * BigInt(vacantDays), BigInt(daysInMonth(vacant.month)));
}

/**
 * The rent that was missed because units stood empty, each unit and month rounded to cents. Days of a unit
 * without an asking rent cost nothing here and are counted apart. `further` is what was summed up before and is
 * not listed one by one.
 */
export function vacancyCost(
  months: readonly VacantMonth[],
  further: { costCents: number; unpricedDays: number } = { costCents: 0, unpricedDays: 0 },
): Explained<{ costCents: number; unpricedDays: number }> {
  let unpricedDays = further.unpricedDays;
  const steps = months.flatMap((vacant) => {
    const { askingRentCents, vacantDays } = vacant;
    if (askingRentCents === null) {
      unpricedDays += vacantDays;
      return [];
    }
    const cents = vacantMonthCost({ ...vacant, askingRentCents });
    return [
      {
        cents,
        step: {
          of: [text(vacant.name), month(vacant.month)],
          formula: '{asking_rent} × {vacant_days} ÷ {days_of_month}',
          inputs: inputs({
            asking_rent: money(askingRentCents),
            vacant_days: number(vacantDays, 'days'),
            days_of_month: number(daysInMonth(vacant.month), 'days'),
          }),
          result: money(cents),
        },
      },
    ];
  });
  const costCents = sumCents([further.costCents, ...steps.map((step) => step.cents)]);
  return {
    result: { costCents, unpricedDays },
    trace: {
      rule: 'vacancy_cost',
      formula: `Σ {asking_rent} × {vacant_days} ÷ {days_of_month}${further.costCents > 0 ? ' + {further_vacancies}' : ''}`,
      sources: [],
      inputs: inputs({
        ...(further.costCents > 0 && { further_vacancies: money(further.costCents) }),
        ...(unpricedDays > 0 && { unpriced_days: number(unpricedDays, 'days') }),
      }),
      steps: steps.map(({ step }) => step),
      result: money(costCents),
    },
  };
}
