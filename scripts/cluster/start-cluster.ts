import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from '@hausbuch/supabase-embedded/postgres';
import postgres from 'postgres';
import type { CitusPrograms } from './find-citus.ts';

export type ClusterNode = {
  host: string;
  port: number;
  /** Its data; what Postgres is run as has to own them. */
  folder: string;
  /** Superuser. */
  url: string;
  /** As after a loss of power. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

export type Cluster = { coordinator: ClusterNode; workers: ClusterNode[]; stop(): Promise<void> };

type Options = {
  programs: CitusPrograms;
  /** Coordinator's port; the workers have the next ones. */
  port: number;
  workers: number;
  /** Where the nodes' data lie; removed at the end where it was made for this. */
  folder?: string | undefined;
  /** False trades safety against power loss for speed. */
  durable?: boolean;
  /** Where each node keeps its WAL, in a folder of its name. */
  archive?: string;
};

const host = '127.0.0.1';
/** No PG* variable, certificate or locale of the caller may leak in. */
const surroundings = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, LC_ALL: 'C', TZ: 'UTC' };
const startLimitMs = 60_000;

const settings = (durable: boolean) => [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  `listen_addresses=${host}`,
  'unix_socket_directories=',
  'timezone=UTC',
  'jit=off',
  'random_page_cost=1.1',
  'max_connections=300',
  // Each database with Citus keeps a process of its own.
  'max_worker_processes=64',
  'log_min_messages=error',
  ...(durable
    ? ['log_min_error_statement=panic']
    : // What a test did wrong, and what was asked of more than one shard, stands in the log.
      [
        ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
        ...['log_min_error_statement=error', 'citus.multi_task_query_log_level=log'],
      ]),
];

/** A folder in memory where there is one: what is tried on it is thrown away. */
function temporaryFolder(): string {
  const base = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'hausbuch-cluster-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

async function untilAnswering(url: string, child: ChildProcess, log: string): Promise<void> {
  const until = Date.now() + startLimitMs;
  for (;;) {
    const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > until) {
        const said = fs.readFileSync(log, 'utf8').trim().slice(-2_000);
        throw new Error(`A node of the cluster did not start: ${said}`, { cause: error });
      }
      await sleep(100);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** What keeps the WAL of a node, for one that is brought back to an instant. */
function archiving(folder: string, name: string): string[] {
  const own = path.join(folder, name);
  fs.mkdirSync(own, { recursive: true });
  const account = chooseAccount(own);
  if (account) fs.chownSync(own, account.uid, account.gid);
  return ['archive_mode=on', `archive_command=cp %p ${own}/%f`];
}

/** A node over the data in a folder, which are made where there are none. */
export function prepareNode(
  folder: string,
  port: number,
  password: string,
  options: Pick<Options, 'programs' | 'durable' | 'archive'>,
) {
  const account = chooseAccount(folder);
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  const log = `${folder}.log`;
  const url = `postgres://postgres:${password}@${host}:${port}/postgres`;
  const ofNode = [
    ...settings(options.durable ?? false),
    ...(options.archive ? archiving(options.archive, path.basename(folder)) : []),
  ];
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(folder, { mode: 0o700 });
    if (account) fs.chownSync(folder, account.uid, account.gid);
    const passwordFile = `${folder}.password`;
    fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account) fs.chownSync(passwordFile, account.uid, account.gid);
    const made = spawnSync(
      options.programs.initdb,
      [
        ...['-D', folder, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
        ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions', '--no-sync'],
      ],
      { cwd: os.tmpdir(), env: surroundings, encoding: 'utf8', ...identity },
    );
    fs.rmSync(passwordFile);
    if (made.status !== 0)
      throw new Error(`A node could not be made: ${made.error?.message ?? made.stderr.trim()}`);
  }
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const ended = child;
    child = null;
    if (!ended || ended.exitCode !== null) return;
    const left = once(ended, 'exit');
    ended.kill(signal);
    await left;
  };
  const node: ClusterNode = {
    host,
    port,
    folder,
    url,
    // SIGQUIT: at once, and nothing is written any more. Its children would outlive a SIGKILL for a moment.
    kill: () => end('SIGQUIT'),
    async start() {
      const output = fs.openSync(log, 'a', 0o600);
      const started = spawn(
        options.programs.postgres,
        ['-D', folder, '-p', String(port), ...ofNode.flatMap((value) => ['-c', value])],
        {
          cwd: os.tmpdir(),
          env: surroundings,
          detached: true,
          stdio: ['ignore', output, output],
          ...identity,
        },
      );
      fs.closeSync(output);
      child = started;
      await untilAnswering(url, started, log);
    },
  };
  return { node, stop: () => end('SIGINT') };
}

/**
 * The database `postgres` of the coordinator knows the workers, which is where tests look for them; whatever is tried
 * happens in databases of its own.
 */
async function introduce({ coordinator, workers }: Pick<Cluster, 'coordinator' | 'workers'>): Promise<void> {
  for (const node of [...workers, coordinator]) {
    const sql = postgres(node.url, { max: 1, onnotice: () => {} });
    const { username, password } = new URL(node.url);
    await sql`create extension if not exists citus`;
    await sql`insert into pg_dist_authinfo values (0, ${username}, ${`password=${password}`}) on conflict do nothing`;
    if (node === coordinator) {
      await sql`select citus_set_coordinator_host(${node.host}, ${node.port})`;
      for (const worker of workers) await sql`select citus_add_node(${worker.host}, ${worker.port})`;
    }
    await sql.end();
  }
}

/** Starts a coordinator and workers on this machine, each a server of its own. */
export async function startCluster(options: Options): Promise<Cluster> {
  const folder = options.folder ?? temporaryFolder();
  fs.mkdirSync(folder, { recursive: true });
  const made: ReturnType<typeof prepareNode>[] = [];
  const stop = async () => {
    for (const one of made) await one.stop();
    if (!options.folder) fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const passwordFile = path.join(folder, 'password');
    if (!fs.existsSync(passwordFile))
      fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    const password = fs.readFileSync(passwordFile, 'utf8');
    for (let index = 0; index <= options.workers; index += 1) {
      const name = index === 0 ? 'coordinator' : `worker-${index}`;
      made.push(prepareNode(path.join(folder, name), options.port + index, password, options));
    }
    for (const { node } of made) await node.start();
    const [coordinator, ...workers] = made.map(({ node }) => node);
    if (!coordinator) throw new Error('A cluster has a coordinator.');
    await introduce({ coordinator, workers });
    return { coordinator, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
