import 'server-only';
import { Connection } from './connection';
import { quoted } from './quoted';

const firstDelayMs = 100;
const longestDelayMs = 10_000;

export type Listener = { stop: () => Promise<void> };

/**
 * Hears what is said on a channel of Postgres, on a connection of its own that is replaced when it is lost.
 * `onReconnect`: nobody knows what was said meanwhile.
 * @throws where the first connection or LISTEN itself fails, as behind a pooler that shares its connections
 */
export async function listenTo(
  url: string,
  channel: string,
  heard: {
    applicationName: string;
    onMessage: (payload: string) => void;
    onReconnect?: () => void;
  },
): Promise<Listener> {
  let isStopped = false;
  let delayMs = firstDelayMs;
  let timer: NodeJS.Timeout | undefined;
  let connection: Connection | undefined;

  async function connect(): Promise<void> {
    let isListening = false;
    const current = new Connection(
      url,
      {
        applicationName: heard.applicationName,
        // It reads no lists: nothing has to be asked first.
        known: { parsers: {}, serializers: {} },
        onnotify: (name, payload) => {
          if (name === channel) heard.onMessage(payload);
        },
      },
      () => {
        if (isListening && !isStopped) connectAgain();
      },
    );
    connection = current;
    try {
      await current.send(`listen ${quoted(channel)}`);
    } catch (error) {
      current.lose('LISTEN failed.');
      throw error;
    }
    isListening = true;
    delayMs = firstDelayMs;
  }

  function connectAgain(): void {
    timer = setTimeout(() => {
      connect().then(
        () => heard.onReconnect?.(),
        () => {
          if (!isStopped) connectAgain();
        },
      );
    }, delayMs);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  }

  await connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await connection?.close(1);
    },
  };
}
