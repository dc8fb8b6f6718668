import type { CalendarDate } from '../../lib/calendar.ts';

/** Midnight where the process runs: the library that writes files for banks reads days by the local clock. */
export function localDay(day: CalendarDate): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}
