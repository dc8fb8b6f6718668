import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { canReach, chooseAccount, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import postgres from 'postgres';
import { demandKnown, listApplied } from '../src/db/migration-history.ts';

/** What a backup holds, beside the database itself: its passwords, and files and keys of sign-in and storage. */
const kept = ['postgres/password', 'postgres/logins.json', 'supabase', 'ports.json'];
/** By which migrations the database of a backup was made. */
const migrationsFile = 'migrations.json';
const clusterOf = (folder: string) => path.join(folder, 'postgres', 'cluster');
const passing = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_replslot',
  'pg_stat_tmp',
  'pgsql_tmp',
]);

/** Rows of unlogged tables: Postgres begins them anew from `<file>_init` when it recovers, here as after a crash. */
function isUnlogged(name: string, siblings: ReadonlySet<string>): boolean {
  const file = /^(\d+)(_(?!init$)\w+)?(\.\d+)?$/.exec(name)?.[1];
  return file !== undefined && siblings.has(`${file}_init`);
}

/** Copies a folder with modes and, for root, owners; a file that vanishes meanwhile was no part of it. */
function copyTree(from: string, to: string, isLeftOut: (name: string) => boolean = () => false): void {
  const stat = fs.statSync(from, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    fs.mkdirSync(to, { recursive: true, mode: stat.mode });
    const names = new Set(fs.readdirSync(from));
    for (const name of names) {
      if (isLeftOut(name) || isUnlogged(name, names)) continue;
      copyTree(path.join(from, name), path.join(to, name), isLeftOut);
    }
  } else if (stat.isFile()) {
    fs.mkdirSync(path.dirname(to), { recursive: true });
    try {
      fs.copyFileSync(from, to);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      throw error;
    }
    fs.chmodSync(to, stat.mode);
  } else {
    return;
  }
  if (process.getuid?.() === 0) fs.chownSync(to, stat.uid, stat.gid);
}

function demandEmpty(folder: string): void {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. Give a folder that does not exist yet.`);
  }
}

async function readMigrations(serverUrl: string): Promise<string[]> {
  const url = new URL(serverUrl);
  url.pathname = '/hausbuch';
  const sql = postgres(url.toString(), { max: 1, onnotice: () => {} });
  try {
    return await listApplied(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A backup without the list is of a version that did not write one. */
function migrationsOf(backup: string): string[] {
  const file = path.join(backup, migrationsFile);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : ['unknown'];
}

/**
 * Copies an installation of its own database while it runs, or stopped: the database by Postgres' own online
 * backup (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP), then files
 * and keys. Files follow the database, so that no row of the copy lacks its file.
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  if (!fs.existsSync(path.join(dataDir, 'postgres'))) {
    throw new Error(`${dataDir} holds no installation. Set HAUSBUCH_DATA to the data folder that does.`);
  }
  demandEmpty(target);
  const unfinished = `${path.resolve(target)}.unfinished-${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const server = await startPostgres({ dataDir });
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  try {
    const migrations = await readMigrations(server.adminUrl);
    fs.writeFileSync(path.join(unfinished, migrationsFile), `${JSON.stringify(migrations, null, 2)}\n`);
    const [setting] = await sql<{ data_directory: string }[]>`show data_directory`;
    const source = setting?.data_directory ?? '';
    const slot = `backup_${randomUUID().replaceAll('-', '')}`;
    // Keeps every log segment from here on; gone by itself when this connection ends.
    await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
    await sql`select pg_backup_start('hausbuch', true)`;
    copyTree(source, clusterOf(unfinished), (name) => passing.has(name));
    const [end] = await sql<{ labelfile: string; spcmapfile: string }[]>`
      select labelfile, spcmapfile from pg_backup_stop(false)`;
    const cluster = clusterOf(unfinished);
    copyTree(path.join(source, 'pg_wal'), path.join(cluster, 'pg_wal'));
    const { uid, gid } = fs.statSync(cluster);
    for (const name of ['pg_replslot', 'pg_stat_tmp'])
      fs.mkdirSync(path.join(cluster, name), { mode: 0o700 });
    fs.writeFileSync(path.join(cluster, 'backup_label'), end?.labelfile ?? '', { mode: 0o600 });
    if (process.getuid?.() === 0) {
      for (const name of ['pg_replslot', 'pg_stat_tmp', 'backup_label']) {
        fs.chownSync(path.join(cluster, name), uid, gid);
      }
    }
    for (const name of kept) copyTree(path.join(dataDir, name), path.join(unfinished, name));
    if (process.platform === 'linux') execFileSync('sync', [unfinished]);
    fs.rmSync(target, { recursive: true, force: true });
    fs.renameSync(unfinished, target);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

/**
 * Puts a backup into an empty data folder; the next start brings its database up from there. Refuses what another
 * version has made.
 */
export function restore(backup: string, dataDir: string): void {
  if (!fs.existsSync(clusterOf(backup))) throw new Error(`${backup} holds no backup of Hausbuch.`);
  demandEmpty(dataDir);
  demandKnown('backup', migrationsOf(backup));
  fs.mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
  const account = chooseAccount(clusterOf(backup));
  if (account && !canReach(account, path.join(dataDir, 'postgres'))) {
    throw new Error(
      `The account ${account.name}, which runs the database, cannot enter ${dataDir}. Choose another folder.`,
    );
  }
  copyTree(clusterOf(backup), clusterOf(dataDir));
  for (const name of kept) copyTree(path.join(backup, name), path.join(dataDir, name));
}
