import 'server-only';
import { and, asc, eq, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { eraseAssociationsOf } from '@/db/erase-association';
import { exactly } from '@/db/exactly';
import { association, associationEffort, associationYear, category, document, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { assertSeen, changedRow, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import { overlaps } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import type { Period } from '@/lib/period';
import { changesBetween } from '@/lib/server/changes';
import { statementDeadline } from '@/statement/deadline';
import { getHouse } from '../occupancy/house-queries';
import { effortsOf, findEffort, findPaper, getAssociation } from './queries';
import { neverRecoverable, obstacleEndedOn, type Paper } from './rules';
import type {
  clearAssociationYearInput,
  createAssociationInput,
  deleteAssociationInput,
  noteEffortInput,
  removeEffortInput,
  setAssociationYearInput,
  updateAssociationInput,
} from './schema';

const associationKey = { id: association.id, version: association.version };
const yearKey = { id: associationYear.id, version: associationYear.version };

/** @throws DomainError `association.unit_taken`: a flat has one association; `not_found` for a stranger's unit */
export async function createAssociation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof createAssociationInput>,
) {
  const [place] = await tx
    .select({ propertyId: unit.propertyId })
    .from(unit)
    .where(isRow(unit, scope, input.unitId))
    .for('share');
  if (place?.propertyId !== input.propertyId) throw new DomainError('not_found', { field: 'unitId' });
  const [created] = await tx
    .insert(association)
    .values({ ...exactly(association, input), portfolioId: scope.portfolioId, createdAt: scope.now })
    .onConflictDoNothing()
    .returning(associationKey);
  if (!created) {
    const [known] = await tx
      .select()
      .from(association)
      .where(isRow(association, scope, input.id));
    if (!known) throw new DomainError('association.unit_taken', { field: 'unitId' });
    return sameRequestOnly(known, input);
  }
  const { name, propertyId, unitId } = input;
  await recordAudit(tx, scope, {
    action: 'association.create',
    entity: 'association',
    entityId: input.id,
    after: { name, propertyId, unitId },
  });
  return created;
}

export async function updateAssociation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof updateAssociationInput>,
) {
  const { id, version, ...fields } = input;
  const before = await getAssociation(tx, scope, id);
  if (before.version !== version) throw new DomainError('version_conflict');
  const changes = changesBetween(before, fields);
  if (!changes) return { id, version };
  const changed = changedRow(
    await tx
      .update(association)
      .set({ ...exactly(association, fields), ...nextVersion(association, scope) })
      .where(isSeenRow(association, scope, before))
      .returning(associationKey),
  );
  await recordAudit(tx, scope, {
    action: 'association.update',
    entity: 'association',
    entityId: id,
    ...changes,
  });
  return changed;
}

/** With its papers and notes. What was sent of them is a statement of its own and stays. Again it changes nothing. */
export async function deleteAssociation(
  tx: Tx,
  scope: Scope,
  { id, version }: z.output<typeof deleteAssociationInput>,
) {
  const removal = { action: 'association.delete', entity: 'association', entityId: id } as const;
  if (await isMadeSo(tx, scope, removal)) return { id };
  const { name, propertyId, version: seen } = await lockAssociation(tx, scope, id);
  if (seen !== version) throw new DomainError('version_conflict');
  await eraseAssociationsOf(tx, scope, { id });
  await recordAudit(tx, scope, { ...removal, before: { name, propertyId } });
  return { id };
}

/**
 * Keeps the paper of a period. The same again changes nothing.
 * @throws DomainError `version_conflict` where another window was quicker; `association.year_overlaps`: no day is in two
 * papers; `association.never_recoverable`, `association.not_excused`, `association.in_future` with their field
 */
export async function setAssociationYear(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof setAssociationYearInput>,
) {
  const { associationId, id, version, from, to, ...paper } = input;
  // Whoever writes another period of it, or deletes it, waits, or has done it.
  const own = await lockAssociation(tx, scope, associationId);
  const before = await findPaper(tx, scope, associationId, { from, to });
  if (before && !changesBetween(before, paper)) return { id: before.id, version: before.version };
  assertSeen(before, { id, version });
  await assertPossible(tx, scope, own, { from, to }, paper);
  const fields = { ...paper, periodFrom: from, periodTo: to };
  const saved = changedRow(
    before
      ? await tx
          .update(associationYear)
          .set({ ...exactly(associationYear, fields), ...nextVersion(associationYear, scope) })
          .where(isSeenRow(associationYear, scope, before))
          .returning(yearKey)
      : await tx
          .insert(associationYear)
          .values({
            ...exactly(associationYear, fields),
            portfolioId: scope.portfolioId,
            id: crypto.randomUUID(),
            associationId,
          })
          .returning(yearKey),
  );
  await recordAudit(tx, scope, {
    action: 'association.set_year',
    entity: 'association',
    entityId: associationId,
    after: { name: own.name, from, to, lines: paper.lines.length },
  });
  return saved;
}

export async function clearAssociationYear(
  tx: Tx,
  scope: Scope,
  { associationId, ...seen }: z.output<typeof clearAssociationYearInput>,
) {
  const { name } = await lockAssociation(tx, scope, associationId);
  const [known] = await tx
    .select({ id: associationYear.id })
    .from(associationYear)
    .where(and(isRow(associationYear, scope, seen.id), eq(associationYear.associationId, associationId)));
  if (!known) throw new DomainError('not_found');
  const [gone] = await tx
    .delete(associationYear)
    .where(and(isSeenRow(associationYear, scope, seen), eq(associationYear.associationId, associationId)))
    .returning({ from: associationYear.periodFrom, to: associationYear.periodTo });
  if (!gone) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'association.clear_year',
    entity: 'association',
    entityId: associationId,
    before: { name, ...gone },
  });
  return { id: seen.id };
}

/** Notes what was done on a day; the same id again changes nothing. */
export async function noteEffort(tx: Tx, scope: Scope, input: z.output<typeof noteEffortInput>) {
  const { from, to, ...fields } = input;
  if (input.askedOn > scope.today) throw new DomainError('association.in_future', { field: 'askedOn' });
  const own = await lockAssociation(tx, scope, input.associationId);
  if (input.documentId !== null) await assertExists(tx, scope, document, input.documentId);
  const row = { ...fields, periodFrom: from, periodTo: to };
  const [created] = await tx
    .insert(associationEffort)
    .values({ ...exactly(associationEffort, row), portfolioId: scope.portfolioId, createdAt: scope.now })
    .onConflictDoNothing({ target: [associationEffort.portfolioId, associationEffort.id] })
    .returning({ id: associationEffort.id, version: associationEffort.version });
  if (!created) return sameRequestOnly(await findEffort(tx, scope, input.id), row);
  const { askedOn, way, note } = input;
  await recordAudit(tx, scope, {
    action: 'association.note_effort',
    entity: 'association',
    entityId: input.associationId,
    after: { name: own.name, askedOn, way, note },
  });
  return created;
}

export async function removeEffort(tx: Tx, scope: Scope, input: z.output<typeof removeEffortInput>) {
  const before = await findEffort(tx, scope, input.id);
  if (!before) throw new DomainError('not_found');
  changedRow(
    await tx
      .delete(associationEffort)
      .where(isSeenRow(associationEffort, scope, input))
      .returning({ id: associationEffort.id }),
  );
  const { askedOn, way, note } = before;
  await recordAudit(tx, scope, {
    action: 'association.remove_effort',
    entity: 'association',
    entityId: before.associationId,
    before: { askedOn, way, note },
  });
  return { id: input.id };
}

async function lockAssociation(tx: Tx, scope: Scope, id: string) {
  await tx
    .select({ id: association.id })
    .from(association)
    .where(isRow(association, scope, id))
    .for('update');
  return getAssociation(tx, scope, id);
}

async function assertPossible(
  tx: Tx,
  scope: Scope,
  { id, propertyId }: { id: string; propertyId: string },
  period: Period,
  paper: Paper,
): Promise<void> {
  const others = await tx
    .select({ from: associationYear.periodFrom, to: associationYear.periodTo, lines: associationYear.lines })
    .from(associationYear)
    .where(
      and(
        within(associationYear, scope),
        eq(associationYear.associationId, id),
        or(ne(associationYear.periodFrom, period.from), ne(associationYear.periodTo, period.to)),
      ),
    );
  if (others.some((other) => overlaps(other, period))) throw new DomainError('association.year_overlaps');
  // Each line is settled once: what counts in one period has an id of its own.
  const elsewhere = new Set(others.flatMap(({ lines }) => lines.map((line) => line.id)));
  const twice = paper.lines.findIndex((line) => elsewhere.has(line.id));
  if (twice >= 0) throw new DomainError('already_exists', { field: `lines.${twice}.id` });
  await assertKinds(tx, scope, paper);
  const { isGerman } = await getHouse(tx, scope, propertyId);
  const [never] = isGerman ? neverRecoverable(paper.lines) : [];
  if (never !== undefined) {
    throw new DomainError('association.never_recoverable', { field: `lines.${never}.recoverableBp` });
  }
  for (const field of ['receivedOn', 'resolvedOn'] as const) {
    const day = paper[field];
    if (day !== null && day > scope.today) throw new DomainError('association.in_future', { field });
  }
  if (!paper.isExcused) return;
  const efforts = await effortsOf(tx, scope, [id], [period.to]);
  if (!isGerman || obstacleEndedOn(paper, efforts, statementDeadline(period.to)) === null) {
    throw new DomainError('association.not_excused', { field: 'isExcused' });
  }
}

/** Each kind is one of this portfolio that tenants may bear. */
async function assertKinds(tx: Tx, scope: Scope, { lines }: Paper): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ categoryId }) => categoryId ?? []))];
  const known = await tx
    .select({ id: category.id })
    .from(category)
    .where(and(within(category, scope), isAmong(category.id, ids), eq(category.isRecoverable, true)))
    .orderBy(asc(category.id))
    // Whoever deletes one of them waits, or has done it.
    .for('share');
  const unknown = lines.findIndex(
    ({ categoryId }) => categoryId !== null && !known.some(({ id }) => id === categoryId),
  );
  if (unknown >= 0) throw new DomainError('not_found', { field: `lines.${unknown}.categoryId` });
}
