/** Counts requests per key in fixed windows, in memory: a restart forgets, which only ever lets more through. */
export class RateLimiter {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Counts one request; false when the key has used up its window. */
  take(key: string, limit: number, windowMs: number, now: number = performance.now()): boolean {
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      if (this.#windows.size > 50_000) this.#forgetEnded(now);
      this.#windows.set(key, { count: 1, endsAt: now + windowMs });
      return true;
    }
    window.count += 1;
    return window.count <= limit;
  }

  /** Whether another request of this key would be refused. */
  isUsedUp(key: string, limit: number, now: number = performance.now()): boolean {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsAt > now && window.count >= limit;
  }

  /** Milliseconds until the key's window ends; 0 when it has none. */
  remainingMs(key: string, now: number = performance.now()): number {
    return Math.max(0, (this.#windows.get(key)?.endsAt ?? 0) - now);
  }

  #forgetEnded(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt <= now) this.#windows.delete(key);
    }
  }
}
