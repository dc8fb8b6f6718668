import { type ByItselfStep, type ReminderStep, reminderSteps } from '../../domain/vocabulary.ts';
import { addDays, type CalendarDate } from '../../lib/calendar.ts';

/** What lets a letter go without anybody looking at it, beside that the rule proposes it. */
export type ByItself = {
  /** The sharpest tone that goes so. Never the last: what comes after it is notice. */
  upTo: ByItselfStep;
  /** Money came in on the bank that nobody has decided on: it may be this tenant's. */
  moneyWaits: boolean;
  /** A direct debit of the lease is under way. */
  isCollected: boolean;
  /** Somebody took back a letter about one of these debts: from then on people decide. */
  wasTakenBack: boolean;
};

/** Whether it goes, or why it waits for a person. */
export type ByItselfReason =
  | 'goes'
  | 'too_sharp'
  | 'taken_back'
  | 'collected'
  | 'not_entered_since'
  | 'money_waits';

/**
 * Whether a proposed letter goes by itself. A person who looks through the list sees what the program does not: a transfer that
 * is read and not assigned yet, a month without a file of the bank since the last letter. So money has to have been entered after
 * the day the last letter gave, too, and none may wait.
 * @param last the day of the last letter about the lease, null before the first; it gave `payWithinDays` to pay
 */
export function byItselfReason(
  { upTo, moneyWaits, isCollected, wasTakenBack }: ByItself,
  proposed: {
    step: ReminderStep;
    enteredOn: CalendarDate | null;
    last: CalendarDate | null;
    payWithinDays: number;
  },
): ByItselfReason {
  const { step, enteredOn, last, payWithinDays } = proposed;
  if (reminderSteps.indexOf(step) > reminderSteps.indexOf(upTo)) return 'too_sharp';
  if (wasTakenBack) return 'taken_back';
  if (isCollected) return 'collected';
  const looked = last === null || (enteredOn !== null && enteredOn > addDays(last, payWithinDays));
  if (!looked) return 'not_entered_since';
  return moneyWaits ? 'money_waits' : 'goes';
}
