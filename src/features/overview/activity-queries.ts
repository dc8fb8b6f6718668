import 'server-only';
import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { auditEvent } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { listNames } from '@/features/member/queries';
import { listTenantsOfLeases } from '@/features/occupancy/lease-queries';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { findLabels, findLeases } from './activity-name-queries';
import type { activityInput } from './schema';

const numberOrNull = (value: unknown) => (value === null ? null : Number(value));

/** To the microsecond: what one request did shares its instant, and a page must not lose the rest of it. */
const instantKey = sql<string>`to_char(${auditEvent.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Who changed what, the newest first. `label` is the name of the thing, as far as it still has one; what concerns a lease
 * or its account says whose and, where one was written down, how much.
 */
export async function listActivity(tx: Tx, scope: Scope, input: z.output<typeof activityInput>) {
  const after = decodeCursor(input.cursor, 'instant');
  const found = await tx
    .select({
      id: auditEvent.id,
      key: instantKey,
      at: auditEvent.at,
      actorKind: auditEvent.actorKind,
      userId: auditEvent.userId,
      action: auditEvent.action,
      entity: auditEvent.entity,
      entityId: auditEvent.entityId,
      writtenName: sql<
        string | null
      >`coalesce(${auditEvent.after} ->> 'name', ${auditEvent.before} ->> 'name',
        ${auditEvent.after} ->> 'title', ${auditEvent.before} ->> 'title')`,
      /** Nobody clicked: a rule did it, in the name of whoever switched that on. */
      isByItself: sql<boolean>`coalesce((${auditEvent.after} ->> 'isByItself')::boolean, false)`,
      amountCents: sql<number | null>`coalesce(${auditEvent.after} ->> 'amountCents',
        ${auditEvent.before} ->> 'amountCents', ${auditEvent.before} ->> 'openCents')::bigint`.mapWith(
        numberOrNull,
      ),
    })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        input.entity === null ? undefined : eq(auditEvent.entity, input.entity),
        byWhom(scope, input.by),
        after
          ? sql`(${auditEvent.at}, ${auditEvent.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(input.limit + 1);
  const page = toPage(found, input.limit, (row) => ({ key: row.key, id: row.id }));
  const [labels, leaseOf, people] = await Promise.all([
    findLabels(tx, scope, page.rows),
    findLeases(tx, scope, page.rows),
    listNames(tx),
  ]);
  const tenantsOf = await listTenantsOfLeases(tx, scope, [...new Set(leaseOf.values())]);
  return {
    rows: page.rows.map(({ writtenName, userId, key, ...event }) => ({
      ...event,
      label: labels.get(event.entityId) ?? writtenName,
      /** Whether the thing is still there to be looked at. */
      isPresent: labels.has(event.entityId),
      tenants: tenantsOf.get(leaseOf.get(event.entityId) ?? '') ?? [],
      isOwn: scope.actor.kind === 'user' && userId === scope.actor.userId,
      /** Who did it, as long as they are a member. */
      actorName: (userId !== null && people.get(userId)) || null,
    })),
    nextCursor: page.nextCursor,
  };
}

function byWhom(scope: Scope, by: z.output<typeof activityInput>['by']) {
  const ownId = scope.actor.kind === 'user' ? scope.actor.userId : null;
  switch (by) {
    case 'anybody':
      return undefined;
    case 'system':
      return eq(auditEvent.actorKind, 'system');
    case 'self':
      return ownId === null ? sql`false` : eq(auditEvent.userId, ownId);
    case 'others':
      return and(
        eq(auditEvent.actorKind, 'user'),
        ownId === null ? undefined : or(ne(auditEvent.userId, ownId), sql`${auditEvent.userId} is null`),
      );
  }
}
