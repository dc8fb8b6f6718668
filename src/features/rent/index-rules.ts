import { day, type Explained, inputs, money, number, percent, word } from '../../domain/trace.ts';
import type { RentReason } from '../../domain/vocabulary.ts';
import {
  addMonths,
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  type Month,
  monthOf,
  shiftMonth,
} from '../../lib/calendar.ts';
import { assertCents, divideRounded } from '../../lib/money.ts';

/** Index values have at most three decimals. */
const INDEX_SCALE = 1_000;

export type IndexRent = {
  /** The change in hundredths of a per cent. */
  changeBp: number;
  /** The same in tenths of a per cent, halves away from zero: what `byRoundedPercentCents` is computed with. */
  changeTenths: number;
  /** rent × new ÷ old, rounded once. */
  byRatioCents: number;
  /** With the change rounded to a tenth of a per cent first, as most letters do. */
  byRoundedPercentCents: number;
  /** The lower of the two, in doubt. */
  newRentCents: number;
  increaseCents: number;
  /** Null while it is not known when the notice was received. */
  owedFrom: CalendarDate | null;
};

/**
 * A rent by the consumer price index (§ 557b BGB): never by subtracting points, and both values from the same base
 * year. It is owed from the start of the second month after the notice was received (§ 557b (3) BGB). RangeError for
 * an index that is not positive. Of other premises than dwellings § 557b does not hold: what the contract says does, as far as
 * §§ 2 and 3 PrKG let it (looked up in November 2026), and it is reckoned alike.
 */
export function indexRent(input: {
  rentCents: number;
  oldIndex: number;
  newIndex: number;
  noticeReceivedOn: CalendarDate | null;
  /** Elsewhere no law is known here; the contract is reckoned alike. */
  isGerman: boolean;
  isDwelling: boolean;
}): Explained<IndexRent> {
  const rent = BigInt(assertCents(input.rentCents));
  const [before, after] = [scaled(input.oldIndex), scaled(input.newIndex)];
  const changeBp = divideRounded((after - before) * 10_000n, before);
  const changeTenths = divideRounded((after - before) * 1_000n, before);
  const byRatioCents = divideRounded(rent * after, before);
  const byRoundedPercentCents = divideRounded(rent * BigInt(1_000 + changeTenths), 1_000n);
  const newRentCents = Math.min(byRatioCents, byRoundedPercentCents);
  const owedFrom = input.noticeReceivedOn === null ? null : startOfMonthAfter(input.noticeReceivedOn, 2);
  return {
    result: {
      changeBp,
      changeTenths,
      byRatioCents,
      byRoundedPercentCents,
      newRentCents,
      increaseCents: newRentCents - input.rentCents,
      owedFrom,
    },
    trace: {
      rule: 'index_rent',
      formula: 'min({by_ratio}, {by_rounded_change})',
      sources: sourcesOf(input),
      inputs: inputs({
        current_rent: money(input.rentCents),
        old_index: number(input.oldIndex),
        new_index: number(input.newIndex),
        by_ratio: money(byRatioCents),
        by_rounded_change: money(byRoundedPercentCents),
        ...(owedFrom !== null && { owed_from: day(owedFrom) }),
      }),
      steps: [
        {
          of: [word('by_ratio')],
          formula: '{current_rent} × {new_index} ÷ {old_index}',
          inputs: [],
          result: money(byRatioCents),
        },
        {
          of: [word('index_change')],
          formula: '({new_index} − {old_index}) ÷ {old_index}',
          inputs: [],
          result: percent(10 * changeTenths),
          rounding: 'tenth_percent',
        },
        {
          of: [word('by_rounded_change')],
          formula: '{current_rent} × (100 % + {change})',
          inputs: inputs({ change: percent(10 * changeTenths) }),
          result: money(byRoundedPercentCents),
        },
      ],
      result: money(newRentCents),
    },
  };
}

const sourcesOf = (of: { isGerman: boolean; isDwelling: boolean }): string[] => {
  if (!of.isGerman) return [];
  return of.isDwelling ? ['BGB § 557b (1)', 'BGB § 557b (3)'] : ['PrKG § 3 (1)'];
};

function scaled(index: number): bigint {
  const value = Math.round(index * INDEX_SCALE);
  if (!(value > 0)) throw new RangeError(`not an index: ${index}`);
  return BigInt(value);
}

export type ReferenceRent = {
  /** The highest rent the cap allows. */
  capCents: number;
  allowedRentCents: number;
  increaseCents: number;
  /** The tenant may think about it until then. */
  consentUntil: CalendarDate | null;
  owedFrom: CalendarDate | null;
};

/**
 * How far a rent may rise to the local reference rent (§ 558 (3) BGB): within three years by 20 per cent of what it
 * was, in tight markets by 15, and never over the reference rent. The cap is rounded down. The tenant may consent
 * until the end of the second month after the request was received, and owes from the third (§ 558b BGB).
 */
export function referenceRentCap(input: {
  currentRentCents: number;
  rentThreeYearsAgoCents: number;
  referenceRentCents: number | null;
  capBp: number;
  requestReceivedOn: CalendarDate | null;
  /** Rises after modernisation in these three years: they do not count against the cap. */
  modernisationCents?: number | undefined;
}): Explained<ReferenceRent> {
  const before = BigInt(assertCents(input.rentThreeYearsAgoCents));
  const apart = assertCents(input.modernisationCents ?? 0);
  const capCents = assertCents(Number((before * BigInt(10_000 + input.capBp)) / 10_000n) + apart);
  const allowedRentCents = Math.max(
    input.currentRentCents,
    Math.min(capCents, input.referenceRentCents ?? capCents),
  );
  const received = input.requestReceivedOn;
  const consentUntil = received === null ? null : lastOfMonth(shiftMonth(monthOf(received), 2));
  const owedFrom = received === null ? null : startOfMonthAfter(received, 3);
  return {
    result: {
      capCents,
      allowedRentCents,
      increaseCents: allowedRentCents - input.currentRentCents,
      consentUntil,
      owedFrom,
    },
    trace: {
      rule: 'reference_rent_cap',
      formula:
        input.referenceRentCents === null
          ? 'max({current_rent}, {capped_rent})'
          : 'max({current_rent}, min({capped_rent}, {reference_rent}))',
      sources: ['BGB § 558 (3)', 'BGB § 558b'],
      inputs: inputs({
        current_rent: money(input.currentRentCents),
        rent_three_years_ago: money(input.rentThreeYearsAgoCents),
        cap: percent(input.capBp),
        modernisation_rises: money(apart),
        capped_rent: money(capCents),
        ...(input.referenceRentCents !== null && { reference_rent: money(input.referenceRentCents) }),
        ...(owedFrom !== null && { owed_from: day(owedFrom) }),
      }),
      steps: [
        {
          of: [word('highest_by_cap')],
          formula: '{rent_three_years_ago} × (100 % + {cap}) + {modernisation_rises}',
          inputs: [],
          result: money(capCents),
          rounding: 'down',
        },
      ],
      result: money(allowedRentCents),
    },
  };
}

/** Every net rent since the start, oldest first. */
export type CapHistory = readonly { validFrom: CalendarDate; netCents: number; reason: RentReason }[];

/** What the cap is measured by for a rise on a day: the rent before it, the one three years ago, rises apart. */
export function referenceRise(history: CapHistory, validFrom: CalendarDate) {
  const since = addMonths(validFrom, -36);
  const before = history.filter((rent) => rent.validFrom < validFrom);
  const old = before.findLast((rent) => rent.validFrom <= since) ?? before[0];
  let modernisationCents = 0;
  for (const [index, rent] of before.entries()) {
    const previous = before[index - 1];
    if (previous && rent.reason === 'modernisation' && rent.validFrom > since) {
      modernisationCents += Math.max(0, rent.netCents - previous.netCents);
    }
  }
  return {
    currentRentCents: before.at(-1)?.netCents ?? 0,
    rentThreeYearsAgoCents: old?.netCents ?? 0,
    modernisationCents,
  };
}

/** The first day a rise to the reference rent may take effect: fifteen months after the last (§ 558 (1) BGB). */
export function earliestReferenceRise(history: CapHistory, validFrom: CalendarDate): CalendarDate {
  const before = history.filter((rent) => rent.validFrom < validFrom);
  let last = before[0]?.validFrom ?? validFrom;
  for (const [index, rent] of before.entries()) {
    const previous = before[index - 1];
    if (previous && rent.netCents !== previous.netCents && rent.reason !== 'modernisation') {
      last = rent.validFrom;
    }
  }
  return before.length === 0 ? validFrom : addMonths(last, 15);
}

const startOfMonthAfter = (on: CalendarDate, months: number): CalendarDate => {
  const month: Month = shiftMonth(monthOf(on), months);
  return firstOfMonth(month);
};
