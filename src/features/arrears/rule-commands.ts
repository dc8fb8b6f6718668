import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { reminderRule } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion } from '@/db/versioned';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { findReminderRule, usualRule } from './rule-queries';
import type { setReminderRuleInput } from './schema';

const key = { id: reminderRule.id, version: reminderRule.version };

/**
 * Says when and for what the portfolio reminds. `version` is that of the rule that was seen, null of the usual one; the same
 * words again change nothing.
 */
export async function setReminderRule(tx: Tx, scope: Scope, input: z.output<typeof setReminderRuleInput>) {
  const { version, ...wanted } = input;
  const own = await findReminderRule(tx, scope);
  const before = own ?? usualRule;
  const changes = changesBetween(before, wanted);
  if (!changes) return { id: before.id, version: before.version };
  if (before.version !== version) throw new DomainError('version_conflict');
  const [row] = own
    ? [
        changedRow(
          await tx
            .update(reminderRule)
            .set({ ...exactly(reminderRule, wanted), ...nextVersion(reminderRule, scope) })
            .where(isSeenRow(reminderRule, scope, own))
            .returning(key),
        ),
      ]
    : await tx
        .insert(reminderRule)
        .values({ ...exactly(reminderRule, wanted), portfolioId: scope.portfolioId })
        .onConflictDoNothing()
        .returning(key);
  // Two windows at once: the other was quicker.
  if (!row) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'reminder_rule.set',
    entity: 'reminder_rule',
    entityId: row.id,
    ...changes,
  });
  return row;
}
