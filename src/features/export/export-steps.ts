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
import { getRecoveryCodes, listAllEvents } from '@/features/account/event-queries';
import { getProfile, listSessions } from '@/features/account/queries';
import { lostName, nameArchive } from '@/features/document/archive-words';
import { nameOfFile } from '@/features/document/rules';
import { getOwnAddresses } from '@/features/member/queries';
import { listOwnPortfolios } from '@/features/portfolio/queries';
import { type CsvCell, toCsv } from '@/lib/csv';
import type { Language } from '@/lib/languages';
import { log } from '@/lib/server/log';
import { portfolioFolder } from '@/storage/document-path';
import type { FileStorage } from '@/storage/file-storage';
import { noteExport } from './commands';
import { describeExport } from './readme-words';
import {
  type ExportedRow,
  type ExportedTable,
  listExportedTables,
  listTitles,
  readTable,
} from './tables-queries';

export const exportFormat = { name: 'hausbuch-export', version: 1 } as const;

const fileRow = z.object({
  id: z.string(),
  document_id: z.string(),
  file_name: z.string(),
  storage_path: z.string(),
  state: z.string(),
  created_at: z.string(),
});

type ExportedFile = { path: string; name: string; lastModified: Date; documentId: string; fileName: string };

/** Where a file stands in the archive; null for a version whose bytes never arrived. */
function placeOf(row: ExportedRow): ExportedFile | null {
  const { id, document_id, file_name, storage_path, state, created_at } = fileRow.parse(row);
  if (state !== 'ready' && state !== 'checked') return null;
  const name = `documents/${document_id}/${id.slice(0, 8)} ${nameOfFile(file_name)}`;
  const lastModified = new Date(created_at);
  return { path: storage_path, name, lastModified, documentId: document_id, fileName: file_name };
}

/** Of a file also where it stands in the archive. */
const withPlace = (table: ExportedTable): ExportedTable =>
  table.name === 'document_version' ? { ...table, columns: [...table.columns, 'exported_as'] } : table;

const cellOf = (value: unknown): CsvCell => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return { count: value };
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Writes one table into the document of everything and into a file of its own. */
async function writeTable(tx: Tx, scope: Scope, table: ExportedTable, json: FileHandle, csv: FileHandle) {
  const files: ExportedFile[] = [];
  const { columns } = withPlace(table);
  await csv.write(toCsv([columns], { decimal: '.' }));
  let separator = '';
  for await (const found of readTable(tx, scope, table)) {
    const rows: ExportedRow[] = found.map((row) => {
      const file = table.name === 'document_version' ? placeOf(row) : null;
      if (file) files.push(file);
      return file ? { ...row, exported_as: file.name } : row;
    });
    for (const row of rows) {
      await json.write(`${separator}${JSON.stringify(row)}`);
      separator = ',\n';
    }
    const lines = toCsv(
      rows.map((row) => columns.map((column) => cellOf(row[column]))),
      { decimal: '.' },
    );
    await csv.write(lines.slice(1)); // without a second byte order mark
  }
  return files;
}

const folderPrefix = 'hausbuch-export-';
const abandonedMs = 24 * 3_600_000;

/** What a process left behind that was killed while it exported. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedMs) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** All rows as of one instant, written to `folder`: no transaction waits for a slow line. */
async function writeTables(tx: Tx, scope: Scope, folder: string): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  const json = await open(join(folder, 'hausbuch.json'), 'w', 0o600);
  try {
    const head = { format: exportFormat.name, version: exportFormat.version, exportedAt: scope.now };
    await json.write(`${JSON.stringify(head).slice(0, -1)},"tables":{`);
    let separator = '\n';
    for (const table of listExportedTables()) {
      await json.write(`${separator}${JSON.stringify(table.name)}:[\n`);
      separator = ',\n';
      const csv = await open(join(folder, `${table.name}.csv`), 'w', 0o600);
      try {
        files.push(...(await writeTable(tx, scope, table, json, csv)));
      } finally {
        await csv.close();
      }
      await json.write('\n]');
    }
    await json.write('\n}}\n');
  } finally {
    await json.close();
  }
  return files;
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
async function describeLost(inTransaction: InTransaction, lost: readonly ExportedFile[]): Promise<string> {
  const ids = [...new Set(lost.map(({ documentId }) => documentId))];
  const titles = await inTransaction((tx, scope) => listTitles(tx, scope, ids));
  return toCsv(
    [
      ['exported_as', 'document_id', 'title', 'file_name', 'created_at'],
      ...lost.map(({ name, documentId, fileName, lastModified }) => [
        name,
        documentId,
        titles.get(documentId) ?? '',
        fileName,
        lastModified.toISOString(),
      ]),
    ],
    { decimal: '.' },
  );
}

/** What is kept about the person who asks, whichever portfolio they work in; of nobody else. */
async function readOwnAccount(tx: Tx, { actor }: Scope): Promise<string> {
  if (actor.kind !== 'user') return '{}\n';
  const account = await getOwnAddresses(tx);
  const profile = await getProfile(tx, actor.userId);
  const portfolios = await listOwnPortfolios(tx);
  const sessions = await listSessions(tx);
  const events = await listAllEvents(tx, actor.userId);
  const recoveryCodes = await getRecoveryCodes(tx, actor.userId);
  return `${JSON.stringify({ account, profile, portfolios, sessions, events, recoveryCodes }, null, 2)}\n`;
}

/**
 * Everything of a portfolio as one ZIP, made while it is sent: `hausbuch.json` with every row, the same as a
 * CSV per table, every file, what is kept about who asks, and a description. A file that storage lost keeps nobody from the
 * rest, least of all from leaving: the archive lists it, and its own name says how many are missing. It is called after the
 * portfolio's day.
 */
export async function exportPortfolio(
  inTransaction: InTransaction,
  storage: FileStorage,
  language: Language,
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    const { files, account, now, today, portfolioId } = await inTransaction(async (tx, scope) => {
      await noteExport(tx, scope);
      return {
        files: await writeTables(tx, scope, folder),
        account: await readOwnAccount(tx, scope),
        now: scope.now,
        today: scope.today,
        portfolioId: scope.portfolioId,
      };
    });
    const lost = await listLost(storage, portfolioId, files);
    async function* entries() {
      const readme = new TextEncoder().encode(await describeExport(listExportedTables().map(withPlace)));
      yield { name: 'README.md', lastModified: now, input: readme };
      yield { name: 'account.json', lastModified: now, input: new TextEncoder().encode(account) };
      const written = ['hausbuch.json', ...listExportedTables().map(({ name }) => `${name}.csv`)];
      for (const name of written) {
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
      const list = new TextEncoder().encode(await describeLost(inTransaction, missing));
      yield { name: lostName, lastModified: now, input: list };
    }
    const reader = makeZip(entries()).getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          await clear();
          controller.close();
        } catch (error) {
          await clear();
          controller.error(error);
        }
      },
      async cancel(reason) {
        // What is under way may fail at being broken off; the folder goes all the same.
        await reader.cancel(reason).catch(() => {});
        await clear();
      },
    });
    return { name: await nameArchive(language, `hausbuch-${today}`, lost.length), body };
  } catch (error) {
    await clear();
    throw error;
  }
}
