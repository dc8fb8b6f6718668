import 'server-only';
import type { PgTable } from 'drizzle-orm/pg-core';

type Columns<Table extends PgTable> = keyof Table['$inferInsert'];

/**
 * What is spread into `.values({ … })` or `.set({ … })`: a field that has no column would be left out without a word,
 * and does not compile here.
 */
export function exactly<Table extends PgTable, Fields extends object>(
  _table: Table,
  fields: Fields & { [Key in keyof Fields]: Key extends Columns<Table> ? unknown : never },
): Fields {
  return fields;
}
