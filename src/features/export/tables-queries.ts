import 'server-only';
import { and, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { PgTable } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import * as schema from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

/** What is left out: the list of files yet to remove, and what opens doors. */
const leftOutTables = new Set(['file_removal']);
const leftOutColumns = new Set(['invitation_hash', 'link_hash', 'code_hash', 'visit_hash']);

export type ExportedRow = Record<string, unknown>;
export type ExportedTable = { name: string; columns: string[] };

const rowsAtOnce = 1_000;

/** Every table with rows of a portfolio, whichever come later, in the order of their names. */
export function listExportedTables(): ExportedTable[] {
  const tables = Object.values(schema).flatMap((table): ExportedTable[] => {
    if (!is(table, PgTable)) return [];
    const name = getTableName(table);
    const columns = Object.values(getTableColumns(table)).map((column) => toSnakeCase(column.name));
    const isOwn = name === 'portfolio' || columns.includes('portfolio_id');
    if (!isOwn || leftOutTables.has(name)) return [];
    return [{ name, columns: columns.filter((column) => !leftOutColumns.has(column)) }];
  });
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The rows of one table, or those of a condition, oldest first as its key has it, some at a time. */
export async function* readTable(
  tx: Tx,
  scope: Scope,
  { name, columns }: ExportedTable,
  which: SQL = sql`true`,
): AsyncGenerator<ExportedRow[]> {
  const table = sql`hausbuch.${sql.identifier(name)}`;
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const own = sql.identifier(name === 'portfolio' ? 'id' : 'portfolio_id');
  await tx.execute(
    sql`declare exported no scroll cursor for select to_jsonb(r) as row from
      (select ${list} from ${table} where ${own} = ${scope.portfolioId}::uuid and ${which} order by ${list}) r`,
  );
  for (;;) {
    const rows = await tx.execute<{ row: ExportedRow }>(sql.raw(`fetch ${rowsAtOnce} from exported`));
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowsAtOnce) break;
  }
  await tx.execute(sql`close exported`);
}

/** What documents are called, by their ids. */
export async function listTitles(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, string>> {
  const { document } = schema;
  const rows = await tx
    .select({ id: document.id, title: document.title })
    .from(document)
    .where(and(within(document, scope), isAmong(document.id, ids)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
