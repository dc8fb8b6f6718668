import type { LiveMessage } from '../stream-steps';

/** One subscription: `onMessage` may come with the id of the change. */
type Watch = (
  lastEventId: string | null,
  handlers: { onMessage: (message: LiveMessage, id: string | null) => void; onEnd: () => void },
) => { unsubscribe: () => void };

const reconnectAfterMs = [1_000, 2_000, 5_000, 10_000];
const readyWithinMs = 10_000;
/** A database that cannot announce changes will hardly learn it; meanwhile pages refetch when they are looked at. */
const unavailableMs = 5 * 60_000;

type Options = {
  portfolioId: string;
  watch: Watch;
  onMessage: (message: LiveMessage) => void;
};

/** Keeps one subscription alive until the signal: a dead one is replaced after 1, 2, 5, then every 10 seconds. */
function keepWatching(
  { watch }: Options,
  last: { id: string | null },
  hand: (message: LiveMessage, id: string | null) => void,
  signal: AbortSignal,
): void {
  let failures = 0;
  let wasReady = false;

  function connect() {
    if (signal.aborted) return;
    let isOver = false;
    let isUnavailable = false;
    let subscription: { unsubscribe: () => void } | undefined;
    const end = (delayMs: number) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      subscription?.unsubscribe();
      signal.removeEventListener('abort', onAbort);
      if (!signal.aborted) setTimeout(connect, delayMs);
    };
    const failed = () => {
      if (isUnavailable) return end(unavailableMs);
      const delayMs = reconnectAfterMs[Math.min(failures, reconnectAfterMs.length - 1)] ?? 10_000;
      failures += 1;
      end(delayMs);
    };
    const onAbort = () => end(0);
    const late = setTimeout(failed, readyWithinMs);
    signal.addEventListener('abort', onAbort);
    subscription = watch(last.id, {
      onMessage(message, id) {
        if (isOver) return;
        if (id !== null) last.id = id;
        if (message.kind === 'ready') {
          clearTimeout(late);
          failures = 0;
          // Nothing to go on from: what happened while we were away is unknown.
          if (wasReady && last.id === null) hand({ kind: 'gap' }, null);
          wasReady = true;
          return;
        }
        if (message.kind === 'unavailable') {
          isUnavailable = true;
          return;
        }
        hand(message, id);
      },
      onEnd: failed,
    });
  }
  connect();
}

/**
 * Hears of changes through one stream per browser: the tab that holds the lock has it and tells the others,
 * since HTTP/1.1 allows six connections. Without locks (plain HTTP on a home network) each tab has its own.
 */
export function startLiveUpdates(options: Options): () => void {
  const stop = new AbortController();
  const name = `hausbuch-live-${options.portfolioId}`;
  const last: { id: string | null } = { id: null };
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<{ message: LiveMessage; id: string | null }>) => {
      if (data.id !== null) last.id = data.id;
      options.onMessage(data.message);
    };
  }
  const hand = (message: LiveMessage, id: string | null) => {
    options.onMessage(message);
    channel?.postMessage({ message, id });
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      // Stopped between the asking and the getting: whoever holds the lock now must let it go again.
      if (stop.signal.aborted) return resolve();
      stop.signal.addEventListener('abort', () => resolve());
      keepWatching(options, last, hand, stop.signal);
    });
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => undefined); // stopped while waiting
  } else {
    void lead();
  }
  return () => {
    stop.abort();
    channel?.close();
  };
}
