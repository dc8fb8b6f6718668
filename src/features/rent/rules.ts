import type { ProrationSegment } from '../../domain/charge-basis.ts';
import { vatContained } from '../../domain/vat.ts';
import type { DueRule, ProrationMethod, RentComponent, SettlementKind } from '../../domain/vocabulary.ts';
import {
  addDays,
  type CalendarDate,
  compareDates,
  dayInMonth,
  dayOfMonth,
  daysInclusive,
  daysInMonth,
  eachMonth,
  firstOfMonth,
  lastOfMonth,
  type Month,
  maxDate,
  minDate,
  monthOf,
  shiftMonth,
  weekday,
} from '../../lib/calendar.ts';
import { assertCents, roundParts, sumCents } from '../../lib/money.ts';

/** `amountCents` is per month and includes VAT; `vatRateBp` is hundredths of a per cent (1900 = 19 %). */
export type RentLine = {
  component: RentComponent;
  amountCents: number;
  settlement: SettlementKind;
  vatRateBp: number;
};

/** The rent agreed from a day on, until the next one. */
export type Rent = { validFrom: CalendarDate; lines: readonly RentLine[] };

export type RentForPeriod = {
  month: Month;
  /** First and last day of the month that the lease covers. */
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  /** `vatCents` is contained in `amountCents`. */
  lines: (RentLine & { vatCents: number })[];
  totalCents: number;
  /** How a month that is not simply the agreed rent came about; null for a whole month of one rent. */
  proration: null | { method: ProrationMethod; segments: ProrationSegment[] };
};

/** The rent that applies on a day: the latest that is valid by then; null before the first. */
export function rentOn<R extends Rent>(rents: readonly R[], day: CalendarDate): R | null {
  let found: R | null = null;
  for (const rent of rents) {
    if (rent.validFrom <= day && (!found || rent.validFrom >= found.validFrom)) found = rent;
  }
  return found;
}

/**
 * What a lease owes for a month, or null when it owes nothing by its dates (the month lies outside the lease, or
 * no rent is agreed for any of its days).
 *
 * A whole month of one rent is exactly the agreed rent. Otherwise the month is cut into segments of one rent each,
 * and what is owed is Σ full rent × days ÷ basis, computed exactly, rounded once (half a cent up) and shared out to
 * lines and segments by largest remainder. No statute fixes the method, so the contract does:
 *
 * - `calendar_days`: days counted inclusively over the days of that month.
 * - `thirty_days`: every month has days 1–30. Day 31 does not count (a lease that starts on the 31st owes nothing
 *   for that month); the last day of February stands for all days up to the 30th, so that a full February is 30
 *   days and two parts of any month add up to it.
 * - `full_month`: any part of a month owes the whole rent, the one valid on the first day owed; a change during
 *   the month counts from the next.
 *
 * Days before the first agreed rent owe nothing. RangeError for a negative amount.
 */
export function rentForPeriod(input: {
  rents: readonly Rent[];
  leaseStartsOn: CalendarDate;
  leaseEndsOn: CalendarDate | null;
  month: Month;
  method: ProrationMethod;
}): RentForPeriod | null {
  const { rents, month, method } = input;
  const periodFrom = maxDate(firstOfMonth(month), input.leaseStartsOn);
  const periodTo = minDate(lastOfMonth(month), input.leaseEndsOn);
  if (periodFrom > periodTo) return null;

  const spans = splitByRent(rents, periodFrom, periodTo);
  const [first] = spans;
  if (!first) return null;
  const isWholeMonth = first.from === firstOfMonth(month) && periodTo === lastOfMonth(month);
  const basisDays = method === 'thirty_days' ? 30 : daysInMonth(month);
  const period = { month, periodFrom, periodTo };

  if (method === 'full_month' || (isWholeMonth && spans.length === 1)) {
    const fullCents = agreedTotal(first.rent);
    const days = daysInclusive(first.from, periodTo);
    const segment = { from: first.from, to: periodTo, days, basisDays, fullCents, amountCents: fullCents };
    return {
      ...period,
      lines: first.rent.lines.map((line) => withVat(line, line.amountCents)),
      totalCents: fullCents,
      proration: isWholeMonth && spans.length === 1 ? null : { method, segments: [segment] },
    };
  }

  const counted = spans.map((span) => ({ ...span, days: countDays(method, span.from, span.to) }));
  const lines = mergeLines(counted);
  const { totalCents, partCents } = roundParts(
    lines.map((line) => line.numerator),
    BigInt(basisDays),
  );
  const segments = counted.map(({ from, to, days, rent }) => ({
    from,
    to,
    days,
    basisDays,
    fullCents: agreedTotal(rent),
  }));
  const segmentParts = roundParts(
    segments.map((segment) => BigInt(segment.fullCents) * BigInt(segment.days)),
    BigInt(basisDays),
  );
  return {
    ...period,
    lines: lines.map(({ line }, index) => withVat(line, partCents[index] ?? 0)),
    totalCents,
    proration: {
      method,
      segments: segments.map((segment, index) => ({
        ...segment,
        amountCents: segmentParts.partCents[index] ?? 0,
      })),
    },
  };
}

/**
 * How a month of a lease is counted: as its contract says. Of a house sold within the month by the days of the calendar, until
 * the day before (§ 101 No. 2 BGB): the contract's way holds between tenant and landlord, and not between who sells and who buys.
 */
export const methodIn = (
  lease: { endsOn: CalendarDate | null; prorationMethod: ProrationMethod; isSold?: boolean | undefined },
  month: Month,
): ProrationMethod =>
  lease.isSold && lease.endsOn && monthOf(lease.endsOn) === month && lease.endsOn < lastOfMonth(month)
    ? 'calendar_days'
    : lease.prorationMethod;

type Span = { from: CalendarDate; to: CalendarDate; rent: Rent };

/** The days from–to cut where another rent begins; days before the first rent are left out. */
function splitByRent(rents: readonly Rent[], from: CalendarDate, to: CalendarDate): Span[] {
  const starts = rents
    .map((rent) => rent.validFrom)
    .filter((validFrom) => validFrom > from && validFrom <= to)
    .concat(from)
    .toSorted(compareDates);
  const spans: Span[] = [];
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    const rent = rentOn(rents, start);
    if (rent && next !== start) spans.push({ from: start, to: next ? addDays(next, -1) : to, rent });
  }
  return spans;
}

function countDays(method: ProrationMethod, from: CalendarDate, to: CalendarDate): number {
  if (method !== 'thirty_days') return daysInclusive(from, to);
  const last = to === lastOfMonth(monthOf(to)) ? 30 : Math.min(dayOfMonth(to), 30);
  return Math.max(0, last - dayOfMonth(from) + 1);
}

/**
 * One line for the same component, settlement and VAT rate across the spans, with Σ amount × days. Equal lines
 * within one rent (two parking spaces) stay apart, by their order.
 */
function mergeLines(spans: readonly { rent: Rent; days: number }[]) {
  const merged = new Map<string, { line: RentLine; numerator: bigint }>();
  for (const { rent, days } of spans) {
    const seen = new Map<string, number>();
    for (const line of rent.lines) {
      const kind = `${line.component} ${line.settlement} ${line.vatRateBp}`;
      const occurrence = seen.get(kind) ?? 0;
      seen.set(kind, occurrence + 1);
      const key = `${kind} ${occurrence}`;
      const numerator = BigInt(assertRent(line.amountCents)) * BigInt(days);
      const known = merged.get(key);
      if (known) known.numerator += numerator;
      else merged.set(key, { line, numerator });
    }
  }
  return [...merged.values()];
}

function withVat(line: RentLine, amountCents: number) {
  const { component, settlement, vatRateBp } = line;
  return { component, settlement, vatRateBp, amountCents, vatCents: vatContained(amountCents, vatRateBp) };
}

function agreedTotal(rent: Rent): number {
  return sumCents(rent.lines.map((line) => assertRent(line.amountCents)));
}

function assertRent(amountCents: number): number {
  if (assertCents(amountCents) < 0) throw new RangeError(`a rent line cannot be negative: ${amountCents}`);
  return amountCents;
}

/**
 * Monday to Friday and no public holiday. For payments Saturday is no working day (BGH 13 July 2010, VIII ZR 129/09
 * and 291/09); a notice counts it, so this is not the calendar for notices.
 */
export function isPaymentDay(day: CalendarDate, holidays: ReadonlySet<CalendarDate>): boolean {
  return weekday(day) <= 5 && !holidays.has(day);
}

export type DueTerms = {
  rule: DueRule;
  /** Day of the month for `day_of_month`, 1–31; a shorter month uses its last day. */
  day?: number | null;
  /**
   * § 193 BGB: an agreed day that is a Saturday, Sunday or holiday becomes the next working day. For leases under
   * German law; has no effect on `third_working_day`, which counts working days anyway.
   */
  movesToWorkingDay?: boolean;
};

/**
 * The day the rent of a month is due. `third_working_day` is § 556b(1) BGB: the third working day of the period.
 * `holidays` must hold the public holidays of the property's state in that month and the next.
 *
 * A lease that starts within the month gives its first day as `periodFrom`: the period begins there, so the third
 * working day is counted from it, and an agreed day that has passed by then becomes that first day.
 */
export function dueOn(
  terms: DueTerms,
  month: Month,
  holidays: ReadonlySet<CalendarDate>,
  periodFrom: CalendarDate = firstOfMonth(month),
): CalendarDate {
  const start = maxDate(firstOfMonth(month), periodFrom);
  if (terms.rule === 'third_working_day') return paymentDayFrom(start, 3, holidays);
  const agreed = terms.rule === 'first' ? firstOfMonth(month) : dayInMonth(month, terms.day ?? 1);
  const due = maxDate(agreed, start);
  return terms.movesToWorkingDay ? paymentDayFrom(due, 1, holidays) : due;
}

/** The nth payment day, counting from the given day on, that day included. */
function paymentDayFrom(day: CalendarDate, n: number, holidays: ReadonlySet<CalendarDate>): CalendarDate {
  let current = day;
  let counted = isPaymentDay(current, holidays) ? 1 : 0;
  while (counted < n) {
    current = addDays(current, 1);
    if (isPaymentDay(current, holidays)) counted += 1;
  }
  return current;
}

/**
 * The months whose rent is still to be posted, oldest first: from the later of the booked-from month and the start,
 * after what is posted, up to the earlier of `through`'s month and the lease's last. All arguments are days.
 * A month that was posted in part is posted: what a later change of dates adds to it is a correction.
 */
export function postingPeriods(input: {
  bookedFrom: CalendarDate;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  postedThrough: CalendarDate | null;
  through: CalendarDate;
}): Month[] {
  const first = maxDate(
    monthOf(input.bookedFrom),
    monthOf(input.startsOn),
    input.postedThrough && shiftMonth(monthOf(input.postedThrough), 1),
  );
  return eachMonth(first, minDate(monthOf(input.through), input.endsOn && monthOf(input.endsOn)));
}
