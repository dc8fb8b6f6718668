import 'server-only';
import type { Tx } from '@/db/client';
import { noteFileWork } from '@/db/erase-document';
import { document, documentVersion } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import type { DocumentCategory } from '@/domain/vocabulary';
import { insertLinks } from './commands';
import { searchTextOf } from './rules';
import type { DocumentTarget } from './schema';
import { announceUpload } from './upload-commands';

export type OwnFile = {
  documentId: string;
  versionId: string;
  title: string;
  category: DocumentCategory;
  fileName: string;
  mediaType: string;
  sizeBytes: number;
  sha256: string;
  path: string;
  links: DocumentTarget[];
};

/**
 * Offers a file of our own making that lies in storage already. What the law or a tenant may ask for is kept however full
 * the portfolio's space is.
 */
export async function keepOwnFile(tx: Tx, scope: Scope, file: OwnFile): Promise<void> {
  const { portfolioId } = scope;
  const { documentId, versionId, title, category, links } = file;
  await tx.insert(document).values({
    portfolioId,
    id: documentId,
    title,
    category,
    state: 'checked',
    currentVersionId: versionId,
    searchText: searchTextOf({ title, note: null, fileName: file.fileName, content: null }),
    createdAt: scope.now,
  });
  await tx.insert(documentVersion).values({
    portfolioId,
    id: versionId,
    documentId,
    number: 1,
    state: 'checked',
    fileName: file.fileName,
    mediaType: file.mediaType,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    storagePath: file.path,
    uploadedBy: postedBy(scope),
    checkedAt: scope.now,
    createdAt: scope.now,
  });
  await insertLinks(tx, scope, documentId, links);
  await announceUpload(tx, scope, documentId);
  await noteFileWork(tx, scope);
}
