import { DomainError } from '../errors.ts';

type Waiting = { key: string; enter: () => void };

type Limits = {
  atOnce: number;
  /** Of one key at a time; fewer than all leaves a place for others. */
  atOncePerKey: number;
  waiting: number;
  perKey: number;
};

/**
 * Lets so many through at a time; the others wait in line, each key with no more than its share of the places, so that
 * nobody waits behind one who asks for everything.
 */
export class Turnstile {
  readonly #limits: Limits;
  readonly #inside = new Map<string, number>();
  readonly #line: Waiting[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @throws DomainError `rate_limited` where the key has its share inside and in line, `unavailable` where the line is full
   */
  async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(key);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #count(): number {
    let count = 0;
    for (const inside of this.#inside.values()) count += inside;
    return count;
  }

  #enter(key: string): Promise<void> {
    const inLine = this.#line.filter((one) => one.key === key).length;
    if ((this.#inside.get(key) ?? 0) + inLine >= this.#limits.perKey) throw new DomainError('rate_limited');
    if (this.#hasPlaceFor(key)) {
      this.#admit(key);
      return Promise.resolve();
    }
    if (this.#line.length >= this.#limits.waiting) throw new DomainError('unavailable');
    return new Promise((resolve) => {
      this.#line.push({
        key,
        enter: () => {
          this.#admit(key);
          resolve();
        },
      });
    });
  }

  #hasPlaceFor(key: string): boolean {
    return this.#count() < this.#limits.atOnce && (this.#inside.get(key) ?? 0) < this.#limits.atOncePerKey;
  }

  #admit(key: string): void {
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1);
  }

  #leave(key: string): void {
    const left = (this.#inside.get(key) ?? 1) - 1;
    if (left === 0) this.#inside.delete(key);
    else this.#inside.set(key, left);
    const next = this.#line.findIndex((one) => this.#hasPlaceFor(one.key));
    if (next >= 0) this.#line.splice(next, 1)[0]?.enter();
  }
}
