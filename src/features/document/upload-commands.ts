import 'server-only';
import { and, eq, max } from 'drizzle-orm';
import type { z } from 'zod';
import { announceChange, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { noteFileWork, noteRemovals, removalOf, removedVersion } from '@/db/erase-document';
import { holdPortfolio } from '@/db/hold-portfolio';
import { document, documentLink, documentVersion, fileRemoval } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { documentQuotaBytes } from '@/lib/server/env';
import { documentPath, largestFileBytes } from '@/storage/document-path';
import { insertLinks, refreshSearchText } from './commands';
import { type FileKind, promisedKind } from './file-kind-rules';
import { assertNoSentLetter } from './letter-queries';
import { getReserved } from './queries';
import { searchTextOf } from './rules';
import type { requestUploadInput, requestVersionInput } from './schema';

type Announced<Input extends z.ZodType> = z.output<Input> & { holdsLength: boolean };
type NewFile = Announced<typeof requestVersionInput>;

/**
 * Where a file that has been announced is to be brought, and as what. One that is offered already has been looked at:
 * nothing may be brought in its place.
 */
export type AnnouncedFile = { path: string; mediaType: string; isOffered: boolean };

/** A new document whose file is still to come: nobody sees it before its file has been looked at. */
export async function beginDocument(
  tx: Tx,
  scope: Scope,
  input: Announced<typeof requestUploadInput>,
): Promise<AnnouncedFile> {
  // Files are announced one after the other: of two in one moment the second one is counted after the first.
  await holdPortfolio(tx, scope);
  const announced = await findAnnounced(tx, scope, input);
  if (announced) return announced;
  const [row] = await tx
    .insert(document)
    .values({
      portfolioId: scope.portfolioId,
      id: input.documentId,
      title: input.title,
      category: input.category,
      validUntil: input.validUntil,
      state: 'uploading',
      searchText: searchTextOf({ ...input, note: null, content: null }),
      createdAt: scope.now,
    })
    .onConflictDoNothing()
    .returning({ id: document.id });
  if (!row) throw new DomainError('already_exists');
  await insertLinks(tx, scope, input.documentId, input.links);
  return addVersion(tx, scope, input);
}

/** Another file for a document that is there. */
export async function beginVersion(tx: Tx, scope: Scope, input: NewFile): Promise<AnnouncedFile> {
  await holdPortfolio(tx, scope);
  const announced = await findAnnounced(tx, scope, input);
  if (announced) return announced;
  // Two that add a version at once get two numbers.
  const [row] = await tx
    .select({ deletedAt: document.deletedAt, currentVersionId: document.currentVersionId })
    .from(document)
    .where(isRow(document, scope, input.documentId))
    .for('update');
  if (!row?.currentVersionId) throw new DomainError('not_found');
  if (row.deletedAt) throw new DomainError('document.deleted');
  await assertNoSentLetter(tx, scope, [input.documentId]);
  return addVersion(tx, scope, input);
}

/** The same announcement made before, e.g. to go on after the signature ran out, or because an answer was lost. */
async function findAnnounced(tx: Tx, scope: Scope, file: NewFile): Promise<AnnouncedFile | null> {
  const [row] = await tx
    .select({
      documentId: documentVersion.documentId,
      fileName: documentVersion.fileName,
      sizeBytes: documentVersion.sizeBytes,
      sha256: documentVersion.sha256,
      state: documentVersion.state,
      path: documentVersion.storagePath,
      mediaType: documentVersion.mediaType,
    })
    .from(documentVersion)
    .where(isRow(documentVersion, scope, file.versionId));
  if (!row) return null;
  const isSame =
    row.documentId === file.documentId &&
    row.fileName === file.fileName &&
    row.sizeBytes === file.sizeBytes &&
    (row.sha256 === null || file.sha256 === null || row.sha256 === file.sha256);
  if (!isSame) throw new DomainError('already_exists');
  return { path: row.path, mediaType: row.mediaType, isOffered: row.state !== 'uploading' };
}

async function addVersion(tx: Tx, scope: Scope, file: NewFile): Promise<AnnouncedFile> {
  const kind = promisedKind(file.fileName);
  if (!kind) throw new DomainError('document.type_not_allowed', { field: 'fileName' });
  if (file.sizeBytes === 0) throw new DomainError('document.empty', { field: 'sizeBytes' });
  if (file.sizeBytes > largestFileBytes) throw new DomainError('document.too_large', { field: 'sizeBytes' });
  const reserved = await getReserved(tx, scope, file);
  if (reserved > documentQuotaBytes()) throw new DomainError('document.quota_exceeded');
  const [last] = await tx
    .select({ number: max(documentVersion.number) })
    .from(documentVersion)
    .where(and(within(documentVersion, scope), eq(documentVersion.documentId, file.documentId)));
  const path = documentPath({
    portfolioId: scope.portfolioId,
    documentId: file.documentId,
    versionId: file.versionId,
    extension: kind.extensions[0],
  });
  // The outbox may remove what lies there at any time: an id that was dropped is never used again.
  const [dropped] = await tx
    .select({ id: fileRemoval.id })
    .from(fileRemoval)
    .where(and(within(fileRemoval, scope), eq(fileRemoval.storagePath, path)))
    .limit(1);
  if (dropped) throw new DomainError('already_exists');
  await tx.insert(documentVersion).values({
    portfolioId: scope.portfolioId,
    id: file.versionId,
    documentId: file.documentId,
    number: (last?.number ?? 0) + 1,
    state: 'uploading',
    fileName: file.fileName,
    mediaType: kind.mediaType,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    storagePath: path,
    uploadedBy: scope.actor.kind === 'user' ? scope.actor.userId : null,
    createdAt: scope.now,
  });
  await announceUpload(tx, scope, file.documentId);
  return { path, mediaType: kind.mediaType, isOffered: false };
}

/** A file on its way takes space before anything else is to be seen of it. */
export const announceUpload = (tx: Tx, scope: Scope, entityId: string) =>
  announceChange(tx, scope, { entity: 'upload', entityId });

/**
 * Offers a file that has arrived and is what it says. Of two versions that arrive at once the later
 * announced one is the current one.
 * @returns false when somebody else has done so, or taken it back, meanwhile
 */
export async function acceptUpload(
  tx: Tx,
  scope: Scope,
  versionId: string,
  file: { kind: FileKind; sizeBytes: number },
): Promise<boolean> {
  const [row] = await tx
    .update(documentVersion)
    .set({
      state: 'checked',
      mediaType: file.kind.mediaType,
      sizeBytes: file.sizeBytes,
      checkedAt: scope.now,
    })
    .where(and(isRow(documentVersion, scope, versionId), eq(documentVersion.state, 'uploading')))
    .returning({ documentId: documentVersion.documentId, number: documentVersion.number });
  if (!row) return false;
  const [owner] = await tx
    .select({
      title: document.title,
      deletedAt: document.deletedAt,
      currentVersionId: document.currentVersionId,
    })
    .from(document)
    .where(isRow(document, scope, row.documentId))
    .for('update');
  if (!owner) throw new DomainError('not_found');
  const [current] = owner.currentVersionId
    ? await tx
        .select({ number: documentVersion.number })
        .from(documentVersion)
        .where(isRow(documentVersion, scope, owner.currentVersionId))
    : [];
  if (!current || current.number < row.number) {
    await tx
      .update(document)
      .set({
        currentVersionId: versionId,
        state: owner.deletedAt ? 'deleted' : 'checked',
        ...nextVersion(document, scope),
      })
      .where(isRow(document, scope, row.documentId));
    await refreshSearchText(tx, scope, row.documentId);
  }
  await recordAudit(tx, scope, {
    action: current ? 'document.add_version' : 'document.upload',
    entity: 'document',
    entityId: row.documentId,
    after: { name: owner.title },
  });
  await noteFileWork(tx, scope);
  return true;
}

/**
 * Takes back an upload that was cancelled, refused or never finished: its file, if any came, goes by the
 * outbox, and a document that had no other goes with it. Without effect on what is offered already.
 */
export async function dropUpload(tx: Tx, scope: Scope, versionId: string): Promise<void> {
  const [row] = await tx
    .delete(documentVersion)
    .where(and(isRow(documentVersion, scope, versionId), eq(documentVersion.state, 'uploading')))
    .returning({ documentId: documentVersion.documentId, ...removedVersion });
  if (!row) return;
  await noteRemovals(tx, scope, [removalOf(row, scope.now)]);
  await dropIfEmpty(tx, scope, row.documentId);
  await announceUpload(tx, scope, row.documentId);
}

/** What became of the file that a cancelled upload meant to bring; `not_found` for one that never was. */
export async function cancelUpload(tx: Tx, scope: Scope, versionId: string) {
  const [row] = await tx
    .select({ state: documentVersion.state })
    .from(documentVersion)
    .where(isRow(documentVersion, scope, versionId))
    .for('update');
  if (!row) throw new DomainError('not_found');
  await dropUpload(tx, scope, versionId);
  return { id: versionId, isOffered: row.state !== 'uploading' };
}

/** Removes a document that no version is left of. */
async function dropIfEmpty(tx: Tx, scope: Scope, documentId: string): Promise<void> {
  const [left] = await tx
    .select({ id: documentVersion.id })
    .from(documentVersion)
    .where(and(within(documentVersion, scope), eq(documentVersion.documentId, documentId)))
    .limit(1);
  if (left) return;
  await tx
    .delete(documentLink)
    .where(and(within(documentLink, scope), eq(documentLink.documentId, documentId)));
  await tx.delete(document).where(isRow(document, scope, documentId));
}
