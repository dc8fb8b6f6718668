import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Account, canReach, chooseAccount, unfinishedFile } from '@hausbuch/supabase-embedded/postgres';
import { readHolder, tryLock } from '@hausbuch/supabase-embedded/process-lock';
import postgres from 'postgres';
import { demandKnown } from '../src/db/migration-history.ts';
import { type Manifest, verifyBackup } from './backup-manifest.ts';
import { clusterOf, copyEntry, demandEmpty, migrationsOf, restoringFile } from './data-copy.ts';

/** Says in a data folder that it was brought back and never started since. */
const restoredFile = 'restored';

/** Removes what an earlier restore has left, and nothing that anybody uses. */
function clear(dataDir: string): void {
  const inUse = readHolder(path.join(dataDir, 'running'));
  if (inUse) throw new Error(`${dataDir} is in use by process ${inUse.pid}. Stop that one first.`);
  for (const name of fs.readdirSync(dataDir)) {
    if (name === unfinishedFile || name === restoringFile) continue;
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** Postgres starts only on what is its own and closed to others, which a backup on another disk may have lost. */
function closeCluster(dataDir: string, account: Account | null): void {
  const cluster = clusterOf(dataDir);
  const names = ['', ...fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' })];
  for (const name of names) {
    const at = path.join(cluster, name);
    fs.chmodSync(at, fs.statSync(at).isDirectory() ? 0o700 : 0o600);
    if (account) fs.chownSync(at, account.uid, account.gid);
  }
}

function bring(backup: string, dataDir: string, { folders, files }: Manifest): void {
  const account = chooseAccount(clusterOf(backup));
  fs.mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
  if (account && !canReach(account, path.join(dataDir, 'postgres'))) {
    throw new Error(
      `The account ${account.name}, which runs the database, cannot enter ${dataDir}. Choose another folder.`,
    );
  }
  for (const name of folders) copyEntry(path.join(backup, name), path.join(dataDir, name));
  for (const { path: name } of files) {
    // By which migrations the database was made is in the database, too.
    if (name.includes('/') || name === 'ports.json')
      copyEntry(path.join(backup, name), path.join(dataDir, name));
  }
  closeCluster(dataDir, account);
  fs.writeFileSync(path.join(dataDir, restoredFile), 'Nothing is mailed by itself until somebody says so.\n');
  if (process.platform === 'linux') execFileSync('sync', ['-f', dataDir]);
}

/**
 * Puts a backup into an empty data folder; the next start brings its database up from there. Whole or nothing: until
 * the last byte is on the disk the folder says that it is unfinished, no database is started in it, and the same
 * command begins anew. Refuses a damaged backup, and what another version has made.
 */
export function restore(backup: string, dataDir: string): void {
  const listed = verifyBackup(backup);
  demandKnown('backup', migrationsOf(backup));
  const mark = path.join(dataDir, unfinishedFile);
  if (!fs.existsSync(mark)) demandEmpty(dataDir, restoringFile);
  const lock = tryLock(path.join(dataDir, restoringFile));
  if ('heldBy' in lock) throw new Error(`${dataDir} is being restored by process ${lock.heldBy.pid}.`);
  try {
    fs.writeFileSync(
      mark,
      `The restore into ${dataDir} is unfinished: run it again, npm run restore -- ${backup}\n`,
    );
    clear(dataDir);
    try {
      bring(backup, dataDir, listed);
    } catch (error) {
      clear(dataDir);
      throw error;
    } finally {
      fs.rmSync(mark);
    }
  } finally {
    lock.release();
  }
}

/**
 * What was brought back may stand beside the installation it is of. Before the app starts for the first time: reminders rest that
 * went by themselves, and mails of the queue, which the other one may have sent, go again only by a click. Everybody signs in
 * anew: of who was signed out since, for a stolen device, the backup knows nothing.
 * @param adminUrl its database, as the owner of all tables
 */
export async function restAfterRestore(dataDir: string, adminUrl: string): Promise<void> {
  const mark = path.join(dataDir, restoredFile);
  if (!fs.existsSync(mark)) return;
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select hausbuch.rest_after_restore()`;
    await sql`delete from auth.sessions`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  fs.rmSync(mark);
}
