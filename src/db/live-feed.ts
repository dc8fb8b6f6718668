import 'server-only';
import { z } from 'zod';
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

const bufferSize = 100;

/** One LISTEN connection per process, handed on to whoever watches a portfolio. */
export class LiveFeed {
  readonly #url: string;
  readonly #watchers = new Map<string, Set<(event: LiveEvent) => void>>();
  readonly #recent = new Map<string, LiveChange[]>();
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
    const { portfolioId } = parsed.data;
    if (!this.#watchers.has(portfolioId)) return;
    const recent = this.#recent.get(portfolioId) ?? [];
    recent.push(parsed.data);
    if (recent.length > bufferSize) recent.shift();
    this.#recent.set(portfolioId, recent);
    for (const tell of this.#watchers.get(portfolioId) ?? []) tell({ kind: 'change', change: parsed.data });
  }

  #tellEverybody(event: LiveEvent): void {
    this.#recent.clear();
    for (const watchers of this.#watchers.values()) for (const tell of watchers) tell(event);
  }

  /**
   * Tells `watcher` of every change of a portfolio from now on, and first of those after `lastId`; where that
   * one is not remembered any more, that there is a gap. Answers with the end of it.
   */
  watch(portfolioId: string, lastId: string | null, watcher: (event: LiveEvent) => void): () => void {
    const watchers = this.#watchers.get(portfolioId) ?? new Set();
    watchers.add(watcher);
    this.#watchers.set(portfolioId, watchers);
    if (lastId !== null) {
      const recent = this.#recent.get(portfolioId) ?? [];
      const at = recent.findIndex(({ id }) => id === lastId);
      if (at === -1) watcher({ kind: 'gap' });
      else for (const missed of recent.slice(at + 1)) watcher({ kind: 'change', change: missed });
    }
    return () => {
      watchers.delete(watcher);
      if (watchers.size > 0) return;
      this.#watchers.delete(portfolioId);
      this.#recent.delete(portfolioId);
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
