import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { initTRPC, tracked } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import superjson from 'superjson';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '@/trpc/root';
import type { LiveMessage } from '../stream-steps';
import { startLiveUpdates } from './browser-stream';
import { watchChanges } from './watch-changes';

/** What the server's stream does after it was opened. */
let stream: () => AsyncGenerator<unknown>;
let server: http.Server;
let port = 0;
/** When the browser asked, in seconds since the first time, by the clock that the test moves. */
let askedAt: number[];
let ready: number;
let ended: number;
let stop: () => void;

/** The runtime's own EventSource, of which is kept when one was made. */
class CountedEventSource extends EventSource {
  constructor(url: string | URL, options?: EventSourceInit) {
    askedAt.push(Date.now());
    super(url, options);
  }
}

async function* readyAndQuiet(): AsyncGenerator<unknown> {
  yield tracked<LiveMessage>('1', { kind: 'ready' });
  await new Promise(() => undefined);
}
async function* silent(): AsyncGenerator<unknown> {
  await new Promise(() => undefined);
}

const t = initTRPC.create({ transformer: superjson });
const router = t.router({
  live: t.router({ changes: t.procedure.input((input) => input).subscription(() => stream()) }),
});

async function serve(): Promise<void> {
  server = http.createServer(createHTTPHandler({ router }));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}
async function goAway(): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Lets what is under way on the network happen, while the clock stands still. */
async function until(condition: () => boolean): Promise<void> {
  const began = performance.now();
  while (!condition()) {
    if (performance.now() - began > 5_000) throw new Error(`Nothing happened; asked at ${askedAt}.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const secondsBetween = () => askedAt.slice(1).map((at, index) => (at - (askedAt[index] ?? 0)) / 1_000);

async function listen() {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `http://127.0.0.1:${port}`,
        transformer: superjson,
        EventSource: CountedEventSource,
      }),
    ],
  });
  const watch = watchChanges(client, 'one');
  stop = startLiveUpdates({
    portfolioId: 'one',
    since: 'page',
    listMissed: async () => [],
    onNews: () => undefined,
    watch(lastId, { onMessage, onEnd }) {
      let isOver = false;
      return watch(lastId, {
        onEnd() {
          onEnd();
          if (!isOver) ended += 1;
          isOver = true;
        },
        onMessage(message, id) {
          onMessage(message, id);
          if (message.kind === 'ready') ready += 1;
        },
      });
    },
  });
  await until(() => ready === 1);
}

/** Moves the clock second by second; where the server is gone, each attempt has failed before the next one. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (!server.listening) await until(() => ended === askedAt.length);
  }
}

beforeEach(async () => {
  askedAt = [];
  ready = 0;
  ended = 0;
  port = 0;
  stream = readyAndQuiet;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('navigator', {}); // without locks every tab that is seen keeps its own stream
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  await serve();
});
afterEach(async () => {
  stop();
  await goAway();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a server that is gone is asked again after 1, 2, 5, 10 and 10 seconds, and heard when it is back', async () => {
  await listen();
  await goAway();
  await until(() => ended === 1);
  await pass(28);
  expect(secondsBetween()).toEqual([1, 2, 5, 10, 10]);
  await serve();
  await pass(10);
  await until(() => ready === 2);
  await goAway();
  await until(() => ended === askedAt.length);
  await pass(3);
  expect(secondsBetween(), 'the count begins anew').toEqual([1, 2, 5, 10, 10, 10, 1, 2]);
});

test('a stream that opened and went silent is asked for again, its silence counted once', async () => {
  await listen();
  stream = silent;
  await pass(35);
  expect(askedAt, 'given up after 35 seconds').toHaveLength(1);
  await pass(1);
  expect(secondsBetween()).toEqual([36]);
  await pass(10 + 2 + 10 + 5 + 10 + 10);
  expect(secondsBetween(), 'ten seconds of silence, then the wait').toEqual([36, 12, 15, 20]);
});
