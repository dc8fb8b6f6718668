import { type Explained, inputs, money, number, percent } from '../domain/trace.ts';
import { lumpSums } from '../features/arrears/margin-rules.ts';
import { type DayCount, dayCounts, defaultInterest, simpleInterest } from '../features/arrears/rules.ts';
import { depositInterest } from '../features/deposit/rules.ts';

type Interest = Parameters<typeof defaultInterest>[0];

/**
 * Default interest with the lump sums of a debtor who is no consumer, and what it would be by the other ways of counting
 * days and of rounding.
 */
export function explainDefaultInterest({ owesLumpSums, ...input }: Interest & { owesLumpSums: boolean }) {
  const { result, trace } = defaultInterest(input);
  const cents = (other: Partial<Interest>) => defaultInterest({ ...input, ...other }).result.interestCents;
  const byDayCount: Partial<Record<DayCount, number>> = {};
  for (const dayCount of dayCounts) byDayCount[dayCount] = cents({ dayCount });
  return {
    result: {
      ...result,
      lumpSumCents: owesLumpSums ? lumpSums(input).result : 0,
      compare: {
        byDayCountCents: byDayCount,
        roundedOnceCents: cents({ rounding: 'sum' }),
        roundedDailyCents: cents({ rounding: 'day' }),
      },
    },
    trace,
  };
}

/** Interest on a deposit with what it would be if only the end were rounded. */
export function explainDepositInterest(input: Parameters<typeof depositInterest>[0]) {
  const { result, trace } = depositInterest(input);
  const roundedAtEndCents = depositInterest({ ...input, rounding: 'end' }).result.interestCents;
  return { result: { ...result, compare: { roundedAtEndCents } }, trace };
}

/** One amount at one yearly rate over so many days. */
export function explainSimpleInterest(input: {
  principalCents: number;
  rateBp: number;
  days: number;
  daysOfYear: number;
}): Explained<number> {
  const result = simpleInterest(input.principalCents, input.rateBp, input.days, input.daysOfYear);
  return {
    result,
    trace: {
      rule: 'simple_interest',
      formula: '{principal} × {rate} × {days} ÷ {days_of_year}',
      sources: ['BGB § 288'],
      inputs: inputs({
        principal: money(input.principalCents),
        rate: percent(input.rateBp),
        days: number(input.days, 'days'),
        days_of_year: number(input.daysOfYear, 'days'),
      }),
      steps: [],
      result: money(result),
    },
  };
}
