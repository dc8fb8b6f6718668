import 'server-only';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { DomainError } from '@/lib/errors';
import type { Tx } from './client';
import type { Scope } from './scope';
import { isRow } from './versioned';

type KeyedTable = PgTable & { portfolioId: AnyPgColumn; id: AnyPgColumn };

/** `not_found` unless the row is in the portfolio: a stranger's id never answers with an empty list. */
export async function assertExists(tx: Tx, scope: Scope, table: KeyedTable, id: string): Promise<void> {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(isRow(table, scope, id))
    .limit(1);
  if (rows.length === 0) throw new DomainError('not_found');
}
