import 'server-only';
import { and, asc, isNotNull, isNull } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { document, documentLink, documentVersion, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

/** A booking that was corrected is another row, on which its receipts hang now; what it was is named by the statement. */
export async function listStandIns(tx: Tx, scope: Scope, billIds: readonly string[]) {
  /** Of each row, the bill that it stands for. */
  const billOf = new Map(billIds.map((id) => [id, id]));
  let latest = [...billIds];
  while (latest.length > 0) {
    const rows = await tx
      .select({ id: transaction.id, replaces: transaction.replacesTransactionId })
      .from(transaction)
      .where(and(within(transaction, scope), isAmong(transaction.replacesTransactionId, latest)));
    latest = [];
    for (const { id, replaces } of rows) {
      const bill = billOf.get(replaces ?? '');
      if (bill === undefined || billOf.has(id)) continue;
      billOf.set(id, bill);
      latest.push(id);
    }
  }
  return billOf;
}

/** The papers that hang on bills of a statement and can be had, by the bill. */
export async function listPapers(tx: Tx, scope: Scope, billIds: readonly string[]) {
  if (billIds.length === 0) return [];
  const billOf = await listStandIns(tx, scope, billIds);
  const rows = await tx
    .selectDistinct({
      transactionId: documentLink.transactionId,
      documentId: document.id,
      title: document.title,
      mediaType: documentVersion.mediaType,
    })
    .from(documentLink)
    .innerJoin(document, joins(document.id, documentLink.documentId))
    .innerJoin(documentVersion, joins(documentVersion.id, document.currentVersionId))
    .where(
      and(
        within([documentLink, document, documentVersion], scope),
        isAmong(documentLink.transactionId, [...billOf.keys()]),
        isNull(document.deletedAt),
        isNotNull(documentVersion.checkedAt),
      ),
    )
    .orderBy(asc(document.title), asc(document.id));
  return rows.flatMap(({ transactionId, ...paper }) => {
    const billId = transactionId === null ? undefined : billOf.get(transactionId);
    return billId === undefined ? [] : [{ billId, ...paper }];
  });
}

/** Documents that can be had, by their ids, whatever they hang on: what may stand in place of an original. */
export async function listDocumentNames(tx: Tx, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: document.id, title: document.title })
    .from(document)
    .innerJoin(documentVersion, joins(documentVersion.id, document.currentVersionId))
    .where(
      and(
        within([document, documentVersion], scope),
        isAmong(document.id, [...ids]),
        isNull(document.deletedAt),
        isNotNull(documentVersion.checkedAt),
      ),
    );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
