import 'server-only';
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import { Turnstile } from '@/lib/server/turnstile';
import type { Paper } from './papers';

const defaults = {
  /** How long one paper may take. */
  timeLimitMs: 60_000,
  /** How long a process waits for the next. */
  idleMs: 10_000,
  /** How many papers wait in line, and how many of one person are made or wait. */
  waiting: 40,
  perPerson: 8,
};
type Limits = typeof defaults;
const atOnce = 2;
const memoryMb = 512;

const answer = z.object({
  id: z.number(),
  bytes: z.instanceof(Uint8Array).optional(),
  failure: z.string().optional(),
});

/** No setting is handed down: a paper needs none. */
function startProcess(): ChildProcess {
  const root = process.cwd();
  const at = (name: string) => path.join(/* turbopackIgnore: true */ root, name);
  // In a container everything is bundled; elsewhere it is run from its sources.
  const bundled = at('print-process.mjs');
  const isBundled = existsSync(bundled);
  const child = fork(isBundled ? bundled : at('src/print/print-process.ts'), [], {
    cwd: root,
    env: { NODE_ENV: 'production' },
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      ...(isBundled ? [] : [`--import=${pathToFileURL(at('scripts/src-imports.ts')).href}`]),
    ],
    // Pictures and days cross as they are.
    serialization: 'advanced',
    stdio: 'ignore',
  });
  // A paper must not slow down the page somebody is waiting for.
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** One process, alive while there is something to print and a little longer. */
class Press {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #orders = 0;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  print(paper: Paper): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const child = this.#child ?? startProcess();
    this.#child = child;
    const id = ++this.#orders;
    return new Promise<Uint8Array>((resolve, reject) => {
      const late = setTimeout(() => child.kill('SIGKILL'), this.#limits.timeLimitMs);
      const settle = (error: Error | null, bytes?: Uint8Array) => {
        clearTimeout(late);
        child.removeAllListeners();
        if (error) {
          // What failed may have left anything behind: the next paper has a process of its own.
          this.#child = undefined;
          child.kill('SIGKILL');
          reject(error);
        } else resolve(bytes ?? new Uint8Array());
        this.#idle = setTimeout(() => this.stop(), this.#limits.idleMs);
        this.#idle.unref();
      };
      child.once('error', (error) => settle(error));
      child.once('exit', (code, signal) =>
        settle(new Error(`The printing process left: ${code ?? signal}.`)),
      );
      child.on('message', (message) => {
        const { data } = answer.safeParse(message);
        if (data?.id !== id) return;
        settle(data.failure === undefined ? null : new Error(data.failure), data.bytes);
      });
      child.send({ id, paper });
    });
  }

  stop(): void {
    this.#child?.disconnect();
    this.#child = undefined;
  }
}

/** Papers are made in processes beside this one, two at a time, in the order they were asked for. */
export class Printer {
  readonly #presses: Press[];
  readonly #free: Press[];
  readonly #turnstile: Turnstile;
  readonly #rate = new RateLimit({ limit: 60, perMs: 5 * 60_000 });

  constructor(given: Partial<Limits> = {}) {
    const limits = { ...defaults, ...given };
    this.#presses = Array.from({ length: atOnce }, () => new Press(limits));
    this.#free = [...this.#presses];
    this.#turnstile = new Turnstile({ atOnce, waiting: limits.waiting, perKey: limits.perPerson });
  }

  /**
   * @param userId whose place in line it takes
   * @throws DomainError `rate_limited` for a person who prints without end, `unavailable` where too many wait
   */
  async print(paper: Paper, userId: string): Promise<Uint8Array> {
    if (this.#rate.take(userId) > 0) throw new DomainError('rate_limited');
    return this.#turnstile.pass(userId, async () => {
      const press = this.#free.pop();
      if (!press) throw new DomainError('unavailable');
      try {
        return await press.print(paper);
      } finally {
        this.#free.push(press);
      }
    });
  }

  stop(): void {
    for (const press of this.#presses) press.stop();
  }
}

// One per process, also where Next has several bundles of this file.
const shared = globalThis as { hausbuchPrinter?: Printer };

export function printer(): Printer {
  shared.hausbuchPrinter ??= new Printer();
  return shared.hausbuchPrinter;
}
