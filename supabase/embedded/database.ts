import postgres from 'postgres';
import { type Formats, OneConnection } from './one-connection.ts';
import { type Transaction, transact } from './transaction.ts';

export type { Transaction };

/** Of what postgres.js has: statements, what they are put together from, `begin` and `end`. */
export type Sql = postgres.Sql;
/** Either of the two: for reads that may stand inside or outside a transaction. */
export type Queryable = Sql | Transaction;

/** A connection keeps what it has prepared: it is replaced once it is this old, when nothing is under way. */
const lifetimeMs = 45 * 60_000;

type Connect = (onLost: (lost: OneConnection) => void, known: Formats | undefined) => OneConnection;

/** Connections that each serve one at a time; whoever finds all of them busy waits. */
class Connections {
  readonly #max: number;
  readonly #connect: Connect;
  readonly #open = new Set<OneConnection>();
  readonly #idle: OneConnection[] = [];
  readonly #waiting: PromiseWithResolvers<OneConnection>[] = [];
  #known: Formats | undefined;
  #isEnded = false;

  constructor(max: number, connect: Connect) {
    this.#max = max;
    this.#connect = connect;
  }

  async use<T>(work: (one: OneConnection) => Promise<T>): Promise<T> {
    const taken = this.#free() ?? (await this.#wait());
    try {
      const answer = await work(taken);
      this.#known ??= taken.formats;
      return answer;
    } finally {
      if (Date.now() - taken.openedAt > lifetimeMs) taken.lose();
      if (!taken.isLost) this.#idle.push(taken);
      this.#admit();
    }
  }

  async end(options?: { timeout?: number }): Promise<void> {
    this.#isEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended());
    await Promise.all([...this.#open].map((one) => one.close(options?.timeout)));
  }

  #ended = () => Object.assign(new Error('The connections have been ended.'), { code: 'CONNECTION_ENDED' });

  #free(): OneConnection | undefined {
    if (this.#isEnded) throw this.#ended();
    if (this.#idle.length > 0 || this.#open.size >= this.#max) return this.#idle.pop();
    const made = this.#connect((lost) => {
      this.#open.delete(lost);
      if (this.#idle.includes(lost)) this.#idle.splice(this.#idle.indexOf(lost), 1);
      this.#admit();
    }, this.#known);
    this.#open.add(made);
    return made;
  }

  #wait(): Promise<OneConnection> {
    const waiting = Promise.withResolvers<OneConnection>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  #admit(): void {
    while (!this.#isEnded && this.#waiting.length > 0) {
      const connection = this.#free();
      if (!connection) return;
      this.#waiting.shift()?.resolve(connection);
    }
  }
}

/** A statement of its own, or a part of another: carried out where it is waited for. */
class Statement implements PromiseLike<postgres.Row[]> {
  readonly #text: TemplateStringsArray;
  readonly #values: readonly unknown[];
  readonly #connections: Connections;

  constructor(text: TemplateStringsArray, values: readonly unknown[], connections: Connections) {
    this.#text = text;
    this.#values = values;
    this.#connections = connections;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaited as the driver's own statements are.
  then<A = postgres.Row[], B = never>(
    onAnswer?: ((rows: postgres.Row[]) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#connections.use(async (one) => this.#by(one.sql)).then(onAnswer, onError);
  }

  catch<B>(onError: (error: unknown) => B | PromiseLike<B>): Promise<postgres.Row[] | B> {
    return this.then(null, onError);
  }

  #by(sql: postgres.Sql): postgres.PendingQuery<postgres.Row[]> {
    const values = this.#values.map((value) => (value instanceof Statement ? value.#by(sql) : value));
    return sql(this.#text, ...(values as postgres.SerializableParameter[]));
  }
}

/**
 * Connections that act as one of Supabase's schema owners from their first statement. `role` is a start-up
 * parameter that Postgres heeds; it ignores `session_authorization` there.
 *
 * @throws what Postgres or the system says where nobody answers
 */
export async function connectAs(
  superuserUrl: string,
  owner: 'supabase_auth_admin' | 'supabase_storage_admin',
  max: number,
): Promise<Sql> {
  const parameters = { role: owner, TimeZone: 'UTC', application_name: owner };
  const connections = new Connections(
    max,
    (...others) => new OneConnection(superuserUrl, parameters, ...others),
  );
  // The first one asks for the types there are lists of, before anything depends on it.
  await connections.use((one) => one.sql`select`);
  // Puts names and rows into statements, and never connects.
  const write = postgres(superuserUrl);
  const sql = (first: TemplateStringsArray | object | string, ...rest: unknown[]) =>
    typeof first === 'object' && 'raw' in first
      ? new Statement(first, rest, connections)
      : write(first as object, ...(rest as never[]));
  return Object.assign(sql, {
    begin: <T>(work: (tx: Transaction) => Promise<T>) => connections.use((one) => transact(one, work)),
    end: (options?: { timeout?: number }) => connections.end(options),
  }) as unknown as Sql;
}
