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
  const announced = JSON.stringify({
    id: newId(),
    portfolioId: scope.portfolioId,
    entity: entry.entity,
    entityId: entry.entityId,
    origin: scope.origin ?? null,
  });
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
    .returning({ told: sql`pg_notify(${liveChannel}, ${announced})` });
}
