import 'server-only';
import type { Tx } from '@/db/client';
import { contactMessage } from '@/db/schema';
import type { ContactMessage } from './schema';

/** Keeps a visitor's message for whoever runs this installation. */
export async function storeMessage(
  tx: Tx,
  { language, name, email, message }: ContactMessage,
): Promise<void> {
  await tx.insert(contactMessage).values({ language, name, email, message });
}
