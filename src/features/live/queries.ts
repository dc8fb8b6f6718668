import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { auditEvent } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { auditedEntities } from '@/domain/entities';
import { DomainError } from '@/lib/errors';

/** Who changed a record last, and when; `not_found` of one that nobody has changed. */
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
  if (!row) throw new DomainError('not_found');
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
