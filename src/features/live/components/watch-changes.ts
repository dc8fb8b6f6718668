import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '@/trpc/root';
import type { Watch } from './browser-stream';

/** The stream of changes as one connection: where it breaks it is over, instead of trying again at its own pace. */
export const watchChanges =
  (client: Pick<TRPCClient<AppRouter>, 'live'>, portfolioId: string): Watch =>
  (lastEventId, { onMessage, onEnd }) =>
    client.live.changes.subscribe(
      { portfolioId, lastEventId },
      {
        onData: (value) => ('kind' in value ? onMessage(value, null) : onMessage(value.data, value.id)),
        onError: onEnd,
        onComplete: onEnd,
        onConnectionStateChange({ state, error }) {
          if (state === 'connecting' && error !== null) onEnd();
        },
      },
    );
