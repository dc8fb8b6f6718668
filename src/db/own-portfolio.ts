import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from './client';
import { enterRequest } from './scope';

/** The portfolio to open for a user whose browser names none of theirs: the one they joined first. */
export async function findFirstPortfolioId(db: Database, userId: string): Promise<string | null> {
  return enterRequest(db, { userId, portfolioId: null }, async ({ tx }) => {
    const [first] = await tx.execute<{ id: string }>(sql`select id from hausbuch.own_portfolios() limit 1`);
    return first?.id ?? null;
  });
}
