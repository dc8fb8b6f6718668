import 'server-only';
import { eq } from 'drizzle-orm';
import type { Tx } from './client';
import { portfolio } from './schema';
import type { Scope } from './scope';

/**
 * Whoever else asks for this waits until the transaction ends; readers do not. Before anything else is locked, as whoever erases
 * the portfolio does.
 */
export async function holdPortfolio(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .select({ id: portfolio.id })
    .from(portfolio)
    .where(eq(portfolio.id, scope.portfolioId))
    .for('no key update');
}
