import 'server-only';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { indexClause } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { lockLeases } from '@/ledger';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { assertDayIsFree, followChange, insertRent } from './commands';
import { getIndexRent } from './index-queries';
import type { agreeIndexInput, raiseByIndexInput, removeIndexInput, updateIndexInput } from './index-schema';
import { listRents } from './queries';
import { netCentsOf } from './step-rules';

/**
 * Agrees that the rent of a lease follows the index. Of a lease there is one clause, and none beside steps that are
 * still to come: the two exclude each other (§§ 557a (2), 557b (2) BGB). The same id again changes nothing.
 */
export async function agreeIndex(tx: Tx, scope: Scope, input: z.output<typeof agreeIndexInput>) {
  await lockLeases(tx, scope, [input.leaseId]);
  const { portfolioId } = scope;
  const [row] = await tx
    .insert(indexClause)
    .values({ ...exactly(indexClause, input), portfolioId })
    .onConflictDoNothing({ target: [indexClause.portfolioId, indexClause.id] })
    .returning({ id: indexClause.id, version: indexClause.version });
  if (!row) {
    const [existing] = await tx
      .select()
      .from(indexClause)
      .where(isRow(indexClause, scope, input.id));
    return sameRequestOnly(existing, input);
  }
  const rents = await listRents(tx, scope, [input.leaseId]);
  if (rents.some((one) => one.reason === 'stepped' && one.validFrom > scope.today)) {
    throw new DomainError('rent.index_beside_steps');
  }
  await recordAudit(tx, scope, {
    action: 'rent.agree_index',
    entity: 'lease',
    entityId: input.leaseId,
    after: { baseMonth: input.baseMonth, baseIndexMilli: input.baseIndexMilli },
  });
  return row;
}

async function getClause(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(indexClause)
    .where(isRow(indexClause, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

const audited = (row: { baseMonth: string; baseIndexMilli: number; agreedOn: string }) => ({
  agreedOn: row.agreedOn,
  baseMonth: row.baseMonth,
  baseIndexMilli: row.baseIndexMilli,
});

export async function updateIndex(tx: Tx, scope: Scope, input: z.output<typeof updateIndexInput>) {
  const before = await getClause(tx, scope, input.id);
  const { id, version, ...fields } = input;
  const changed = changedRow(
    await tx
      .update(indexClause)
      .set({ ...exactly(indexClause, fields), ...nextVersion(indexClause, scope) })
      .where(isSeenRow(indexClause, scope, { id, version }))
      .returning({ id: indexClause.id, version: indexClause.version }),
  );
  await recordAudit(tx, scope, {
    action: 'rent.update_index',
    entity: 'lease',
    entityId: before.leaseId,
    before: audited(before),
    after: audited(fields),
  });
  return changed;
}

/** Takes the clause back; rents that rose by it stay as they were agreed. */
export async function removeIndex(tx: Tx, scope: Scope, input: z.output<typeof removeIndexInput>) {
  const before = await getClause(tx, scope, input.id);
  changedRow(
    await tx
      .delete(indexClause)
      .where(isSeenRow(indexClause, scope, input))
      .returning({ id: indexClause.id }),
  );
  await recordAudit(tx, scope, {
    action: 'rent.remove_index',
    entity: 'lease',
    entityId: before.leaseId,
    before: audited(before),
  });
  return { id: input.id };
}

/**
 * Agrees the rent that follows from the index, as it was shown, from the day it is owed. Answers with the posted months
 * that differ; they change only if confirmed. The same id again changes nothing.
 * @throws DomainError `rent.index_changed` when it is another amount by now
 */
export async function raiseByIndex(tx: Tx, scope: Scope, input: z.output<typeof raiseByIndexInput>) {
  const { id, leaseId, netCents, note, correctPosted, ...question } = input;
  // With the question: received on another day, as much is owed from another.
  const entryOf = (validFrom: CalendarDate) =>
    ({
      action: 'rent.raise_by_index',
      entity: 'lease',
      entityId: leaseId,
      after: { id, validFrom, netCents, ...question },
    }) as const;
  await lockLeases(tx, scope, [leaseId]);
  const standing = (await listRents(tx, scope, [leaseId])).find((row) => row.id === id);
  if (standing) {
    sameRequestOnly(
      { ...standing, netCents: netCentsOf(standing.lines) },
      { reason: 'indexed', netCents, note },
    );
    if (!(await isMadeSo(tx, scope, entryOf(standing.validFrom)))) throw new DomainError('already_exists');
    return { id, differences: await followChange(tx, scope, leaseId, correctPosted) };
  }
  const { clause, change, dates } = await getIndexRent(tx, scope, { leaseId, ...question });
  if (clause === null) throw new DomainError('rent.no_index_clause');
  const validFrom = dates.result.owedFrom;
  if (change === null || validFrom === null) {
    throw new DomainError('rent.index_unknown', { field: 'indexMonth' });
  }
  if (change.newRentCents !== netCents) throw new DomainError('rent.index_changed');
  await assertDayIsFree(tx, scope, leaseId, validFrom, null, 'receivedOn');
  await insertRent(tx, scope, {
    id,
    leaseId,
    validFrom,
    reason: 'indexed',
    note,
    lines: change.newLines,
    indexMonth: change.month,
    indexMilli: change.indexMilli,
  });
  await recordAudit(tx, scope, entryOf(validFrom));
  return { id, differences: await followChange(tx, scope, leaseId, correctPosted) };
}
