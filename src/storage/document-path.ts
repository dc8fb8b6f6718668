/** The one private bucket; see supabase/config.toml. */
export const documentBucket = 'documents';

/** What bucket and database allow for one file: 50 MiB. */
export const largestFileBytes = 50 * 1024 * 1024;

/** Above this a browser uploads in pieces and can go on after a broken line. */
export const resumableFromBytes = 6 * 1024 * 1024;

/** How long a signed download is good for. */
export const downloadLifetimeSeconds = 60;

type PathParts = { portfolioId: string; documentId: string; versionId: string; extension: string };

/** Where a file lies: ids only, since storage takes no umlauts and the real name is nobody's business there. */
export function documentPath({ portfolioId, documentId, versionId, extension }: PathParts): string {
  return `${portfolioId}/${documentId}/${versionId}.${extension}`;
}

/** What all paths of a portfolio begin with. */
export const portfolioFolder = (portfolioId: string) => `${portfolioId}/`;
