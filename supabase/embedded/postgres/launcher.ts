import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, canReach, chooseAccount, giveTo, makeOpenFolder } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { heldStatus, takeCluster } from './hold.ts';
import { answers, findPostmaster, readPostmasterFile } from './postmaster.ts';
import { isRunning, type ProcessIdentity, readHolder, tryLock, waitForLock } from './process-lock.ts';

export interface StartOptions {
  /** The installation's data folder; Postgres keeps to its subfolder `postgres`. */
  dataDir: string;
  /** Where it must listen, as for clients that know the port already; default: any that is free. */
  port?: number | undefined;
  onProgress?: (message: string) => void;
  /** False trades safety against power loss for speed: tests only. */
  durable?: boolean;
}

export interface RunningPostgres {
  /** Superuser on the database `postgres`. */
  adminUrl: string;
  host: string;
  port: number;
  /** True when the server already ran, left over by a process that was killed or shared with one that lives. */
  adopted: boolean;
  isAlive(): boolean;
  /** Stops the server, unless another living process started or adopted it too. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const startLimitMs = 5 * 60_000;
const stopLimitMs = 30_000;

interface Rooms {
  home: string;
  clusterDir: string;
  passwordFile: string;
  logFile: string;
  lockFile: string;
  usersDir: string;
}

/** Lies in a data folder that is just being filled, or was when that was interrupted, and says so. */
export const unfinishedFile = 'unfinished';

function demandFinished(dataDir: string): void {
  const file = path.join(dataDir, unfinishedFile);
  if (!fs.existsSync(file)) return;
  throw new Error(fs.readFileSync(file, 'utf8').trim() || `${dataDir} is unfinished: fill it again.`);
}

function roomsOf(dataDir: string): Rooms {
  demandFinished(dataDir);
  const home = path.join(path.resolve(dataDir), 'postgres');
  fs.mkdirSync(path.join(home, 'users'), { recursive: true });
  const real = fs.realpathSync(home);
  let clusterDir = path.join(real, 'cluster');
  const pointer = path.join(real, 'elsewhere');
  if (fs.existsSync(pointer)) {
    clusterDir = fs.readFileSync(pointer, 'utf8').split('\n')[0] ?? clusterDir;
    if (!fs.existsSync(clusterDir)) {
      throw new Error(
        `The database of ${dataDir} lay in ${clusterDir}, and is no longer there. ` +
          `Put it back, or delete ${dataDir} to begin with an empty database.`,
      );
    }
  }
  return {
    home: real,
    clusterDir,
    passwordFile: path.join(real, 'password'),
    logFile: path.join(real, 'server.log'),
    lockFile: path.join(real, 'lock'),
    usersDir: path.join(real, 'users'),
  };
}

/** A lasting place for root whose Postgres account cannot enter the data folder, such as below /root. */
const sharedHome = '/var/lib/supabase-embedded';

function environment(): NodeJS.ProcessEnv {
  // No PG* variable or locale of the caller may leak in; Windows needs its own.
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|SystemRoot|TEMP|TMP)$/i.test(name));
  return { ...Object.fromEntries(kept), NODE_ENV: process.env.NODE_ENV, LC_ALL: 'C', TZ: 'UTC' };
}

function identityOf(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * Lets a program read a secret that lies nowhere: the file has no name any more when the secret is written into it,
 * so that whoever kills us leaves none behind.
 */
function handOver(secret: string, file: string, account: Account | null) {
  const handle = fs.openSync(file, 'w+', 0o600);
  giveTo(account, file);
  const isNameless = process.platform !== 'win32';
  if (isNameless) fs.rmSync(file);
  fs.writeSync(handle, secret, 0);
  return {
    handle,
    file: isNameless ? '/dev/stdin' : file,
    take() {
      fs.closeSync(handle);
      fs.rmSync(file, { force: true });
    },
  };
}

/**
 * What made the database outlives its starter for a moment, writes on and clears away by itself. Where something is gone
 * before Node comes to it, `rmSync` takes all of it for gone.
 */
function removeWhole(folder: string): void {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (let time = 0; time < 100; time += 1) {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    if (!fs.existsSync(folder)) return;
    Atomics.wait(nothing, 0, 0, 50);
  }
}

function createCluster(rooms: Rooms, account: Account | null, binaries: Binaries, durable: boolean): void {
  let { clusterDir } = rooms;
  const pointer = path.join(rooms.home, 'elsewhere');
  const begun = `${pointer}.new`;
  const elsewhere = account !== null && !canReach(account, rooms.home);
  if (elsewhere) {
    // Said beforehand, so that the start after one that was killed finds what that had begun.
    const [left] = fs.existsSync(begun) ? fs.readFileSync(begun, 'utf8').split('\n') : [];
    if (left && path.dirname(path.dirname(left)) === sharedHome) removeWhole(path.dirname(left));
    const parent = path.join(sharedHome, randomUUID());
    clusterDir = path.join(parent, 'cluster');
    const note = `The account ${account.name} cannot enter this folder. Delete that one with this one.`;
    fs.writeFileSync(begun, `${clusterDir}\n${note}\n`);
    makeOpenFolder(parent);
  }
  const parent = path.dirname(clusterDir);
  for (const name of fs.readdirSync(parent)) {
    if (name.startsWith('cluster.new')) removeWhole(path.join(parent, name));
  }
  // Made aside and renamed: a start killed half-way leaves nothing that looks like a database.
  const fresh = path.join(parent, `cluster.new-${process.pid}`);
  fs.mkdirSync(fresh, { mode: 0o700 });
  giveTo(account, fresh);
  const password = randomBytes(24).toString('base64url');
  const handed = handOver(`${password}\n`, `${fresh}.password`, account);
  const made = spawnSync(
    binaries.initdb,
    [
      ...['-D', fresh, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${handed.file}`],
      ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions', durable ? '--sync-method=fsync' : '--no-sync'],
    ],
    {
      cwd: os.tmpdir(),
      env: environment(),
      encoding: 'utf8',
      stdio: [handed.handle, 'pipe', 'pipe'],
      ...identityOf(account),
    },
  );
  handed.take();
  if (made.status !== 0) {
    fs.rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The database could not be created: ${made.error?.message ?? made.stderr.trim()}`);
  }
  fs.writeFileSync(rooms.passwordFile, password, { mode: 0o600 });
  fs.renameSync(fresh, clusterDir);
  if (elsewhere) {
    fs.renameSync(begun, pointer);
    rooms.clusterDir = clusterDir;
  }
}

function checkVersion(clusterDir: string, binaries: Binaries): void {
  const made = fs.readFileSync(path.join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  const ours = binaries.version.split('.')[0];
  if (made !== ours) {
    throw new Error(
      `The database in ${clusterDir} was made by Postgres ${made}, this release brings ${ours}. ` +
        'Use the release that made it, or another data folder.',
    );
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function adminUrl(rooms: Rooms, port: number): string {
  const password = fs.readFileSync(rooms.passwordFile, 'utf8').trim();
  return `postgres://postgres:${password}@${host}:${port}/postgres`;
}

function settings(durable: boolean): string[] {
  const values = [
    `listen_addresses=${host}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'jit=off',
    // As on a hosted project: on today's disks a row by its index costs little more than one in its turn.
    'random_page_cost=1.1',
    // The log must not repeat what people entered: no statements, no row contents.
    'log_min_error_statement=panic',
    'log_min_messages=error',
    'log_error_verbosity=terse',
    ...(durable
      ? []
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']),
  ];
  return values.flatMap((value) => ['-c', value]);
}

function openLog(file: string, account: Account | null): number {
  const keepBytes = 5_000_000;
  if (fs.existsSync(file) && fs.statSync(file).size > keepBytes) fs.renameSync(file, `${file}.1`);
  const log = fs.openSync(file, 'a', 0o600);
  giveTo(account, file);
  return log;
}

function logSince(file: string, offset: number): string {
  return fs.readFileSync(file).subarray(offset).toString('utf8').trim();
}

/** Resolves to null when ready, else to what the server logged before it left. */
async function untilReady(child: ChildProcess, rooms: Rooms, offset: number): Promise<string | null> {
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    const file = readPostmasterFile(rooms.clusterDir);
    if (file?.pid === child.pid && file?.status === 'ready') return null;
    if (failure) return String(failure);
    if (child.exitCode !== null || child.signalCode !== null) {
      return logSince(rooms.logFile, offset) || `it left with ${child.exitCode ?? child.signalCode}`;
    }
    await sleep(10);
  }
  child.kill('SIGQUIT');
  return `it was not ready after ${startLimitMs / 1000} s`;
}

async function launch(rooms: Rooms, account: Account | null, binaries: Binaries, options: StartOptions) {
  const { durable = true } = options;
  const holding = await takeCluster(rooms.clusterDir, account);
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    const port = options.port ?? (await freePort());
    const log = openLog(rooms.logFile, account);
    const offset = fs.fstatSync(log).size;
    const [program = binaries.postgres, ...words] = [
      ...holding,
      ...[binaries.postgres, '-D', fs.realpathSync(rooms.clusterDir), '-p', String(port)],
      ...settings(durable),
    ];
    const child = spawn(
      program,
      words,
      // Detached, so that Ctrl-C reaches us alone and we stop the server last; a file, as a pipe would die with us.
      {
        cwd: os.tmpdir(),
        env: environment(),
        detached: true,
        stdio: ['ignore', log, log],
        ...identityOf(account),
      },
    );
    fs.closeSync(log);
    const trouble = await untilReady(child, rooms, offset);
    child.unref();
    if (trouble === null) return;
    // A port someone was faster at, or children of a killed server that are just leaving, pass by themselves.
    const passing =
      /could not bind|could not create any TCP|shared memory block|is the postmaster/i.test(trouble) ||
      child.exitCode === heldStatus;
    if (!passing || Date.now() > giveUpAt) {
      throw new Error(`The embedded Postgres did not start: ${trouble.slice(-2000)}\nLog: ${rooms.logFile}`);
    }
    await sleep(200);
  }
}

/** The server that already runs on this cluster, once it answers. */
async function adopt(rooms: Rooms): Promise<boolean> {
  const until = Date.now() + startLimitMs;
  for (;;) {
    const found = findPostmaster(rooms.clusterDir);
    if (!found) return false;
    if (found.status === 'ready' && (await answers(adminUrl(rooms, found.port), rooms.clusterDir)))
      return true;
    if (Date.now() > until) {
      throw new Error(
        `The Postgres server with pid ${found.pid} on ${rooms.clusterDir} does not answer. End it first.`,
      );
    }
    await sleep(50);
  }
}

async function halt(postmaster: ProcessIdentity, clusterDir: string, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-w']);
    return;
  }
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', stopLimitMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, limitMs] of steps) {
    if (!isRunning(postmaster)) return;
    process.kill(postmaster.pid, signal);
    const until = Date.now() + limitMs;
    while (isRunning(postmaster) && Date.now() < until) await sleep(10);
  }
}

/** Starts the embedded Postgres on localhost, or adopts the one that runs on this data folder. */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const durable = options.durable ?? true;
  const rooms = roomsOf(options.dataDir);
  const lock = await waitForLock(rooms.lockFile, startLimitMs);
  try {
    const account = chooseAccount(rooms.clusterDir);
    const binaries = findBinaries(account, account ? sharedHome : path.join(rooms.home, 'programs'));
    if (!fs.existsSync(rooms.clusterDir)) {
      options.onProgress?.('Creating the database');
      createCluster(rooms, account, binaries, durable);
    }
    checkVersion(rooms.clusterDir, binaries);
    const adopted = await adopt(rooms);
    if (!adopted) {
      options.onProgress?.('Starting the database');
      await launch(rooms, account, binaries, options);
    }
    const server = findPostmaster(rooms.clusterDir);
    if (!server) throw new Error(`The embedded Postgres left right after its start. Log: ${rooms.logFile}`);
    const usage = tryLock(path.join(rooms.usersDir, `${process.pid}-${randomUUID()}`));
    return {
      adminUrl: adminUrl(rooms, server.port),
      host,
      port: server.port,
      adopted,
      isAlive: () => isRunning(server.process),
      async stop() {
        const ending = await waitForLock(rooms.lockFile, stopLimitMs);
        try {
          if (!('heldBy' in usage)) usage.release();
          const others = fs.readdirSync(rooms.usersDir).filter((name) => {
            const file = path.join(rooms.usersDir, name);
            if (readHolder(file)) return true;
            fs.rmSync(file, { force: true });
            return false;
          });
          if (others.length === 0) await halt(server.process, rooms.clusterDir, binaries.pgCtl);
        } finally {
          ending.release();
        }
      },
    };
  } finally {
    lock.release();
  }
}
