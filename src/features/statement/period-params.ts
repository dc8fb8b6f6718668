import { z } from 'zod';
import { FIRST_DAY, isCalendarDate, LAST_DAY } from '@/lib/calendar';
import type { Period } from '@/lib/period';

/** A period as the address of its page has it: `2025-01-01_2025-12-31`. */
export const writePeriod = ({ from, to }: Period): string => `${from}_${to}`;

/** The version a page is asked for; null: the one that holds. */
export const readVersion = (written: string | string[] | undefined): number | null =>
  typeof written === 'string' && /^[1-9]\d{0,2}$/.test(written) ? Number(written) : null;

/** The leases that a page of a correction is asked for as having had an obvious slip. */
export const readSlips = (written: string | string[] | undefined): string[] =>
  typeof written === 'string' ? written.split(',').filter((id) => z.uuid().safeParse(id).success) : [];

/** Null where it is none. */
export function readPeriod(written: string): Period | null {
  const [from = '', to = '', ...rest] = written.split('_');
  if (rest.length > 0 || !isCalendarDate(from) || !isCalendarDate(to)) return null;
  return from > to || from < FIRST_DAY || to > LAST_DAY ? null : { from, to };
}
