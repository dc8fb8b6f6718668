import type { Server } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Streams of changes never end by themselves; a browser whose stream is cut opens another, wherever it is let in. */
const isEndless = (url: string) => url.startsWith('/api/trpc/live.changes');

/** Whoever the system has connected already is let in: closing the port would cut them off, perhaps in the middle of a payment. */
async function letIn(server: Server, until: number): Promise<void> {
  let entered = 0;
  const count = () => {
    entered += 1;
  };
  server.on('connection', count);
  let before: number;
  do {
    before = entered;
    // The port is looked at between the two.
    await turn();
    await turn();
  } while (entered > before && Date.now() < until);
  server.off('connection', count);
}

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
    const until = Date.now() + limitMs;
    await letIn(server, until);
    server.close();
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
