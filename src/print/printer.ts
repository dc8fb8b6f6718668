import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { HelperGone, type HelperLimits, Helpers } from '@/lib/server/helper-process';
import { RateLimit } from '@/lib/server/rate-limit';
import type { Paper } from './papers';

const program = { source: 'src/print/print-process.ts', memoryMb: 512 };
const defaults: HelperLimits = {
  timeLimitMs: 60_000,
  idleMs: 10_000,
  waiting: 40,
  perPerson: 8,
  // A long one takes most of a minute: who asks for several leaves a place for others.
  perPersonAtOnce: 1,
};
const printed = z.instanceof(Uint8Array);

/** Papers are made in processes beside this one, two at a time, in the order they were asked for. */
export class Printer {
  readonly #helpers: Helpers;
  readonly #rate = new RateLimit({ limit: 60, perMs: 5 * 60_000 });

  constructor(given: Partial<HelperLimits> = {}) {
    this.#helpers = new Helpers(program, { ...defaults, ...given });
  }

  /**
   * @param paper what is printed, or how it is put together once its turn has come: pictures fill memory
   * @param userId whose place in line it takes
   * @param counts as one of the papers a person may ask for; what belongs to a whole that was counted does not
   * @throws DomainError `rate_limited` for a person who prints without end, `unavailable` where too many wait,
   *   `paper.too_long` for one that takes more time or memory than there is
   */
  async print(
    paper: Paper | (() => Promise<Paper>),
    userId: string,
    { counts = true } = {},
  ): Promise<Uint8Array> {
    if (counts && this.#rate.take(userId) > 0) throw new DomainError('rate_limited');
    const prepare = typeof paper === 'function' ? paper : () => Promise.resolve(paper);
    try {
      return printed.parse(await this.#helpers.askPrepared(prepare, userId));
    } catch (error) {
      if (error instanceof HelperGone) throw new DomainError('paper.too_long');
      throw error;
    }
  }

  /** The same for what runs by itself, which waits in line like one person and is not counted. */
  async printAlone(paper: Paper): Promise<Uint8Array> {
    return printed.parse(await this.#helpers.askPrepared(() => Promise.resolve(paper), 'jobs'));
  }

  stop(): void {
    this.#helpers.stop();
  }
}

// One per process, also where Next has several bundles of this file.
const shared = globalThis as { hausbuchPrinter?: Printer };

export function printer(): Printer {
  shared.hausbuchPrinter ??= new Printer();
  return shared.hausbuchPrinter;
}
