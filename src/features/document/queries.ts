import 'server-only';
import { and, asc, desc, eq, exists, gte, isNotNull, isNull, max, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  document,
  documentLink,
  documentVersion,
  fileRemoval,
  receiptRoom,
  receiptRoomPaper,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { searchWords } from '@/lib/search';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { documentQuotaBytes } from '@/lib/server/env';
import { largestFileBytes } from '@/storage/document-path';
import { categoriesNamed } from './category-words';
import { listLinks, namesTarget, targetTables } from './link-queries';
import type { listDocumentsInput } from './schema';

/** Every word occurs in the text, or names the category. */
export async function matchesWords(search: string): Promise<SQL | undefined> {
  const conditions = searchWords(search).map(async (word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    const categories = await categoriesNamed(word);
    return or(
      sql`${document.searchText} like ${pattern}`,
      categories.length > 0 ? isAmong(document.category, categories) : undefined,
    );
  });
  return and(...(await Promise.all(conditions)));
}

const joinsCurrent = joins(documentVersion.id, document.currentVersionId);

const rowColumns = {
  id: document.id,
  title: document.title,
  category: document.category,
  validUntil: document.validUntil,
  note: document.note,
  state: document.state,
  deletedAt: document.deletedAt,
  createdAt: document.createdAt,
  version: document.version,
  fileName: documentVersion.fileName,
  mediaType: documentVersion.mediaType,
  sizeBytes: documentVersion.sizeBytes,
  versionNumber: documentVersion.number,
};

/** A page of documents, the newest first, each with its current file and what it hangs on. */
export async function listDocuments(tx: Tx, scope: Scope, input: z.output<typeof listDocumentsInput>) {
  const { on, shelf } = input;
  const after = decodeCursor(input.cursor, 'instant');
  if (on) await assertExists(tx, scope, targetTables[on.kind], on.id);
  const links = tx.select({ one: sql`1` }).from(documentLink);
  const found = await tx
    .select(rowColumns)
    .from(document)
    .innerJoin(documentVersion, joinsCurrent)
    .where(
      and(
        within(document, scope),
        shelf === 'deleted' ? isNotNull(document.deletedAt) : isNull(document.deletedAt),
        on
          ? exists(
              links.where(
                and(
                  within(documentLink, scope),
                  joins(documentLink.documentId, document.id),
                  namesTarget(tx, scope, on),
                ),
              ),
            )
          : undefined,
        input.category ? eq(document.category, input.category) : undefined,
        await matchesWords(input.search),
        after
          ? sql`(${document.createdAt}, ${document.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(document.createdAt), desc(document.id))
    .limit(input.limit + 1);
  const { rows, nextCursor } = toPage(found, input.limit, (row) => ({
    key: row.createdAt.toISOString(),
    id: row.id,
  }));
  const named = await listLinks(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return { rows: rows.map((row) => ({ ...row, links: named.get(row.id) ?? [] })), nextCursor };
}

/**
 * Small pictures of documents by their ids: WebP, base64. What cannot be drawn, or is not yet, has none.
 */
export async function listThumbnails(tx: Tx, scope: Scope, ids: string[]): Promise<Record<string, string>> {
  const rows = await tx
    .select({ id: document.id, thumbnail: documentVersion.thumbnail })
    .from(document)
    .innerJoin(documentVersion, joinsCurrent)
    .where(and(within(document, scope), isAmong(document.id, ids)));
  if (rows.length !== new Set(ids).size) throw new DomainError('not_found');
  return Object.fromEntries(
    rows.flatMap(({ id, thumbnail }) => (thumbnail === null ? [] : [[id, thumbnail]])),
  );
}

/** The last day on which an open room shows a document to a tenant: whichever is its file by then. */
async function findShownUntil(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({ endsOn: max(receiptRoom.endsOn) })
    .from(receiptRoomPaper)
    .innerJoin(receiptRoom, joins(receiptRoom.id, receiptRoomPaper.roomId))
    .where(
      and(
        within([receiptRoomPaper, receiptRoom], scope),
        eq(receiptRoomPaper.shownDocumentId, id),
        isNull(receiptRoom.revokedAt),
        gte(receiptRoom.endsOn, scope.today),
      ),
    );
  return row?.endsOn ?? null;
}

/** A document with all its versions, the newest first, and until when a tenant is shown it. */
export async function getDocument(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(rowColumns)
    .from(document)
    .innerJoin(documentVersion, joinsCurrent)
    .where(isRow(document, scope, id));
  if (!row) throw new DomainError('not_found');
  const [links, shownUntil, versions] = await Promise.all([
    listLinks(tx, scope, [id]),
    findShownUntil(tx, scope, id),
    tx
      .select({
        id: documentVersion.id,
        number: documentVersion.number,
        fileName: documentVersion.fileName,
        mediaType: documentVersion.mediaType,
        sizeBytes: documentVersion.sizeBytes,
        uploadedBy: documentVersion.uploadedBy,
        createdAt: documentVersion.createdAt,
        isCurrent: sql<boolean>`${documentVersion.id} = ${document.currentVersionId}`,
      })
      .from(documentVersion)
      .innerJoin(document, joins(document.id, documentVersion.documentId))
      .where(
        and(
          within(documentVersion, scope),
          eq(documentVersion.documentId, id),
          isNotNull(documentVersion.checkedAt),
        ),
      )
      .orderBy(desc(documentVersion.number)),
  ]);
  return { ...row, links: links.get(id) ?? [], shownUntil, versions };
}

/** A file that may be handed out: checked, and of a document that is not deleted. */
export async function getOfferedFile(tx: Tx, scope: Scope, id: string, versionId: string | null) {
  const [row] = await tx
    .select({
      path: documentVersion.storagePath,
      fileName: documentVersion.fileName,
      mediaType: documentVersion.mediaType,
    })
    .from(document)
    .innerJoin(
      documentVersion,
      and(
        joins(documentVersion.documentId, document.id),
        versionId === null
          ? eq(documentVersion.id, document.currentVersionId)
          : eq(documentVersion.id, versionId),
      ),
    )
    .where(and(isRow(document, scope, id), isNull(document.deletedAt), isNotNull(documentVersion.checkedAt)));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** The current files of a selection; every one of them must be there to be had. */
export async function listOfferedFiles(tx: Tx, scope: Scope, ids: string[]) {
  const rows = await tx
    .select({
      title: document.title,
      path: documentVersion.storagePath,
      fileName: documentVersion.fileName,
      sizeBytes: documentVersion.sizeBytes,
      createdAt: documentVersion.createdAt,
    })
    .from(document)
    .innerJoin(documentVersion, joinsCurrent)
    .where(and(within(document, scope), isAmong(document.id, ids), isNull(document.deletedAt)))
    .orderBy(asc(documentVersion.fileName), asc(document.id));
  if (rows.length !== new Set(ids).size) throw new DomainError('not_found');
  return rows;
}

/** What the portfolio's files take, those under way, deleted ones not yet swept and what a signature may still bring included. */
export async function getUsage(tx: Tx, scope: Scope) {
  const usedBytes = await getReserved(tx, scope, { holdsLength: true, sizeBytes: 0 });
  return { usedBytes, quotaBytes: documentQuotaBytes() };
}

/**
 * The same once another file is signed for. Where the storage server holds a signature to no length, one that is open brings as
 * much as a file may have, whatever was announced.
 */
export async function getReserved(
  tx: Tx,
  scope: Scope,
  { holdsLength, sizeBytes: wanted }: { holdsLength: boolean; sizeBytes: number },
): Promise<number> {
  const most = sql`${largestFileBytes}::bigint`;
  const { sizeBytes, state } = documentVersion;
  const { heldBytes } = fileRemoval;
  const ofVersion = holdsLength
    ? sizeBytes
    : sql`case ${state} when 'uploading' then ${most} else ${sizeBytes} end`;
  const ofRemoval = holdsLength ? heldBytes : sql`case ${heldBytes} when 0 then 0 else ${most} end`;
  const [files] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${ofVersion}), 0)`.mapWith(Number) })
    .from(documentVersion)
    .where(within(documentVersion, scope));
  const [held] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${ofRemoval}), 0)`.mapWith(Number) })
    .from(fileRemoval)
    .where(and(within(fileRemoval, scope), isNull(fileRemoval.removedAt)));
  return (files?.bytes ?? 0) + (held?.bytes ?? 0) + (holdsLength ? wanted : largestFileBytes);
}

/** Documents that hold the very same bytes, by their checksum. */
export async function findSame(tx: Tx, scope: Scope, sha256s: string[]) {
  if (sha256s.length === 0) return [];
  const rows = await tx
    .select({
      sha256: documentVersion.sha256,
      id: document.id,
      title: document.title,
      fileName: documentVersion.fileName,
      version: document.version,
    })
    .from(documentVersion)
    .innerJoin(
      document,
      and(joins(document.id, documentVersion.documentId), eq(document.currentVersionId, documentVersion.id)),
    )
    .where(
      and(
        within(documentVersion, scope),
        isAmong(documentVersion.sha256, sha256s),
        isNull(document.deletedAt),
      ),
    )
    .orderBy(desc(document.createdAt), desc(document.id));
  const named = await listLinks(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, links: named.get(row.id) ?? [] }));
}

/** An announced file, whatever has become of it. */
export async function findUpload(tx: Tx, scope: Scope, versionId: string) {
  const [row] = await tx
    .select({
      id: documentVersion.id,
      documentId: documentVersion.documentId,
      fileName: documentVersion.fileName,
      mediaType: documentVersion.mediaType,
      sizeBytes: documentVersion.sizeBytes,
      path: documentVersion.storagePath,
      state: documentVersion.state,
      createdAt: documentVersion.createdAt,
    })
    .from(documentVersion)
    .where(isRow(documentVersion, scope, versionId));
  return row ?? null;
}

export type Upload = NonNullable<Awaited<ReturnType<typeof findUpload>>>;
