import 'server-only';
import { z } from 'zod';
import { newId } from '@/lib/new-id';
import { env } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';
import { type Listener, listenTo } from './listener';
import { liveChannel } from './live-channel';

const change = z.object({
  /** Made by the writer, so that every process knows the change by the same name. */
  id: z.string(),
  portfolioId: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** The tab that made the change, which knows of it already. */
  origin: z.string().nullable(),
});
export type LiveChange = z.output<typeof change>;

const announcement = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(change);

/** What a listener is told: a change, or that changes may have been missed. */
export type LiveEvent = { kind: 'change'; change: LiveChange } | { kind: 'gap' };

/** Whoever has missed more than these fetches everything. */
const bufferSize = 100;
/** Of all portfolios together: as much as changes while a page is read, or a browser was away for a moment. */
const rememberedSize = 1_000;

/** A change, or the moment from which on none was missed. */
type Heard = LiveChange | { id: string; portfolioId: null };

/** One LISTEN connection per process, handed on to whoever watches a portfolio. */
export class LiveFeed {
  readonly #url: string;
  readonly #watchers = new Map<string, Set<(event: LiveEvent) => void>>();
  /** In the order of their commits, which is the same in every process. */
  #recent: Heard[] = [];
  #listener: Listener | undefined;
  #listening: Promise<boolean> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether changes arrive at all: not behind a pooler that shares its connections. */
  listen(): Promise<boolean> {
    this.#listening ??= this.#open();
    return this.#listening;
  }

  async #open(): Promise<boolean> {
    try {
      this.#listener = await listenTo(this.#url, liveChannel, {
        applicationName: 'hausbuch live',
        onMessage: (payload) => this.#receive(payload),
        onReconnect: () => this.#tellEverybody({ kind: 'gap' }),
      });
      this.#begin();
      return true;
    } catch (error) {
      log().warn({ event: 'live_feed_unavailable', error: describeError(error) });
      this.#listening = undefined;
      return false;
    }
  }

  #receive(payload: string): void {
    const parsed = announcement.safeParse(payload);
    if (!parsed.success) {
      // Anybody who may connect may say something here; what is not ours must not end the process.
      log().warn({ event: 'live_announcement_unreadable' });
      return;
    }
    this.#recent.push(parsed.data);
    if (this.#recent.length > rememberedSize) this.#recent.shift();
    const { portfolioId } = parsed.data;
    for (const tell of this.#watchers.get(portfolioId) ?? []) tell({ kind: 'change', change: parsed.data });
  }

  #begin(): void {
    this.#recent = [{ id: newId(), portfolioId: null }];
  }

  #tellEverybody(event: LiveEvent): void {
    this.#begin();
    for (const watchers of this.#watchers.values()) for (const tell of watchers) tell(event);
  }

  /**
   * The newest change heard of, in whichever portfolio: what is read from now on contains it and all before. Of a
   * process that does not listen yet it is a name nobody remembers.
   */
  position(): string {
    return this.#recent.at(-1)?.id ?? newId();
  }

  /** What a portfolio has changed after a position; where that is not remembered, or it is much, a gap. */
  since(portfolioId: string, position: string): LiveEvent[] {
    const at = this.#recent.findLastIndex(({ id }) => id === position);
    const missed = this.#recent
      .slice(at + 1)
      .flatMap((heard): LiveEvent[] =>
        heard.portfolioId === portfolioId ? [{ kind: 'change', change: heard }] : [],
      );
    return at === -1 || missed.length > bufferSize ? [{ kind: 'gap' }] : missed;
  }

  /**
   * Tells `watcher` of every change of a portfolio from now on, and first of those after a position, if one is
   * given. Answers with the end of it.
   */
  watch(portfolioId: string, position: string | null, watcher: (event: LiveEvent) => void): () => void {
    const watchers = this.#watchers.get(portfolioId) ?? new Set();
    watchers.add(watcher);
    this.#watchers.set(portfolioId, watchers);
    if (position !== null) for (const missed of this.since(portfolioId, position)) watcher(missed);
    return () => {
      // The second time there may be others, under the same name.
      if (!watchers.delete(watcher)) return;
      if (watchers.size === 0) this.#watchers.delete(portfolioId);
    };
  }

  async close(): Promise<void> {
    await this.#listener?.stop();
  }
}

// One connection per process, kept over hot reloads in development.
const shared = globalThis as { hausbuchLiveFeed?: LiveFeed };

/** The application's feed, connected at first use. */
export function liveFeed(): LiveFeed {
  shared.hausbuchLiveFeed ??= new LiveFeed(env().databaseDirectUrl);
  return shared.hausbuchLiveFeed;
}
