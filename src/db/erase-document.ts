import 'server-only';
import { and, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { uploadLifetimeMs } from '@/lib/upload-lifetime';
import { isAmong } from './among';
import type { Tx } from './client';
import { erasedHandovers } from './erase-handover';
import { forgetEffortFiles, forgetLetterFiles, listFilesOnlyTo } from './erase-letter';
import { forgetShownFiles } from './erase-receipt-room';
import { document, documentLink, documentVersion, fileRemoval, transaction, unit } from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** The channel that wakes the worker when a transaction has left it files to read or to remove. */
export const fileWorkChannel = 'hausbuch_file_work';

export async function noteFileWork(tx: Tx, scope: Scope): Promise<void> {
  await tx.execute(sql`select pg_notify(${fileWorkChannel}, ${scope.portfolioId})`);
}

type Removed = { path: string; heldBytes?: number };

/** Puts files into the outbox: they are removed once this transaction is committed, and not before. */
export async function noteRemovals(tx: Tx, scope: Scope, files: Removed[]): Promise<void> {
  if (files.length === 0) return;
  await tx.insert(fileRemoval).values(
    files.map(({ path, heldBytes = 0 }) => ({
      portfolioId: scope.portfolioId,
      storagePath: path,
      heldBytes,
      createdAt: scope.now,
    })),
  );
  await noteFileWork(tx, scope);
}

/** What goes of a version whose row goes; its upload may have been signed for until it was looked at. */
export const removedVersion = {
  path: documentVersion.storagePath,
  sizeBytes: documentVersion.sizeBytes,
  checkedAt: documentVersion.checkedAt,
};

/** A file that somebody holds a signature for can be brought again after it was removed. */
export function removalOf(
  version: { path: string; sizeBytes: number; checkedAt: Date | null },
  now: Date,
): Removed {
  const isSigned = (version.checkedAt ?? now).getTime() > now.getTime() - uploadLifetimeMs;
  return { path: version.path, heldBytes: isSigned ? version.sizeBytes : 0 };
}

/** Removes documents with their versions and links; their files go by the outbox. */
export async function eraseDocuments(tx: Tx, scope: Scope, documentIds: string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await forgetLetterFiles(tx, scope, documentIds);
  await forgetEffortFiles(tx, scope, documentIds);
  await forgetShownFiles(tx, scope, documentIds);
  await tx
    .delete(documentLink)
    .where(and(within(documentLink, scope), isAmong(documentLink.documentId, documentIds)));
  const versions = await tx
    .delete(documentVersion)
    .where(and(within(documentVersion, scope), isAmong(documentVersion.documentId, documentIds)))
    .returning(removedVersion);
  await tx.delete(document).where(and(within(document, scope), isAmong(document.id, documentIds)));
  await noteRemovals(
    tx,
    scope,
    versions.map((version) => removalOf(version, scope.now)),
  );
}

/** What the danger zone is about to erase: a property with its units and bookings, or a tenant; and leases. */
export type ErasedThings = ({ propertyId: string } | { tenantId: string }) & { leaseIds: string[] };

/** Condition on a link: what it names goes. */
export function namesErased(tx: Tx, scope: Scope, erased: ErasedThings): SQL | undefined {
  const ofLeases = erased.leaseIds.length > 0 ? isAmong(documentLink.leaseId, erased.leaseIds) : undefined;
  const handovers = erasedHandovers(tx, scope, erased);
  const ofHandovers = handovers && isAmong(documentLink.handoverId, handovers);
  if ('tenantId' in erased) return or(eq(documentLink.tenantId, erased.tenantId), ofLeases, ofHandovers);
  const units = tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, erased.propertyId)));
  const bookings = tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.propertyId, erased.propertyId)));
  return or(
    eq(documentLink.propertyId, erased.propertyId),
    isAmong(documentLink.unitId, units),
    isAmong(documentLink.transactionId, bookings),
    ofLeases,
    ofHandovers,
  );
}

/** The documents that hang on nothing that stays, and what was written to the tenant alone. */
async function listErased(tx: Tx, scope: Scope, erased: ErasedThings) {
  const rows = await tx
    .select({ id: documentLink.documentId })
    .from(documentLink)
    .where(within(documentLink, scope))
    .groupBy(documentLink.documentId)
    .having(sql`bool_and(coalesce(${namesErased(tx, scope, erased)}, false))`);
  const letters = 'tenantId' in erased ? await listFilesOnlyTo(tx, scope, erased.tenantId) : [];
  return [...new Set([...rows.map((row) => row.id), ...letters])];
}

/** How many documents go with it, deleted ones that could still be brought back not counted. */
export async function countErasedDocuments(tx: Tx, scope: Scope, erased: ErasedThings): Promise<number> {
  const ids = await listErased(tx, scope, erased);
  if (ids.length === 0) return 0;
  const [row] = await tx
    .select({ count: count() })
    .from(document)
    .where(
      and(
        within(document, scope),
        isAmong(document.id, ids),
        isNull(document.deletedAt),
        isNotNull(document.currentVersionId),
      ),
    );
  return row?.count ?? 0;
}

/** Erases the documents that hang on nothing that stays; others only lose their links to what goes. */
export async function eraseDocumentsOf(tx: Tx, scope: Scope, erased: ErasedThings): Promise<void> {
  await eraseDocuments(tx, scope, await listErased(tx, scope, erased));
  await tx.delete(documentLink).where(and(within(documentLink, scope), namesErased(tx, scope, erased)));
}
