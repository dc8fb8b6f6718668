import 'server-only';
import { makeZip, predictLength } from 'client-zip';
import type { InTransaction } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { FileStorage } from '@/storage/file-storage';
import { listOfferedFiles } from './queries';
import { distinctNames, nameOfFile } from './rules';

/**
 * A selection of documents as one ZIP, made while it is sent: one file after the other comes from storage
 * and none is kept. A file that is missing breaks the download off rather than leaving it out in silence.
 */
export async function zipDocuments(
  inTransaction: InTransaction,
  storage: FileStorage,
  ids: string[],
): Promise<{ bytes: ReadableStream<Uint8Array>; sizeBytes: bigint }> {
  const files = await inTransaction((tx, scope) => listOfferedFiles(tx, scope, ids));
  const names = distinctNames(files.map((file) => nameOfFile(file.fileName)));

  const entries = files.map(({ path, createdAt, sizeBytes }, index) => ({
    path,
    name: names[index] ?? path,
    lastModified: createdAt,
    size: sizeBytes,
  }));
  async function* opened() {
    for (const { path, ...entry } of entries) {
      const input = await storage.open(path);
      if (!input) throw new DomainError('not_found');
      yield { ...entry, input };
    }
  }
  return { bytes: makeZip(opened()), sizeBytes: predictLength(entries) };
}
