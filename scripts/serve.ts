import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessLock, tryLock } from '@hausbuch/supabase-embedded/process-lock';
import { prepareDatabase } from '../src/db/app-login.ts';
import { parseEnv } from '../src/lib/server/env.ts';
import { keySetProblem, readKeySet } from '../src/lib/server/start-guard.ts';
import { ensureBuckets } from './buckets.ts';
import { ensureBuild, isBuildDue } from './build.ts';
import { placeCommitHook } from './commit-hook.ts';
import { removeKilledCopies } from './data-copy.ts';
import { demandDiskSpace } from './disk-space.ts';
import { startEmbedded } from './embedded.ts';
import { followMigrations, readMigrations } from './follow-migrations.ts';
import { keepRunning } from './keep-running.ts';
import { followMessages } from './languages.ts';
import { followMessageTypes } from './message-types.ts';
import { startNext } from './next-server.ts';
import { holdPort, isTaken } from './ports.ts';
import { step } from './progress.ts';
import { root, type Settings } from './surroundings.ts';

/** What runs, last started first: the order to stop it in. */
const running: { name: string; stop: () => Promise<void> }[] = [];
const stopLimitMs = 10_000;
const aborted = new AbortController();
let stopping: Promise<void> | undefined;

async function stopAll(): Promise<void> {
  aborted.abort();
  for (const part of running.splice(0)) {
    const late = sleep(stopLimitMs).then(() => console.error(`${part.name} takes too long to stop.`));
    await Promise.race([part.stop(), late]).catch((error: unknown) => {
      console.error(`${part.name}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
}

function leave(code: number, message?: string): void {
  if (stopping) return;
  if (message) console[code === 0 ? 'log' : 'error'](message);
  stopping = stopAll().finally(() => process.exit(code));
}

function watchForTheEnd(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leave(0, 'Stopping …'));
  }
  // npm answers SIGTERM by killing its shell only; and nobody tells us when our parent is killed.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) leave(0);
  }, 500).unref();
}

function loadSettingsFile(): void {
  const file = path.join(root, '.env');
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

function readPort(): number {
  const port = Number(process.env.PORT || 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${process.env.PORT}", which is no port. Choose one, such as PORT=3001.`);
}

const dataFolder = path.resolve(root, process.env.HAUSBUCH_DATA || '.data');

function openDataFolder(): string {
  const folder = dataFolder;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch {
    throw new Error(
      `The data folder ${folder} cannot be written by this account. ` +
        'Start as the account it belongs to, or set HAUSBUCH_DATA to a folder of your own.',
    );
  }
  return folder;
}

/**
 * A server that was killed a moment ago needs up to a second to leave its port. Where it takes long until the next one listens
 * the port is kept; a restart behind a proxy has its build, and until it listens connections are to be refused, so that the proxy
 * asks another process.
 */
async function demandPort(port: number, command: string, isKept: boolean): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 15; attempt++) {
    const release = isKept ? await holdPort(port) : (await isTaken(port)) ? null : async () => {};
    if (release) return release;
    await sleep(200);
  }
  throw new Error(
    `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm ${command}`,
  );
}

function lockInstallation(dataDir: string, command: string): ProcessLock {
  const lock = tryLock(path.join(dataDir, 'running'));
  if (!('heldBy' in lock)) return lock;
  const { pid, note } = lock.heldBy;
  throw new Error(
    `Hausbuch already runs on this data${note ? ` at ${note}` : ', it is just starting'} (process ${pid}). ` +
      `Stop that one first, or start another beside it: HAUSBUCH_DATA=.data-2 PORT=3001 npm ${command}`,
  );
}

const ownServerSettings = ['DATABASE_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];

async function main(mode: 'start' | 'dev'): Promise<void> {
  watchForTheEnd();
  loadSettingsFile();
  placeCommitHook(root);
  followMessages(root);
  if (mode === 'dev') {
    const following = followMessageTypes();
    running.unshift({ name: 'The types of messages', stop: async () => following.stop() });
  }
  const command = mode === 'dev' ? 'run dev' : 'start';
  const mustBuild = mode === 'start' && isBuildDue();
  const isKept = mode === 'dev' || mustBuild;
  const port = readPort();
  const address = `http://localhost:${port}`;
  let settings: Settings = { PORT: String(port) };
  let mails = '';
  let psql = '';
  let migrate: () => Promise<void>;
  let releasePort: () => Promise<void>;
  const migrations = path.join(root, 'drizzle');
  const applied = mode === 'dev' ? readMigrations(migrations) : new Map<string, string>();

  if (ownServerSettings.some((name) => process.env[name]?.trim())) {
    const given = parseEnv({ ...process.env, NODE_ENV: mode === 'start' ? 'production' : 'development' });
    const problem = keySetProblem(given.supabaseUrl, await readKeySet(given.supabaseUrl));
    if (problem !== null) throw new Error(problem);
    releasePort = await demandPort(port, command, isKept);
    const { databaseUrl, databaseDirectUrl, notes } = await step('Bringing the database up to date', () =>
      prepareDatabase(given),
    );
    for (const note of notes) console.error(note);
    settings = { ...settings, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
    migrate = async () => {
      await prepareDatabase(given);
    };
    await ensureBuckets(given, process.env.SUPABASE_CONFIG || path.join(root, 'supabase', 'config.toml'));
  } else {
    const dataDir = openDataFolder();
    const lock = lockInstallation(dataDir, command);
    running.unshift({ name: 'The lock', stop: async () => lock.release() });
    await removeKilledCopies(dataDir);
    demandDiskSpace(dataDir);
    releasePort = await demandPort(port, command, isKept);
    lock.announce(address);
    const embedded = await startEmbedded({
      dataDir,
      siteUrl: process.env.APP_URL || address,
      onStarted: (name, stop) => running.unshift({ name, stop }),
    });
    settings = { ...settings, ...embedded.settings };
    migrate = embedded.migrate;
    psql = `\nIts database: psql '${embedded.adminUrl}'`;
    mails = ` · mails: ${embedded.mailboxUrl}`;
  }

  if (mustBuild) await ensureBuild(aborted.signal);
  if (stopping) return;
  // Until now: a first start builds for a minute, and two at once would both have found it free.
  await releasePort();
  const startApp = () => startNext(mode, port, settings, aborted.signal);
  if (mode === 'start') {
    const app = await step('Starting the app', () => keepRunning('The app', startApp));
    running.unshift({ name: 'The app', stop: app.stop });
  } else {
    const app = await step('Starting the app', startApp);
    running.unshift({ name: 'The app', stop: app.stop });
    void app.left.then(() => leave(1, 'The app has left; stopping the rest.'));
  }
  console.log(`Hausbuch is ready: ${process.env.APP_URL || address}${mails}${mode === 'dev' ? psql : ''}`);
  if (mode === 'dev') {
    const following = followMigrations({ folder: migrations, applied, migrate, dataFolder });
    running.unshift({ name: 'The migrations', stop: async () => following.stop() });
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Our own errors are sentences; anything else is a defect and needs its place.
  const isSentence = error.name === 'Error' || error.name === 'SettingsError';
  // Of a query its own message is the statement; what Postgres says of it is the cause.
  if (isSentence && error.cause instanceof Error) return `${error.cause.message}\n${error.message}`;
  return isSentence ? error.message : (error.stack ?? error.message);
}

main(process.argv[2] === 'dev' ? 'dev' : 'start').catch((error: unknown) => leave(1, explain(error)));
