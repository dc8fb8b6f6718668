import type { CalendarDate } from '../../lib/calendar.ts';

/** From the day of its sale on a house is the buyer's (§ 446 BGB); until then it is one's own, known as the day may be. */
export const isSold = ({ soldOn }: { soldOn: CalendarDate | null }, day: CalendarDate): boolean =>
  soldOn !== null && soldOn <= day;
