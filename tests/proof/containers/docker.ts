import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const limitMs = 15 * 60_000;

/** Null where a Docker engine answers, else why none of this can be run. */
export function engineMissing(): string | null {
  const { status, stderr, error } = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (status === 0) return null;
  return `no Docker engine answers (${(error?.message ?? stderr).trim().split('\n').at(-1)})`;
}

/** What it printed on both streams. @throws Error with it where it leaves with anything but 0 */
export function docker(...words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('docker', words, { timeout: limitMs, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`docker ${words.join(' ')}: ${error.code}\n${stdout}${stderr}`));
    });
  });
}

/** The same where nobody minds how it ends: its words, said on either stream. */
export const tryDocker = (...words: string[]): Promise<string> =>
  docker(...words).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

/** The same with a file as its input, or for what it prints. */
export async function dockerWith(file: { from: string } | { to: string }, ...words: string[]): Promise<void> {
  const handle = await ('from' in file ? open(file.from, 'r') : open(file.to, 'wx', 0o600));
  try {
    const [input, output] = 'from' in file ? [handle.fd, 'ignore' as const] : ['ignore' as const, handle.fd];
    const child = spawn('docker', words, { stdio: [input, output, 'pipe'] });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`docker ${words.join(' ')}: ${code}\n${said}`);
  } finally {
    await handle.close();
  }
}

/** Builds an image of a context that comes as a tar. */
export async function dockerBuild(words: string[], context?: Readable): Promise<void> {
  const child = spawn('docker', ['build', ...words], {
    stdio: [context ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      said = (said + text).slice(-20_000);
    });
  }
  child.stdin?.on('error', () => {});
  if (context && child.stdin) context.pipe(child.stdin);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`docker build ${words.join(' ')}: ${code}\n${said}`);
}

/** Waits until its own health check says so, and returns after how many seconds it did. */
export async function untilHealthy(container: string, seconds = 300): Promise<number> {
  const began = performance.now();
  for (;;) {
    const state = await docker(
      'inspect',
      '--format',
      '{{.State.Status}} {{.State.Health.Status}}',
      container,
    );
    if (state === 'running healthy') return (performance.now() - began) / 1_000;
    if (performance.now() - began > seconds * 1_000 || !/^(running|created)/.test(state)) {
      throw new Error(`${container} is ${state}: ${(await logsOf(container)).slice(-3_000)}`);
    }
    await sleep(200);
  }
}

/** Both streams, in the order of their lines. */
export const logsOf = (container: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('docker', ['logs', container], { maxBuffer: 64e6 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout + stderr);
      else reject(error);
    });
  });
