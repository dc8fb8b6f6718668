import { addDays, type CalendarDate, firstOfMonth, lastOfMonth, monthOf } from '@/lib/calendar';

/** The days an overview looks at: the current month, and 90 days ahead for what is coming. */
export function overviewDays(today: CalendarDate) {
  const month = monthOf(today);
  return { monthFrom: firstOfMonth(month), monthTo: lastOfMonth(month), comingTo: addDays(today, 90) };
}
