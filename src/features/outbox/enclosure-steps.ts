import 'server-only';
import { createHash } from 'node:crypto';
import type { Tx } from '@/db/client';
import type { InTransaction, Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { FileStorage } from '@/storage/file-storage';
import { enclosureName } from './enclosure-name-rules';
import { type Enclosure, listEnclosures } from './enclosure-queries';
import { findLetterInvoice } from './file-commands';

export type EnclosedFile = { fileName: string; mediaType: string; bytes: Uint8Array<ArrayBuffer> };

/** What comes with a letter: a bill for programs, and what was chosen. */
export async function listComing(tx: Tx, scope: Scope, letterId: string) {
  const invoice = await findLetterInvoice(tx, scope, letterId);
  return { invoice, rows: await listEnclosures(tx, scope, [letterId]) };
}

/** One file as it was chosen; null where it was lost, or is another by now. */
async function readEnclosure(storage: FileStorage, row: Enclosure): Promise<EnclosedFile | null> {
  const stream = await storage.open(row.storagePath);
  if (!stream) return null;
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) return null;
  return { fileName: enclosureName(row, row.position), mediaType: row.mediaType, bytes };
}

/**
 * What came with a letter, each file read when its turn comes: ten of them are more than a process should hold. One that is
 * gone, as of somebody who was erased, keeps nobody from the rest.
 */
export async function* openEnclosures(
  storage: FileStorage,
  invoice: EnclosedFile | null,
  rows: readonly Enclosure[],
): AsyncGenerator<EnclosedFile> {
  if (invoice) yield invoice;
  for (const row of rows) {
    const file = await readEnclosure(storage, row);
    if (file) yield file;
  }
}

/**
 * The files that go with a mail, the very ones that were chosen; a mail takes no more than `MAILED_MB`.
 * @throws DomainError `letter.without_file` where one was lost, or is another by now
 */
export async function readEnclosures(
  inTransaction: InTransaction,
  storage: FileStorage,
  letterId: string,
): Promise<EnclosedFile[]> {
  const { invoice, rows } = await inTransaction((tx, scope) => listComing(tx, scope, letterId));
  const files: EnclosedFile[] = invoice ? [invoice] : [];
  for (const row of rows) {
    const file = await readEnclosure(storage, row);
    if (!file) throw new DomainError('letter.without_file');
    files.push(file);
  }
  return files;
}
