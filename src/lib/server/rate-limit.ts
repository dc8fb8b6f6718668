type Bucket = { tokens: number; at: number };

/**
 * Lets each key do `limit` things per `perMs`, evenly refilled, in this process. It keeps a bounded number of
 * keys: when there are too many, those that have been quiet the longest are forgotten.
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #limit: number;
  readonly #perMs: number;
  readonly #maxKeys: number;

  constructor({ limit, perMs, maxKeys = 10_000 }: { limit: number; perMs: number; maxKeys?: number }) {
    this.#limit = limit;
    this.#perMs = perMs;
    this.#maxKeys = maxKeys;
  }

  /** Takes `cost` for the key: 0 when it may, else the milliseconds to wait, with nothing taken. */
  take(key: string, { cost = 1, now = performance.now() }: { cost?: number; now?: number } = {}): number {
    const known = this.#buckets.get(key);
    const refilled = known ? known.tokens + ((now - known.at) / this.#perMs) * this.#limit : this.#limit;
    const tokens = Math.min(this.#limit, refilled);
    const isAllowed = tokens >= cost;
    this.#buckets.delete(key); // set again below: the map's order is that of the last use
    this.#buckets.set(key, { tokens: isAllowed ? tokens - cost : tokens, at: now });
    if (this.#buckets.size > this.#maxKeys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return isAllowed ? 0 : Math.ceil(((cost - tokens) / this.#limit) * this.#perMs);
  }
}
