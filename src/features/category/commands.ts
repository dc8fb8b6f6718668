import 'server-only';
import { and, asc, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { associationYear, category } from '@/db/schema';
import type { Scope } from '@/db/scope';
import {
  type ArchiveFilter,
  changedRow,
  isRow,
  isSeenRow,
  nextVersion,
  type SeenRow,
  sameRequestOnly,
} from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { type BuiltInRow, builtInRows } from './built-in-facts';
import { findCategory, getCategory, listCategories } from './queries';
import type { createCategoryInput, updateCategoryInput } from './schema';

/**
 * Gives the portfolio the built-in categories it lacks: all when it is founded, those a later edition of the
 * program brings when they are first asked for. Running it again, or twice at once, adds nothing.
 */
export async function plantCategories(tx: Tx, scope: Scope): Promise<void> {
  const planted = await tx
    .select({ code: category.code })
    .from(category)
    .where(and(within(category, scope), isNotNull(category.code)));
  const known = new Set(planted.map((row) => row.code));
  const missing = builtInRows.filter((row) => !known.has(row.code));
  if (missing.length === 0) return;
  await insertBuiltIn(
    tx,
    scope,
    missing.filter((row) => row.parentCode === null),
    new Map(),
  );
  const groups = await tx
    .select({ code: category.code, id: category.id })
    .from(category)
    .where(
      and(
        within(category, scope),
        isAmong(
          category.code,
          builtInRows.flatMap((row) => row.parentCode ?? []),
        ),
      ),
    )
    .orderBy(asc(category.position));
  await insertBuiltIn(
    tx,
    scope,
    missing.filter((row) => row.parentCode !== null),
    new Map(groups.map((row) => [row.code, row.id])),
  );
}

async function insertBuiltIn(
  tx: Tx,
  scope: Scope,
  rows: readonly BuiltInRow[],
  groupIds: ReadonlyMap<string | null, string>,
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(category)
    .values(
      rows.map(({ parentCode, ...row }) => ({
        portfolioId: scope.portfolioId,
        parentId: groupIds.get(parentCode) ?? null,
        ...row,
      })),
    )
    .onConflictDoNothing({ target: [category.portfolioId, category.code] });
}

/** The tree to choose from. The first who asks after an update of the program also plants what is new. */
export async function offerCategories(tx: Tx, scope: Scope, archive: ArchiveFilter) {
  await plantCategories(tx, scope);
  return listCategories(tx, scope, archive);
}

const categoryKey = { id: category.id, version: category.version };

/** Own categories stand after the built-in ones of their group. */
const OWN_POSITION = 1_000;

export async function createCategory(tx: Tx, scope: Scope, input: z.output<typeof createCategoryInput>) {
  const parent = await findCategory(tx, scope, input.parentId);
  if (!parent) throw new DomainError('not_found', { field: 'parentId' });
  if (parent.parentId !== null) throw new DomainError('category.not_a_group', { field: 'parentId' });
  const fields = { ...input, direction: parent.direction, position: OWN_POSITION };
  const [row] = await tx
    .insert(category)
    .values({ portfolioId: scope.portfolioId, ...exactly(category, fields) })
    .onConflictDoNothing()
    .returning(categoryKey);
  if (!row) return sameRequestOnly(await findCategory(tx, scope, input.id), fields);
  const { id, ...after } = input;
  await recordAudit(tx, scope, { action: 'category.create', entity: 'category', entityId: id, after });
  return row;
}

export async function updateCategory(tx: Tx, scope: Scope, input: z.output<typeof updateCategoryInput>) {
  const { id, version, ...fields } = input;
  const before = await getCategory(tx, scope, id);
  if (fields.name === null && before.code === null) throw new DomainError('invalid', { field: 'name' });
  const row = changedRow(
    await tx
      .update(category)
      .set({ ...exactly(category, fields), ...nextVersion(category, scope) })
      .where(isSeenRow(category, scope, { id, version }))
      .returning(categoryKey),
  );
  await recordAudit(tx, scope, {
    action: 'category.update',
    entity: 'category',
    entityId: id,
    ...changesBetween(before, fields),
  });
  return row;
}

async function setArchived(tx: Tx, scope: Scope, seen: SeenRow, archived: boolean) {
  const { name, code } = await getCategory(tx, scope, seen.id);
  const row = changedRow(
    await tx
      .update(category)
      .set({ archivedAt: archived ? scope.now : null, ...nextVersion(category, scope) })
      .where(isSeenRow(category, scope, seen))
      .returning(categoryKey),
  );
  const action = archived ? 'category.archive' : 'category.restore';
  await recordAudit(tx, scope, { action, entity: 'category', entityId: seen.id, after: { name, code } });
  return row;
}

/** Takes a category out of what is offered; what is booked on it keeps it. */
export const archiveCategory = (tx: Tx, scope: Scope, seen: SeenRow) => setArchived(tx, scope, seen, true);
export const restoreCategory = (tx: Tx, scope: Scope, seen: SeenRow) => setArchived(tx, scope, seen, false);

/** Only an own category nothing is booked on and no association's paper names; the foreign keys answer `in_use` otherwise. */
export async function deleteCategory(tx: Tx, scope: Scope, seen: SeenRow) {
  const { name, code } = await getCategory(tx, scope, seen.id);
  if (code !== null) throw new DomainError('category.built_in');
  // Whoever enters a paper meanwhile holds the kinds it names.
  await tx
    .select({ id: category.id })
    .from(category)
    .where(isRow(category, scope, seen.id))
    .for('update');
  if (await isOnPaper(tx, scope, seen.id)) throw new DomainError('in_use');
  changedRow(
    await tx
      .delete(category)
      .where(isSeenRow(category, scope, seen))
      .returning(categoryKey),
  );
  await recordAudit(tx, scope, {
    action: 'category.delete',
    entity: 'category',
    entityId: seen.id,
    before: { name },
  });
  return { id: seen.id };
}

/** Whether a line of an association's paper is of a category: no foreign key reaches into its lines. */
async function isOnPaper(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const line = sql`${associationYear.lines} @> jsonb_build_array(jsonb_build_object('categoryId', ${id}::text))`;
  const rows = await tx
    .select({ id: associationYear.id })
    .from(associationYear)
    .where(and(within(associationYear, scope), line))
    .limit(1);
  return rows.length > 0;
}
