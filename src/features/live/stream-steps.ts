import 'server-only';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { LiveEvent, LiveFeed } from '@/db/live-feed';
import { DomainError } from '@/lib/errors';

/** A stream ends after this long; the browser opens the next, and membership is asked for anew. */
const lifetimeMs = 10 * 60_000;
const heartbeatMs = 25_000;
/** A browser has one for all its tabs; so many browsers one person has at most, in each process. */
const streamsPerPerson = 20;
const streamsOf = new Map<string, number>();
/** So many changes wait for who does not read: what a stream says may stay in the air for as long as its line is open. */
const mostWaiting = 1_000;

export type News =
  /** Changes may have been missed. */
  { kind: 'gap' } | { kind: 'change'; entity: string; entityId: string; origin: string | null };

export type LiveMessage =
  | News
  /** Changes will follow. */
  | { kind: 'ready' }
  /** There were none for a while. */
  | { kind: 'heartbeat' }
  /** No changes will follow: this database cannot announce them. */
  | { kind: 'unavailable' };

function newsOf(event: LiveEvent): News {
  if (event.kind === 'gap') return event;
  const { entity, entityId, origin } = event.change;
  return { kind: 'change', entity, entityId, origin };
}

const isOfMembers = (event: LiveEvent) => event.kind === 'change' && event.change.entity === 'member';

/** What has changed in a portfolio after a position; nothing where the database announces no changes. */
export async function listMissed(feed: LiveFeed, portfolioId: string, position: string): Promise<News[]> {
  return (await feed.listen()) ? feed.since(portfolioId, position).map(newsOf) : [];
}

/** @throws DomainError `rate_limited` */
function countStream(userId: string): () => void {
  const others = streamsOf.get(userId) ?? 0;
  if (others >= streamsPerPerson) throw new DomainError('rate_limited');
  streamsOf.set(userId, others + 1);
  return () => {
    const left = (streamsOf.get(userId) ?? 1) - 1;
    if (left > 0) streamsOf.set(userId, left);
    else streamsOf.delete(userId);
  };
}

/**
 * Everything that changes in a portfolio, from a position on, until the signal, the lifetime or a change of members.
 * The id of a message is the position up to which whoever has it has heard everything.
 */
export async function* streamChanges(
  feed: LiveFeed,
  portfolioId: string,
  { userId, position, signal }: { userId: string; position: string | null; signal: AbortSignal },
): AsyncGenerator<LiveMessage | TrackedEnvelope<LiveMessage>> {
  if (!(await feed.listen())) {
    yield { kind: 'unavailable' };
    return;
  }
  const uncount = countStream(userId);
  const waiting: LiveEvent[] = [];
  let wake = () => {};
  let hasNewMembers = false;
  const unwatch = feed.watch(portfolioId, position, (event) => {
    if (waiting.length >= mostWaiting) {
      hasNewMembers ||= waiting.some(isOfMembers);
      waiting.splice(0, waiting.length, { kind: 'gap' });
    }
    waiting.push(event);
    wake();
  });
  const end = AbortSignal.any([signal, AbortSignal.timeout(lifetimeMs)]);
  const onEnd = () => {
    unwatch();
    wake();
  };
  end.addEventListener('abort', onEnd);
  const untilNow = (message: LiveMessage) =>
    waiting.length > 0 ? message : tracked<LiveMessage>(feed.position(), message);
  try {
    yield untilNow({ kind: 'ready' });
    while (!end.aborted) {
      const event = waiting.shift();
      if (event) {
        const news = newsOf(event);
        yield event.kind === 'change' ? tracked<LiveMessage>(event.change.id, news) : news;
        // Who may see what has changed with it: whoever still may opens the next stream.
        if (hasNewMembers || isOfMembers(event)) return;
        continue;
      }
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, heartbeatMs);
      });
      clearTimeout(timer);
      if (waiting.length === 0 && !end.aborted) yield untilNow({ kind: 'heartbeat' });
    }
  } finally {
    end.removeEventListener('abort', onEnd);
    unwatch();
    uncount();
  }
}
