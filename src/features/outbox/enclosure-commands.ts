import 'server-only';
import type { Tx } from '@/db/client';
import { letterEnclosure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { LetterWay } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { type Enclosable, listEnclosable } from './enclosure-queries';
import { fitsMail, MAILED_MB } from './enclosure-rules';

/** A paper as somebody saw it. */
export type Chosen = { documentId: string; versionId: string };

export type Enclosed = Enclosable;

/**
 * The files that are to come with a letter, in the order they were chosen in.
 * @throws DomainError `letter.enclosure_gone` where one is not there, not of each of these leases, or another file by now;
 * `letter.enclosures_too_large` where no mail takes them
 */
export async function findChosen(
  tx: Tx,
  scope: Scope,
  { leaseIds, way, chosen }: { leaseIds: readonly string[]; way: LetterWay; chosen: readonly Chosen[] },
): Promise<Enclosed[]> {
  if (chosen.length === 0) return [];
  const only = chosen.map((one) => one.documentId);
  const found = await listEnclosable(tx, scope, { leaseIds, search: '', only });
  const files = chosen.map(({ documentId, versionId }) => {
    const file = found.find((one) => one.documentId === documentId && one.versionId === versionId);
    if (!file) throw new DomainError('letter.enclosure_gone', { field: 'enclosures' });
    return file;
  });
  if (way === 'mail' && !fitsMail(files.map((file) => file.sizeBytes))) {
    const params = { megabytes: String(MAILED_MB) };
    throw new DomainError('letter.enclosures_too_large', { field: 'enclosures', params });
  }
  return files;
}

/** Writes down with a letter which files come with it. */
export async function enclose(tx: Tx, scope: Scope, letterId: string, files: readonly Enclosed[]) {
  if (files.length === 0) return;
  await tx.insert(letterEnclosure).values(
    files.map(({ documentId, title, mediaType, sizeBytes, sha256, storagePath }, index) => ({
      portfolioId: scope.portfolioId,
      letterId,
      position: index + 1,
      ...{ documentId, title, mediaType, sizeBytes, sha256, storagePath },
    })),
  );
}
