import { useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { showFailure } from '../toast';

/** Rows a page while all are fetched. */
const PAGE_ROWS = 200;

/** Saves every row that a list would show, fetched page by page. */
export function useListExport<Row, Search>(
  fetchPage: (
    search: Search,
    page: { limit: number; cursor: string | null },
  ) => Promise<{ rows: Row[]; nextCursor: string | null }>,
  save: (rows: readonly Row[]) => void | Promise<void>,
): { saveAll: (search: Search) => Promise<void>; isExporting: boolean } {
  const words = useErrorWords();
  const [isExporting, setExporting] = useState(false);

  async function saveAll(search: Search) {
    setExporting(true);
    try {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const page: { rows: Row[]; nextCursor: string | null } = await fetchPage(search, {
          limit: PAGE_ROWS,
          cursor,
        });
        rows.push(...page.rows);
        cursor = page.nextCursor;
      } while (cursor !== null);
      await save(rows);
    } catch (error) {
      showFailure(words.failure(error));
    } finally {
      setExporting(false);
    }
  }
  return { saveAll, isExporting };
}
