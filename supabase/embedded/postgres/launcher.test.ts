import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from './launcher.ts';
import { readPostmasterFile } from './postmaster.ts';
import { provisionDatabase } from './provision.ts';

const asRoot = process.getuid?.() === 0;
let dataDir: string;
let clusterDir: string;
let running: RunningPostgres[] = [];

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launcher-test-'));
  fs.chmodSync(dataDir, 0o755);
  clusterDir = path.join(dataDir, 'postgres', 'cluster');
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start({ durable = false } = {}): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, durable });
  running.push(server);
  return server;
}

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

function keepRow(server: RunningPostgres) {
  return query(server.adminUrl, async (sql) => {
    await sql`create table kept (value int)`;
    await sql`insert into kept values (42)`;
  });
}

const readRow = (server: RunningPostgres) =>
  query(server.adminUrl, async (sql) => (await sql<{ value: number }[]>`select value from kept`)[0]?.value);

function postmasterPid(): number {
  const pid = readPostmasterFile(clusterDir)?.pid;
  if (!pid) throw new Error('no postmaster.pid');
  return pid;
}

/** A process of its own that starts or adopts the server of this data folder, and says when it is up. */
function startElsewhere() {
  const launcher = path.join(import.meta.dirname, 'launcher.ts');
  return spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { startPostgres } from ${JSON.stringify(launcher)};
       await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
       console.log('up'); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** It is killed before it can stop what it started. */
async function startAndKillParent(): Promise<void> {
  const child = startElsewhere();
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a first start makes a database that only this machine reaches and only the password opens', async () => {
  const server = await start();
  expect(server).toMatchObject({ host: '127.0.0.1', adopted: false });
  expect(server.isAlive()).toBe(true);
  const locale = await query(
    server.adminUrl,
    (sql) => sql`select datlocprovider, datlocale from pg_database where datname = 'postgres'`,
  );
  expect(locale[0]).toMatchObject({ datlocprovider: 'b', datlocale: 'C.UTF-8' });
  expect(fs.statSync(path.join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.adminUrl);
  wrong.password = 'guess';
  await expect(query(wrong.toString(), (sql) => sql`select 1`)).rejects.toThrow(/password/);
});

test('a second start finds the rows of the first', async () => {
  const first = await start();
  await keepRow(first);
  await first.stop();
  expect(first.isAlive()).toBe(false);
  expect(await readRow(await start())).toBe(42);
});

test('two living starts share one server, and only the last to stop stops it', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(second.port).toBe(first.port);
  await first.stop();
  expect(second.isAlive()).toBe(true);
  await query(second.adminUrl, (sql) => sql`select 1`);
  await second.stop();
  expect(second.isAlive()).toBe(false);
});

test.skipIf(!asRoot)(
  'root whose folder Postgres cannot enter: first starts that are killed leave no second database and no password elsewhere',
  async () => {
    fs.chmodSync(dataDir, 0o700);
    const home = path.join(dataDir, 'postgres');
    const begun = path.join(home, 'elsewhere.new');
    const roomNamedIn = (file: string) => path.dirname(fs.readFileSync(file, 'utf8').split('\n')[0] ?? '');
    const isNew = (room: string) => path.isAbsolute(room) && !rooms.includes(room);
    const rooms: string[] = [];
    for (const wait of [0, 50, 200]) {
      const child = startElsewhere();
      while (!fs.existsSync(begun) || !isNew(roomNamedIn(begun))) await sleep(2);
      rooms.push(roomNamedIn(begun));
      await sleep(wait);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const server = await start();
    await keepRow(server);
    const kept = roomNamedIn(path.join(home, 'elsewhere'));
    try {
      expect(rooms.filter((room) => fs.existsSync(room))).toEqual([]);
      expect(fs.existsSync(begun)).toBe(false);
      expect(fs.readdirSync(kept)).toEqual(['cluster']);
      const passwords = fs.readdirSync(kept, { recursive: true, encoding: 'utf8' });
      expect(passwords.filter((name) => name.includes('password'))).toEqual([]);
    } finally {
      await server.stop();
      fs.rmSync(kept, { recursive: true, force: true });
    }
  },
);

test('a server whose starter was killed is adopted, and stopped by the adopter', async () => {
  await startAndKillParent();
  const pid = postmasterPid();
  const adopter = await start();
  expect(adopter.adopted).toBe(true);
  expect(postmasterPid()).toBe(pid);
  await adopter.stop();
  expect(adopter.isAlive()).toBe(false);
});

test('after kill -9 of the server the next start recovers every committed row', async () => {
  const first = await start({ durable: true });
  await keepRow(first);
  process.kill(postmasterPid(), 'SIGKILL');
  while (first.isAlive()) await sleep(5);
  const second = await start({ durable: true });
  expect(second.adopted).toBe(false);
  expect(await readRow(second)).toBe(42);
});

test('a pid file whose number now belongs to another process is no obstacle', async () => {
  const first = await start();
  await keepRow(first);
  const file = path.join(clusterDir, 'postmaster.pid');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  await first.stop();
  const account = fs.statSync(clusterDir);
  const stranger = spawn('sleep', ['60'], asRoot ? { uid: account.uid, gid: account.gid } : {});
  try {
    fs.writeFileSync(file, [stranger.pid, ...lines.slice(1)].join('\n'));
    expect(await readRow(await start())).toBe(42);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

// As two containers on one volume are: each has numbers of its own for its processes.
test.skipIf(!fs.existsSync('/usr/bin/flock'))(
  'a server whose pid means nothing here is not joined by a second one, and keeps its pid file',
  async () => {
    const first = await start();
    await keepRow(first);
    const file = path.join(clusterDir, 'postmaster.pid');
    const written = fs.readFileSync(file, 'utf8');
    const elsewhere = written.replace(/^\d+/, '4194305');
    fs.writeFileSync(file, elsewhere);
    try {
      await expect(startPostgres({ dataDir, durable: false })).rejects.toThrow('another container');
      expect(fs.readFileSync(file, 'utf8')).toBe(elsewhere);
      expect(await readRow(first)).toBe(42);
    } finally {
      // Without its own number there it would end itself within a minute.
      fs.writeFileSync(file, written);
    }
    await first.stop();
    expect(await readRow(await start())).toBe(42);
  },
);

test('a lock left by a killed start does not hold up the next', async () => {
  await (await start()).stop();
  fs.writeFileSync(path.join(dataDir, 'postgres', 'lock'), '999999999\nnever\n\n');
  await start();
});

test('a database of another Postgres release is refused with a sentence', async () => {
  await (await start()).stop();
  fs.writeFileSync(path.join(clusterDir, 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow(/made by Postgres 15, this release brings \d+/);
});

test('provisioning twice and at once makes the roles and schemas once and keeps the passwords', async () => {
  const { adminUrl } = await start();
  const results = await Promise.all([
    provisionDatabase({ adminUrl, dataDir }),
    provisionDatabase({ adminUrl, dataDir }),
  ]);
  const again = await provisionDatabase({ adminUrl, dataDir });
  expect(results).toContainEqual(again);
  const owners = await query(
    again.adminUrl,
    (sql) => sql<{ schema: string; owner: string }[]>`
      select nspname as schema, nspowner::regrole::text as owner from pg_namespace
      where nspname in ('auth', 'storage') order by 1`,
  );
  expect([...owners]).toEqual([
    { schema: 'auth', owner: 'supabase_auth_admin' },
    { schema: 'storage', owner: 'supabase_storage_admin' },
  ]);
  const become = (role: string) => query(again.storageUrl, (sql) => sql.unsafe(`set role ${role}`));
  for (const role of ['anon', 'authenticated', 'service_role']) await become(role);
  await expect(become('postgres')).rejects.toThrow(/permission denied/);
  expect(fs.statSync(path.join(dataDir, 'postgres', 'logins.json')).mode & 0o777).toBe(0o600);
});
