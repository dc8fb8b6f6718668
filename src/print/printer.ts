import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { type HelperLimits, Helpers } from '@/lib/server/helper-process';
import { RateLimit } from '@/lib/server/rate-limit';
import type { Paper } from './papers';

const program = { source: 'src/print/print-process.ts', memoryMb: 512 };
const defaults: HelperLimits = {
  timeLimitMs: 60_000,
  idleMs: 10_000,
  waiting: 40,
  perPerson: 8,
  perPersonAtOnce: 2,
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
   * @throws DomainError `rate_limited` for a person who prints without end, `unavailable` where too many wait
   */
  async print(paper: Paper | (() => Promise<Paper>), userId: string): Promise<Uint8Array> {
    if (this.#rate.take(userId) > 0) throw new DomainError('rate_limited');
    const prepare = typeof paper === 'function' ? paper : () => Promise.resolve(paper);
    return printed.parse(await this.#helpers.askPrepared(prepare, userId));
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
