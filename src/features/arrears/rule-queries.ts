import 'server-only';
import type { Tx } from '@/db/client';
import { reminderRule } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { type ReminderRule, usualReminders } from './reminder-rules';

/** The rule a portfolio has made for itself; null where it does as most landlords do. */
export async function findReminderRule(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({
      id: reminderRule.id,
      version: reminderRule.version,
      friendlyDays: reminderRule.friendlyDays,
      firstDays: reminderRule.firstDays,
      secondDays: reminderRule.secondDays,
      lastDays: reminderRule.lastDays,
      betweenDays: reminderRule.betweenDays,
      leastCents: reminderRule.leastCents,
      payWithinDays: reminderRule.payWithinDays,
      withInterest: reminderRule.withInterest,
      feeCents: reminderRule.feeCents,
    })
    .from(reminderRule)
    .where(within(reminderRule, scope));
  return row ?? null;
}

const { afterDays, ...usual } = usualReminders;

/** What holds where a portfolio has no rule of its own. */
export const usualRule = {
  id: null,
  version: null,
  friendlyDays: afterDays.friendly,
  firstDays: afterDays.first,
  secondDays: afterDays.second,
  lastDays: afterDays.last,
  ...usual,
};

/** The rule that holds, as its form shows it. `version` is null where nobody has changed the usual one. */
export const getReminderRule = async (tx: Tx, scope: Scope) =>
  (await findReminderRule(tx, scope)) ?? usualRule;

/** The rule that holds, as a reminder is reckoned by it. */
export async function ruleOf(tx: Tx, scope: Scope): Promise<ReminderRule> {
  const {
    id: _,
    version: __,
    friendlyDays,
    firstDays,
    secondDays,
    lastDays,
    ...rest
  } = await getReminderRule(tx, scope);
  return {
    ...rest,
    afterDays: { friendly: friendlyDays, first: firstDays, second: secondDays, last: lastDays },
  };
}
