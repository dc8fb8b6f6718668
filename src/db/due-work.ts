import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from './client';
import { enterDirectory } from './scope';

/** The portfolios in which rent of the current month, or of one before it, is not posted yet. */
export async function listPortfoliosWithRentToPost(db: Database, now: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_rent_to_post(${now.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}
