import { addDays, type CalendarDate, firstOfMonth, lastOfMonth, monthOf } from '@/lib/calendar';

/** The days an overview looks at: the current month, and 90 days ahead for what is coming. */
export function overviewDays(today: CalendarDate) {
  const month = monthOf(today);
  return { monthFrom: firstOfMonth(month), monthTo: lastOfMonth(month), comingTo: addDays(today, 90) };
}

/** Let units per available unit in whole per cent, rounded down, so that 100 means every one; null without units. */
export function occupancyPercent(units: { letCount: number; availableCount: number }): number | null {
  if (units.availableCount === 0) return null;
  return Math.floor((units.letCount * 100) / units.availableCount);
}
