import 'server-only';
import { sql } from 'drizzle-orm';
import { type Database, database, type Tx } from '@/db/client';
import { contactMessage } from '@/db/schema';
import { enterDirectory } from '@/db/scope';
import type { ContactMessage } from './schema';

/** Keeps a visitor's message for whoever runs this installation; visitors have no portfolio. */
export async function storeMessage(
  { language, name, email, message }: ContactMessage,
  db: Database = database(),
): Promise<void> {
  const store = async (tx: Tx) => {
    await tx.insert(contactMessage).values({ language, name, email, message });
  };
  await enterDirectory(db, store, 'visitor');
}

/** Deletes every message written before an instant; returns how many. */
export async function forgetMessages(writtenBefore: Date, db: Database = database()): Promise<number> {
  return enterDirectory(db, async (tx) => {
    const [row] = await tx.execute<{ removed: number }>(
      sql`select hausbuch.forget_contact_messages(${writtenBefore.toISOString()}::timestamptz) as removed`,
    );
    return row?.removed ?? 0;
  });
}
