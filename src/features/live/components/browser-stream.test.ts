import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage, News } from '../stream-steps';
import { startLiveUpdates } from './browser-stream';

type Connection = {
  lastId: string;
  at: number;
  send: (message: LiveMessage, id?: string) => void;
  end: () => void;
  isOpen: boolean;
};

let connections: Connection[];
let heard: News[];
let asked: string[];
let stop: () => void;

/** As much of the page as is asked whether somebody sees it. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

const change: News = { kind: 'change', entity: 'property', entityId: 'p', origin: null };
const latest = () => {
  const connection = connections.at(-1);
  if (!connection) throw new Error('There is no connection.');
  return connection;
};
const secondsBetween = () =>
  connections.slice(1).map(({ at }, index) => (at - (connections[index]?.at ?? 0)) / 1_000);

const start = (hear: (news: News) => void = (news) => heard.push(news), since = 'page') =>
  startLiveUpdates({
    portfolioId: 'one',
    since,
    onNews: hear,
    async listMissed(after) {
      asked.push(after);
      return [change];
    },
    watch(lastId, { onMessage, onEnd }) {
      const connection: Connection = {
        lastId,
        at: Date.now(),
        send: (message, id) => onMessage(message, id ?? null),
        end: onEnd,
        isOpen: true,
      };
      connections.push(connection);
      return {
        unsubscribe: () => {
          connection.isOpen = false;
        },
      };
    },
  });

beforeEach(() => {
  connections = [];
  heard = [];
  asked = [];
});

describe('the stream of changes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', {}); // without locks every tab that is seen keeps its own stream
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('document', page);
    page.visibilityState = 'visible';
    stop = start();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('is tried again after 1, 2, 5 and then every 10 seconds', async () => {
    for (const wait of [1_000, 2_000, 5_000, 10_000, 10_000]) {
      latest().end();
      await vi.advanceTimersByTimeAsync(wait);
    }
    expect(secondsBetween()).toEqual([1, 2, 5, 10, 10]);
  });

  test('begins to count anew once it was there', async () => {
    latest().end();
    await vi.advanceTimersByTimeAsync(1_000);
    latest().end();
    await vi.advanceTimersByTimeAsync(2_000);
    latest().send({ kind: 'ready' });
    latest().end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(secondsBetween()).toEqual([1, 2, 1]);
  });

  test('that says nothing for ten seconds is given up', async () => {
    await vi.advanceTimersByTimeAsync(9_999);
    expect(latest().isOpen).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(latest().isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connections).toHaveLength(2);
  });

  test('that goes silent is given up when its heartbeat is ten seconds late', async () => {
    latest().send({ kind: 'ready' });
    await vi.advanceTimersByTimeAsync(25_000);
    latest().send({ kind: 'heartbeat' });
    await vi.advanceTimersByTimeAsync(34_999);
    expect(latest().isOpen).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(latest().isOpen).toBe(false);
  });

  test('begins with what the page’s data cannot hold, and goes on after the last it has heard', async () => {
    expect(latest().lastId).toBe('page');
    latest().send({ kind: 'ready' });
    latest().send(change, '17');
    latest().send({ kind: 'heartbeat' }, '18');
    latest().end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(latest().lastId).toBe('18');
    expect(heard).toEqual([change]);
  });

  test('of a database that announces nothing is asked for again after five minutes', async () => {
    latest().send({ kind: 'unavailable' });
    latest().end();
    await vi.advanceTimersByTimeAsync(299_000);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connections).toHaveLength(2);
  });

  test('is given up by a tab that nobody sees, and goes on where it was when it is looked at', async () => {
    latest().send({ kind: 'ready' }, '17');
    const look = (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    look('hidden');
    expect(latest().isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toHaveLength(1);
    look('visible');
    expect([connections.length, latest().lastId, latest().isOpen]).toEqual([2, '17', true]);
    stop();
    look('visible');
    expect(connections.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  });

  test('ends with the page', async () => {
    latest().send({ kind: 'ready' });
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  });
});

test('a second tab asks what came between its page and its listening, and then hears the first one’s stream', async () => {
  const news: News[] = [];
  const stopFirst = start();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  const stopSecond = start((one) => news.push(one), 'second page');
  await vi.waitFor(() => expect(news).toEqual([change]));
  expect(asked).toEqual(['second page']);
  latest().send({ kind: 'gap' }, '19');
  await vi.waitFor(() => expect(news).toEqual([change, { kind: 'gap' }]));
  expect(heard).toEqual([{ kind: 'gap' }]);
  stopFirst();
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  expect(latest().lastId).toBe('19');
  stopSecond();
});
