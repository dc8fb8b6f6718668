import 'server-only';
import type { z } from 'zod';
import type { InTransaction } from '@/db/scope';
import type { FileStorage } from '@/storage/file-storage';
import { findBareDemo, insertDocuments } from './commands';
import type { addDocumentsInput } from './schema';

/**
 * Makes the papers of a demo portfolio and brings them to storage, then the rows that name them; asking again
 * adds nothing. Should the second fail, the comparison of rows and files removes what the first has brought.
 */
export async function addDocuments(
  inTransaction: InTransaction,
  storage: FileStorage,
  input: z.output<typeof addDocumentsInput>,
): Promise<{ count: number }> {
  const bare = await inTransaction((tx, scope) => findBareDemo(tx, scope, input));
  if (!bare) return { count: 0 };
  // The renderer of PDFs is large and needed once.
  const { makeDocuments } = await import('./commands/documents');
  const { rows, files } = await makeDocuments(bare.rows, bare.of);
  for (const { path, bytes, mediaType } of files) await storage.store(path, bytes, mediaType);
  return { count: await inTransaction((tx, scope) => insertDocuments(tx, scope, rows)) };
}
