import 'server-only';
import { sql } from 'drizzle-orm';
import type { Tx } from './client';
import type { mailSent } from './schema';

/**
 * Whether who asks may have one more mail of a kind sent to an address. It counts over all portfolios, of which anybody
 * may found any number, and once this transaction is committed.
 */
export async function takeMail(
  tx: Tx,
  kind: (typeof mailSent)['$inferInsert']['kind'],
  to: string,
): Promise<boolean> {
  const [row] = await tx.execute<{ is_taken: boolean }>(
    sql`select hausbuch.take_mail(${kind}, ${to}) as is_taken`,
  );
  return row?.is_taken === true;
}
