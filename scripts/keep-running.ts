import { setTimeout as sleep } from 'node:timers/promises';

export interface Part {
  /** Resolves when it has left, whatever the reason. */
  left: Promise<unknown>;
  stop: () => Promise<void>;
}

const firstPauseMs = 200;
const longestPauseMs = 30_000;
/** Who has run so long has recovered: the next pause is short again. */
const steadyMs = 60_000;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Starts a part of the installation and brings it back, after growing pauses, each time it leaves without being
 * stopped. `start` is given the one before.
 * @throws what the first start throws
 */
export async function keepRunning<Kind extends Part>(
  name: string,
  start: (before: Kind | null) => Promise<Kind>,
): Promise<{ first: Kind; stop: () => Promise<void> }> {
  const first = await start(null);
  const stopping = new AbortController();
  let current = first;

  async function bringBack(pauseMs: number): Promise<number> {
    for (;;) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return pauseMs;
      const nextPauseMs = Math.min(pauseMs * 2, longestPauseMs);
      try {
        current = await start(current);
        console.error(`${name} is back.`);
        return nextPauseMs;
      } catch (error) {
        console.error(`${name} did not come back: ${reasonOf(error)}`);
        pauseMs = nextPauseMs;
      }
    }
  }

  async function watch(): Promise<void> {
    let pauseMs = firstPauseMs;
    for (;;) {
      const startedAt = Date.now();
      await current.left;
      if (stopping.signal.aborted) return;
      console.error(`${name} has left; bringing it back.`);
      pauseMs = await bringBack(Date.now() - startedAt > steadyMs ? firstPauseMs : pauseMs);
      // It came back while it was being stopped.
      if (stopping.signal.aborted) await current.stop();
    }
  }

  const watching = watch();
  return {
    first,
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
