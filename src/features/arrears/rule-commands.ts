import 'server-only';
import { and, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { reminderRule } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { findReminderRule, usualRule } from './rule-queries';
import type { setReminderRuleInput } from './schema';

const key = { id: reminderRule.id, version: reminderRule.version };

/**
 * Says when and for what the portfolio reminds, and whether letters go by themselves: from tomorrow on, in the name of whoever
 * switched that on or changed how far it goes. `version` is that of the rule that was seen, null of the usual one; the same
 * words again change nothing.
 */
export async function setReminderRule(tx: Tx, scope: Scope, input: z.output<typeof setReminderRuleInput>) {
  const { version, ...wanted } = input;
  const own = await findReminderRule(tx, scope);
  const before = own ?? usualRule;
  const changes = changesBetween(before, wanted);
  // Whoever saves a rule that rests has said that it stays off.
  if (!changes && before.restedUpTo === null) return { id: before.id, version: before.version };
  if (before.version !== version) throw new DomainError('version_conflict');
  const { byItselfUpTo } = wanted;
  const isSwitched = byItselfUpTo !== before.byItselfUpTo;
  const set = {
    ...wanted,
    restedUpTo: null,
    ...(byItselfUpTo === null && { byItselfBy: null }),
    ...(byItselfUpTo !== null && isSwitched && { byItselfBy: postedBy(scope), byItselfRanOn: scope.today }),
  };
  const [row] = own
    ? [
        changedRow(
          await tx
            .update(reminderRule)
            .set({ ...exactly(reminderRule, set), ...nextVersion(reminderRule, scope) })
            .where(isSeenRow(reminderRule, scope, own))
            .returning(key),
        ),
      ]
    : await tx
        .insert(reminderRule)
        .values({ ...exactly(reminderRule, set), portfolioId: scope.portfolioId })
        .onConflictDoNothing()
        .returning(key);
  // Two windows at once: the other was quicker.
  if (!row) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'reminder_rule.set',
    entity: 'reminder_rule',
    entityId: row.id,
    ...(changes ?? { after: { byItselfUpTo } }),
  });
  return row;
}

/** It was looked today what goes by itself. */
export async function noteMorning(tx: Tx, scope: Scope): Promise<void> {
  await tx.update(reminderRule).set({ byItselfRanOn: scope.today }).where(within(reminderRule, scope));
}

/** Ends what goes by itself, where whoever switched it on may send no letters any more: it does not begin again with a new role. */
export async function stopByItself(tx: Tx, scope: Scope): Promise<void> {
  const [row] = await tx
    .update(reminderRule)
    .set({ byItselfUpTo: null, ...nextVersion(reminderRule, scope) })
    .where(and(within(reminderRule, scope), isNotNull(reminderRule.byItselfUpTo)))
    .returning({ id: reminderRule.id });
  if (!row) return;
  await recordAudit(tx, scope, {
    action: 'reminder_rule.stop',
    entity: 'reminder_rule',
    entityId: row.id,
    after: { byItselfUpTo: null },
  });
}
