import { comingUntil } from '@/features/occupancy/term-rules';
import { type CalendarDate, firstOfMonth, lastOfMonth, monthOf } from '@/lib/calendar';

/** The days an overview looks at: the current month, and what is coming. */
export function overviewDays(today: CalendarDate) {
  const month = monthOf(today);
  return { monthFrom: firstOfMonth(month), monthTo: lastOfMonth(month), comingTo: comingUntil(today) };
}
