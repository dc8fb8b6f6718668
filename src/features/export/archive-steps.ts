import 'server-only';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { z } from 'zod';
import type { Tx } from '@/db/client';
import type { InTransaction, Scope } from '@/db/scope';
import { lostName, nameArchive } from '@/features/document/archive-words';
import { nameOfFile } from '@/features/document/rules';
import { whileAllowed } from '@/features/document/still-allowed-steps';
import { type CsvCell, toCsv } from '@/lib/csv';
import type { Language } from '@/lib/languages';
import { log } from '@/lib/server/log';
import { portfolioFolder } from '@/storage/document-path';
import type { FileStorage } from '@/storage/file-storage';
import { type ExportedRow, type ExportedTable, listTitles } from './tables-queries';

const fileRow = z.object({
  id: z.string(),
  document_id: z.string(),
  file_name: z.string(),
  storage_path: z.string(),
  state: z.string(),
  created_at: z.string(),
});

export type ExportedFile = {
  path: string;
  name: string;
  lastModified: Date;
  documentId: string;
  fileName: string;
};

/** Where a file stands in the archive; null for a version whose bytes never arrived. */
function placeOf(row: ExportedRow): ExportedFile | null {
  const { id, document_id, file_name, storage_path, state, created_at } = fileRow.parse(row);
  if (state !== 'ready' && state !== 'checked') return null;
  const name = `documents/${document_id}/${id.slice(0, 8)} ${nameOfFile(file_name)}`;
  const lastModified = new Date(created_at);
  return { path: storage_path, name, lastModified, documentId: document_id, fileName: file_name };
}

/** Of a file also where it stands in the archive. */
export const withPlace = (table: ExportedTable): ExportedTable =>
  table.name === 'document_version' ? { ...table, columns: [...table.columns, 'exported_as'] } : table;

const cellOf = (value: unknown): CsvCell => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return { count: value };
  return typeof value === 'string' ? value : JSON.stringify(value);
};

type Pages = AsyncIterable<ExportedRow[]>;

/** Writes one table into the document of everything and into a file of its own. */
async function writeTable(table: ExportedTable, pages: Pages, json: FileHandle, csv: FileHandle) {
  const files: ExportedFile[] = [];
  let count = 0;
  const { columns } = withPlace(table);
  await csv.write(toCsv([columns], { decimal: '.' }));
  let separator = '';
  for await (const found of pages) {
    const rows: ExportedRow[] = found.map((row) => {
      const file = table.name === 'document_version' ? placeOf(row) : null;
      if (file) files.push(file);
      return file ? { ...row, exported_as: file.name } : row;
    });
    for (const row of rows) {
      await json.write(`${separator}${JSON.stringify(row)}`);
      separator = ',\n';
    }
    count += rows.length;
    const lines = toCsv(
      rows.map((row) => columns.map((column) => cellOf(row[column]))),
      { decimal: '.' },
    );
    await csv.write(lines.slice(1)); // without a second byte order mark
  }
  return { files, count };
}

/** All rows of tables into `folder`, as one document under `head` and a CSV for each: how many, and the files that they name. */
export async function writeTables(
  folder: string,
  { name, head }: { name: string; head: object },
  tables: readonly ExportedTable[],
  read: (table: ExportedTable) => Pages,
): Promise<{ files: ExportedFile[]; counts: Map<string, number> }> {
  const files: ExportedFile[] = [];
  const counts = new Map<string, number>();
  const json = await open(join(folder, name), 'w', 0o600);
  try {
    await json.write(`${JSON.stringify(head).slice(0, -1)},"tables":{`);
    let separator = '\n';
    for (const table of tables) {
      await json.write(`${separator}${JSON.stringify(table.name)}:[\n`);
      separator = ',\n';
      const csv = await open(join(folder, `${table.name}.csv`), 'w', 0o600);
      try {
        const written = await writeTable(table, read(table), json, csv);
        files.push(...written.files);
        counts.set(table.name, written.count);
      } finally {
        await csv.close();
      }
      await json.write('\n]');
    }
    await json.write('\n}}\n');
  } finally {
    await json.close();
  }
  return { files, counts };
}

/** What an archive is for: everything of a portfolio, or the answer to a tenant. */
type Kind = 'export' | 'answer';
const isFolder = (name: string) => /^hausbuch-(export|answer)-/.test(name);
const abandonedMs = 24 * 3_600_000;

/** What a process left behind that was killed while it exported. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!isFolder(name)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedMs) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** Files whose bytes storage has no more, as it tells before the first of them is asked for. */
async function listLost(storage: FileStorage, portfolioId: string, files: readonly ExportedFile[]) {
  if (files.length === 0) return [];
  const stored = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await storage.list(portfolioFolder(portfolioId), cursor);
    for (const { path } of page.files) stored.add(path);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return files.filter(({ path }) => !stored.has(path));
}

/** The files that are not in the archive, by what a person knows them by: its name there, the document and its title. */
async function describeLost(
  inTransaction: InTransaction,
  lost: readonly ExportedFile[],
  shown: (title: string) => string,
): Promise<string> {
  const ids = [...new Set(lost.map(({ documentId }) => documentId))];
  const titles = await inTransaction((tx, scope) => listTitles(tx, scope, ids));
  return toCsv(
    [
      ['exported_as', 'document_id', 'title', 'file_name', 'created_at'],
      ...lost.map(({ name, documentId, fileName, lastModified }) => [
        name,
        documentId,
        shown(titles.get(documentId) ?? ''),
        fileName,
        lastModified.toISOString(),
      ]),
    ],
    { decimal: '.' },
  );
}

/** What stands in an archive, of which the tables were written to the folder. */
export type Gathered = {
  /** What it is called, before its ending. */
  stem: string;
  /** What comes first, whole. */
  texts: readonly { name: string; text: string }[];
  /** The document that all rows stand in. */
  document: string;
  tables: readonly ExportedTable[];
  files: readonly ExportedFile[];
  /** How a title is said to whoever gets it. */
  shown?: (title: string) => string;
};

/**
 * A ZIP, made while it is sent, of rows as of one instant that are written to a folder first: no transaction waits for a slow
 * line. A file that storage lost keeps nobody from the rest: the archive lists it, and its own name says how many are missing.
 */
export async function makeArchive(
  kind: Kind,
  inTransaction: InTransaction,
  storage: FileStorage,
  language: Language,
  gather: (tx: Tx, scope: Scope, folder: string) => Promise<Gathered>,
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `hausbuch-${kind}-`));
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    const { gathered, now, portfolioId } = await inTransaction(async (tx, scope) => ({
      gathered: await gather(tx, scope, folder),
      now: scope.now,
      portfolioId: scope.portfolioId,
    }));
    const { stem, texts, document, tables, files, shown = (title) => title } = gathered;
    const lost = await listLost(storage, portfolioId, files);
    async function* entries() {
      for (const { name, text } of texts) {
        yield { name, lastModified: now, input: new TextEncoder().encode(text) };
      }
      for (const name of [document, ...tables.map((table) => `${table.name}.csv`)]) {
        const from = join(folder, name);
        const { size } = await stat(from);
        const input = Readable.toWeb(createReadStream(from)) as unknown as ReadableStream<Uint8Array>;
        yield { name: name.endsWith('.csv') ? `tables/${name}` : name, lastModified: now, size, input };
      }
      const missing: ExportedFile[] = [];
      for (const file of files) {
        const input = await storage.open(file.path);
        if (input) yield { name: file.name, lastModified: file.lastModified, input };
        else missing.push(file);
      }
      if (missing.length === 0) return;
      log().error({ event: 'export_files_missing', portfolioId, files: missing.length });
      const list = new TextEncoder().encode(await describeLost(inTransaction, missing, shown));
      yield { name: lostName, lastModified: now, input: list };
    }
    const body = whileAllowed(inTransaction, portfolioId, { body: makeZip(entries()), onEnd: clear });
    return { name: await nameArchive(language, stem, lost.length), body };
  } catch (error) {
    await clear();
    throw error;
  }
}
