import 'server-only';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { objection } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { getObjection, getTold } from './queries';
import type { createObjectionInput, deleteObjectionInput, updateObjectionInput } from './schema';

const key = { id: objection.id, version: objection.version };

type Said = Pick<z.output<typeof updateObjectionInput>, 'receivedOn' | 'answeredOn' | 'lineIds'>;

/**
 * What was said belongs to this statement, after it went and until today.
 * @throws DomainError `objection.before_statement`, `objection.to_come`, `invalid` for a line it has not
 */
async function check(tx: Tx, scope: Scope, statementLeaseId: string, said: Said): Promise<void> {
  const told = await getTold(tx, scope, statementLeaseId);
  if (said.receivedOn < told.sentOn) {
    throw new DomainError('objection.before_statement', { field: 'receivedOn' });
  }
  const days: ['receivedOn' | 'answeredOn', CalendarDate | null][] = [
    ['receivedOn', said.receivedOn],
    ['answeredOn', said.answeredOn],
  ];
  for (const [field, day] of days) {
    if (day !== null && day > scope.today) throw new DomainError('objection.to_come', { field });
  }
  if (said.lineIds.some((id) => !told.lineIds.includes(id))) {
    throw new DomainError('invalid', { field: 'lineIds' });
  }
}

/** What the journal keeps: when, and not what was said. */
const days = ({ receivedOn, answeredOn }: Pick<Said, 'receivedOn' | 'answeredOn'>) => ({
  receivedOn,
  answeredOn,
});

export async function createObjection(tx: Tx, scope: Scope, input: z.output<typeof createObjectionInput>) {
  await check(tx, scope, input.statementLeaseId, input);
  const [created] = await tx
    .insert(objection)
    .values({ ...exactly(objection, input), portfolioId: scope.portfolioId, createdAt: scope.now })
    .onConflictDoNothing({ target: [objection.portfolioId, objection.id] })
    .returning(key);
  if (!created) return sameRequestOnly(await getObjection(tx, scope, input.id), input);
  await recordAudit(tx, scope, {
    action: 'objection.create',
    entity: 'objection',
    entityId: input.id,
    after: { statementLeaseId: input.statementLeaseId, ...days(input) },
  });
  return created;
}

export async function updateObjection(tx: Tx, scope: Scope, input: z.output<typeof updateObjectionInput>) {
  const { id, version, ...fields } = input;
  const before = await getObjection(tx, scope, id);
  if (before.version !== version) throw new DomainError('version_conflict');
  await check(tx, scope, before.statementLeaseId, fields);
  if (!changesBetween(before, fields)) return { id, version };
  const changed = changedRow(
    await tx
      .update(objection)
      .set({ ...exactly(objection, fields), ...nextVersion(objection, scope) })
      .where(isSeenRow(objection, scope, before))
      .returning(key),
  );
  await recordAudit(tx, scope, {
    action: 'objection.update',
    entity: 'objection',
    entityId: id,
    before: days(before),
    after: days(fields),
  });
  return changed;
}

/** Again it changes nothing. */
export async function deleteObjection(tx: Tx, scope: Scope, input: z.output<typeof deleteObjectionInput>) {
  const removal = { action: 'objection.delete', entity: 'objection', entityId: input.id } as const;
  if (await isMadeSo(tx, scope, removal)) return { id: input.id };
  const before = await getObjection(tx, scope, input.id);
  changedRow(
    await tx
      .delete(objection)
      .where(isSeenRow(objection, scope, input))
      .returning(key),
  );
  await recordAudit(tx, scope, {
    ...removal,
    before: { statementLeaseId: before.statementLeaseId, ...days(before) },
  });
  return { id: input.id };
}
