'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tabId, trpc } from '@/trpc/client';
import { isAffected } from '../affected';
import { startLiveUpdates } from '../browser-stream';

const gatherMs = 150;

/** Fetches anew what others change, within a second and only what is on the page. */
export function LiveUpdates({ portfolioId }: { portfolioId: string }) {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();

  useEffect(() => {
    const changed = new Set<string>();
    let hasGap = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function refetch() {
      timer = undefined;
      const entities = [...changed];
      const isEverything = hasGap;
      changed.clear();
      hasGap = false;
      void queryClient.invalidateQueries({
        predicate({ queryKey: [path] }) {
          const router: unknown = Array.isArray(path) ? path[0] : undefined;
          if (typeof router !== 'string') return false;
          return isEverything || entities.some((entity) => isAffected(router, entity));
        },
      });
    }

    const stop = startLiveUpdates({
      portfolioId,
      watch: (lastEventId, { onMessage, onEnd }) =>
        client.live.changes.subscribe(
          { lastEventId },
          {
            onData: (value) => ('kind' in value ? onMessage(value, null) : onMessage(value.data, value.id)),
            onError: onEnd,
            onComplete: onEnd,
          },
        ),
      onMessage(message) {
        if (message.kind === 'change') {
          if (message.origin === tabId) return; // the mutation has seen to it
          changed.add(message.entity);
        } else {
          hasGap = true;
        }
        timer ??= setTimeout(refetch, gatherMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, portfolioId, queryClient]);

  return null;
}
