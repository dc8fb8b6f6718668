import 'server-only';
import { and, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { member, reminderRule } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { findMemberName } from '../member/queries';
import { usualReminders } from './reminder-rules';

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
      byItselfUpTo: reminderRule.byItselfUpTo,
      byItselfBy: reminderRule.byItselfBy,
      restedUpTo: reminderRule.restedUpTo,
      /** Whoever switched it on may still send letters. */
      maySend: sql<boolean>`(${member.userId} is not null)`,
    })
    .from(reminderRule)
    .leftJoin(
      member,
      and(
        joins(member.userId, reminderRule.byItselfBy),
        within(member, scope),
        isAmong(member.role, ['owner', 'manager']),
      ),
    )
    .where(within(reminderRule, scope));
  if (!row) return null;
  const { byItselfUpTo, maySend, ...rule } = row;
  // Whose right to send is gone sends nothing, whatever stands there.
  return { ...rule, byItselfUpTo: maySend ? byItselfUpTo : null };
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
  byItselfUpTo: null,
  byItselfBy: null,
  restedUpTo: null,
};

/**
 * The rule that holds, as its form shows it. `version` is null where nobody has changed the usual one. `switchedOnBy` is in whose
 * name letters go by themselves, also where that has stopped because they may send none any more; their name is null where
 * they are gone. `restedUpTo` is how far letters went by themselves where that rests since a backup was brought back.
 */
export async function getReminderRule(tx: Tx, scope: Scope) {
  const { byItselfBy, ...rule } = (await findReminderRule(tx, scope)) ?? usualRule;
  if (byItselfBy === null) return { ...rule, switchedOnBy: null };
  return { ...rule, switchedOnBy: { name: await findMemberName(tx, byItselfBy) } };
}

/** The rule that holds, as a reminder is reckoned by it. */
export async function ruleOf(tx: Tx, scope: Scope) {
  const {
    id: _,
    version: __,
    byItselfBy: ___,
    restedUpTo: ____,
    friendlyDays,
    firstDays,
    secondDays,
    lastDays,
    ...rest
  } = (await findReminderRule(tx, scope)) ?? usualRule;
  return {
    ...rest,
    afterDays: { friendly: friendlyDays, first: firstDays, second: secondDays, last: lastDays },
  };
}

/** In whose name letters go by themselves; null where that is not switched on, or they may send none any more. */
export async function findSender(tx: Tx, scope: Scope): Promise<{ userId: string } | null> {
  const rule = await findReminderRule(tx, scope);
  return rule?.byItselfUpTo && rule.byItselfBy ? { userId: rule.byItselfBy } : null;
}

/** How far letters went by themselves before a backup was brought back, where nobody has said since whether they go on. */
export async function findRested(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ restedUpTo: reminderRule.restedUpTo })
    .from(reminderRule)
    .where(within(reminderRule, scope));
  return row?.restedUpTo ?? null;
}
