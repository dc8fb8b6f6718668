import 'server-only';
import type { Tx } from '@/db/client';
import type { InTransaction, Scope } from '@/db/scope';
import { getRecoveryCodes, listAllEvents } from '@/features/account/event-queries';
import { getProfile, listSessions } from '@/features/account/queries';
import { getOwnAddresses } from '@/features/member/queries';
import { listOwnPortfolios } from '@/features/portfolio/queries';
import type { Language } from '@/lib/languages';
import type { FileStorage } from '@/storage/file-storage';
import { makeArchive, withPlace, writeTables } from './archive-steps';
import { noteExport } from './commands';
import { describeExport } from './readme-words';
import { listExportedTables, readTable } from './tables-queries';

export const exportFormat = { name: 'hausbuch-export', version: 1 } as const;

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
 * Everything of a portfolio as one ZIP: `hausbuch.json` with every row, the same as a CSV per table, every file, what is kept
 * about who asks, and a description. A file that storage lost keeps nobody from leaving. It is called after the portfolio's day.
 */
export const exportPortfolio = (inTransaction: InTransaction, storage: FileStorage, language: Language) =>
  makeArchive('export', inTransaction, storage, language, async (tx, scope, folder) => {
    await noteExport(tx, scope);
    const tables = listExportedTables();
    const document = 'hausbuch.json';
    const head = { format: exportFormat.name, version: exportFormat.version, exportedAt: scope.now };
    const { files } = await writeTables(folder, { name: document, head }, tables, (table) =>
      readTable(tx, scope, table),
    );
    return {
      stem: `hausbuch-${scope.today}`,
      texts: [
        { name: 'README.md', text: await describeExport(tables.map(withPlace)) },
        { name: 'account.json', text: await readOwnAccount(tx, scope) },
      ],
      document,
      tables,
      files,
    };
  });
