import { type CalendarDate, daysBetween } from '@/lib/calendar';

export type Received = { id: string; paidOn: CalendarDate; amountCents: number };

/** So many days apart the same amount may be the same money: entered by somebody else, or brought by the bank. */
export const SAME_MONEY_DAYS = 10;

/** Whoever types has a dialog open no longer than that: what was recorded before, it has told or need not tell. */
export const recordedLately = (now: Date): Date => new Date(now.getTime() - 24 * 60 * 60_000);

/** What came in already and may be the payment that is being entered; the latest of several. */
export const findAlike = <One extends Received>(
  received: readonly One[],
  { amountCents, paidOn }: { amountCents: number | null; paidOn: CalendarDate | null },
): One | undefined =>
  received.findLast(
    (one) =>
      one.amountCents === amountCents &&
      paidOn !== null &&
      Math.abs(daysBetween(one.paidOn, paidOn)) <= SAME_MONEY_DAYS,
  );
