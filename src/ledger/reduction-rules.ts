import { type Explained, inputs, money, month as monthValue, number, percent } from '../domain/trace.ts';
import { type CalendarDate, daysInclusive, type Month, maxDate, minDate } from '../lib/calendar.ts';
import { allocateCents, assertCents, divideRounded, sumCents } from '../lib/money.ts';

/** A rent that is booked: the days it is for, what it was booked with, and what of that is owed by now. */
export type BookedRent = {
  chargeId: string;
  month: Month;
  periodFrom: CalendarDate;
  periodTo: CalendarDate;
  rentCents: number;
  owedCents: number;
};

export type ReducedRent = Pick<BookedRent, 'chargeId' | 'month' | 'rentCents'> & {
  from: CalendarDate;
  to: CalendarDate;
  days: number;
  ofDays: number;
  amountCents: number;
  /** Whether less is owed of it than it would be less by. */
  isCapped: boolean;
  owedCents: number;
};

/**
 * What booked rents are less by where a defect reduces them by a share on some days (§ 536 (1) BGB): rent × days ÷ days it is
 * for × share, each month rounded to the cent, and never more than is still owed of it. The rent is the whole one, with
 * what is paid in advance or as a lump sum for operating costs (BGH 6 April 2005, XII ZR 225/03).
 */
export function rentReduction(input: {
  rents: readonly BookedRent[];
  from: CalendarDate;
  to: CalendarDate;
  shareBp: number;
}): Explained<{ months: ReducedRent[]; totalCents: number }> {
  const months = input.rents.flatMap((rent): ReducedRent[] => {
    const [from, to] = [maxDate(input.from, rent.periodFrom), minDate(input.to, rent.periodTo)];
    if (from > to) return [];
    const [days, ofDays] = [daysInclusive(from, to), daysInclusive(rent.periodFrom, rent.periodTo)];
    const cents = divideRounded(
      BigInt(assertCents(rent.rentCents)) * BigInt(days) * BigInt(input.shareBp),
      BigInt(ofDays) * 10_000n,
    );
    const amountCents = Math.min(cents, rent.owedCents);
    const { chargeId, month, rentCents, owedCents } = rent;
    const wouldBe = { from, to, days, ofDays, isCapped: cents > owedCents, owedCents };
    return amountCents > 0 ? [{ chargeId, month, rentCents, amountCents, ...wouldBe }] : [];
  });
  const totalCents = sumCents(months.map(({ amountCents }) => amountCents));
  const formula = '{monthly_rent} × {days} ÷ {days_of_month} × {reduced_by}';
  return {
    result: { months, totalCents },
    trace: {
      rule: 'rent_reduction',
      formula: `Σ ${formula}`,
      sources: ['BGB § 536 (1)', 'BGH XII ZR 225/03 (2005-04-06)', 'BGH VIII ZR 223/10 (2011-04-13)'],
      inputs: inputs({ reduced_by: percent(input.shareBp) }),
      steps: months.map(({ month, rentCents, days, ofDays, amountCents, isCapped, owedCents }) => ({
        of: [monthValue(month)],
        formula: isCapped ? `min({owed_of_rent}, ${formula})` : formula,
        inputs: inputs({
          ...(isCapped && { owed_of_rent: money(owedCents) }),
          monthly_rent: money(rentCents),
          days: number(days, 'days'),
          days_of_month: number(ofDays, 'days'),
          reduced_by: percent(input.shareBp),
        }),
        result: money(amountCents),
      })),
      result: money(totalCents),
    },
  };
}

/**
 * From which lines of a rent its reduction is taken, in their order: the advances come last. The statement of operating costs asks
 * for the year's costs less what was paid in advance, so that what is taken off an advance would be asked for there again; the
 * tenant owes the reduced whole rent and no more (BGH 13 April 2011, VIII ZR 223/10).
 */
export function reductionShares(
  lines: readonly { totalCents: number; isAdvance: boolean }[],
  amountCents: number,
): number[] {
  const others = lines.map((line) => (line.isAdvance ? 0 : line.totalCents));
  const advances = lines.map((line) => (line.isAdvance ? line.totalCents : 0));
  const ofOthers = Math.min(amountCents, sumCents(others));
  const parts = [allocateCents(ofOthers, others), allocateCents(amountCents - ofOthers, advances)] as const;
  return lines.map((_, at) => (parts[0][at] ?? 0) + (parts[1][at] ?? 0));
}
