import { type Explained, inputs, money, number } from '../domain/trace.ts';
import { addMonths, type CalendarDate, firstOfMonth, monthOf } from '../lib/calendar.ts';
import { divideRounded } from '../lib/money.ts';

export type NewAdvance = {
  monthlyCents: number;
  /** To the full unit of money, half up: as letters have it. */
  roundedCents: number;
  /** Against what is paid by now; null where nobody said. */
  changeCents: number | null;
  /** From the next due month after the letter. */
  validFrom: CalendarDate | null;
};

/**
 * The advance that fits a statement: its cost, as of a whole year, and changes that are certain, over twelve months
 * (§ 560 (4) BGB). No general surcharge (BGH 28 Sep 2011, VIII ZR 294/10), and a statement that is right
 * (BGH 15 May 2012, VIII ZR 245/11 and 246/11).
 */
export function newAdvance(of: {
  costsCents: number;
  /** The days those costs are for, and the days of a whole year of them. */
  days: number;
  daysOfYear: number;
  expectedYearlyCents: number;
  currentCents: number | null;
  declaredOn: CalendarDate | null;
  /** Of a shop, a garage or abroad the contract says what follows, and no paragraph; left out: a dwelling in Germany. */
  isByContract?: boolean;
}): Explained<NewAdvance> {
  const { costsCents, days, daysOfYear, expectedYearlyCents } = of;
  const yearly = BigInt(costsCents) * BigInt(daysOfYear) + BigInt(expectedYearlyCents) * BigInt(days);
  const monthly = Math.max(0, divideRounded(yearly, BigInt(days) * 12n));
  const roundedCents = divideRounded(BigInt(monthly), 100n) * 100;
  return {
    result: {
      monthlyCents: monthly,
      roundedCents,
      changeCents: of.currentCents === null ? null : monthly - of.currentCents,
      validFrom: of.declaredOn === null ? null : nextMonth(of.declaredOn),
    },
    trace: {
      rule: 'new_advance',
      formula: 'max(({costs} × {days_of_year} ÷ {days} + {expected_changes}) ÷ 12, 0)',
      sources: of.isByContract
        ? []
        : ['§ 560 (4) BGB', 'BGH VIII ZR 294/10 (2011-09-28)', 'BGH VIII ZR 245/11 (2012-05-15)'],
      inputs: inputs({
        costs: money(costsCents),
        days: number(days, 'days'),
        days_of_year: number(daysOfYear, 'days'),
        expected_changes: money(expectedYearlyCents),
      }),
      steps: [],
      result: money(monthly),
    },
  };
}

const nextMonth = (day: CalendarDate): CalendarDate => addMonths(firstOfMonth(monthOf(day)), 1);
