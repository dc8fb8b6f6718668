import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lastAddress, readAccess } from './access.ts';
import { readConfig } from './config.ts';
import { addStandbyKey, listKeys, revokeKey, rotateKeys } from './key-rotation.ts';
import { hasConfiguredSigningKeys } from './keys.ts';
import { startPostgres } from './postgres/launcher.ts';
import { type ProcessLock, tryLock } from './postgres/process-lock.ts';
import { provisionDatabase } from './postgres/provision.ts';
import { type SupabaseOptions, startSupabase } from './server.ts';

export interface CommandOptions {
  /** How people call this command. */
  name: string;
  dataDir: string;
  configPath?: string;
  /** Of the embedded Postgres; default `supabase`. */
  database?: string;
  /** Whom mails come from where no sender is set. */
  senderName?: string;
  mailboxWords?: SupabaseOptions['mailboxWords'];
}

const environment = process.env;
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

/** Where this installation's server is, or was last, or will be. */
function knownUrl(dataDir: string): string {
  if (environment.SUPABASE_PUBLIC_URL) return environment.SUPABASE_PUBLIC_URL;
  const last = environment.SUPABASE_PORT ? null : lastAddress(dataDir);
  return last ?? `http://localhost:${portSetting('SUPABASE_PORT', usualPort)}`;
}

async function printKeys({ dataDir, configPath }: CommandOptions): Promise<void> {
  const { url, publishableKey, secretKey } = await readAccess(
    dataDir,
    readConfig(configPath),
    knownUrl(dataDir),
  );
  process.stdout.write(`${JSON.stringify({ url, publishableKey, secretKey })}\n`);
}

/** Signing keys: `list`, `add` one that stands by, `rotate` to it, `revoke <kid>`; a running server follows. */
async function changeKeys(words: string[], { name, dataDir, configPath }: CommandOptions): Promise<void> {
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
  if (!keys) throw unknownCommand(name, ['keys', ...words]);
  for (const key of keys) {
    process.stdout.write(`${key.kid}  ${key.alg}  ${key.state}${key.since ? `  since ${key.since}` : ''}\n`);
  }
  if (hasConfiguredSigningKeys(config)) {
    tell(`Not in effect: the keys of ${config.auth.signing_keys_path} win while that file is there.`);
  }
}

async function openDatabase(options: CommandOptions): Promise<{ url: string; stop(): Promise<void> }> {
  if (environment.DATABASE_URL) {
    return { url: environment.DATABASE_DIRECT_URL || environment.DATABASE_URL, stop: async () => {} };
  }
  const { dataDir, database } = options;
  const server = await startPostgres({ dataDir, onProgress: tell });
  const { adminUrl } = await provisionDatabase({ adminUrl: server.adminUrl, dataDir, database });
  return { url: adminUrl, stop: () => server.stop() };
}

/** Two servers on the same files would sweep away each other's uploads. */
function lockInstallation(dataDir: string): ProcessLock {
  mkdirSync(dataDir, { recursive: true });
  const lock = tryLock(join(dataDir, 'running'));
  if (!('heldBy' in lock)) return lock;
  const { pid, note } = lock.heldBy;
  throw new Error(
    `This data is in use${note ? ` by the server at ${note}` : ''} (process ${pid}). ` +
      'Stop that one first, or choose another data folder.',
  );
}

async function run(options: CommandOptions): Promise<void> {
  const { name, dataDir, configPath, senderName, mailboxWords } = options;
  const lock = lockInstallation(dataDir);
  const port = portSetting('SUPABASE_PORT', usualPort);
  const mailboxPort = portSetting('SUPABASE_MAILBOX_PORT', usualMailboxPort + port - usualPort);
  const database = await openDatabase(options);
  const supabase = await startSupabase({
    databaseUrl: database.url,
    dataDir,
    port,
    mailboxPort,
    // An empty line in .env means that it is not set.
    publicUrl: environment.SUPABASE_PUBLIC_URL || undefined,
    siteUrl: environment.APP_URL || undefined,
    configPath,
    senderName,
    mailboxWords,
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
  tell(`Its keys: ${name} keys`);
}

function unknownCommand(name: string, words: string[]): Error {
  return new Error(
    `Unknown: ${words.join(' ')}. Use: ${name}, or ${name} keys [list | add | rotate [--now] | revoke <kid> [--now]]`,
  );
}

async function obey(words: string[], options: CommandOptions): Promise<void> {
  const [command = 'start', ...rest] = words;
  if (command === 'keys') return rest.length === 0 ? printKeys(options) : changeKeys(rest, options);
  if (command === 'start' && rest.length === 0) return run(options);
  throw unknownCommand(options.name, words);
}

/** The command line: `start` serves until it is told to end, `keys` prints or changes keys. Ends the process at a failure. */
export async function runCommand(words: string[], options: CommandOptions): Promise<void> {
  await obey(words, options).catch((error: unknown) => {
    tell(
      error instanceof Error && error.name === 'Error'
        ? error.message
        : String(error instanceof Error ? error.stack : error),
    );
    process.exit(1);
  });
}
