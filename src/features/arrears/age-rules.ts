import { day, type Explained, inputs, money, number, word } from '../../domain/trace.ts';
import { type CalendarDate, daysBetween } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';

/** Days overdue: 1–30, 31–60, 61–90, more. */
export const arrearsAges = ['days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;
export type ArrearsAge = (typeof arrearsAges)[number];
export type ArrearsByAge = Record<ArrearsAge, number>;

/** The age of what was due on a day; null while it is not overdue. The due day itself is still in time. */
export function arrearsAge(dueOn: CalendarDate, today: CalendarDate): ArrearsAge | null {
  const days = daysBetween(dueOn, today);
  if (days <= 0) return null;
  if (days <= 30) return 'days_1_30';
  if (days <= 60) return 'days_31_60';
  return days <= 90 ? 'days_61_90' : 'days_over_90';
}

export const noArrears = (): ArrearsByAge => ({
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  days_over_90: 0,
});

/** The trace of arrears that are summed by age already. */
export function arrearsTotal(byAge: ArrearsByAge, today: CalendarDate): Explained<ArrearsByAge> {
  const totalCents = sumCents(arrearsAges.map((age) => byAge[age]));
  return {
    result: byAge,
    trace: {
      rule: 'arrears_by_age',
      formula: 'Σ {open_amount} ({due_on} < {today})',
      sources: ['BGB § 286 (2) no. 1'],
      inputs: inputs({ today: day(today) }),
      steps: arrearsAges.map((age) => ({
        of: [word(age)],
        formula: '{open_amount}',
        inputs: inputs({ open_amount: money(byAge[age]) }),
        result: money(byAge[age]),
      })),
      result: money(totalCents),
    },
  };
}

/** Open items that are overdue, by age. Sums what is open of each item, never running balances. */
export function arrearsByAge(
  items: readonly { dueOn: CalendarDate; openCents: number }[],
  today: CalendarDate,
): Explained<ArrearsByAge> {
  const byAge = noArrears();
  const steps = items.flatMap((item) => {
    const age = arrearsAge(item.dueOn, today);
    if (age === null) return [];
    byAge[age] = sumCents([byAge[age], item.openCents]);
    return [
      {
        of: [word(age)],
        formula: '{open_amount}',
        inputs: inputs({
          due_on: day(item.dueOn),
          days_overdue: number(daysBetween(item.dueOn, today), 'days'),
          open_amount: money(item.openCents),
        }),
        result: money(item.openCents),
      },
    ];
  });
  const { trace } = arrearsTotal(byAge, today);
  return { result: byAge, trace: { ...trace, steps } };
}
