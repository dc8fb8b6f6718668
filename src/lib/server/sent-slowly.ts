import { DomainError } from '../errors';

type Limits = {
  /** How many are sent at a time, how many of them to one person, and how many of one portfolio where it is named. */
  places: number;
  perPerson: number;
  perPortfolio: number;
  /** How long somebody may read nothing of it. */
  patienceMs: number;
};

/**
 * Answers that are made while they are sent: each holds files, a folder or a printer for as long as its reader takes, so that
 * there are so many places, and none for who stops reading.
 */
export class SentSlowly {
  readonly #held = new Map<string, number>();
  #all = 0;
  readonly #limits: Limits;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { places: 20, perPerson: 2, perPortfolio: 8, patienceMs: 120_000, ...limits };
  }

  /**
   * @param begin makes the answer once there is a place for it
   * @param portfolioId whose answer it is, where one portfolio may let in more persons than there are places
   * @throws DomainError `rate_limited` for a person who has their places, `unavailable` where there are none
   */
  async send(
    userId: string,
    begin: () => Promise<ReadableStream<Uint8Array>>,
    portfolioId?: string,
  ): Promise<ReadableStream<Uint8Array>> {
    const leave = this.#enter(userId, portfolioId);
    try {
      return this.#watched((await begin()).getReader(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  #enter(userId: string, portfolioId: string | undefined): () => void {
    const { places, perPerson, perPortfolio } = this.#limits;
    const portfolio = portfolioId === undefined ? undefined : `portfolio ${portfolioId}`;
    if (this.#heldBy(userId) >= perPerson) throw new DomainError('rate_limited');
    if (this.#all >= places) throw new DomainError('unavailable');
    if (portfolio !== undefined && this.#heldBy(portfolio) >= perPortfolio) {
      throw new DomainError('unavailable');
    }
    const holders = portfolio === undefined ? [userId] : [userId, portfolio];
    for (const holder of holders) this.#held.set(holder, this.#heldBy(holder) + 1);
    this.#all += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#all -= 1;
      for (const holder of holders) {
        const left = this.#heldBy(holder) - 1;
        if (left <= 0) this.#held.delete(holder);
        else this.#held.set(holder, left);
      }
    };
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  #watched(reader: ReadableStreamDefaultReader<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> {
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      leave();
    };
    const wait = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const error = new Error('Nobody reads what is sent.');
        leave();
        controller.error(error);
        // What is under way may fail at being broken off; its place is free all the same.
        reader.cancel(error).catch(() => {});
      }, this.#limits.patienceMs);
      timer.unref();
    };
    return new ReadableStream<Uint8Array>({
      start: wait,
      async pull(controller) {
        // Here nobody waits for the reader: the next piece is being made.
        clearTimeout(timer);
        try {
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            return wait(controller);
          }
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    });
  }
}

type Reader = 'members' | 'visitors';

// One of each per process, also where Next has several bundles of this file.
const shared = globalThis as { hausbuchSentSlowly?: Record<Reader, SentSlowly> };

/** Who comes without an account has places of their own: a landlord may let in any number of them, also of themselves. */
export function sentSlowly(to: Reader = 'members'): SentSlowly {
  shared.hausbuchSentSlowly ??= { members: new SentSlowly(), visitors: new SentSlowly() };
  return shared.hausbuchSentSlowly[to];
}
