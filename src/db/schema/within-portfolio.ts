import { type AnyPgColumn, foreignKey } from 'drizzle-orm/pg-core';

/** Foreign key to the portfolio itself, for tables that belong to nothing else; the primary key indexes it. */
export const withinPortfolio = (name: string, portfolioId: AnyPgColumn, portfolio: { id: AnyPgColumn }) =>
  foreignKey({
    name: `${name}_portfolio_fkey`,
    columns: [portfolioId],
    foreignColumns: [portfolio.id],
  });
