import { type CalendarDate, monthOf } from '../../lib/calendar.ts';

/** Whether what is open belongs to several months: what came of it, and when, is asked rather than taken to be all of it today. */
export const isOfSeveralMonths = (days: readonly CalendarDate[]): boolean =>
  new Set(days.map(monthOf)).size > 1;

/** Whether nobody has entered anything for months: most leases, and more than one, have several months open. */
export function isBacklog(items: readonly { leaseId: string; dueOn: CalendarDate }[]): boolean {
  const leases = [...Map.groupBy(items, ({ leaseId }) => leaseId).values()];
  const behind = leases.filter((own) => isOfSeveralMonths(own.map(({ dueOn }) => dueOn)));
  return behind.length > 1 && behind.length * 2 > leases.length;
}
