import 'server-only';
import type { InTransaction } from '@/db/scope';
import { DomainError } from '@/lib/errors';

/**
 * Whoever was removed from a portfolio, or signed out, while a ZIP is sent gets no further part of it. A database that cannot be
 * asked for a moment breaks off nothing: the next part asks again.
 * @throws DomainError
 */
export async function assertStillAllowed(inTransaction: InTransaction, portfolioId: string): Promise<void> {
  try {
    const entered = await inTransaction(async (_, scope) => scope.portfolioId);
    if (entered !== portfolioId) throw new DomainError('portfolio.gone');
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') throw error;
  }
}
