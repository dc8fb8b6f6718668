import type { DocumentTarget } from './schema';

/** What a section asks first; the server starts the query the browser then goes on with. */
export const firstDocuments = (on: DocumentTarget | null) => ({
  on,
  search: '',
  category: null,
  shelf: 'kept' as const,
  limit: 20,
});

/** As many documents as can be saved or deleted in one go. */
export const largestSelection = 100;
