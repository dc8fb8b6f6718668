import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysInclusive,
  firstOfMonth,
  lastOfMonth,
  type Month,
  minDate,
  monthOf,
  shiftMonth,
} from '../../lib/calendar.ts';
import { countedPeriod, monthParts, type Period } from '../../lib/period.ts';
import {
  merged,
  type OccupancyUnit,
  type Span,
  span,
  unitDays,
  type VacantMonth,
  vacantMonthCost,
} from './rules.ts';

/** A gap is vacant between two leases; a conflict is a lease over own use. */
export const occupancyStates = ['let', 'ownUse', 'vacant', 'gap', 'conflict'] as const;
export type OccupancyState = (typeof occupancyStates)[number];

export type OccupancySegment = {
  state: OccupancyState;
  from: CalendarDate;
  to: CalendarDate;
  /** Of vacant days, the whole time the unit is free, also before and after the period. */
  free: DateRange | null;
};

const firstDay: CalendarDate = '1970-01-01';
const dayOf = (number: number) => addDays(firstDay, number);
const holds = (spans: readonly Span[], day: number) => spans.some(([from, to]) => from <= day && day <= to);

/**
 * What each day of a period was: the days on which the unit is owned and not archived, as few segments as there
 * are changes. Leases and own use outside the period are to be given, too: they tell a gap from a vacancy.
 */
export function occupancySegments(unit: OccupancyUnit, period: Period): OccupancySegment[] {
  const available = span({ from: unit.availableFrom, to: unit.availableTo });
  const [periodFrom, periodTo] = span(period);
  const [first, last] = [Math.max(periodFrom, available[0]), Math.min(periodTo, available[1])];
  const lets = merged(unit.lets.map(span));
  const ownUse = merged(unit.ownUse.map(span));
  const used = merged([...unit.lets, ...unit.ownUse].map(span));
  const changes = [...lets, ...ownUse].flatMap(([from, to]) => [from, to + 1]);
  const starts = [...new Set([first, ...changes])]
    .filter((day) => first <= day && day <= last)
    .sort((a, b) => a - b);
  return starts.map((start, index) => {
    const days = { from: dayOf(start), to: dayOf((starts[index + 1] ?? last + 1) - 1) };
    const [isLet, isOwnUse] = [holds(lets, start), holds(ownUse, start)];
    if (isLet) return { state: isOwnUse ? 'conflict' : 'let', ...days, free: null };
    if (isOwnUse) return { state: 'ownUse', ...days, free: null };
    const before = used.findLast(([, to]) => to < start);
    const after = used.find(([from]) => from > start);
    const isGap = before && after && holds(lets, before[1]) && holds(lets, after[0]);
    return {
      state: isGap ? 'gap' : 'vacant',
      ...days,
      free: {
        from: dayOf(before ? Math.max(before[1] + 1, available[0]) : available[0]),
        to: after ? minDate(dayOf(after[0] - 1), unit.availableTo) : unit.availableTo,
      },
    };
  });
}

/** The vacant days of a unit by month, from the first day of a period until today; what its vacancy cost rests on. */
export function vacantMonths(
  unit: OccupancyUnit & { name: string; askingRentCents: number | null },
  period: Period,
  today: CalendarDate,
): VacantMonth[] {
  const counted = countedPeriod(period, today);
  if (!counted) return [];
  const parts = monthParts(counted);
  return unitDays(unit, parts).flatMap(({ vacantDays }, index) => {
    const month = parts[index]?.month;
    if (month === undefined || vacantDays === 0) return [];
    return [{ name: unit.name, month, vacantDays, askingRentCents: unit.askingRentCents }];
  });
}

export type VacancyPart = { costCents: number | null; aheadCents: number | null };

/**
 * What the vacancies of a unit have cost until today, and what a gap will still cost. The cost runs along from
 * segment to segment: each takes what the month's cost grew by, so that together they are `vacancyCost` to the
 * cent. Null where nothing is asked for, or nothing is vacant.
 */
export function runningVacancyCost(
  segments: readonly OccupancySegment[],
  askingRentCents: number | null,
  today: CalendarDate,
): VacancyPart[] {
  const vacantDaysOf = new Map<Month, number>();
  const costOf = (range: Period, rentCents: number) => {
    let cents = 0;
    for (const part of monthParts(range)) {
      const { month } = part;
      const before = vacantDaysOf.get(month) ?? 0;
      const after = before + daysInclusive(part.from, part.to);
      vacantDaysOf.set(month, after);
      const cost = (vacantDays: number) => vacantMonthCost({ month, vacantDays, askingRentCents: rentCents });
      cents += cost(after) - cost(before);
    }
    return cents;
  };
  return segments.map(({ state, from, to, free }) => {
    if (free === null || askingRentCents === null) return { costCents: null, aheadCents: null };
    const costCents = from > today ? null : costOf({ from, to: minDate(to, today) }, askingRentCents);
    const isAhead = state === 'gap' && to > today;
    const ahead = { from: from > today ? from : addDays(today, 1), to };
    return { costCents, aheadCents: isAhead ? costOf(ahead, askingRentCents) : null };
  });
}

/**
 * The days a lease can take to end a vacancy: all of one that is over or lies ahead, from today on of one that
 * lasts. `to` is the last free day before the next lease or own use.
 */
export function lettableDays(free: DateRange, today: CalendarDate): DateRange {
  const lasts = free.from < today && (free.to === null || free.to >= today);
  return { from: lasts ? today : free.from, to: free.to };
}

/** The months that a strip shows: a year back and a year ahead, the current one between them. */
export function stripPeriod(today: CalendarDate): Period {
  return {
    from: firstOfMonth(shiftMonth(monthOf(today), -12)),
    to: lastOfMonth(shiftMonth(monthOf(today), 12)),
  };
}
