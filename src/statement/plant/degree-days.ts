import { type Explained, inputs, month, number, text } from '../../domain/trace.ts';
import { type CalendarDate, daysInclusive, daysInMonth, type Month } from '../../lib/calendar.ts';
import { monthParts, type Period } from '../../lib/period.ts';
import { type Fraction, over, sum, times, toNumber, whole } from '../fraction.ts';

/** June, July, August: 40 thousandths together, which tables print as 13/14/13, 14/13/13 or a third each. */
export type SummerThousandths = readonly number[];

/** Thousandths of a year's heat by month, June to August left out (VDI 2067 sheet 1, December 1983, table 22). */
const thousandths = [170, 150, 130, 80, 40, null, null, null, 30, 80, 120, 160] as const;
export const SUMMER = 40;

/** A hand that a unit was in: its days, both ends counted. */
export type Hand = Period & { name: string };

/** Thousandths of a whole month; a third of the summer where the table does not say how it is parted. */
function ofMonth(one: Month, summer: SummerThousandths | null): Fraction {
  const index = Number(one.slice(5)) - 1;
  const known = thousandths[index] ?? summer?.[index - 5];
  return known === undefined ? over(whole(SUMMER), whole(3)) : whole(known);
}

/**
 * Degree-day thousandths of a range of days: of each month its value × days ÷ days of the month, exactly. These are the
 * recognised rules by which the fixed costs of heat are parted at a change of tenant (§ 9b (2) HeizkostenV).
 */
export const degreeDaysIn = (period: Period, summer: SummerThousandths | null): Fraction =>
  sum(monthParts(period).map((part) => times(ofMonth(part.month, summer), ofItsDays(part))));

const ofItsDays = ({ from, to, month: one }: Period & { month: Month }): Fraction =>
  over(whole(daysInclusive(from, to)), whole(daysInMonth(one)));

export type DegreeDays = {
  total: number;
  parts: { name: string; from: CalendarDate; to: CalendarDate; thousandths: number; share: number }[];
};

/** Thousandths and share of each hand that a unit was in, to the fourth decimal for reading. */
export function explainDegreeDays(
  hands: readonly Hand[],
  summer: SummerThousandths | null,
): Explained<DegreeDays> {
  const counted = hands.map((hand) => ({ hand, of: degreeDaysIn(hand, summer) }));
  const total = sum(counted.map(({ of }) => of));
  const shown = (value: Fraction) => Math.round(toNumber(value) * 10_000) / 10_000;
  return {
    result: {
      total: shown(total),
      parts: counted.map(({ hand: { name, from, to }, of }) => ({
        name,
        from,
        to,
        thousandths: shown(of),
        share: total.n === 0n ? 0 : shown(over(of, total)),
      })),
    },
    trace: {
      rule: 'degree_days',
      formula: 'Σ {degree_days} × {days} ÷ {days_of_month}',
      sources: ['§ 9b (2) HeizkostenV', 'VDI 2067'],
      inputs: [],
      steps: hands.flatMap((hand) =>
        monthParts(hand).map((part) => ({
          of: [text(hand.name), month(part.month)],
          formula: '{degree_days} × {days} ÷ {days_of_month}',
          inputs: inputs({
            degree_days: number(toNumber(ofMonth(part.month, summer))),
            days: number(daysInclusive(part.from, part.to), 'days'),
            days_of_month: number(daysInMonth(part.month), 'days'),
          }),
          result: number(toNumber(times(ofMonth(part.month, summer), ofItsDays(part)))),
        })),
      ),
      result: number(toNumber(total)),
      rounding: 'at_end',
    },
  };
}
