import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { decodeCursor, type SortKind } from '@/lib/server/cursor';

export type Sorting = {
  /** Never null: what is missing has a value that stands where it belongs. */
  by: SQL | AnyPgColumn;
  kind: Exclude<SortKind, 'instant'>;
  id: AnyPgColumn;
  descending: boolean;
};

/**
 * How a list sorted by an expression and then by id is ordered, goes on after a cursor, and what the expression is
 * as text for the next cursor. `invalid` for a cursor that another sorting made.
 */
export function sorted({ by, kind, id, descending }: Sorting, cursor: string | null | undefined) {
  const after = decodeCursor(cursor, kind);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const comparison = sql.raw(descending ? '<' : '>');
  return {
    orderBy: [sql`${by} ${direction}`, sql`${id} ${direction}`],
    isAfter: after
      ? sql`(${by}, ${id}) ${comparison} (${after.key}::${sql.raw(kind)}, ${after.id}::uuid)`
      : undefined,
    key: sql<string>`(${by})::text`,
  };
}
