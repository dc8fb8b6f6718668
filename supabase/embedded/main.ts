import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { addStandbyKey, listKeys, revokeKey, rotateKeys } from './key-rotation.ts';
import { hasConfiguredSigningKeys, loadKeys } from './keys.ts';
import { startPostgres } from './postgres/launcher.ts';
import { type ProcessLock, tryLock } from './postgres/process-lock.ts';
import { provisionDatabase } from './postgres/provision.ts';
import { addressFile, startSupabase } from './server.ts';

/** `npm run supabase`: the auth and storage server alone; `npm run -s supabase -- keys`: its settings. */

const root = resolve(import.meta.dirname, '../..');
const environment = process.env;
const dataDir = resolve(root, environment.HAUSBUCH_DATA || '.data');
const configPath = resolve(root, environment.SUPABASE_CONFIG || join('supabase', 'config.toml'));
const usualPort = 54321;
const usualMailboxPort = 54324;

const tell = (line: string) => process.stderr.write(`${line}\n`);

function portSetting(name: string, usual: number): number {
  const text = environment[name];
  if (!text) return usual;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${name} is "${text}", which is no port. Choose one, such as ${name}=${usual}.`);
}

const address = z.object({ url: z.string() });

/** Where this installation's server is, or was last, or will be. */
function knownUrl(): string {
  if (environment.SUPABASE_PUBLIC_URL) return environment.SUPABASE_PUBLIC_URL;
  if (!environment.SUPABASE_PORT && existsSync(addressFile(dataDir))) {
    const last = address.safeParse(JSON.parse(readFileSync(addressFile(dataDir), 'utf8')));
    if (last.success) return last.data.url;
  }
  return `http://localhost:${portSetting('SUPABASE_PORT', usualPort)}`;
}

async function printKeys(): Promise<void> {
  const { publishableKey, secretKey } = await loadKeys(dataDir, readConfig(configPath));
  process.stdout.write(`${JSON.stringify({ url: knownUrl(), publishableKey, secretKey })}\n`);
}

/** Signing keys: `list`, `add` one that stands by, `rotate` to it, `revoke <kid>`; a running server follows. */
async function changeKeys(words: string[]): Promise<void> {
  const config = readConfig(configPath);
  const hurry = words.includes('--now');
  const [verb, kid, ...rest] = words.filter((word) => word !== '--now');
  const isComplete = rest.length === 0 && (verb === 'revoke') === (kid !== undefined);
  const act = async () => {
    if (verb === 'list') return listKeys(dataDir);
    if (verb === 'add') return addStandbyKey(dataDir);
    if (verb === 'rotate') return rotateKeys(dataDir, hurry);
    const tokenLifeMs = config.auth.jwt_expiry * 1000;
    if (verb === 'revoke' && kid) return revokeKey(dataDir, { kid, tokenLifeMs, hurry });
    return null;
  };
  const keys = isComplete ? await act() : null;
  if (!keys) throw unknownCommand();
  for (const key of keys) {
    process.stdout.write(`${key.kid}  ${key.alg}  ${key.state}${key.since ? `  since ${key.since}` : ''}\n`);
  }
  if (hasConfiguredSigningKeys(config)) {
    tell(`Not in effect: the keys of ${config.auth.signing_keys_path} win while that file is there.`);
  }
}

async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  if (environment.DATABASE_URL) {
    return { url: environment.DATABASE_DIRECT_URL || environment.DATABASE_URL, stop: async () => {} };
  }
  const server = await startPostgres({ dataDir, onProgress: tell });
  const { adminUrl } = await provisionDatabase({ adminUrl: server.adminUrl, dataDir });
  return { url: adminUrl, stop: () => server.stop() };
}

/** Two servers on the same files would sweep away each other's uploads. */
function lockInstallation(): ProcessLock {
  mkdirSync(dataDir, { recursive: true });
  const lock = tryLock(join(dataDir, 'running'));
  if (!('heldBy' in lock)) return lock;
  const { pid, note } = lock.heldBy;
  throw new Error(
    `This data is in use${note ? ` by the server at ${note}` : ''} (process ${pid}). ` +
      'Stop that one first, or choose other data: HAUSBUCH_DATA=.data-2 npm run supabase',
  );
}

async function run(): Promise<void> {
  const lock = lockInstallation();
  const port = portSetting('SUPABASE_PORT', usualPort);
  const mailboxPort = portSetting('SUPABASE_MAILBOX_PORT', usualMailboxPort + port - usualPort);
  const database = await openDatabase();
  const supabase = await startSupabase({
    databaseUrl: database.url,
    dataDir,
    port,
    mailboxPort,
    publicUrl: environment.SUPABASE_PUBLIC_URL,
    siteUrl: environment.APP_URL,
    configPath,
  }).catch(async (error: unknown) => {
    await database.stop();
    lock.release();
    throw error;
  });
  lock.announce(supabase.url);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await supabase.close();
    await database.stop();
    lock.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // npm passes no signal on: when it is gone, so is whoever wanted this server.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 500).unref();
  tell(`Supabase is ready: ${supabase.url} · mails: ${supabase.mailboxUrl}`);
  tell('Its keys: npm run -s supabase -- keys');
}

const [command = 'start', ...rest] = process.argv.slice(2);

async function main(): Promise<void> {
  if (command === 'keys') return rest.length === 0 ? printKeys() : changeKeys(rest);
  if (command === 'start' && rest.length === 0) return run();
  throw unknownCommand();
}

function unknownCommand(): Error {
  return new Error(
    `Unknown: ${[command, ...rest].join(' ')}. Use: npm run supabase, or npm run -s supabase -- keys [list | add | rotate [--now] | revoke <kid> [--now]]`,
  );
}

main().catch((error: unknown) => {
  tell(
    error instanceof Error && error.name === 'Error'
      ? error.message
      : String(error instanceof Error ? error.stack : error),
  );
  process.exit(1);
});
