import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { announceDeparture } from '@/db/audit';
import type { Tx } from '@/db/client';
import { portfolio } from '@/db/schema';
import type { Origin, Scope } from '@/db/scope';
import { listOwnPortfolios } from '@/features/portfolio/queries';
import { DomainError } from '@/lib/errors';
import { isTypedName } from '@/lib/typed-name';
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
  await announceDeparture(tx, id, scope.origin);
  return { id };
}

/** Erases what the user owns alone, and their place in every other portfolio, in one transaction. */
export async function eraseAccount(
  tx: Tx,
  { typedName }: z.output<typeof eraseAccountInput>,
  origin: Origin,
): Promise<void> {
  const name = await getAccountName(tx);
  if (!isTypedName(typedName.toLowerCase(), name)) {
    throw new DomainError('account.name_mismatch', { field: 'typedName' });
  }
  await eraseOwn(tx, origin);
}

/**
 * Erases all that is theirs; once more for what another window of theirs wrote before the sign-in server had ended the
 * account, mostly nothing.
 */
export async function eraseOwn(tx: Tx, origin: Origin): Promise<void> {
  const own = await listOwnPortfolios(tx);
  await tx.execute(sql`select hausbuch.erase_account()`);
  // Whoever else is in them sees who left; and of the account itself no other window hears from them any more.
  for (const { id } of own) await announceDeparture(tx, id, origin);
}
