import { DomainError } from '../errors.ts';

type Waiting = { key: string; enter: () => void };

/**
 * Lets so many through at a time; the others wait in line, each key with no more than its share of the places, so that
 * nobody waits behind one who asks for everything.
 */
export class Turnstile {
  readonly #limits: { atOnce: number; waiting: number; perKey: number };
  readonly #inside = new Map<string, number>();
  readonly #line: Waiting[] = [];

  constructor(limits: { atOnce: number; waiting: number; perKey: number }) {
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
    if (this.#count() < this.#limits.atOnce) {
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

  #admit(key: string): void {
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1);
  }

  #leave(key: string): void {
    const left = (this.#inside.get(key) ?? 1) - 1;
    if (left === 0) this.#inside.delete(key);
    else this.#inside.set(key, left);
    this.#line.shift()?.enter();
  }
}
