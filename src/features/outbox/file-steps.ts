import 'server-only';
import { createHash } from 'node:crypto';
import type { InTransaction } from '@/db/scope';
import type { Letter } from '@/domain/letter';
import { DomainError } from '@/lib/errors';
import { newId } from '@/lib/new-id';
import { documentPath } from '@/storage/document-path';
import type { FileStorage } from '@/storage/file-storage';
import { findLetterFile, keepLetterFile, letterMediaType } from './file-commands';

export type LetterFile = { bytes: Uint8Array<ArrayBuffer>; fileName: string };

/**
 * The file of a letter. Whoever asks first has it made, of what was written down when the letter was sent, and kept with the
 * tenants' papers; from then on it is these bytes. Of two who ask at once one makes it, and both get that one.
 * @throws DomainError `letter.without_file` where it was lost, or named somebody who was erased before it was made
 */
export async function getLetterFile(
  inTransaction: InTransaction,
  { storage, print }: { storage: FileStorage; print: (letter: Letter) => Promise<Uint8Array> },
  letterId: string,
): Promise<LetterFile> {
  const found = await inTransaction((tx, scope) => findLetterFile(tx, scope, letterId));
  if (found.path !== null) return readFile(storage, { ...found, path: found.path });
  if (found.content === null) throw new DomainError('letter.without_file');
  const bytes = new Uint8Array(await print(found.content));
  const [documentId, versionId] = [newId(), newId()];
  const path = documentPath({ portfolioId: found.portfolioId, documentId, versionId, extension: 'pdf' });
  await storage.store(path, bytes, letterMediaType);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { documentId, versionId, path, sha256, sizeBytes: bytes.length, fileName: found.fileName };
  const isFirst = await inTransaction((tx, scope) => keepLetterFile(tx, scope, letterId, file));
  if (isFirst) return { bytes, fileName: found.fileName };
  const other = await inTransaction((tx, scope) => findLetterFile(tx, scope, letterId));
  if (other.path === null) throw new DomainError('letter.without_file');
  return readFile(storage, { ...other, path: other.path });
}

async function readFile(
  storage: FileStorage,
  { path, fileName }: { path: string; fileName: string },
): Promise<LetterFile> {
  const stream = await storage.open(path);
  if (!stream) throw new DomainError('letter.without_file');
  return { bytes: new Uint8Array(await new Response(stream).arrayBuffer()), fileName };
}
