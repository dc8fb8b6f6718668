import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningPostgres, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { readHolder, tryLock } from '@hausbuch/supabase-embedded/process-lock';
import postgres from 'postgres';
import { listApplied } from '../src/db/migration-history.ts';
import { writeManifest } from './backup-manifest.ts';

/** What opens an installation: copied last, when everything else is there. */
const secrets = ['postgres/password', 'postgres/logins.json', 'supabase/keys.json'];
/** By which migrations the database of a backup was made. */
const migrationsFile = 'migrations.json';
/** Says in the data folder where a backup under way lies, for who comes after it was killed. */
const underWayFile = 'backup-under-way';
/** Held by a restore. */
export const restoringFile = 'restoring';
const unfinishedName = /\.unfinished-\d+$/;
export const clusterOf = (folder: string) => path.join(folder, 'postgres', 'cluster');
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

/** Copies a folder without what is in it, or a file, with mode and, for root, owner. */
export function copyEntry(from: string, to: string): void {
  const stat = fs.statSync(from, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    fs.mkdirSync(to, { recursive: true, mode: stat.mode });
  } else if (stat.isFile()) {
    fs.mkdirSync(path.dirname(to), { recursive: true });
    const copied = fs.statSync(to, { throwIfNoEntry: false });
    if (copied?.size === stat.size && copied.mtimeMs >= stat.mtimeMs) return;
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

/** Copies a folder with all that is in it; a file that vanishes meanwhile was no part of it. */
function copyTree(from: string, to: string, isLeftOut: (name: string) => boolean = () => false): void {
  copyEntry(from, to);
  if (!fs.statSync(from, { throwIfNoEntry: false })?.isDirectory()) return;
  const names = new Set(fs.readdirSync(from));
  for (const name of names) {
    if (isLeftOut(name) || isUnlogged(name, names)) continue;
    copyTree(path.join(from, name), path.join(to, name), isLeftOut);
  }
}

/** @param exceptFor the beginning of names that do not count */
export function demandEmpty(folder: string, exceptFor?: string): void {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  if (names.some((name) => exceptFor === undefined || !name.startsWith(exceptFor))) {
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
export function migrationsOf(backup: string): string[] {
  const file = path.join(backup, migrationsFile);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : ['unknown'];
}

/** Removes what a backup has left that was killed together with who watches over it, and the lock of a killed restore. */
export async function removeKilledCopies(dataDir: string): Promise<void> {
  const restoring = path.join(dataDir, restoringFile);
  if (fs.existsSync(restoring) && !readHolder(restoring)) fs.rmSync(restoring, { force: true });
  const note = path.join(dataDir, underWayFile);
  // Who is just being killed is still there for a moment.
  for (let look = 0; look < 20 && readHolder(note); look += 1) await sleep(50);
  if (!fs.existsSync(note) || readHolder(note)) return;
  const left = fs.readFileSync(note, 'utf8').split('\n')[2] ?? '';
  if (unfinishedName.test(left)) fs.rmSync(left, { recursive: true, force: true });
  fs.rmSync(note, { force: true });
}

/** Copies the database, as it is when this is over. */
async function copyDatabase(sql: postgres.Sql, cluster: string): Promise<void> {
  const [setting] = await sql<{ data_directory: string }[]>`show data_directory`;
  const source = setting?.data_directory ?? '';
  const slot = `backup_${randomUUID().replaceAll('-', '')}`;
  // Keeps every log segment from here on; gone by itself when this connection ends.
  await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
  await sql`select pg_backup_start('hausbuch', true)`;
  copyTree(source, cluster, (name) => passing.has(name));
  const [end] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  copyTree(path.join(source, 'pg_wal'), path.join(cluster, 'pg_wal'));
  for (const name of ['pg_replslot', 'pg_stat_tmp']) fs.mkdirSync(path.join(cluster, name), { mode: 0o700 });
  fs.writeFileSync(path.join(cluster, 'backup_label'), end?.labelfile ?? '', { mode: 0o600 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(cluster);
  for (const name of ['pg_replslot', 'pg_stat_tmp', 'backup_label']) {
    fs.chownSync(path.join(cluster, name), uid, gid);
  }
}

/** Starts who tidies up should we be killed. */
function startTidying(dataDir: string): () => void {
  const program = path.join(import.meta.dirname, 'tidy-backup.ts');
  const tidying = spawn(process.execPath, [program, path.resolve(dataDir)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  tidying.unref();
  tidying.stdin.on('error', () => {});
  return () => tidying.stdin.end('over');
}

async function copyInstallation(dataDir: string, unfinished: string, server: RunningPostgres): Promise<void> {
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  try {
    const migrations = await readMigrations(server.adminUrl);
    fs.writeFileSync(path.join(unfinished, migrationsFile), `${JSON.stringify(migrations, null, 2)}\n`);
    const copyFiles = () =>
      copyTree(
        path.join(dataDir, 'supabase'),
        path.join(unfinished, 'supabase'),
        (name) => name === 'keys.json',
      );
    // Twice: what is removed while the database is copied, and what is added.
    copyFiles();
    await copyDatabase(sql, clusterOf(unfinished));
    copyFiles();
  } finally {
    await sql.end({ timeout: 5 });
  }
  for (const name of ['ports.json', ...secrets])
    copyEntry(path.join(dataDir, name), path.join(unfinished, name));
  writeManifest(unfinished);
  if (process.platform === 'linux') execFileSync('sync', ['-f', unfinished]);
}

/**
 * Copies an installation of its own database while it runs, or stopped: the database by Postgres' own online
 * backup (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP), then files
 * and keys. Files follow the database, so that no row of the copy lacks its file. Appears whole, under its name, or
 * not at all: what a killed one leaves is removed by a process beside it, else by the next start or backup.
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  if (!fs.existsSync(path.join(dataDir, 'postgres'))) {
    throw new Error(`${dataDir} holds no installation. Set HAUSBUCH_DATA to the data folder that does.`);
  }
  demandEmpty(target);
  await removeKilledCopies(dataDir);
  const unfinished = `${path.resolve(target)}.unfinished-${process.pid}`;
  const endTidying = startTidying(dataDir);
  const underWay = tryLock(path.join(dataDir, underWayFile), unfinished);
  try {
    if ('heldBy' in underWay) {
      throw new Error(`Process ${underWay.heldBy.pid} is just making a backup of ${dataDir}.`);
    }
    const server = await startPostgres({ dataDir });
    try {
      fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
      await copyInstallation(dataDir, unfinished, server);
      fs.rmSync(target, { recursive: true, force: true });
      fs.renameSync(unfinished, target);
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
      await server.stop();
    }
  } finally {
    endTidying();
    if (!('heldBy' in underWay)) underWay.release();
  }
}
