import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { leanNode } from '../../scripts/surroundings.ts';

const root = path.resolve(import.meta.dirname, '../..');
const startLimitMs = 5 * 60_000;
/** A stop takes a second or two; a server that hangs must not hang the tests. */
const stopLimitMs = 20_000;

export interface RunningProduct {
  url: string;
  mailboxUrl: string;
  /** The process that started everything else. */
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
}

/** An installation of its own; the settings of a developer's .env must not lead the tests to real data. */
export function environmentFor(dataDir: string, port: number): NodeJS.ProcessEnv {
  const own = ['DATABASE_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
  const others = [
    'HAUSBUCH_HOST',
    'DISABLE_SIGNUP',
    'SUPABASE_PUBLIC_URL',
    'DATABASE_DIRECT_URL',
    'APP_URL',
    'SMTP_URL',
  ];
  const places = ['SUPABASE_PORT', 'SUPABASE_MAILBOX_PORT', 'SUPABASE_CONFIG', 'SQL'];
  const blank = Object.fromEntries([...own, ...others, ...places].map((name) => [name, '']));
  return { ...process.env, ...blank, HAUSBUCH_DATA: dataDir, PORT: String(port) };
}

function readyLine(child: ChildProcess, left: Promise<unknown>, output: () => string, words: RegExp) {
  return new Promise<{ url: string; mailboxUrl: string }>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The product is not ready in time.')), startLimitMs);
    const look = () => {
      const line = words.exec(output());
      if (!line?.[1]) return;
      clearTimeout(timer);
      resolve({ url: line[1], mailboxUrl: line[2] ?? '' });
    };
    // Servers say it on the one, programs on the other.
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
    void left.then(() => {
      clearTimeout(timer);
      reject(new Error('The product left while starting.'));
    });
  });
}

/**
 * Starts the whole product as `npm start` does, and returns once it says that it is ready.
 * @param settings beside those of an installation of its own, e.g. another config.toml
 * @param folder another copy of Hausbuch, with its build
 */
export const runProduct = (
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
  folder = root,
): Promise<RunningProduct> =>
  runScript(
    [...leanNode, path.join(folder, 'scripts', 'serve.ts'), 'start'],
    { ...environmentFor(dataDir, port), ...settings },
    /Hausbuch is ready: (\S+)(?: · mails: (\S+))?\n/,
    folder,
  );

/** @param words with the address and that of the mails, said where it is ready */
export async function runScript(
  script: string[],
  env: NodeJS.ProcessEnv,
  words: RegExp,
  folder = root,
): Promise<RunningProduct> {
  const child = spawn(process.execPath, script, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const left = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (more: string) => {
      text += more;
    });
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    child.kill('SIGTERM');
    await left;
    clearTimeout(timer);
  };
  try {
    const ready = await readyLine(child, left, () => text, words);
    return { ...ready, pid: child.pid ?? 0, output: () => text, stop };
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${text}`);
  }
}
