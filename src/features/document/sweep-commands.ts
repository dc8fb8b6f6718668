import 'server-only';
import { and, asc, desc, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { announceChange, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { eraseDocuments } from '@/db/erase-document';
import { document, documentVersion, fileRemoval, member } from '@/db/schema';
import type { Remains, Scope } from '@/db/scope';
import { isRow, nextVersion } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { uploadLifetimeMs } from '@/lib/upload-lifetime';
import { refreshSearchText } from './commands';
import type { FileContents } from './contents-steps';
import type { Upload } from './queries';

const batch = 200;
/** An upload signed before the removal can bring a file back for so long, and a little for slow clocks. */
const settleMs = uploadLifetimeMs + 30 * 60 * 1000;
const keepRemovalsMs = 30 * 24 * 60 * 60 * 1000;

const uploadColumns = {
  id: documentVersion.id,
  documentId: documentVersion.documentId,
  fileName: documentVersion.fileName,
  mediaType: documentVersion.mediaType,
  sizeBytes: documentVersion.sizeBytes,
  path: documentVersion.storagePath,
  state: documentVersion.state,
  createdAt: documentVersion.createdAt,
};

/** Files in a state, those begun first before others. */
export function listUploadsIn(
  tx: Tx,
  scope: Scope,
  state: 'uploading' | 'checked',
  begunBefore: Date | null,
): Promise<Upload[]> {
  return tx
    .select(uploadColumns)
    .from(documentVersion)
    .where(
      and(
        within(documentVersion, scope),
        isAnyOf(documentVersion.state, state),
        begunBefore ? lt(documentVersion.createdAt, begunBefore) : undefined,
      ),
    )
    .orderBy(asc(documentVersion.createdAt), asc(documentVersion.id))
    .limit(batch);
}

/**
 * Of uploads those of who may bring nothing any more, being no member since or only looking on. What they were given before
 * still opens the way for hours; by themselves they could not say that a file is through.
 */
export async function listUnwelcome(tx: Tx, scope: Scope, uploads: readonly Upload[]): Promise<Set<string>> {
  const ids = uploads.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: documentVersion.id })
    .from(documentVersion)
    .leftJoin(
      member,
      and(joins(member.userId, documentVersion.uploadedBy), isAmong(member.role, ['manager', 'owner'])),
    )
    .where(and(within(documentVersion, scope), isAmong(documentVersion.id, ids), isNull(member.id)));
  return new Set(rows.map(({ id }) => id));
}

/** Writes down what reading a file has told; a document whose current file it is becomes ready. */
export async function noteContents(
  tx: Tx,
  scope: Scope,
  versionId: string,
  contents: FileContents,
): Promise<void> {
  const [row] = await tx
    .update(documentVersion)
    .set({
      state: 'ready',
      sha256: contents.sha256,
      // Whom it names may have been deleted before it was read.
      content: sql`case when ${documentVersion.content} = '' then '' else ${contents.content} end`,
      thumbnail: contents.thumbnail,
      readyAt: scope.now,
    })
    .where(and(isRow(documentVersion, scope, versionId), eq(documentVersion.state, 'checked')))
    .returning({ documentId: documentVersion.documentId });
  if (!row) return;
  // Neither an edit nor news to anybody who has the document open: its version stays.
  await tx
    .update(document)
    .set({ state: sql`case when ${document.deletedAt} is null then 'ready' else ${document.state} end` })
    .where(and(isRow(document, scope, row.documentId), eq(document.currentVersionId, versionId)));
  await refreshSearchText(tx, scope, row.documentId);
  await announceChange(tx, scope, { entity: 'document', entityId: row.documentId });
}

/** A file that vanished between two looks: the version before it is current again, or the document goes. */
export async function dropLostFile(tx: Tx, scope: Scope, versionId: string): Promise<void> {
  const [lost] = await tx
    .select({ documentId: documentVersion.documentId })
    .from(documentVersion)
    .where(isRow(documentVersion, scope, versionId));
  if (!lost) return;
  await tx
    .select({ id: document.id })
    .from(document)
    .where(isRow(document, scope, lost.documentId))
    .for('update');
  const [before] = await tx
    .select({ id: documentVersion.id, state: documentVersion.state })
    .from(documentVersion)
    .where(
      and(
        within(documentVersion, scope),
        eq(documentVersion.documentId, lost.documentId),
        ne(documentVersion.id, versionId),
        isNotNull(documentVersion.checkedAt),
      ),
    )
    .orderBy(desc(documentVersion.number))
    .limit(1);
  await recordAudit(tx, scope, {
    action: 'document.lose_file',
    entity: 'document',
    entityId: lost.documentId,
  });
  if (!before) {
    await eraseDocuments(tx, scope, [lost.documentId]);
    return;
  }
  await tx
    .update(document)
    .set({
      currentVersionId: before.id,
      state: sql`case when ${document.deletedAt} is null then ${before.state} else ${document.state} end`,
      ...nextVersion(document, scope),
    })
    .where(and(isRow(document, scope, lost.documentId), eq(document.currentVersionId, versionId)));
  await tx.delete(documentVersion).where(isRow(documentVersion, scope, versionId));
  await refreshSearchText(tx, scope, lost.documentId);
}

/** Erases what was deleted before; from now on it cannot be brought back. */
export async function purgeDeleted(tx: Tx, scope: Scope, deletedBefore: Date): Promise<number> {
  const rows = await tx
    .select({ id: document.id })
    .from(document)
    .where(and(within(document, scope), isNotNull(document.deletedAt), lt(document.deletedAt, deletedBefore)))
    .orderBy(asc(document.deletedAt))
    .limit(batch)
    .for('update', { skipLocked: true });
  const ids = rows.map((row) => row.id);
  await eraseDocuments(tx, scope, ids);
  for (const entityId of ids) {
    await recordAudit(tx, scope, { action: 'document.purge', entity: 'document', entityId });
  }
  return ids.length;
}

export type Removal = { id: string; path: string; createdAt: Date };

/**
 * What the outbox has to be removed now: each file once at once, and once more when no signed upload can
 * bring it back any more.
 */
export async function listDueRemovals(tx: Tx, scope: Remains, now: Date): Promise<Removal[]> {
  const settled = new Date(now.getTime() - settleMs);
  return tx
    .select({ id: fileRemoval.id, path: fileRemoval.storagePath, createdAt: fileRemoval.createdAt })
    .from(fileRemoval)
    .where(
      and(
        within(fileRemoval, scope),
        isNull(fileRemoval.removedAt),
        or(eq(fileRemoval.attempts, 0), lt(fileRemoval.createdAt, settled)),
      ),
    )
    .orderBy(asc(fileRemoval.createdAt), asc(fileRemoval.id))
    .limit(batch);
}

/** Notes that the files have been removed, for good where nothing can bring them back. */
export async function countRemovalAttempt(
  tx: Tx,
  scope: Remains,
  removals: Removal[],
  now: Date,
): Promise<void> {
  const settled = new Date(now.getTime() - settleMs);
  await tx
    .update(fileRemoval)
    .set({
      attempts: sql`${fileRemoval.attempts} + 1`,
      removedAt: sql`case when ${fileRemoval.createdAt} < ${settled.toISOString()}::timestamptz then ${now.toISOString()}::timestamptz end`,
    })
    .where(
      and(
        within(fileRemoval, scope),
        isAmong(
          fileRemoval.id,
          removals.map((removal) => removal.id),
        ),
      ),
    );
  await tx
    .delete(fileRemoval)
    .where(
      and(within(fileRemoval, scope), lt(fileRemoval.removedAt, new Date(now.getTime() - keepRemovalsMs))),
    );
}

/** Every file the rows know, and whether people are offered it. */
export async function listKnownPaths(tx: Tx, scope: Remains) {
  return tx
    .select({
      id: documentVersion.id,
      path: documentVersion.storagePath,
      isOffered: sql<boolean>`${documentVersion.checkedAt} is not null`,
    })
    .from(documentVersion)
    .where(within(documentVersion, scope));
}
