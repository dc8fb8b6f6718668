import { DomainError } from '../errors';

type Limits = {
  /** How many are sent at a time, and how many of them to one person. */
  places: number;
  perPerson: number;
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
    this.#limits = { places: 20, perPerson: 2, patienceMs: 120_000, ...limits };
  }

  /**
   * @param begin makes the answer once there is a place for it
   * @throws DomainError `rate_limited` for a person who has their places, `unavailable` where there are none
   */
  async send(
    userId: string,
    begin: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<ReadableStream<Uint8Array>> {
    const leave = this.#enter(userId);
    try {
      return this.#watched((await begin()).getReader(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  #enter(userId: string): () => void {
    const own = this.#held.get(userId) ?? 0;
    if (own >= this.#limits.perPerson) throw new DomainError('rate_limited');
    if (this.#all >= this.#limits.places) throw new DomainError('unavailable');
    this.#held.set(userId, own + 1);
    this.#all += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#all -= 1;
      const left = (this.#held.get(userId) ?? 1) - 1;
      if (left === 0) this.#held.delete(userId);
      else this.#held.set(userId, left);
    };
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
