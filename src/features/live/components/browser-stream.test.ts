import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../stream-steps';
import { startLiveUpdates } from './browser-stream';

type Connection = {
  lastId: string | null;
  at: number;
  send: (message: LiveMessage, id?: string) => void;
  end: () => void;
  isOpen: boolean;
};

let connections: Connection[];
let heard: LiveMessage[];
let stop: () => void;

const change: LiveMessage = { kind: 'change', entity: 'property', entityId: 'p', origin: null };
const latest = () => {
  const connection = connections.at(-1);
  if (!connection) throw new Error('There is no connection.');
  return connection;
};
const secondsBetween = () =>
  connections.slice(1).map(({ at }, index) => (at - (connections[index]?.at ?? 0)) / 1_000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {}); // without locks every tab keeps its own stream
  vi.stubGlobal('BroadcastChannel', undefined);
  connections = [];
  heard = [];
  stop = startLiveUpdates({
    portfolioId: 'one',
    onMessage: (message) => heard.push(message),
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
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the stream of changes', () => {
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

  test('goes on after the last change it has brought', async () => {
    latest().send({ kind: 'ready' });
    latest().send(change, '17');
    latest().end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(latest().lastId).toBe('17');
    expect(heard).toEqual([change]);
  });

  test('that breaks before any change leaves a gap: everything is asked for again', async () => {
    latest().send({ kind: 'ready' });
    latest().end();
    await vi.advanceTimersByTimeAsync(1_000);
    latest().send({ kind: 'ready' });
    expect(heard).toEqual([{ kind: 'gap' }]);
  });

  test('of a database that announces nothing is asked for again after five minutes', async () => {
    latest().send({ kind: 'unavailable' });
    latest().end();
    await vi.advanceTimersByTimeAsync(299_000);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connections).toHaveLength(2);
  });

  test('ends with the page', async () => {
    latest().send({ kind: 'ready' });
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  });
});
