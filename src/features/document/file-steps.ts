import 'server-only';
import type { z } from 'zod';
import type { InTransaction } from '@/db/scope';
import { DomainError, type DomainErrorCode } from '@/lib/errors';
import { resumableFromBytes } from '@/storage/document-path';
import { type FileStorage, nothingToSend } from '@/storage/file-storage';
import { checkFile, type FileVerdict, headBytes, tailBytes } from './file-check-rules';
import { findUpload, getOfferedFile, type Upload } from './queries';
import type { fileUrlInput, requestUploadInput, requestVersionInput } from './schema';
import { type AnnouncedFile, acceptUpload, beginDocument, beginVersion, dropUpload } from './upload-commands';

/** What storage is asked between two transactions; the check of who may is in each of them. */

async function grant(storage: FileStorage, announced: AnnouncedFile, sizeBytes: number) {
  const { path, mediaType, isOffered } = announced;
  const upload = isOffered ? nothingToSend(path) : await storage.signUpload(path, sizeBytes);
  return { ...upload, mediaType, isResumable: sizeBytes > resumableFromBytes };
}

export async function requestUpload(
  inTransaction: InTransaction,
  storage: FileStorage,
  input: z.output<typeof requestUploadInput>,
) {
  const file = { ...input, holdsLength: storage.holdsLength };
  const announced = await inTransaction((tx, scope) => beginDocument(tx, scope, file));
  return grant(storage, announced, input.sizeBytes);
}

export async function requestVersion(
  inTransaction: InTransaction,
  storage: FileStorage,
  input: z.output<typeof requestVersionInput>,
) {
  const file = { ...input, holdsLength: storage.holdsLength };
  const announced = await inTransaction((tx, scope) => beginVersion(tx, scope, file));
  return grant(storage, announced, input.sizeBytes);
}

type Inspected = FileVerdict | { refusal: 'document.incomplete' } | null;

/** Looks at the two ends of a file that should have arrived; null when it has not. */
async function inspect(storage: FileStorage, upload: Upload): Promise<Inspected> {
  const head = await storage.readPart(upload.path, { first: headBytes });
  if (!head) return null;
  if (head.sizeBytes !== upload.sizeBytes) return { refusal: 'document.incomplete' };
  const tail =
    head.sizeBytes <= head.bytes.length ? head : await storage.readPart(upload.path, { last: tailBytes });
  if (!tail) return null;
  return checkFile({ head: head.bytes, tail: tail.bytes }, upload.fileName);
}

/**
 * Looks at what has arrived of an upload and offers or removes it.
 * @returns the refusal, `null` when the file is offered now, or `document.not_uploaded` when it has not come
 */
export async function settleUpload(
  inTransaction: InTransaction,
  storage: FileStorage,
  upload: Upload,
): Promise<DomainErrorCode | null> {
  const verdict = await inspect(storage, upload);
  if (verdict === null) return 'document.not_uploaded';
  if ('refusal' in verdict) {
    await inTransaction((tx, scope) => dropUpload(tx, scope, upload.id));
    return verdict.refusal;
  }
  const file = { kind: verdict.kind, sizeBytes: upload.sizeBytes };
  await inTransaction((tx, scope) => acceptUpload(tx, scope, upload.id, file));
  return null;
}

/** The browser says that its upload is through. Saying so twice is saying so once. */
export async function confirmUpload(inTransaction: InTransaction, storage: FileStorage, versionId: string) {
  const upload = await inTransaction((tx, scope) => findUpload(tx, scope, versionId));
  if (!upload) throw new DomainError('not_found');
  if (upload.state === 'uploading') {
    const refusal = await settleUpload(inTransaction, storage, upload);
    if (refusal) throw new DomainError(refusal, { field: 'versionId' });
  }
  return { documentId: upload.documentId, versionId };
}

/** An address for a minute that shows the file, or saves it under its own name. */
export async function signFile(
  inTransaction: InTransaction,
  storage: FileStorage,
  input: z.output<typeof fileUrlInput>,
) {
  const file = await inTransaction((tx, scope) => getOfferedFile(tx, scope, input.id, input.versionId));
  const url = await storage.signDownload(file.path, input.use === 'save' ? file.fileName : null);
  return { url, fileName: file.fileName, mediaType: file.mediaType };
}
