import 'server-only';
import { makeZip, predictLength } from 'client-zip';
import type { InTransaction } from '@/db/scope';
import { toCsv } from '@/lib/csv';
import { DomainError } from '@/lib/errors';
import type { Language } from '@/lib/languages';
import type { FileStorage } from '@/storage/file-storage';
import { lostName, nameArchive } from './archive-words';
import { listOfferedFiles } from './queries';
import { distinctNames, nameOfFile } from './rules';
import { whileAllowed } from './still-allowed-steps';

const askedAtOnce = 10;

/** Of files those whose bytes storage has no more. */
async function listLost<File extends { path: string }>(
  storage: FileStorage,
  files: readonly File[],
): Promise<File[]> {
  const lost: File[] = [];
  for (let start = 0; start < files.length; start += askedAtOnce) {
    const some = files.slice(start, start + askedAtOnce);
    const heads = await Promise.all(some.map(({ path }) => storage.readPart(path, { first: 1 })));
    lost.push(...some.filter((_, index) => heads[index] === null));
  }
  return lost;
}

/**
 * A selection of documents as one ZIP, made while it is sent: one file after the other comes from storage
 * and none is kept. A file that storage lost keeps nobody from the others: it is listed, and the ZIP is called so.
 */
export async function zipDocuments(
  inTransaction: InTransaction,
  storage: FileStorage,
  ids: string[],
  language: Language,
): Promise<{ bytes: ReadableStream<Uint8Array>; sizeBytes: bigint; name: string }> {
  const { files, portfolioId } = await inTransaction(async (tx, scope) => ({
    files: await listOfferedFiles(tx, scope, ids),
    portfolioId: scope.portfolioId,
  }));
  const lost = await listLost(storage, files);
  const there = files.filter((file) => !lost.includes(file));
  const names = distinctNames(there.map((file) => nameOfFile(file.fileName)));

  const entries = there.map(({ path, createdAt, sizeBytes }, index) => ({
    path,
    name: names[index] ?? path,
    lastModified: createdAt,
    size: sizeBytes,
  }));
  const rows = lost.map(({ title, fileName }) => [title, fileName]);
  const list = new TextEncoder().encode(toCsv([['title', 'file_name'], ...rows], { decimal: '.' }));
  const listed = lost.length > 0 ? [{ name: lostName, lastModified: new Date(), size: list.length }] : [];
  async function* opened() {
    for (const entry of listed) yield { ...entry, input: list };
    for (const { path, ...entry } of entries) {
      const input = await storage.open(path);
      // Lost a moment ago, or deleted meanwhile: its length is announced already.
      if (!input) throw new DomainError('not_found');
      yield { ...entry, input };
    }
  }
  return {
    bytes: whileAllowed(inTransaction, portfolioId, { body: makeZip(opened()) }),
    sizeBytes: predictLength([...listed, ...entries]),
    name: await nameArchive(language, 'hausbuch', lost.length),
  };
}
