import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { portfolio } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isTypedName } from '@/features/portfolio/rules';
import { DomainError } from '@/lib/errors';
import { getAccountName } from './queries';
import type { eraseAccountInput, erasePortfolioInput } from './schema';

/** Erases the portfolio whole: its rows in this transaction, its files by the outbox after it. */
export async function erasePortfolio(
  tx: Tx,
  scope: Scope,
  { id, typedName }: z.output<typeof erasePortfolioInput>,
) {
  if (id !== scope.portfolioId) throw new DomainError('not_found');
  const [row] = await tx
    .select({ name: portfolio.name })
    .from(portfolio)
    .where(eq(portfolio.id, scope.portfolioId));
  if (!isTypedName(typedName, row?.name ?? '')) {
    throw new DomainError('portfolio.name_mismatch', { field: 'typedName' });
  }
  const [erased] = await tx.execute<{ rows: number | null }>(
    sql`select hausbuch.erase_portfolio(false) as rows`,
  );
  if (erased?.rows == null) throw new DomainError('not_found');
  return { id };
}

/** Erases what the user owns alone, and their place in every other portfolio, in one transaction. */
export async function eraseAccount(tx: Tx, { typedName }: z.output<typeof eraseAccountInput>): Promise<void> {
  const name = await getAccountName(tx);
  if (!isTypedName(typedName.toLowerCase(), name)) {
    throw new DomainError('account.name_mismatch', { field: 'typedName' });
  }
  await tx.execute(sql`select hausbuch.erase_account()`);
}
