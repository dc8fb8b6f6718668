import 'server-only';
import { eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { profile } from '@/db/schema';
import { DomainError } from '@/lib/errors';
import { portfoliosPerPerson } from '@/lib/server/env';
import { listOwnPortfolios } from './queries';

/**
 * Space for files is counted by portfolio, so portfolios are by person: whoever would own one more than
 * `PORTFOLIOS_PER_PERSON` gets none. A demo does not count: of that there is one. Two requests of one person take turns.
 * @param userId whose profile is there, and whose transaction this is
 * @throws DomainError `portfolio.too_many`
 */
export async function assertMayOwnOneMore(tx: Tx, userId: string): Promise<void> {
  await tx
    .select({ userId: profile.userId })
    .from(profile)
    .where(eq(profile.userId, userId))
    .for('no key update');
  const owned = (await listOwnPortfolios(tx)).filter((own) => own.role === 'owner' && !own.isDemo);
  const most = portfoliosPerPerson();
  if (owned.length >= most) throw new DomainError('portfolio.too_many', { params: { count: most } });
}
