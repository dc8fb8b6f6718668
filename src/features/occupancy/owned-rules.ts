import type { CalendarDate } from '../../lib/calendar.ts';

/** Whether a house is one's own on a day: since it was bought, and until the day before it is sold (§ 446 BGB). */
export const isOwnOn = (
  { purchasedOn, soldOn }: { purchasedOn: CalendarDate | null; soldOn: CalendarDate | null },
  day: CalendarDate,
): boolean => (purchasedOn === null || purchasedOn <= day) && (soldOn === null || soldOn > day);
