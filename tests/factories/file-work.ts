import type { openDatabase } from '@/db/client';
import { workOnFilesOf } from '@/jobs/document-files';
import type { TestDatabase } from '../setup/database.ts';
import { asAdmin, createPortfolio, createProperty, type Records } from './records.ts';
import { testStorage } from './session.ts';

export const hour = 3_600_000;
export const later = (ms: number) => new Date(Date.now() + ms);

/** What is done with the files of a portfolio, and what storage and database hold of them. */
export function fileWork(database: () => TestDatabase, pool: () => ReturnType<typeof openDatabase>) {
  return {
    sweep: (books: Records, now = new Date()) => workOnFilesOf(pool().db, testStorage, books.id, now),
    filesOf: (books: Records) =>
      [...testStorage.files.keys()].filter((path) => path.startsWith(books.id)).sort(),
    rowsOf: (books: Records) =>
      asAdmin(database(), async (sql) => {
        const rows = await sql<{ path: string }[]>`
          select storage_path as path from hausbuch.document_version where portfolio_id = ${books.id}`;
        return rows.map((row) => row.path).sort();
      }),
    async setUp() {
      const books = await createPortfolio(database());
      const house = await createProperty(books.owner);
      const onHouse = [{ kind: 'property' as const, id: house.id }];
      return { books, owner: books.owner, house, onHouse };
    },
  };
}
