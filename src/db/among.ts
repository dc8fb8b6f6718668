import { Column, inArray, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether a column is one of the values, or of a query's. A list is one parameter: the statement is the same text
 * for one value and for five thousand, is prepared once, and needs no planning by length.
 */
export function isAmong(column: SQLWrapper, values: readonly string[] | SQLWrapper): SQL {
  if (!isList(values)) return sql`${column} in ${values}`;
  // A computed column does not know its type.
  if (!is(column, Column)) return inArray(column, [...values]);
  return sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
}

const isList = (values: readonly string[] | SQLWrapper): values is readonly string[] => Array.isArray(values);
