import 'server-only';
import postgres from 'postgres';
import { type Address, connectMs, connectTo } from './connect-to';

/** The connection went away under a transaction: whether its last statement was carried out is not known. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly code = 'CONNECTION_CLOSED';
}

export type ConnectionOptions = {
  /** Whether statements may be prepared at all; not behind a pooler that shares its connections. */
  prepare?: boolean;
  /** The kind of connection in Postgres' list of them. */
  applicationName: string;
  onnotify?: (channel: string, payload: string) => void;
  /** Of a connection that has asked which types there are lists of. */
  known?: Formats;
};

/** What the driver reads and writes values by. */
export type Formats = Pick<postgres.Sql['options'], 'parsers' | 'serializers'>;

/**
 * One connection to Postgres, used until it is lost and never again.
 *
 * postgres.js 3.4.9 connects anew by itself and goes on with what it has: the rest of a transaction whose connection
 * was lost, its COMMIT included, then runs inside whatever transaction has begun on the new connection, and a write
 * that was under way at the end leaves a connection that never writes again (porsager/postgres 1133, 1154, 1155, 1168,
 * 1208, 1209, 1215, 1216). So each of its clients gets one connection and one socket, and refuses everything after it;
 * docs/decisions/lost-connections.md says when this may go.
 */
export class Connection {
  readonly openedAt = Date.now();
  readonly #client: postgres.Sql;
  #lost: Error | null = null;
  readonly #onLost: () => void;

  constructor(url: string, options: ConnectionOptions, onLost: () => void) {
    this.#onLost = onLost;
    let isUsed = false;
    const driverOptions = {
      max: 1,
      connect_timeout: connectMs / 1_000,
      prepare: options.prepare ?? true,
      // The driver would end a connection between two statements of a transaction; the pool does it in between them.
      max_lifetime: null,
      idle_timeout: 0,
      // Where the connection is lost under it, nobody hears of the driver's own question: a rejection that nobody handles.
      fetch_types: options.known === undefined,
      onnotice: () => {},
      onnotify: options.onnotify,
      onclose: () => this.#lose(new ConnectionLost('The connection to Postgres was lost.')),
      connection: { application_name: options.applicationName },
      socket: async (address: Address) => {
        if (isUsed) {
          const again = new ConnectionLost('A lost connection is not used again.');
          this.#lose(again);
          throw again;
        }
        isUsed = true;
        try {
          return await connectTo(address);
        } catch (error) {
          this.#lose(error instanceof Error ? error : new ConnectionLost(String(error)));
          throw error;
        }
      },
    };
    this.#client = postgres(url, driverOptions);
    Object.assign(this.options.parsers, options.known?.parsers);
    Object.assign(this.options.serializers, options.known?.serializers);
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** What the driver reads and writes values by; Drizzle replaces some of it. */
  get options(): Formats {
    return this.#client.options;
  }

  /** @throws ConnectionLost at once, where the connection is gone already */
  send(text: string, parameters: unknown[] = [], options: postgres.UnsafeQueryOptions = {}) {
    if (this.#lost) throw this.#lost;
    return this.#client.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], options);
  }

  /** Ends it whatever is under way: what waits fails. */
  lose(reason: string): void {
    this.#lose(new ConnectionLost(reason));
  }

  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    // Rejects what the driver still holds back, instead of sending it on another connection.
    this.#client.end({ timeout: 0 }).catch(() => {});
    this.#onLost();
  }

  /** Ends it once what is under way is done, `timeout` seconds at most. */
  async close(timeout: number): Promise<void> {
    this.#lost ??= new ConnectionLost('The connection is closed.');
    await this.#client.end({ timeout });
  }
}
