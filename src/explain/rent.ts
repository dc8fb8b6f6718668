import type { ProrationSegment } from '../domain/charge-basis.ts';
import {
  day,
  type Explained,
  inputs,
  money,
  month,
  none,
  number,
  percent,
  type Trace,
  type TraceStep,
  word,
} from '../domain/trace.ts';
import { vatContained } from '../domain/vat.ts';
import { type ProrationMethod, prorationMethods } from '../domain/vocabulary.ts';
import {
  type DueTerms,
  dueOn,
  isPaymentDay,
  postingPeriods,
  type Rent,
  type RentForPeriod,
  rentForPeriod,
} from '../features/rent/rules.ts';
import {
  addDays,
  type CalendarDate,
  daysInclusive,
  daysInMonth,
  firstOfMonth,
  type Month,
  maxDate,
  weekday,
} from '../lib/calendar.ts';
import { divideRounded } from '../lib/money.ts';

const segmentStep = (segment: ProrationSegment): TraceStep => ({
  of: [day(segment.from), day(segment.to)],
  formula: '{full_rent} × {days} ÷ {basis_days}',
  inputs: inputs({
    full_rent: money(segment.fullCents),
    days: number(segment.days, 'days'),
    basis_days: number(segment.basisDays, 'days'),
  }),
  result: money(segment.amountCents),
  rounding: 'remainder',
});

/** The trace of a month's rent from what the posting keeps of it; `proration` is null for a whole month. */
export function prorationTrace(charge: {
  month: Month;
  totalCents: number;
  proration: null | { method: ProrationMethod; segments: readonly ProrationSegment[] };
}): Trace {
  const { proration, totalCents } = charge;
  const isPart = proration !== null && proration.method !== 'full_month';
  return {
    rule: 'proration',
    formula: isPart ? 'Σ {full_rent} × {days} ÷ {basis_days}' : '{full_rent}',
    sources: [],
    inputs: inputs({
      month: month(charge.month),
      ...(proration && { method: { kind: 'label', list: 'proration', code: proration.method } }),
      ...(!isPart && { full_rent: money(totalCents) }),
    }),
    steps: isPart ? proration.segments.map(segmentStep) : [],
    result: money(totalCents),
  };
}

/**
 * The same month by every method, in cents; with one rent also by two that people use and leases here do not offer:
 * calendar days over 30, and over the days of the year.
 */
function compareMethods(input: ProrationInput, result: RentForPeriod) {
  const compare: Partial<Record<ProrationMethod | 'calendar_days_over_30' | 'days_of_year', number>> = {};
  for (const method of prorationMethods) {
    compare[method] = rentForPeriod({ ...input, method })?.totalCents ?? 0;
  }
  const [segment, another] = result.proration?.segments ?? [];
  if (segment && !another) {
    const days = BigInt(daysInclusive(segment.from, segment.to));
    const full = BigInt(segment.fullCents);
    const year = daysInMonth(`${input.month.slice(0, 4)}-02`) + 337;
    compare.calendar_days_over_30 = divideRounded(full * days, 30n);
    compare.days_of_year = divideRounded(12n * full * days, BigInt(year));
  }
  return compare;
}

type ProrationInput = {
  rents: readonly Rent[];
  leaseStartsOn: CalendarDate;
  leaseEndsOn: CalendarDate | null;
  month: Month;
  method: ProrationMethod;
};

/** What a lease owes for a month; null when it owes nothing. */
export function explainProration(input: ProrationInput) {
  const result = rentForPeriod(input);
  const trace = prorationTrace({
    month: input.month,
    totalCents: result?.totalCents ?? 0,
    proration: result?.proration ?? null,
  });
  return {
    result: result && { ...result, compareCents: compareMethods(input, result) },
    trace: {
      ...trace,
      inputs: [
        ...inputs({ lease_start: day(input.leaseStartsOn), lease_end: day(input.leaseEndsOn) }),
        ...trace.inputs.filter(({ name }) => name !== 'method'),
        ...inputs({ method: { kind: 'label', list: 'proration', code: input.method } }),
      ],
    },
  };
}

function kindOfDay(date: CalendarDate, holidays: ReadonlySet<CalendarDate>) {
  if (holidays.has(date)) return word('holiday');
  if (weekday(date) === 6) return word('saturday');
  return weekday(date) === 7 ? word('sunday') : word('working_day');
}

/** Every day from where the counting begins to the due day, with what it is. */
function countedDays(from: CalendarDate, to: CalendarDate, holidays: ReadonlySet<CalendarDate>): TraceStep[] {
  let count = 0;
  return Array.from({ length: daysInclusive(from, to) }, (_, index) => {
    const date = addDays(from, index);
    const counts = isPaymentDay(date, holidays);
    if (counts) count += 1;
    return {
      of: [day(date), kindOfDay(date, holidays)],
      formula: '{working_days_so_far}',
      inputs: inputs({ working_days_so_far: number(count) }),
      result: counts ? number(count) : none,
    };
  });
}

/** The day the rent of a month is due, with the days that were counted. */
export function explainDueOn(input: {
  terms: DueTerms;
  month: Month;
  holidays: ReadonlySet<CalendarDate>;
  periodFrom?: CalendarDate;
}): Explained<CalendarDate> {
  const { terms, holidays } = input;
  const result = dueOn(terms, input.month, holidays, input.periodFrom);
  const countedFrom = maxDate(firstOfMonth(input.month), input.periodFrom);
  const isThird = terms.rule === 'third_working_day';
  const unmoved = { ...terms, movesToWorkingDay: false };
  const plain = isThird ? countedFrom : dueOn(unmoved, input.month, holidays, input.periodFrom);
  const isMoved = plain !== result;
  return {
    result,
    trace: {
      rule: isThird ? 'third_working_day' : 'due_date',
      formula: isThird
        ? '{counted_from} → 3 × {working_day}'
        : isMoved
          ? '{next_working_day}'
          : 'max({agreed_day}, {counted_from})',
      sources: isThird
        ? ['BGB § 556b (1)', 'BGH VIII ZR 129/09, VIII ZR 291/09 (2010-07-13)']
        : terms.movesToWorkingDay
          ? ['BGB § 193']
          : [],
      inputs: inputs({
        month: month(input.month),
        due_rule: { kind: 'label', list: 'dueRule', code: terms.rule },
        ...(!isThird && { agreed_day: day(dueOn(unmoved, input.month, holidays)) }),
        counted_from: day(countedFrom),
        ...(isMoved && !isThird && { next_working_day: day(result) }),
      }),
      steps: isThird || terms.movesToWorkingDay ? countedDays(plain, result, holidays) : [],
      result: day(result),
    },
  };
}

/** VAT contained in an amount that includes it. */
export function explainVat(amountCents: number, vatRateBp: number): Explained<number> {
  const result = vatContained(amountCents, vatRateBp);
  return {
    result,
    trace: {
      rule: 'vat_contained',
      formula: '{amount} × {vat_rate} ÷ (100 % + {vat_rate})',
      sources: [],
      inputs: inputs({ amount: money(amountCents), vat_rate: percent(vatRateBp) }),
      steps: [],
      result: money(result),
    },
  };
}

/** The months whose rent is still to be posted. */
export function explainPostingMonths(input: Parameters<typeof postingPeriods>[0]): Explained<Month[]> {
  const result = postingPeriods(input);
  return {
    result,
    trace: {
      rule: 'posting_months',
      formula: `max({booked_from}, {lease_start}${input.postedThrough === null ? '' : ', {posted_through} + 1'}) … ${
        input.endsOn === null ? '{through}' : 'min({through}, {lease_end})'
      }`,
      sources: [],
      inputs: inputs({
        booked_from: day(input.bookedFrom),
        lease_start: day(input.startsOn),
        ...(input.endsOn !== null && { lease_end: day(input.endsOn) }),
        ...(input.postedThrough !== null && { posted_through: day(input.postedThrough) }),
        through: day(input.through),
      }),
      steps: [],
      result: number(result.length, 'months'),
    },
  };
}
