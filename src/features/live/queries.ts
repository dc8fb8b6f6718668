import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { auditEvent, document } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { auditedEntities } from '@/domain/entities';
import { DomainError } from '@/lib/errors';

/**
 * Who changed a record last, and when; `not_found` of one that nobody has changed. A paper the program has made is in no
 * journal, and other windows hear of it all the same once its text is read.
 */
export async function findLastChange(tx: Tx, scope: Scope, entityId: string) {
  const [row] = await tx
    .select({ at: auditEvent.at, userId: auditEvent.userId })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        // Named, so that the index of the events leads to the record.
        isAmong(auditEvent.entity, auditedEntities),
        eq(auditEvent.entityId, entityId),
      ),
    )
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(1);
  if (!row) {
    const [paper] = await tx
      .select({ at: document.createdAt })
      .from(document)
      .where(isRow(document, scope, entityId));
    if (!paper) throw new DomainError('not_found');
    return { at: paper.at, by: 'program', name: null } as const;
  }
  const isSelf = scope.actor.kind === 'user' && row.userId === scope.actor.userId;
  const by = row.userId === null ? 'program' : isSelf ? 'self' : 'other';
  return { at: row.at, by, name: by === 'other' ? await findName(tx, row.userId) : null } as const;
}

async function findName(tx: Tx, userId: string | null): Promise<string | null> {
  const [person] = await tx.execute<{ display_name: string }>(
    sql`select display_name from hausbuch.portfolio_people() where user_id = ${userId}`,
  );
  return person?.display_name ?? null;
}
