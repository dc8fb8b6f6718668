import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { anyFreePort } from '../../../scripts/ports.ts';
import { databaseName, root } from '../../../scripts/surroundings.ts';
import { killAtOnce, processTree } from '../../setup/process-tree.ts';
import { environmentFor, type RunningProduct, runProduct } from '../../setup/running-product.ts';

export type Role = 'launcher' | 'app' | 'sign-in' | 'database';

const readyLimitMs = 90_000;
const goneLimitMs = 60_000;
const settings = { CALLS_PER_MINUTE: '0', LOG_LEVEL: 'fatal' };

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Processes that run on this data folder, whoever started them. */
export const processesOn = (dataDir: string) =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: commandOf(Number(name)) }))
    .filter(({ command }) => command.includes(dataDir));

/** An installation that may be stopped, killed and harmed in every other way. */
export class Stage {
  readonly dataDir: string;
  readonly port: number;
  readonly #settings: Record<string, string>;
  #product: RunningProduct | null = null;

  private constructor(dataDir: string, port: number, further: Record<string, string>) {
    this.dataDir = dataDir;
    this.port = port;
    this.#settings = { ...settings, ...further };
  }

  /** @param further settings beside those every stage has */
  static async open(dataDir: string, further: Record<string, string> = {}): Promise<Stage> {
    return new Stage(dataDir, await anyFreePort(), further);
  }

  get product(): RunningProduct {
    if (!this.#product) throw new Error('The product does not run.');
    return this.#product;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start(further: Record<string, string> = {}): Promise<void> {
    this.#product = await runProduct(this.dataDir, this.port, { ...this.#settings, ...further });
  }

  async stop(): Promise<void> {
    await this.#product?.stop();
    this.#product = null;
  }

  /** Another start of the product, on this or on other data, for whoever wants to kill it. */
  spawn(dataDir: string, port: number): ChildProcess {
    return spawn(process.execPath, [path.join(root, 'scripts', 'serve.ts'), 'start'], {
      cwd: root,
      env: { ...environmentFor(dataDir, port), ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  pidOf(role: Role): number {
    const { pid } = this.product;
    if (role === 'launcher') return pid;
    const file = path.join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    if (role === 'database') return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
    const program = role === 'app' ? 'scripts/app.ts' : 'scripts/sign-in.ts';
    const found = processTree(pid).find((one) => commandOf(one).includes(program));
    if (!found) throw new Error(`There is no process of ${program}.`);
    return found;
  }

  killAll(): void {
    killAtOnce(processTree(this.product.pid));
  }

  /** Waits until the launcher and what hangs on it have left; the database may stay, for the next start to adopt. */
  async untilLeft(pid = this.product.pid): Promise<void> {
    const until = Date.now() + goneLimitMs;
    while (fs.existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/.test(this.#stat(pid))) {
      if (Date.now() > until) throw new Error(`Process ${pid} does not leave.`);
      await sleep(20);
    }
  }

  #stat(pid: number): string {
    try {
      return fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return '';
    }
  }

  /** How long it takes until everything answers again. */
  async untilReady(): Promise<number> {
    const began = performance.now();
    let last = '';
    while (performance.now() - began < readyLimitMs) {
      try {
        const answer = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(10_000) });
        if (answer.ok) return performance.now() - began;
        last = `${answer.status} ${await answer.text()}`;
      } catch (error) {
        last = String(error);
      }
      await sleep(50);
    }
    throw new Error(
      `Not ready within ${readyLimitMs / 1_000} s: ${last}\n${this.product.output().slice(-3_000)}`,
    );
  }

  /** The superuser's way into the database of an installation that runs. */
  adminUrl(dataDir = this.dataDir): string {
    const home = path.join(dataDir, 'postgres');
    const port = fs.readFileSync(path.join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3];
    const password = fs.readFileSync(path.join(home, 'password'), 'utf8').trim();
    return `postgres://postgres:${password}@127.0.0.1:${port}/${databaseName}`;
  }

  /** As superuser, on a connection of its own. */
  async asAdmin<T>(work: (sql: postgres.Sql) => Promise<T>, dataDir = this.dataDir): Promise<T> {
    const sql = postgres(this.adminUrl(dataDir), { max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 2 });
    }
  }
}

/** Runs a start to its end: what it said, and with which code it left. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      said += text;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, said };
}
