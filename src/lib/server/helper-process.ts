import 'server-only';
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { DomainError } from '../errors';
import { Turnstile } from './turnstile';

export type HelperLimits = {
  /** How long one order may take. */
  timeLimitMs: number;
  /** How long a process waits for the next. */
  idleMs: number;
  /** How many orders wait in line, and how many of one person are carried out or wait. */
  waiting: number;
  perPerson: number;
  /** How many of one person are carried out at a time, of two. */
  perPersonAtOnce: number;
};
export type HelperProgram = {
  /** Its file below `src/`; in a container everything is bundled, and lies beside the server under its name. */
  source: string;
  memoryMb: number;
};

const atOnce = 2;

/** The process took too long, or more memory than it has, and was ended. */
export class HelperGone extends Error {
  override readonly name = 'HelperGone';
}

const answer = z.object({ id: z.number(), result: z.unknown().optional(), failure: z.string().optional() });

/** No setting is handed down: what is asked for needs none. */
function startProcess({ source, memoryMb }: HelperProgram): ChildProcess {
  const root = process.cwd();
  const at = (name: string) => path.join(/* turbopackIgnore: true */ root, name);
  const bundled = at(path.basename(source).replace(/\.ts$/, '.mjs'));
  const isBundled = existsSync(bundled);
  const child = fork(isBundled ? bundled : at(source), [], {
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
  // It must not slow down the page somebody is waiting for.
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where that is not allowed, or it has left already, it works like any other.
  }
  return child;
}

/** One process, alive while there is something to do and a little longer. */
class HelperProcess {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #orders = 0;
  readonly #program: HelperProgram;
  readonly #limits: HelperLimits;

  constructor(program: HelperProgram, limits: HelperLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  ask(order: unknown): Promise<unknown> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    const id = ++this.#orders;
    return new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => child.kill('SIGKILL'), this.#limits.timeLimitMs);
      const settle = (error: Error | null, result?: unknown) => {
        clearTimeout(late);
        child.off('message', hear).off('exit', leave).off('error', settle);
        if (error) {
          // What failed may have left anything behind: the next order has a process of its own.
          if (this.#child === child) this.#child = undefined;
          child.kill('SIGKILL');
          reject(error);
        } else resolve(result);
        this.#idle = setTimeout(() => this.stop(), this.#limits.idleMs);
        this.#idle.unref();
      };
      const leave = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(new HelperGone(`The process of ${this.#program.source} left: ${code ?? signal}.`));
      const hear = (message: unknown) => {
        const { data } = answer.safeParse(message);
        if (data?.id !== id) return;
        settle(data.failure === undefined ? null : new Error(data.failure), data.result);
      };
      child.on('message', hear).on('exit', leave).on('error', settle);
      child.send({ id, order }, (error) => error && settle(error));
    });
  }

  /** It may leave at any time, also while nobody asks anything of it. */
  #start(): ChildProcess {
    const child = startProcess(this.#program);
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.on('exit', forget).on('error', forget);
    this.#child = child;
    return child;
  }

  stop(): void {
    if (this.#child?.connected) this.#child.disconnect();
    this.#child = undefined;
  }
}

/** Work that must not hold up the answers, done in processes beside this one: two at a time, in the order it was asked for. */
export class Helpers {
  readonly #all: HelperProcess[];
  readonly #free: HelperProcess[];
  readonly #turnstile: Turnstile;

  constructor(program: HelperProgram, limits: HelperLimits) {
    this.#all = Array.from({ length: atOnce }, () => new HelperProcess(program, limits));
    this.#free = [...this.#all];
    this.#turnstile = new Turnstile({
      atOnce,
      atOncePerKey: limits.perPersonAtOnce,
      waiting: limits.waiting,
      perKey: limits.perPerson,
    });
  }

  /**
   * @param userId whose place in line it takes
   * @throws DomainError `rate_limited` for a person who has too much in line, `unavailable` where too many wait
   * @throws HelperGone where the process did not live to answer
   */
  ask(order: unknown, userId: string): Promise<unknown> {
    return this.askPrepared(() => Promise.resolve(order), userId);
  }

  /** The same with an order that is prepared when its turn has come. */
  askPrepared(prepare: () => Promise<unknown>, userId: string): Promise<unknown> {
    return this.#turnstile.pass(userId, async () => {
      const helper = this.#free.pop();
      if (!helper) throw new DomainError('unavailable');
      try {
        return await helper.ask(await prepare());
      } finally {
        this.#free.push(helper);
      }
    });
  }

  stop(): void {
    for (const helper of this.#all) helper.stop();
  }
}
