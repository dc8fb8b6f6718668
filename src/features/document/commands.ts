import 'server-only';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { document, documentLink, documentVersion } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { assertNoSentLetter, assertNotEnclosed } from './letter-queries';
import { searchTextOf } from './rules';
import type { DocumentTarget, setLinksInput, updateDocumentInput } from './schema';

const documentKey = { id: document.id, version: document.version };

export async function insertLinks(tx: Tx, scope: Scope, documentId: string, links: DocumentTarget[]) {
  const unique = new Map(links.map((link) => [`${link.kind} ${link.id}`, link]));
  await tx.insert(documentLink).values(
    [...unique.values()].map(({ kind, id }) => ({
      portfolioId: scope.portfolioId,
      documentId,
      propertyId: kind === 'property' ? id : null,
      unitId: kind === 'unit' ? id : null,
      tenantId: kind === 'tenant' ? id : null,
      leaseId: kind === 'lease' ? id : null,
      transactionId: kind === 'transaction' ? id : null,
      handoverId: kind === 'handover' ? id : null,
    })),
  );
}

/** Keeps what the search looks into in step with title, note and current file. */
export async function refreshSearchText(tx: Tx, scope: Scope, documentId: string): Promise<void> {
  const [row] = await tx
    .select({
      title: document.title,
      note: document.note,
      fileName: documentVersion.fileName,
      content: documentVersion.content,
    })
    .from(document)
    .leftJoin(documentVersion, joins(documentVersion.id, document.currentVersionId))
    .where(isRow(document, scope, documentId));
  if (!row) return;
  await tx
    .update(document)
    .set({ searchText: searchTextOf(row) })
    .where(isRow(document, scope, documentId));
}

async function getKept(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({
      title: document.title,
      category: document.category,
      validUntil: document.validUntil,
      deletedAt: document.deletedAt,
    })
    .from(document)
    .where(and(isRow(document, scope, id), isNotNull(document.currentVersionId)));
  if (!row) throw new DomainError('not_found');
  if (row.deletedAt) throw new DomainError('document.deleted');
  return row;
}

export async function updateDocument(tx: Tx, scope: Scope, input: z.output<typeof updateDocumentInput>) {
  const { id, version, ...fields } = input;
  const before = await getKept(tx, scope, id);
  const row = changedRow(
    await tx
      .update(document)
      .set({ ...exactly(document, fields), ...nextVersion(document, scope) })
      .where(isSeenRow(document, scope, { id, version }))
      .returning(documentKey),
  );
  await refreshSearchText(tx, scope, id);
  await recordAudit(tx, scope, {
    action: 'document.update',
    entity: 'document',
    entityId: id,
    before: { name: before.title, category: before.category, validUntil: before.validUntil },
    after: { name: fields.title, category: fields.category, validUntil: fields.validUntil },
  });
  return row;
}

/** Moves a document: it hangs on exactly these things afterwards. */
export async function setLinks(tx: Tx, scope: Scope, input: z.output<typeof setLinksInput>) {
  const { title } = await getKept(tx, scope, input.id);
  await assertNoSentLetter(tx, scope, [input.id]);
  const row = changedRow(
    await tx
      .update(document)
      .set(nextVersion(document, scope))
      .where(isSeenRow(document, scope, input))
      .returning(documentKey),
  );
  await tx
    .delete(documentLink)
    .where(and(within(documentLink, scope), eq(documentLink.documentId, input.id)));
  await insertLinks(tx, scope, input.id, input.links);
  await recordAudit(tx, scope, {
    action: 'document.set_links',
    entity: 'document',
    entityId: input.id,
    after: { name: title, links: input.links },
  });
  return row;
}

/** A document is as far as its current file. */
const stateOfCurrent = (tx: Tx, scope: Scope) =>
  sql`(${tx
    .select({ state: documentVersion.state })
    .from(documentVersion)
    .where(and(within(documentVersion, scope), joins(documentVersion.id, document.currentVersionId)))})`;

async function setDeleted(tx: Tx, scope: Scope, ids: string[], isDeleted: boolean) {
  const rows = await tx
    .select({ id: document.id, title: document.title, deletedAt: document.deletedAt })
    .from(document)
    .where(and(within(document, scope), isAmong(document.id, ids), isNotNull(document.currentVersionId)))
    .orderBy(asc(document.id))
    .for('update');
  if (rows.length !== new Set(ids).size) throw new DomainError('not_found');
  if (isDeleted) {
    await assertNoSentLetter(tx, scope, ids);
    await assertNotEnclosed(tx, scope, ids);
  }
  for (const row of rows) {
    if ((row.deletedAt !== null) === isDeleted) continue;
    await tx
      .update(document)
      .set({
        deletedAt: isDeleted ? scope.now : null,
        state: isDeleted ? 'deleted' : stateOfCurrent(tx, scope),
        ...nextVersion(document, scope),
      })
      .where(isRow(document, scope, row.id));
    await recordAudit(tx, scope, {
      action: isDeleted ? 'document.delete' : 'document.restore',
      entity: 'document',
      entityId: row.id,
      after: { name: row.title },
    });
  }
  return { ids: rows.map((row) => row.id) };
}

/** Takes documents out of the lists. Their files stay until the sweep, so that this can be undone. */
export const deleteDocuments = (tx: Tx, scope: Scope, { ids }: { ids: string[] }) =>
  setDeleted(tx, scope, ids, true);
export const restoreDocuments = (tx: Tx, scope: Scope, { ids }: { ids: string[] }) =>
  setDeleted(tx, scope, ids, false);
