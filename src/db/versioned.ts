import 'server-only';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import type { Scope } from './scope';
import { within } from './within';

type Keyed = { portfolioId: AnyPgColumn; id: AnyPgColumn };
type Versioned = Keyed & { version: AnyPgColumn };

/** A row as its editor saw it. */
export type SeenRow = { id: string; version: number };

/** WHERE of one row of the portfolio. */
export const isRow = (table: Keyed, scope: Scope, id: string): SQL | undefined =>
  and(within(table, scope), eq(table.id, id));

/** WHERE of a row that nobody has changed since its editor saw it. */
export const isSeenRow = (table: Versioned, scope: Scope, { id, version }: SeenRow): SQL | undefined =>
  and(isRow(table, scope, id), eq(table.version, version));

/** What every change of a row sets beside its fields. */
export const nextVersion = (table: Versioned, scope: Scope) => ({
  version: sql`${table.version} + 1`,
  updatedAt: scope.now,
});

/** The row a change has returned. None means that somebody else was quicker: the caller has found it before. */
export function changedRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new DomainError('version_conflict');
  return row;
}

/**
 * Refuses what stands under a natural key (a day, a period, a lease) where its editor saw something else there: `version_conflict`
 * of an older version or of nothing, `not_found` of a row that was removed since and has another in its place, which begins with
 * version 1 again; no stranger's id is told apart from it.
 */
export function assertSeen(
  standing: SeenRow | null | undefined,
  seen: { id: string | null; version: number | null },
): void {
  if (standing && seen.id !== null && standing.id !== seen.id) throw new DomainError('not_found');
  const isSeen = (standing?.id ?? null) === seen.id && (standing?.version ?? null) === seen.version;
  if (!isSeen) throw new DomainError('version_conflict');
}

/**
 * Whether a row is by one version what its editor wants it to be: the same change sent again, by whoever got no answer. It is
 * answered as the first one was.
 */
export const isChangedSo = (
  row: { version: number } & Record<string, unknown>,
  seen: Pick<SeenRow, 'version'>,
  wanted: Record<string, unknown>,
): boolean => row.version === seen.version + 1 && !changesBetween(row, wanted);

/** Changes row after row, always in the order of their ids, so that two who change the same ones take turns. */
export async function forEachRow<Row>(
  rows: readonly SeenRow[],
  change: (seen: SeenRow) => Promise<Row>,
): Promise<Row[]> {
  const changed: Row[] = [];
  for (const seen of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))) changed.push(await change(seen));
  return changed;
}

/**
 * A create that found its id taken: the same request sent twice gets the same answer, another one
 * `already_exists`.
 */
export function sameRequestOnly<Row extends { id: string; version: number }>(
  existing: Row | null | undefined,
  wanted: Record<string, unknown>,
): SeenRow {
  if (!existing || changesBetween(existing, wanted)) throw new DomainError('already_exists');
  return { id: existing.id, version: existing.version };
}

export type ArchiveFilter = 'active' | 'archived' | 'all';

export function inArchive(archivedAt: AnyPgColumn, archive: ArchiveFilter): SQL | undefined {
  if (archive === 'all') return undefined;
  return archive === 'archived' ? isNotNull(archivedAt) : isNull(archivedAt);
}
