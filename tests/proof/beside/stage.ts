import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOwnDatabase } from '../../../scripts/own-database.ts';
import { anyFreePort } from '../../../scripts/ports.ts';
import { root } from '../../../scripts/surroundings.ts';
import { keysOf } from '../../setup/landlord.ts';
import { environmentFor } from '../../setup/running-product.ts';

const readyLimitMs = 120_000;

async function untilSaid(child: ChildProcess, words: RegExp): Promise<RegExpExecArray> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const until = Date.now() + readyLimitMs;
  for (;;) {
    const found = words.exec(said);
    if (found) return found;
    if (child.exitCode !== null || Date.now() > until) throw new Error(`It does not start: ${said}`);
    await sleep(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, 'exit');
  child.kill('SIGTERM');
  await left;
}

/** Database, sign-in and files, which the processes of the app share. */
export async function startCommon(dataDir: string) {
  const [port, mailboxPort] = [await anyFreePort(), await anyFreePort()];
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'supabase.ts')], {
    cwd: root,
    env: {
      ...environmentFor(dataDir, 0),
      SUPABASE_PORT: String(port),
      SUPABASE_MAILBOX_PORT: String(mailboxPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, , mailboxUrl = ''] = await untilSaid(child, /ready: (\S+) · mails: (\S+)/);
  const open = async () => ({ keys: await keysOf(dataDir), database: await openOwnDatabase(dataDir) });
  const { keys, database } = await open().catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  const { url, publishableKey, secretKey } = keys;
  return {
    mailboxUrl,
    adminUrl: database.adminUrl,
    settings: {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      DATABASE_URL: database.adminUrl,
      MAILBOX_URL: `${url}/mailbox/v1/messages`,
      CALLS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    async stop() {
      await database.stop();
      await end(child);
    },
  };
}

/** A process of the app as `npm start` starts it on a database of its own; from another folder, another build of it. */
export class App {
  readonly port: number;
  readonly folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;

  constructor(folder: string, port: number, dataDir: string, settings: Record<string, string>) {
    this.folder = folder;
    this.port = port;
    this.#environment = { ...environmentFor(dataDir, port), ...settings };
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [path.join(this.folder, 'scripts', 'serve.ts'), 'start'], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await untilSaid(this.#child, /Hausbuch is ready/);
  }

  async stop(): Promise<void> {
    if (this.#child) await end(this.#child);
    this.#child = null;
  }
}
