import type { LiveMessage, News } from '../stream-steps';

/** One connection; `id` is the position up to which whoever has the message has heard everything. */
export type Watch = (
  lastEventId: string,
  handlers: { onMessage: (message: LiveMessage, id: string | null) => void; onEnd: () => void },
) => { unsubscribe: () => void };

const reconnectAfterMs = [1_000, 2_000, 5_000, 10_000];
const readyWithinMs = 10_000;
/** A heartbeat comes every 25 seconds; one that is ten late means that the stream is dead. */
const silentMs = 35_000;
/** A database that cannot announce changes will hardly learn it; meanwhile pages refetch when they are looked at. */
const unavailableMs = 5 * 60_000;

type Options = {
  portfolioId: string;
  /** The position before which the page's data were read. */
  since: string;
  watch: Watch;
  /** What has changed after a position, for a tab that gets its changes from another one. */
  listMissed: (after: string) => Promise<readonly News[]>;
  onNews: (news: News) => void;
};

/** Keeps one subscription alive until the signal: a dead one is replaced after 1, 2, 5, then every 10 seconds. */
function keepWatching(
  { watch }: Options,
  last: { id: string },
  hand: (message: LiveMessage, id: string | null) => void,
  signal: AbortSignal,
): void {
  let failures = 0;

  function connect() {
    if (signal.aborted) return;
    let isOver = false;
    let isUnavailable = false;
    let subscription: { unsubscribe: () => void } | undefined;
    const end = (delayMs: number) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(silence);
      subscription?.unsubscribe();
      signal.removeEventListener('abort', onAbort);
      if (!signal.aborted) setTimeout(connect, delayMs);
    };
    const failed = () => {
      if (isOver) return;
      if (isUnavailable) return end(unavailableMs);
      const delayMs = reconnectAfterMs[Math.min(failures, reconnectAfterMs.length - 1)] ?? 10_000;
      failures += 1;
      end(delayMs);
    };
    const onAbort = () => end(0);
    let silence = setTimeout(failed, readyWithinMs);
    signal.addEventListener('abort', onAbort);
    subscription = watch(last.id, {
      onMessage(message, id) {
        if (isOver) return;
        clearTimeout(silence);
        silence = setTimeout(failed, silentMs);
        if (id !== null) last.id = id;
        if (message.kind === 'ready') failures = 0;
        if (message.kind === 'unavailable') isUnavailable = true;
        hand(message, id);
      },
      onEnd: failed,
    });
  }
  connect();
}

/** The same, only while somebody sees the page; seen again, it goes on where it was. */
function watchWhileSeen(...[options, last, hand, signal]: Parameters<typeof keepWatching>): void {
  let away = new AbortController();
  const look = () => {
    away.abort();
    if (signal.aborted || document.visibilityState === 'hidden') return;
    away = new AbortController();
    keepWatching(options, last, hand, away.signal);
  };
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => away.abort());
  look();
}

/**
 * Hears of changes through one stream per browser: the tab that holds the lock has it and tells the others,
 * since HTTP/1.1 allows six connections. Without locks (plain HTTP on a home network) each tab that is seen has its own.
 */
export function startLiveUpdates(options: Options): () => void {
  const stop = new AbortController();
  const name = `hausbuch-live-${options.portfolioId}`;
  const last = { id: options.since };
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const hear = (message: LiveMessage) => {
    if (message.kind === 'change' || message.kind === 'gap') options.onNews(message);
  };
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<{ message: LiveMessage; id: string | null }>) => {
      if (data.id !== null) last.id = data.id;
      hear(data.message);
    };
  }
  const hand = (message: LiveMessage, id: string | null) => {
    hear(message);
    channel?.postMessage({ message, id });
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      // Stopped between the asking and the getting: whoever holds the lock now must let it go again.
      if (stop.signal.aborted) return resolve();
      stop.signal.addEventListener('abort', () => resolve());
      keepWatching(options, last, hand, stop.signal);
    });
  const follow = async () => {
    // What the other tab has said before this one could hear it.
    const missed = options.listMissed(options.since).catch((): News[] => [{ kind: 'gap' }]);
    void missed.then((news) => {
      if (!stop.signal.aborted) news.forEach(hear);
    });
    await navigator.locks.request(name, { signal: stop.signal }, lead);
  };
  if ('locks' in navigator) {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => lock && lead().then(() => true))
      .then((hasLed) => (hasLed || stop.signal.aborted ? undefined : follow()))
      .catch(() => undefined); // stopped while waiting
  } else {
    watchWhileSeen(options, last, hand, stop.signal);
  }
  return () => {
    stop.abort();
    channel?.close();
  };
}
