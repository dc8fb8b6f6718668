import 'server-only';
import { sql } from 'drizzle-orm';
import type { Tx } from './client';
import type { mailSent } from './schema';

/**
 * In how many seconds one more mail of a kind may go from who asks to an address: 0 is now, null not at all. Letters beyond what
 * an hour takes wait their turn, every other is refused. It counts over all portfolios, of which anybody
 * may found any number, and once this transaction is committed.
 */
export async function takeMail(
  tx: Tx,
  kind: (typeof mailSent)['$inferInsert']['kind'],
  to: string,
): Promise<number | null> {
  const [row] = await tx.execute<{ seconds: number | null }>(
    sql`select hausbuch.take_mail(${kind}, ${to}) as seconds`,
  );
  return row?.seconds ?? null;
}
