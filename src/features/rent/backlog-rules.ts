import { type CalendarDate, monthOf } from '../../lib/calendar.ts';

const countMonths = (days: readonly CalendarDate[]): number => new Set(days.map(monthOf)).size;

/** More months than come in one sum on one day: what of them came, and when, is asked. */
export const isLongOpen = (days: readonly CalendarDate[]): boolean => countMonths(days) > 3;

/** Whether nobody has entered anything for months: most leases, and more than one, have several months open. */
export function isBacklog(items: readonly { leaseId: string; dueOn: CalendarDate }[]): boolean {
  const leases = [...Map.groupBy(items, ({ leaseId }) => leaseId).values()];
  const behind = leases.filter((own) => countMonths(own.map(({ dueOn }) => dueOn)) > 1);
  return behind.length > 1 && behind.length * 2 > leases.length;
}
