import 'server-only';
import { sql } from 'drizzle-orm';
import { newId } from '@/lib/new-id';
import type { Tx } from './client';
import { liveChannel } from './live-channel';
import { auditEvent } from './schema';
import type { Scope } from './scope';

type AuditEntry = {
  /** `entity.verb`, e.g. `lease.end`. */
  action: string;
  entity: string;
  entityId: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/**
 * Writes who did what to which row, in the transaction that does it: no trace, no change. At its commit those
 * who look at the portfolio are told that the row has changed, never what it holds.
 */
export async function recordAudit(tx: Tx, scope: Scope, entry: AuditEntry): Promise<void> {
  await tx
    .insert(auditEvent)
    .values({
      portfolioId: scope.portfolioId,
      at: scope.now,
      actorKind: scope.actor.kind,
      userId: scope.actor.kind === 'user' ? scope.actor.userId : null,
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })
    .returning({ told: notify(scope, entry) });
}

type Changed = Pick<AuditEntry, 'entity' | 'entityId'>;

function notify(scope: Scope, { entity, entityId }: Changed) {
  const { portfolioId, origin = null } = scope;
  const announced = JSON.stringify({ id: newId(), portfolioId, entity, entityId, origin });
  return sql`pg_notify(${liveChannel}, ${announced})`;
}

/** Tells those who look at the portfolio of a change nobody made, such as a text that was read: no trace of it. */
export async function announceChange(tx: Tx, scope: Scope, changed: Changed): Promise<void> {
  await tx.execute(sql`select ${notify(scope, changed)}`);
}
