import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { appNode, childEnvironment, nextProgram, root, type Settings } from './surroundings.ts';

export interface NextServer {
  pid: number | undefined;
  /** Resolves when the process has left, whatever the reason. */
  left: Promise<void>;
  stop(): Promise<void>;
}

const readyLimitMs = 120_000;
/** It leaves once it has answered what it was asked: at once, as a rule. */
const stopLimitMs = 9_000;
/**
 * Next itself kills a development server a tenth of a second after it was told to leave. One that is compiling needs a second or
 * two, and what it was writing into `.next/dev` then is what the next start reads.
 */
const ownStopLimitMs = 8_000;
const banner =
  /^\s*$|▲ Next\.js|^\s*- (Local|Network|Environments):|^\s*✓ (Starting|Ready|Running next.config)/;

function forward(source: NodeJS.ReadableStream, target: NodeJS.WritableStream): void {
  let rest = '';
  source.setEncoding('utf8');
  source.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!banner.test(line)) target.write(`${line}\n`);
  });
  source.on('end', () => {
    if (rest) target.write(`${rest}\n`);
  });
}

// By name: with 127.0.0.1 next-intl's rewrites look external to Next and redirect for ever.
const developing = (port: number) => [nextProgram, 'dev', '-H', 'localhost', '-p', String(port)];
const imports = pathToFileURL(path.join(root, 'scripts', 'src-imports.ts')).href;
const serving = [...appNode, `--import=${imports}`, path.join(root, 'scripts', 'app.ts')];

/**
 * What says that it is ready. While developing it must not be the health page: that loads the database's schema, and Next
 * gives a route it compiles later the modules another one has loaded, as they were before somebody changed them.
 */
export const readyPath = { start: '/api/health', dev: '/robots.txt' };

/** Healthy, or answering at all where there is no such page. */
async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + readyLimitMs;
  let last = 'no answer';
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The app left while starting.');
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) });
      if (answer.ok || answer.status === 404) return;
      last = `${answer.status} ${(await answer.text()).slice(0, 500)}`;
    } catch {
      // Not listening yet.
    }
    await sleep(50);
  }
  throw new Error(`The app does not become ready within two minutes. Its last answer: ${last}`);
}

/** Starts Next on localhost and returns once it is healthy. */
export async function startNext(
  mode: 'start' | 'dev',
  port: number,
  settings: Settings,
  signal: AbortSignal,
): Promise<NextServer> {
  const child = spawn(process.execPath, mode === 'dev' ? developing(port) : serving, {
    cwd: root,
    env:
      mode === 'dev'
        ? childEnvironment('development', { ...settings, NEXT_EXIT_TIMEOUT_MS: String(ownStopLimitMs) })
        : childEnvironment('production', settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  // Aborting sends SIGTERM and is reported as an error besides the exit.
  child.on('error', () => {});
  forward(child.stdout, process.stdout);
  forward(child.stderr, process.stderr);
  const left = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await left;
    clearTimeout(timer);
  };
  try {
    await untilReady(`http://localhost:${port}${readyPath[mode]}`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid, left, stop };
}
