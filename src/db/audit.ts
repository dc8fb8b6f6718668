import 'server-only';
import type { Tx } from './client';
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

/** Writes who did what to which row, in the transaction that does it: no trace, no change. */
export async function recordAudit(tx: Tx, scope: Scope, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEvent).values({
    portfolioId: scope.portfolioId,
    at: scope.now,
    actorKind: scope.actor.kind,
    userId: scope.actor.kind === 'user' ? scope.actor.userId : null,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    before: entry.before ?? null,
    after: entry.after ?? null,
  });
}
