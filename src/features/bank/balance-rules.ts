import { type CalendarDate, daysBetween, maxDate } from '@/lib/calendar';
import { sumCents } from '@/lib/money';

/** What a bank states at the end of a day, and when we read it. */
export type StatedBalance = { on: CalendarDate; amountCents: number; readAt: Date };
/** All lines of a day, and when the last of them was read; null where they are all parts of bookings. */
export type DayOfLines = { on: CalendarDate; amountCents: number; readAt: Date | null };

/** Money that the bank's balances show and no line does: positive where money in is missing. */
export type MissingMoney = { from: CalendarDate; to: CalendarDate; missingCents: number };

export type ComparedBalance = {
  /** The last day of which the bank stated a balance. */
  on: CalendarDate;
  statedCents: number;
  /** The first balance that was stated, and the lines since then. */
  ownCents: number;
  missing: MissingMoney[];
};

/**
 * The lines of an account beside the balances its bank states: from one balance to the next the lines of the days between have
 * to lead. Statements may overlap. A balance of a day of which more was read later was none of its end. Null where the bank
 * states none.
 */
export function compareBalances(
  stated: readonly StatedBalance[],
  days: readonly DayOfLines[],
): ComparedBalance | null {
  const readOn = new Map(days.map((day) => [day.on, day.readAt]));
  const isEndOfDay = ({ on, readAt }: StatedBalance) => (readOn.get(on) ?? readAt) <= readAt;
  // Of one day the balance that was read last.
  const byDay = new Map(
    stated
      .filter(isEndOfDay)
      .toSorted((a, b) => a.readAt.getTime() - b.readAt.getTime())
      .map((one) => [one.on, one]),
  );
  const points = [...byDay.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const movedBetween = (after: CalendarDate, through: CalendarDate) =>
    sumCents(days.filter(({ on }) => on > after && on <= through).map((day) => day.amountCents));
  const missing = points.slice(1).flatMap((point, at) => {
    const before = points[at] ?? first;
    const missingCents = point.amountCents - before.amountCents - movedBetween(before.on, point.on);
    return missingCents === 0 ? [] : [{ from: before.on, to: point.on, missingCents }];
  });
  return {
    on: last.on,
    statedCents: last.amountCents,
    ownCents: first.amountCents + movedBetween(first.on, last.on),
    missing,
  };
}

/** The statement of a month comes some days after its end. */
const BEHIND_DAYS = 35;

/** Whether an account that rent comes in on has not been read for longer than from one month's statement to the next. */
export function isBehind(
  { lastLineOn, statedOn }: { lastLineOn: CalendarDate; statedOn: CalendarDate | null },
  today: CalendarDate,
): boolean {
  return daysBetween(maxDate(lastLineOn, statedOn), today) > BEHIND_DAYS;
}
