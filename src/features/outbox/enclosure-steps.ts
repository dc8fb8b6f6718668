import 'server-only';
import { createHash } from 'node:crypto';
import type { InTransaction } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { FileStorage } from '@/storage/file-storage';
import { listEnclosures } from './enclosure-queries';
import { enclosureName } from './enclosure-rules';

export type EnclosedFile = { fileName: string; mediaType: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * The files that come with a letter, the very ones that were chosen.
 * @throws DomainError `letter.without_file` where one was lost, or is another by now
 */
export async function readEnclosures(
  inTransaction: InTransaction,
  storage: FileStorage,
  letterId: string,
): Promise<EnclosedFile[]> {
  const rows = await inTransaction((tx, scope) => listEnclosures(tx, scope, [letterId]));
  const files: EnclosedFile[] = [];
  for (const row of rows) {
    const stream = await storage.open(row.storagePath);
    if (!stream) throw new DomainError('letter.without_file');
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
      throw new DomainError('letter.without_file');
    }
    files.push({ fileName: enclosureName(row, row.position), mediaType: row.mediaType, bytes });
  }
  return files;
}
