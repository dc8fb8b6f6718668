import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { anyFreePort } from '../../scripts/ports.ts';

const root = path.resolve(import.meta.dirname, '../..');
const startLimitMs = 5 * 60_000;
/** A stop takes a second or two; a server that hangs must not hang the tests. */
const stopLimitMs = 20_000;

/** An installation of its own; the settings of a developer's .env must not lead the tests to real data. */
function environmentFor(dataDir: string, port: number): NodeJS.ProcessEnv {
  const own = ['DATABASE_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
  const others = ['SUPABASE_PUBLIC_URL', 'DATABASE_DIRECT_URL', 'APP_URL', 'SMTP_URL'];
  const blank = Object.fromEntries([...own, ...others].map((name) => [name, '']));
  return { ...process.env, ...blank, HAUSBUCH_DATA: dataDir, PORT: String(port) };
}

/** Starts the whole product with an empty data folder and tells the tests where it is. */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-'));
  fs.chmodSync(dataDir, 0o755);
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'serve.ts'), 'start'], {
    cwd: root,
    env: environmentFor(dataDir, await anyFreePort()),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const left = once(child, 'exit');
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await left;
    clearTimeout(timer);
    fs.rmSync(dataDir, { recursive: true, force: true });
  };

  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The product is not ready in time.')), startLimitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
        const line = /Hausbuch is ready: (\S+)(?: · mails: (\S+))?/.exec(output);
        if (!line?.[1]) return;
        process.env.E2E_BASE_URL = line[1];
        process.env.E2E_MAILBOX_URL = line[2] ?? '';
        clearTimeout(timer);
        resolve();
      });
    }
    void left.then(() => reject(new Error('The product left while starting.')));
  });
  try {
    await ready;
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output}`);
  }
  return stop;
}
