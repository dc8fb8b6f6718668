import 'server-only';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { LiveEvent, LiveFeed } from '@/db/live-feed';

/** A stream ends after this long; the browser opens the next, and membership is asked for anew. */
const lifetimeMs = 10 * 60_000;

export type LiveMessage =
  /** Changes will follow. */
  | { kind: 'ready' }
  /** No changes will follow: this database cannot announce them. */
  | { kind: 'unavailable' }
  /** Changes may have been missed. */
  | { kind: 'gap' }
  | { kind: 'change'; entity: string; entityId: string; origin: string | null };

/** Everything that changes in a portfolio, from after `lastId` on, until the signal, the lifetime or a change of members. */
export async function* streamChanges(
  feed: LiveFeed,
  portfolioId: string,
  { lastId, signal }: { lastId: string | null; signal: AbortSignal },
): AsyncGenerator<LiveMessage | TrackedEnvelope<LiveMessage>> {
  if (!(await feed.listen())) {
    yield { kind: 'unavailable' };
    return;
  }
  const waiting: LiveEvent[] = [];
  let wake = () => {};
  const unwatch = feed.watch(portfolioId, lastId, (event) => {
    waiting.push(event);
    wake();
  });
  const end = AbortSignal.any([signal, AbortSignal.timeout(lifetimeMs)]);
  const onEnd = () => wake();
  end.addEventListener('abort', onEnd);
  try {
    yield { kind: 'ready' };
    while (!end.aborted) {
      const event = waiting.shift();
      if (!event) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (event.kind === 'gap') {
        yield { kind: 'gap' };
        continue;
      }
      const { id, entity, entityId, origin } = event.change;
      yield tracked<LiveMessage>(id, { kind: 'change', entity, entityId, origin });
      // Who may see what has changed with it: whoever still may opens the next stream.
      if (entity === 'member') return;
    }
  } finally {
    end.removeEventListener('abort', onEnd);
    unwatch();
  }
}
