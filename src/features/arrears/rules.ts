import {
  day,
  type Explained,
  inputs,
  money,
  month,
  number,
  percent,
  text,
  word,
} from '../../domain/trace.ts';
import {
  addDays,
  type CalendarDate,
  compareDates,
  daysInclusive,
  daysInMonth,
  type Month,
  minDate,
  monthOf,
  monthsBetween,
} from '../../lib/calendar.ts';
import { allocateCents, assertCents, divideRounded, roundParts, sumCents } from '../../lib/money.ts';
import type { BaseRate } from '../legal/rules.ts';
import { isUnderLawOf2014, marginOf, OLD_LAW_SOURCE } from './margin-rules.ts';

/** What was owed from a day on and when it was paid; waived parts are no longer part of `totalCents`. */
export type Claim = {
  id: string;
  /** Of a rent, by which the explanation calls it; without one it has its id. */
  month?: Month;
  /** The day of the contract, by which older law may hold; see `isUnderLawOf2014`. */
  contractOn?: CalendarDate;
  dueOn: CalendarDate;
  totalCents: number;
  payments: readonly { on: CalendarDate; amountCents: number }[];
  /** Carried over from another lease when it was in default there: the same claim, which has owed its lump sum there. */
  isCarriedLate?: boolean;
};

/**
 * By statute: base rate plus points, more of them where neither side is a consumer (`isBusiness`). Elsewhere the user's own yearly rate, one for all days or by day; before the first
 * there is none. Hundredths of a per cent.
 */
export type InterestTerms =
  | { kind: 'statutory'; isBusiness: boolean; baseRates: readonly BaseRate[] }
  | { kind: 'own'; rateBp: number }
  | { kind: 'own_dated'; rates: readonly BaseRate[] };

/**
 * How days become parts of a year. The law names none; courts' and banks' calculators use `actual`: the days of the
 * calendar over 365, in leap years 366. The others are for comparing with published examples.
 */
export const dayCounts = ['actual', 'actual_365', 'actual_360', 'thirty_360'] as const;
export type DayCount = (typeof dayCounts)[number];

/**
 * Where cents are rounded: each part, only the sum, or the interest of a day to a hundredth of a cent before it is
 * multiplied, as in Haufe's example.
 */
export const interestRoundings = ['parts', 'sum', 'day'] as const;
export type InterestRounding = (typeof interestRoundings)[number];

type Convention = { dayCount: DayCount; rounding: InterestRounding };

export type InterestPart = {
  claimId: string;
  from: CalendarDate;
  to: CalendarDate;
  days: number;
  /** 365, or 366 in a leap year; 360 where that is the day count. */
  daysOfYear: number;
  principalCents: number;
  /** Null for the user's own rate. */
  baseRateBp: number | null;
  /** The base rate of this half-year is not in the table; the one before was used. */
  isAssumed: boolean;
  /** The portfolio entered this half-year's base rate itself. */
  isOwn: boolean;
  rateBp: number;
  interestCents: number;
};

export type DefaultInterest = {
  interestCents: number;
  estimatedCents: number;
  claimableCents: number;
  claimableThrough: CalendarDate | null;
  parts: InterestPart[];
  /** Claims that bore interest before the first base rate: older law holds for them, and none is reckoned. */
  unreckoned: string[];
};

const sources = ['BGB § 286 (2) no. 1', 'BGB § 288', 'BGB § 247', 'BGB § 289'];

/**
 * Default interest on claims up to and including `through`. It runs from the day after the due day to the day of
 * payment, both included, on what was open that day; act/365, in leap years act/366, unless another day count is
 * asked for; never on interest. A new part begins where the open amount, the rate or the length of the year changes,
 * and each part is rounded to the cent. `estimatedCents` of the sum is on days whose base rate is not known here, by
 * the last known one: shown, never claimed. What can be claimed are the parts of known days, `claimableCents`, which
 * end with `claimableThrough`: null where no day is known. By statute a claim that was late before the first base rate, which
 * is that of 2002, is left out and named, so that the others have their interest: what fell due before 1 May 2000 bears 4 %
 * to this day, what fell due until 2001 went by the base rate of the DÜG (Art. 229 §§ 1, 5, 7 EGBGB). RangeError without any
 * base rate.
 */
export function defaultInterest(input: {
  claims: readonly Claim[];
  through: CalendarDate;
  terms: InterestTerms;
  dayCount?: DayCount;
  rounding?: InterestRounding;
}): Explained<DefaultInterest> {
  const { through, terms } = input;
  const convention = { dayCount: input.dayCount ?? 'actual', rounding: input.rounding ?? 'parts' };
  const inOrder = input.claims.toSorted((a, b) => compareDates(a.dueOn, b.dueOn) || compareDates(a.id, b.id));
  const [old, claims] = [true, false].map((isOld) =>
    inOrder.filter((claim) => isBeforeBaseRates(claim, terms) === isOld),
  ) as [Claim[], Claim[]];
  const found = claims.flatMap((claim) =>
    interestOf(claim, through, terms, convention).map((part) => ({ claim, part })),
  );
  const exact = found.map(({ part }) => part);
  const parts = convention.rounding === 'sum' ? roundedOnce(exact) : exact;
  const interestCents = sumCents(parts.map((part) => part.interestCents));
  const known = parts.filter((part) => !part.isAssumed);
  const claimableCents = sumCents(known.map((part) => part.interestCents));
  const estimatedCents = interestCents - claimableCents;
  const lastKnownDay =
    known
      .map((part) => part.to)
      .toSorted(compareDates)
      .at(-1) ?? null;
  const claimableThrough = known.length === parts.length ? through : lastKnownDay;
  return {
    result: {
      ...{ interestCents, estimatedCents, claimableCents, claimableThrough, parts },
      unreckoned: old.filter((claim) => openOn(claim, claim.dueOn) > 0).map(({ id }) => id),
    },
    trace: {
      rule: 'default_interest',
      formula: 'Σ {principal} × {rate} × {days} ÷ {days_of_year}',
      sources: sourcesOf(claims, terms),
      inputs: inputs({
        through: day(through),
        day_count: word(`day_count_${convention.dayCount}`),
        ...(estimatedCents > 0 && { estimated: money(estimatedCents), claimable: money(claimableCents) }),
      }),
      steps: parts.map((part, index) => {
        const of = found[index]?.claim.month;
        return {
          of: [
            of === undefined ? text(part.claimId) : month(of),
            day(part.from),
            day(part.to),
            ...(part.isAssumed ? [word('base_rate_assumed')] : []),
            ...(part.isOwn ? [word('own_figure')] : []),
          ],
          formula: '{principal} × {rate} × {days} ÷ {days_of_year}',
          inputs: inputs({
            principal: money(part.principalCents),
            ...(part.baseRateBp !== null && {
              base_rate: percent(part.baseRateBp),
              margin: percent(part.rateBp - part.baseRateBp),
            }),
            rate: percent(part.rateBp),
            days: number(part.days, 'days'),
            days_of_year: number(part.daysOfYear, 'days'),
          }),
          result: money(part.interestCents),
          ...(convention.rounding === 'sum' && { rounding: 'remainder' as const }),
          ...(convention.rounding === 'day' && { rounding: 'daily' as const }),
        };
      }),
      result: money(interestCents),
    },
  };
}

function sourcesOf(claims: readonly Claim[], terms: InterestTerms): readonly string[] {
  if (terms.kind !== 'statutory') return [];
  const isOldLaw = terms.isBusiness && claims.some((claim) => !isUnderLawOf2014(claim));
  return isOldLaw ? [...sources, OLD_LAW_SOURCE] : sources;
}

/**
 * On which rents interest is charged: on each what accrued on it and was not charged yet. Where less is charged in all
 * (interest on a rent was charged that no longer bears as much), the rents share it by that. By the order of `accrued`.
 */
export function interestByRent(input: {
  restCents: number;
  accrued: readonly Pick<InterestPart, 'claimId' | 'interestCents'>[];
  charged: readonly { claimId: string; cents: number }[];
}): { claimId: string; cents: number }[] {
  const claimIds = [...new Set(input.accrued.map((part) => part.claimId))];
  const missing = claimIds.map((claimId) => {
    const of = <Part extends { claimId: string }>(parts: readonly Part[]) =>
      parts.filter((part) => part.claimId === claimId);
    const accruedCents = sumCents(of(input.accrued).map((part) => part.interestCents));
    return Math.max(0, accruedCents - sumCents(of(input.charged).map((part) => part.cents)));
  });
  const shares = allocateCents(input.restCents, missing);
  return claimIds.flatMap((claimId, index) => {
    const cents = shares[index] ?? 0;
    return cents > 0 ? [{ claimId, cents }] : [];
  });
}

/** The parts with cents that add up to the sum rounded once. */
function roundedOnce(parts: readonly InterestPart[]): InterestPart[] {
  const common = 360n * 365n * 366n;
  const exact = parts.map(
    (part) =>
      (BigInt(part.principalCents) * BigInt(part.rateBp) * BigInt(part.days) * common) /
      BigInt(part.daysOfYear),
  );
  const { partCents } = roundParts(exact, 10_000n * common);
  return parts.map((part, index) => ({ ...part, interestCents: partCents[index] ?? 0 }));
}

function isBeforeBaseRates({ dueOn }: Claim, terms: InterestTerms): boolean {
  if (terms.kind !== 'statutory') return false;
  const [first] = terms.baseRates.map(({ validFrom }) => validFrom).toSorted(compareDates);
  return first !== undefined && addDays(dueOn, 1) < first;
}

/** What of a claim was open after its payments up to a day. */
const openOn = ({ totalCents, payments }: Claim, on: CalendarDate): number =>
  assertCents(totalCents) -
  sumCents(payments.filter((part) => part.on <= on).map((part) => part.amountCents));

function interestOf(
  claim: Claim,
  through: CalendarDate,
  terms: InterestTerms,
  convention: Convention,
): InterestPart[] {
  const payments = claim.payments.toSorted((a, b) => compareDates(a.on, b.on));
  const parts: InterestPart[] = [];
  let principalCents = openOn(claim, claim.dueOn);
  let from = addDays(claim.dueOn, 1);
  for (const payment of payments.filter((part) => part.on > claim.dueOn)) {
    if (payment.on > through) break;
    parts.push(...partsOf(claim, principalCents, from, payment.on, terms, convention));
    principalCents -= payment.amountCents;
    from = addDays(payment.on, 1);
  }
  return [...parts, ...partsOf(claim, principalCents, from, through, terms, convention)];
}

/** The parts of a span with one open amount, cut where the rate or the length of the year changes. */
function partsOf(
  claim: Claim,
  principalCents: number,
  first: CalendarDate,
  last: CalendarDate,
  terms: InterestTerms,
  { dayCount, rounding }: Convention,
): InterestPart[] {
  const parts: InterestPart[] = [];
  for (let from = first; principalCents > 0 && from <= last; ) {
    const half = Number(from.slice(5, 7)) <= 6 ? '06-30' : '12-31';
    const to = minDate(`${from.slice(0, 4)}-${half}`, last, dayBeforeNextRate(from, terms));
    const rate = rateOn(from, terms, claim);
    const daysOfYear = yearLength(from, dayCount);
    const before = parts.at(-1);
    const goesOn =
      before &&
      before.rateBp === rate.rateBp &&
      before.daysOfYear === daysOfYear &&
      before.isAssumed === rate.isAssumed &&
      before.isOwn === rate.isOwn;
    const part = {
      claimId: claim.id,
      from: goesOn ? before.from : from,
      to,
      daysOfYear,
      principalCents,
      ...rate,
    };
    if (goesOn) parts.pop();
    const days =
      dayCount === 'thirty_360'
        ? commercialDay(to) - commercialDay(addDays(part.from, -1))
        : daysInclusive(part.from, to);
    const interest = rounding === 'day' ? dailyRoundedInterest : simpleInterest;
    parts.push({ ...part, days, interestCents: interest(principalCents, rate.rateBp, days, daysOfYear) });
    from = addDays(to, 1);
  }
  return parts;
}

/** Cents of a principal at a yearly rate over days, rounded half up. */
export function simpleInterest(principalCents: number, rateBp: number, days: number, daysOfYear: number) {
  return divideRounded(BigInt(principalCents) * BigInt(rateBp) * BigInt(days), 10_000n * BigInt(daysOfYear));
}

/** The interest of one day is rounded to a hundredth of a cent first. */
function dailyRoundedInterest(principalCents: number, rateBp: number, days: number, daysOfYear: number) {
  const daily = divideRounded(100n * BigInt(principalCents) * BigInt(rateBp), 10_000n * BigInt(daysOfYear));
  return divideRounded(BigInt(daily) * BigInt(days), 100n);
}

function yearLength(on: CalendarDate, dayCount: DayCount): number {
  if (dayCount === 'actual_365') return 365;
  if (dayCount === 'actual') return 337 + daysInMonth(`${on.slice(0, 4)}-02`);
  return 360;
}

/** A day's number in years of twelve months of 30 days; the last day of a month is its thirtieth. */
function commercialDay(on: CalendarDate): number {
  const [year = 0, month = 0, dayOfMonth = 0] = on.split('-').map(Number);
  const isLast = dayOfMonth === daysInMonth(monthOf(on));
  return 360 * year + 30 * month + (isLast ? 30 : Math.min(dayOfMonth, 30));
}

/** A rate of one's own may begin on any day; base rates begin with half-years. */
function dayBeforeNextRate(from: CalendarDate, terms: InterestTerms): CalendarDate | null {
  if (terms.kind !== 'own_dated') return null;
  const [next] = terms.rates
    .map((rate) => rate.validFrom)
    .filter((on) => on > from)
    .toSorted(compareDates);
  return next === undefined ? null : addDays(next, -1);
}

const latestBy = (rates: readonly BaseRate[], on: CalendarDate): BaseRate | null =>
  rates
    .filter((rate) => rate.validFrom <= on)
    .reduce<BaseRate | null>((last, rate) => (last && last.validFrom > rate.validFrom ? last : rate), null);

function rateOn(on: CalendarDate, terms: InterestTerms, claim: Claim) {
  const own = { baseRateBp: null, isAssumed: false, isOwn: false };
  if (terms.kind === 'own') return { ...own, rateBp: terms.rateBp };
  if (terms.kind === 'own_dated') return { ...own, rateBp: latestBy(terms.rates, on)?.rateBp ?? 0 };
  const known = latestBy(terms.baseRates, on);
  if (!known) throw new RangeError(`no base rate is known for ${on}`);
  return {
    rateBp: known.rateBp + marginOf(claim, terms.isBusiness),
    baseRateBp: known.rateBp,
    isOwn: known.isOwn ?? false,
    // Every half-year has a row of its own, so an older one means that this half-year's is missing.
    isAssumed: monthsBetween(monthOf(known.validFrom), monthOf(on)) >= 6,
  };
}
