import 'server-only';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion, type SeenRow } from '@/db/versioned';

/**
 * Writes fields of the property as it was seen, else `version_conflict`. Without fields the version alone: it guards
 * the property's lists, and makes two editors of one take turns.
 */
export async function changeProperty(
  tx: Tx,
  scope: Scope,
  seen: SeenRow,
  fields: Partial<typeof property.$inferInsert> = {},
) {
  return changedRow(
    await tx
      .update(property)
      .set({ ...exactly(property, fields), ...nextVersion(property, scope) })
      .where(isSeenRow(property, scope, seen))
      .returning({ id: property.id, version: property.version }),
  );
}
