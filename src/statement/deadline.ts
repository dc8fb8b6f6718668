import { addMonths, type CalendarDate, daysBetween, lastOfMonth, maxDate, monthOf } from '../lib/calendar.ts';

/**
 * The last day on which a statement may reach the tenant and still ask for money: the end of the twelfth month after the
 * period (§ 556 (3) sentences 2 and 3 BGB). A period that ends with a month ends its deadline with one. Not moved by
 * weekends: whether § 193 BGB applies is disputed, and the earlier day is safe.
 */
export function statementDeadline(periodTo: CalendarDate): CalendarDate {
  const end = addMonths(periodTo, 12);
  return periodTo === lastOfMonth(monthOf(periodTo)) ? lastOfMonth(monthOf(end)) : end;
}

/**
 * The last day on which money may be asked for: the deadline, or three months after the end of what delayed a landlord
 * without fault, like a tax assessment that came years later (§ 556 (3) sentence 3 BGB; BGH 5 Jul 2006, VIII ZR 220/05).
 */
export function claimsUntil(deadline: CalendarDate, obstacleEndedOn: CalendarDate | null): CalendarDate {
  return obstacleEndedOn === null ? deadline : maxDate(deadline, addMonths(obstacleEndedOn, 3));
}

/** The last day of the tenant's objections: the end of the twelfth month after receipt (§ 556 (3) sentence 5 BGB). */
export const objectionDeadline = (receivedOn: CalendarDate): CalendarDate => addMonths(receivedOn, 12);

/** When the deadline is told of: 120, 60 and 30 days before. */
const steps = [30, 60, 120] as const;

export type DeadlineState = { daysLeft: number; isLate: boolean; step: (typeof steps)[number] | null };

/** How near the deadline is on a day; `step`: the nearest of the days on which it is told of. */
export function deadlineState(deadline: CalendarDate, today: CalendarDate): DeadlineState {
  const daysLeft = daysBetween(today, deadline);
  return { daysLeft, isLate: daysLeft < 0, step: steps.find((step) => daysLeft <= step) ?? null };
}
