import { addMonths, type CalendarDate, maxDate } from '../../lib/calendar.ts';

/** After so long without a collection a mandate is void (SEPA Core Direct Debit Rulebook, 4.1). */
export const UNUSED_MONTHS = 36;

export type Mandate = {
  signedOn: CalendarDate;
  revokedOn: CalendarDate | null;
  /** The day of its latest collection. */
  lastUsedOn: CalendarDate | null;
};

export type MandateState = 'active' | 'not_yet' | 'revoked' | 'lapsed';

/** Whether money may be collected by a mandate on a day. */
export function mandateState(mandate: Mandate, day: CalendarDate): MandateState {
  const { signedOn, revokedOn, lastUsedOn } = mandate;
  if (revokedOn !== null && revokedOn <= day) return 'revoked';
  if (signedOn > day) return 'not_yet';
  return addMonths(maxDate(signedOn, lastUsedOn), UNUSED_MONTHS) < day ? 'lapsed' : 'active';
}

/**
 * Reasons of a return after which nobody goes on collecting before the tenant has said something (ISO 20022 external
 * return reasons): wrong or closed account, blocked, no mandate, account holder died, refused, asked back, and MS03, by which
 * German banks conceal any of these.
 */
const stoppingReasons = new Set([
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'MD01',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'SL01',
]);

export const stopsCollecting = (reason: string | null): boolean =>
  reason !== null && stoppingReasons.has(reason);
