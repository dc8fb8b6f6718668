import 'server-only';
import { type Database, database } from '@/db/client';
import { contactMessage } from '@/db/schema';
import { enterDirectory } from '@/db/scope';
import type { ContactMessage } from './schema';

/** Keeps a visitor's message for whoever runs this installation; visitors have no portfolio. */
export async function storeMessage(
  { language, name, email, message }: ContactMessage,
  db: Database = database(),
): Promise<void> {
  await enterDirectory(db, async (tx) => {
    await tx.insert(contactMessage).values({ language, name, email, message });
  });
}
