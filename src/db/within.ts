import 'server-only';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Remains } from './scope';

type OfPortfolio = { portfolioId: AnyPgColumn };

/** WHERE of rows of the scope's portfolio: one table, or all that a statement touches. */
export function within(tables: OfPortfolio | readonly OfPortfolio[], { portfolioId }: Remains): SQL {
  if ('portfolioId' in tables) return eq(tables.portfolioId, portfolioId);
  const each = tables.map((table) => eq(table.portfolioId, portfolioId));
  return sql`(${sql.join(each, sql` and `)})`;
}

/** ON of two tables by a key that carries the portfolio: `joins(unit.id, leaseUnit.unitId)`. */
export const joins = (one: AnyPgColumn, other: AnyPgColumn): SQL =>
  sql`(${portfolioOf(one)} = ${portfolioOf(other)} and ${one} = ${other})`;

function portfolioOf({ table, name }: AnyPgColumn): AnyPgColumn {
  const { portfolioId } = getTableColumns(table);
  if (!portfolioId) throw new Error(`The table of ${name} has no portfolio.`);
  return portfolioId;
}
