import { once } from 'node:events';
import net from 'node:net';
import postgres from 'postgres';

const connectMs = 10_000;

type Address = { host: string[]; port: number[]; path?: string | false };
/** What the driver reads and writes values by. */
export type Formats = Pick<postgres.Sql['options'], 'parsers' | 'serializers'>;

const lost = () =>
  Object.assign(new Error('The connection to Postgres was lost.'), { code: 'CONNECTION_CLOSED' });

async function connectTo({ host: [host], port: [port], path }: Address): Promise<net.Socket> {
  const socket = net.connect(path ? { path } : { host, port: port ?? 5432 });
  socket.setNoDelay(true);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
  } catch (error) {
    socket.destroy();
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    throw Object.assign(new Error(`No answer from ${path || host}`), { code: 'CONNECT_TIMEOUT' });
  }
  // The driver names the server by it when it asks for TLS.
  return Object.assign(socket, { host });
}

/**
 * A client of postgres.js with one connection, used until that is lost and never again.
 *
 * postgres.js 3.4.9 connects anew by itself and goes on with what it has: the rest of a transaction whose connection was
 * lost, its COMMIT included, runs inside whatever transaction has begun on the new one, as whoever that one is for; and what
 * is written to a connection that is gone throws outside of any call, or waits without end (porsager/postgres 1133, 1154,
 * 1155, 1168, 1208, 1209, 1215, 1216). So each client gets one socket, and refuses everything after it.
 */
export class OneConnection {
  readonly openedAt = Date.now();
  readonly #client: postgres.Sql;
  readonly #onLost: (lost: OneConnection) => void;
  #isLost = false;

  /** `known` are the formats of one that has asked which types there are lists of. */
  constructor(
    url: string,
    parameters: Record<string, string>,
    onLost: (lost: OneConnection) => void,
    known?: Formats,
  ) {
    this.#onLost = onLost;
    let isUsed = false;
    const options = {
      max: 1,
      // The driver would end a connection between two statements of a transaction.
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: connectMs / 1_000,
      // Where the connection is lost under it, nobody hears of the driver's own question, and the process ends.
      fetch_types: known === undefined,
      onnotice: () => {},
      onclose: () => this.lose(),
      connection: parameters,
      // The driver has it, its types do not.
      socket: async (address: Address) => {
        try {
          if (isUsed) throw lost();
          isUsed = true;
          return await connectTo(address);
        } catch (error) {
          this.lose();
          throw error;
        }
      },
    };
    this.#client = postgres(url, options);
    Object.assign(this.#client.options.parsers, known?.parsers);
    Object.assign(this.#client.options.serializers, known?.serializers);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get formats(): Formats {
    return this.#client.options;
  }

  /** @throws at once where the connection is gone already */
  get sql(): postgres.Sql {
    if (this.#isLost) throw lost();
    return this.#client;
  }

  /** Ends it whatever is under way: what the driver still holds back fails. */
  lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#client.end({ timeout: 0 }).catch(() => {});
    this.#onLost(this);
  }

  /** Ends it once what is under way is done, `timeout` seconds at most. */
  async close(timeout = 5): Promise<void> {
    this.#isLost = true;
    await this.#client.end({ timeout });
  }
}
