import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { announceChange } from '@/db/audit';
import type { Tx } from '@/db/client';
import { noteRemovals } from '@/db/erase-document';
import { documentVersion, letter, letterTenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { keepOwnFile } from '../document/own-commands';
import { nameOfFile } from '../document/rules';
import type { EnclosedFile } from './enclosure-steps';
import { lockLetter } from './lock-commands';

export const letterMediaType = 'application/pdf';

/** What is known of a letter's file: where it lies, or of what it is made. */
export async function findLetterFile(tx: Tx, scope: Scope, letterId: string) {
  const [row] = await tx
    .select({
      title: letter.title,
      writtenOn: letter.writtenOn,
      content: letter.content,
      path: documentVersion.storagePath,
      fileName: documentVersion.fileName,
    })
    .from(letter)
    .leftJoin(
      documentVersion,
      and(joins(documentVersion.documentId, letter.documentId), within(documentVersion, scope)),
    )
    .where(isRow(letter, scope, letterId));
  if (!row) throw new DomainError('not_found');
  const { portfolioId } = scope;
  return { ...row, portfolioId, fileName: row.fileName ?? fileNameOf(row.title, row.writtenOn) };
}

/** The electronic invoice that comes with a letter; null where none does. */
export async function findLetterInvoice(
  tx: Tx,
  scope: Scope,
  letterId: string,
): Promise<EnclosedFile | null> {
  const [row] = await tx
    .select({ title: letter.title, writtenOn: letter.writtenOn, xml: letter.invoiceXml })
    .from(letter)
    .where(isRow(letter, scope, letterId));
  if (!row?.xml) return null;
  const fileName = fileNameOf(row.title, row.writtenOn).replace(/pdf$/, 'xml');
  return { fileName, mediaType: 'application/xml', bytes: new TextEncoder().encode(row.xml) };
}

/** @throws DomainError `not_found` where one of them is none of the portfolio's */
export async function assertLetters(tx: Tx, scope: Scope, letterIds: readonly string[]): Promise<void> {
  const asked = [...new Set(letterIds)];
  const found = await tx
    .select({ id: letter.id })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.id, asked)));
  if (found.length !== asked.length) throw new DomainError('not_found');
}

/** Names nobody: it outlives a recipient who is erased. */
const fileNameOf = (title: string, writtenOn: string) =>
  `${nameOfFile([title, writtenOn].join(' ').replace(/\s+/g, ' '))}.pdf`;

type KeptFile = {
  documentId: string;
  versionId: string;
  path: string;
  sha256: string;
  sizeBytes: number;
  fileName: string;
};

/** Names the file of a letter; false, and the file goes again, where somebody else's came first or a recipient was erased. */
export async function keepLetterFile(
  tx: Tx,
  scope: Scope,
  letterId: string,
  file: KeptFile,
): Promise<boolean> {
  await lockLetter(tx, scope, letterId);
  const [own] = await tx
    .select({
      leaseId: letter.leaseId,
      title: letter.title,
      // Erasing a recipient empties it: what was printed meanwhile names them.
      isWaiting: sql<boolean>`(${letter.sha256} is null and ${letter.content} is not null)`,
    })
    .from(letter)
    .where(isRow(letter, scope, letterId))
    .for('update');
  if (!own?.isWaiting) {
    await noteRemovals(tx, scope, [{ path: file.path }]);
    return false;
  }
  const tenants = await tx
    .select({ id: letterTenant.tenantId })
    .from(letterTenant)
    .where(and(within(letterTenant, scope), eq(letterTenant.letterId, letterId)));
  await keepOwnFile(tx, scope, {
    ...file,
    title: own.title,
    category: 'letter',
    mediaType: letterMediaType,
    links: [
      { kind: 'lease', id: own.leaseId },
      ...tenants.map(({ id }) => ({ kind: 'tenant' as const, id })),
    ],
  });
  await tx
    .update(letter)
    .set({ documentId: file.documentId, sha256: file.sha256, content: null })
    .where(isRow(letter, scope, letterId));
  await announceChange(tx, scope, { entity: 'document', entityId: file.documentId });
  // Last: other windows ask the journal who changed what they heard of last, and it knows the letter, not its paper.
  await announceChange(tx, scope, { entity: 'letter', entityId: letterId });
  return true;
}
