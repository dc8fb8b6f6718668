import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Streams of changes never end by themselves; a browser whose stream is cut opens another, wherever it is let in. */
const isEndless = (url: string) => url.startsWith('/api/trpc/live.changes');

/**
 * A server that takes no more connections and lets those that were asked be answered.
 * @returns what ends it: resolves once everything but streams is answered, or after `limitMs`
 */
export function drainable(server: Server): (limitMs: number) => Promise<void> {
  let underWay = 0;
  server.on('request', (request, response) => {
    if (isEndless(request.url ?? '')) return;
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
  });
  return async (limitMs) => {
    server.close();
    const until = Date.now() + limitMs;
    while (underWay > 0 && Date.now() < until) {
      server.closeIdleConnections();
      await sleep(20);
    }
    server.closeAllConnections();
  };
}

/** Shorter than whoever stops a container or a service waits before it kills. */
const drainMs = 8_000;

/** Asked to stop, the process answers what it was asked before and leaves. */
export function leaveWhenAnswered(server: Server): void {
  const drain = drainable(server);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void drain(drainMs).finally(() => process.exit(0)));
}
