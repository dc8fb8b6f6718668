import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { AuditAction } from '@/domain/audit-actions';
import type { AuditedEntity } from '@/domain/entities';
import { newId } from '@/lib/new-id';
import type { Tx } from './client';
import { liveChannel } from './live-channel';
import { auditEvent } from './schema';
import type { Origin, Scope } from './scope';
import { within } from './within';

type AuditEntry = {
  /** `entity.verb`, e.g. `lease.end`. */
  action: AuditAction;
  entity: AuditedEntity;
  entityId: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Where the row itself has not changed: as what open windows are told of it. */
  toldAs?: AuditedEntity;
};

/** What people write at length of others: it goes with the row, and the journal stays. */
const sentences: ReadonlySet<string> = new Set(['note', 'notes']);

/** What the journal keeps: of sentences only that there are some. */
const kept = (values: AuditEntry['after']): Record<string, unknown> | null =>
  values
    ? Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value && sentences.has(key) ? '…' : value]),
      )
    : null;

/**
 * Writes who did what to which row, in the transaction that does it: no trace, no change. At its commit those
 * who look at the portfolio are told that the row has changed, never what it holds; whoever asked for it is told in
 * the answer.
 */
export async function recordAudit(tx: Tx, scope: Scope, entry: AuditEntry): Promise<void> {
  const written = tx.insert(auditEvent).values({
    portfolioId: scope.portfolioId,
    at: scope.now,
    actorKind: scope.actor.kind,
    userId: scope.actor.kind === 'user' ? scope.actor.userId : null,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    before: kept(entry.before),
    after: scope.isByItself ? { ...kept(entry.after), isByItself: true } : kept(entry.after),
  });
  // Two statements, sent together: a cluster takes nothing in RETURNING that answers differently each time.
  await Promise.all([
    written,
    announceChange(tx, scope, { entity: entry.toldAs ?? entry.entity, entityId: entry.entityId }),
  ]);
}

/**
 * Whether a row was made by this very request. What a request says and its row does not keep, or may have changed
 * since, stands in the entry of when it was made. Where a row has several such entries, as a lease of its rents, they bear ids.
 * @param made the entry, as `recordAudit` would write it now
 */
export async function isMadeSo(tx: Tx, scope: Scope, made: AuditEntry): Promise<boolean> {
  const found = await tx
    .select({ after: auditEvent.after })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        eq(auditEvent.entity, made.entity),
        eq(auditEvent.entityId, made.entityId),
        eq(auditEvent.action, made.action),
      ),
    );
  const after = JSON.parse(JSON.stringify(kept(made.after)));
  return found.some((one) => isDeepStrictEqual(one.after, after));
}

type Changed = Pick<AuditEntry, 'entity' | 'entityId'>;

/** Tells those who look at the portfolio of a change the journal does not keep, such as a text that was read. */
export async function announceChange(tx: Tx, scope: Scope, changed: Changed): Promise<void> {
  const { portfolioId, origin } = scope;
  origin?.changed.add(changed.entity);
  await announce(tx, portfolioId, changed, origin);
}

/** Tells those who look at a portfolio that somebody is in it no more, or nobody is, where the database itself has seen to that. */
export const announceDeparture = (tx: Tx, portfolioId: string, origin: Origin | undefined): Promise<void> =>
  // Of no row: who it was, the journal says where there is one left.
  announce(tx, portfolioId, { entity: 'member', entityId: newId() }, origin);

async function announce(
  tx: Tx,
  portfolioId: string,
  { entity, entityId }: Changed,
  origin: Origin | undefined,
): Promise<void> {
  const announced = { id: newId(), portfolioId, entity, entityId, origin: origin?.tab ?? null };
  await tx.execute(sql`select pg_notify(${liveChannel}, ${JSON.stringify(announced)})`);
}
