import 'server-only';
import { getTableName, is, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '@/db/client';
import * as schema from '@/db/schema';
import type { Scope } from '@/db/scope';
import { catalog, type Decision, staffColumns } from './catalog-queries';
import { hiddenIn } from './other-people-rules';
import type { Person } from './person-queries';
import { type ExportedRow, type ExportedTable, listExportedTables, readTable } from './tables-queries';

type About = Exclude<Decision, { none: string }>;

/** The tables with rows about a person, with the columns that are. */
export function listPersonTables(): { table: ExportedTable; about: About }[] {
  const byName: Readonly<Record<string, Decision>> = catalog;
  const decisions = new Map<string, Decision>(
    Object.entries(schema).flatMap(([name, table]) => {
      const one = byName[name];
      return one && is(table, PgTable) ? [[getTableName(table), one] as const] : [];
    }),
  );
  return listExportedTables().flatMap(({ name, columns }) => {
    const about = decisions.get(name);
    if (!about || 'none' in about) return [];
    const [only, without] = [about.only?.map(toSnakeCase), about.without?.map(toSnakeCase)];
    const kept = columns.filter(
      (column) => (only?.includes(column) ?? true) && !without?.includes(column) && !staffColumns.has(column),
    );
    return [{ table: { name, columns: kept }, about }];
  });
}

/** Where something was left out of a row for the sake of others. */
export type LeftOut = { table: string; id: string; column: string };

/** A row as the person gets it, and what of it they do not. */
function ownRow(
  row: ExportedRow,
  { table, about }: ReturnType<typeof listPersonTables>[number],
  person: Person,
  hide: (text: string) => string,
) {
  const own = about.shape ? about.shape(row, person) : row;
  if (own === null) return null;
  const asIs = new Set(about.asIs?.map(toSnakeCase));
  const shown: ExportedRow = Object.fromEntries(
    Object.entries(own).map(([column, value]) => [column, asIs.has(column) ? value : hiddenIn(value, hide)]),
  );
  const isGone = (column: string) => row[column] !== null && own[column] === null;
  const isHidden = (column: string) => JSON.stringify(shown[column]) !== JSON.stringify(own[column]);
  const id = String(row.id ?? row.charge_id ?? row.payment_id ?? '');
  const leftOut = Object.keys(row).flatMap((column): LeftOut[] =>
    isGone(column) || isHidden(column) ? [{ table: table.name, id, column }] : [],
  );
  return { shown, leftOut };
}

/** The person's rows of one table, some at a time; what was left out of them is noted. */
export async function* readOwn(
  tx: Tx,
  scope: Scope,
  one: ReturnType<typeof listPersonTables>[number],
  { person, hide, leftOut }: { person: Person; hide: (text: string) => string; leftOut: LeftOut[] },
): AsyncGenerator<ExportedRow[]> {
  for await (const rows of readTable(tx, scope, one.table, one.about.of(person) ?? sql`false`)) {
    yield rows.flatMap((row) => {
      const own = ownRow(row, one, person, hide);
      if (own) leftOut.push(...own.leftOut);
      return own ? [own.shown] : [];
    });
  }
}
