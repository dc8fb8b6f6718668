import 'server-only';
import { and, asc } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { category } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { type ArchiveFilter, inArchive, isRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { BookingDirection } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';

const categoryColumns = {
  id: category.id,
  version: category.version,
  parentId: category.parentId,
  code: category.code,
  name: category.name,
  direction: category.direction,
  position: category.position,
  betrkvNo: category.betrkvNo,
  isRecoverable: category.isRecoverable,
  anlageVGroup: category.anlageVGroup,
  scheduleELine: category.scheduleELine,
  archivedAt: category.archivedAt,
};

/** Groups and leaves, each in its order; own ones after the built-in ones, by name. */
export async function listCategories(tx: Tx, scope: Scope, archive: ArchiveFilter) {
  return tx
    .select(categoryColumns)
    .from(category)
    .where(and(within(category, scope), inArchive(category.archivedAt, archive)))
    .orderBy(asc(category.position), asc(category.name), asc(category.code), asc(category.id));
}

export async function findCategory(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(categoryColumns)
    .from(category)
    .where(isRow(category, scope, id));
  return row ?? null;
}

export async function getCategory(tx: Tx, scope: Scope, id: string) {
  const row = await findCategory(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Refuses what cannot be booked on: a stranger's category, a group, or one of the other direction. */
export async function assertBookable(
  tx: Tx,
  scope: Scope,
  categoryId: string,
  direction: BookingDirection,
): Promise<void> {
  const row = await findCategory(tx, scope, categoryId);
  if (!row) throw new DomainError('not_found', { field: 'categoryId' });
  if (row.parentId === null) throw new DomainError('category.is_group', { field: 'categoryId' });
  if (row.direction !== direction) throw new DomainError('category.other_direction', { field: 'categoryId' });
}
