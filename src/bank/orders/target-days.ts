import { addDays, type CalendarDate, weekday, yearOf } from '../../lib/calendar.ts';
import { easterSunday } from '../../lib/easter.ts';

/**
 * Whether banks settle in euro on a day: every weekday but 1 January, Good Friday, Easter Monday, 1 May, 25 and 26
 * December (TARGET closing days since 2002, ECB press release of 14 December 2000).
 */
export function isTargetDay(day: CalendarDate): boolean {
  if (weekday(day) > 5) return false;
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false;
  const easter = easterSunday(yearOf(day));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The day itself, or the next on which banks settle. */
export function targetDayFrom(day: CalendarDate): CalendarDate {
  return isTargetDay(day) ? day : targetDayFrom(addDays(day, 1));
}

/**
 * The first day on which a bank collects what it is handed today: the next on which banks settle (SEPA Core Direct Debit
 * Rulebook, D-1 since November 2016). Banks close for the day at an hour of their own, so today itself counts as over.
 */
export const earliestCollection = (today: CalendarDate): CalendarDate => targetDayFrom(addDays(today, 1));

/** The day that is wished for, moved to one on which banks settle, and no earlier than the bank can. */
export function collectionDay(today: CalendarDate, wishedOn: CalendarDate): CalendarDate {
  const earliest = earliestCollection(today);
  return wishedOn < earliest ? earliest : targetDayFrom(wishedOn);
}

/**
 * The day on which a transfer is executed that is wished for on a day: that day or the next on which banks settle, today at
 * the earliest (SEPA Credit Transfer Rulebook: an order counts from the day on which the bank has it; it reaches the payee
 * one such day later, § 675s (1) BGB).
 */
export const executionDay = (today: CalendarDate, wishedOn: CalendarDate): CalendarDate =>
  targetDayFrom(wishedOn < today ? today : wishedOn);
