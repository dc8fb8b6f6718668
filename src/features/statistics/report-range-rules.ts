import {
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  shiftMonth,
  yearOf,
} from '../../lib/calendar.ts';
import type { Period } from '../../lib/period.ts';

/** `year` stands for the whole calendar year, months and days ahead included. */
export type RangeChoice =
  | { kind: 'last_12_months' }
  | { kind: 'year'; year: number }
  | { kind: 'custom'; range: Period };

/** What is shown before anything is chosen. */
export const firstRange: RangeChoice = { kind: 'last_12_months' };

/** The days of a choice. The last twelve months are whole ones, the current one included. */
export function rangeOf(choice: RangeChoice, today: CalendarDate): Period {
  switch (choice.kind) {
    case 'last_12_months':
      return { from: firstOfMonth(shiftMonth(monthOf(today), -11)), to: lastOfMonth(monthOf(today)) };
    case 'year':
      return { from: `${choice.year}-01-01`, to: `${choice.year}-12-31` };
    case 'custom':
      return choice.range;
  }
}

/** The years offered: this one and the four before. */
export function offeredYears(today: CalendarDate): number[] {
  return Array.from({ length: 5 }, (_, index) => yearOf(today) - index);
}
