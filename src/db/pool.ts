import 'server-only';
import type postgres from 'postgres';
import { findDatabaseFault } from '@/lib/server/database-errors';
import { Connection, ConnectionLost, type ConnectionOptions, type Formats } from './connection';
import { isWorthPreparing } from './prepared';
import { type Moment, momentColumns } from './seal.ts';
import { tellStatement } from './statement-log';
import { seesOneInstant, type TimeLimit, timeLimit, whoAsks } from './time-limits';

/** Every connection has been busy for so long that somebody who waits is better told. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted';
  readonly code = 'POOL_EXHAUSTED';
}

export type PoolLimits = {
  /** Connections at the same time. */
  max: number;
  /** So many of them one person has at most: whoever asks for everything leaves some to others. */
  perPerson: number;
  /** How long a transaction waits for one of them. */
  waitMs: number;
  /** What a single statement may take at most, whatever it is for. */
  statementMs: number;
  /** A transaction that asks nothing for so long has been forgotten. */
  idleMs: number;
};

const defaults: PoolLimits = { max: 10, perPerson: 6, waitMs: 4_000, statementMs: Infinity, idleMs: 30_000 };
/** Where Postgres has not ended a statement that much later, nobody is listening any more. */
const graceMs = 5_000;
/** How often the pool looks for transactions that will not end by themselves. */
const watchMs = 1_000;
/** A connection keeps what it has prepared: it is replaced between two transactions once it is this old. */
const lifetimeMs = 45 * 60_000;

/** What the first connection has told of where they all lead. */
type Server = {
  /**
   * Whether that is the server itself. A pooler between (PgBouncer, Supavisor) gives each transaction another connection, which
   * does not have what was prepared on the last one: the driver would wait for it without end. It shows by the number of the
   * process, which a pooler makes up.
   */
  isDirect: boolean;
  /** Whether it is the coordinator of a cluster, which plans by the values alone: by them it finds who has the rows. */
  isCluster: boolean;
};

type Waiting = {
  person: string | undefined;
  resolve: (connection: Connection) => void;
  reject: (error: Error) => void;
};

/** Transactions on connections that each serve one at a time, and none after they were lost. */
export class Pool {
  readonly #url: string;
  readonly #limits: PoolLimits;
  readonly #options: ConnectionOptions;
  readonly #adopt: (options: Formats) => void;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Transaction>();
  /** How many connections each person has. */
  readonly #held = new Map<string, number>();
  readonly #watch: NodeJS.Timeout;
  #known: Formats | undefined;
  #isClosed = false;
  #server: Server | null = null;

  /** `adopt` is given the value formats of each new connection, to make them those of the caller. */
  constructor(
    url: string,
    options: ConnectionOptions & Partial<PoolLimits>,
    adopt: (options: Formats) => void = () => {},
  ) {
    this.#url = url;
    this.#limits = { ...defaults, ...options };
    this.#options = options;
    this.#adopt = adopt;
    this.#watch = setInterval(() => this.#endStuck(), watchMs).unref();
  }

  /**
   * Runs `work` in a transaction and commits what it did. Nothing of it stands where this rejects, except after a
   * `ConnectionLost` that came with the answer to the commit: then nobody knows, and the same ids may be sent again.
   * @throws PoolExhausted after `waitMs`
   */
  async transaction<T>(work: (sql: TransactionClient) => Promise<T>): Promise<T> {
    const { statementMs, wholeMs } = timeLimit();
    const person = whoAsks();
    const connection = await this.#take(person);
    const transaction = new Transaction(
      connection,
      { statementMs: Math.min(statementMs, this.#limits.statementMs), wholeMs },
      this.#limits.idleMs,
      (text, parameters) => this.#server?.isDirect === true && isWorthPreparing(text, parameters),
      () => this.#server,
    );
    this.#running.add(transaction);
    try {
      this.#server ??= await transaction.server();
      await transaction.begin();
      this.#known ??= connection.options;
      const result = await work(transaction.client());
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw transaction.causeOf(error);
    } finally {
      this.#running.delete(transaction);
      this.#give(connection, person);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    for (const { reject } of this.#waiting.splice(0)) reject(new ConnectionLost('The pool is closed.'));
    await Promise.all([...this.#open].map((connection) => connection.close(5)));
  }

  #take(person: string | undefined): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(new ConnectionLost('The pool is closed.'));
    const connection = this.#hasShareLeft(person) ? this.#free() : undefined;
    if (connection) {
      this.#hold(person, 1);
      return Promise.resolve(connection);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new PoolExhausted(`No connection was free within ${this.#limits.waitMs} ms.`));
      }, this.#limits.waitMs);
      const waiting: Waiting = {
        person,
        resolve: (taken) => {
          clearTimeout(timer);
          this.#hold(person, 1);
          resolve(taken);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #hasShareLeft = (person: string | undefined): boolean =>
    person === undefined || (this.#held.get(person) ?? 0) < this.#limits.perPerson;

  #hold(person: string | undefined, more: 1 | -1): void {
    if (person === undefined) return;
    const held = (this.#held.get(person) ?? 0) + more;
    if (held === 0) this.#held.delete(person);
    else this.#held.set(person, held);
  }

  #free(): Connection | undefined {
    return this.#idle.pop() ?? (this.#open.size < this.#limits.max ? this.#connect() : undefined);
  }

  /** Lets in whoever has waited longest, of those whose share is not used up, while there are connections. */
  #admit(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ person }) => this.#hasShareLeft(person));
      const connection = at < 0 || this.#isClosed ? undefined : this.#free();
      if (!connection) return;
      this.#waiting.splice(at, 1)[0]?.resolve(connection);
    }
  }

  /** So that connections held by what hangs come back, whatever it hangs on. */
  #endStuck(): void {
    const now = Date.now();
    for (const transaction of this.#running) transaction.endIfStuck(now);
  }

  #connect(): Connection {
    const connection = new Connection(this.#url, { ...this.#options, known: this.#known }, () =>
      this.#forget(connection),
    );
    this.#adopt(connection.options);
    this.#open.add(connection);
    return connection;
  }

  #give(connection: Connection, person: string | undefined): void {
    this.#hold(person, -1);
    if (!connection.isLost) {
      if (Date.now() - connection.openedAt > lifetimeMs) connection.lose('It is old enough.');
      else this.#idle.push(connection);
    }
    this.#admit();
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#admit();
  }
}

/** What a transaction is driven by: statements, and parts that can be given up. */
export type TransactionClient = {
  /** Which transaction it is, for who seals what it is entered for. */
  moment: Moment | undefined;
  unsafe: Connection['send'];
  savepoint: <T>(work: (sql: TransactionClient) => Promise<T>) => Promise<T>;
};

/** The transaction itself, or a part of it after a savepoint. */
type Part = { failure?: unknown };

/** Of statements sent together the first fails, and the others because of it: the news of one of those may come first. */
const causeIn = (part: Part, error: unknown): unknown =>
  'failure' in part && findDatabaseFault(error)?.state === '25P02' ? part.failure : error;

class Transaction {
  readonly #connection: Connection;
  readonly #limit: TimeLimit;
  readonly #idleMs: number;
  readonly #isPrepared: (text: string, parameters: number) => boolean;
  readonly #server: () => Server | null;
  readonly #whole: Part = {};
  #moment: Moment | undefined;
  #isOver = false;
  #savepoints = 0;
  #underWay = 0;
  readonly #beganAt = Date.now();
  /** Since when a statement is under way, or none. */
  #changedAt = this.#beganAt;

  constructor(
    connection: Connection,
    limit: TimeLimit,
    idleMs: number,
    isPrepared: (text: string, parameters: number) => boolean,
    server: () => Server | null,
  ) {
    this.#connection = connection;
    this.#limit = limit;
    this.#idleMs = idleMs;
    this.#isPrepared = isPrepared;
    this.#server = server;
  }

  /**
   * All in one message, so that knowing the moment costs no way to the server more. A single `set_config()` or lock in a
   * statement of the one before would stay on the connection, for whoever has it next: how days and letters are written, that
   * nothing is waited for on the disk. So each begins with what the connection began with; a pooler sees to its own.
   *
   * Statements are planned for any values. For those of a portfolio that has come since Postgres last counted (a demo, ten years
   * brought along) it expects one row in every table, and runs through all of one for each of another: 3.9 million charges for
   * the Today of 40 flats (`kept-plans.test.ts`).
   */
  async begin(): Promise<void> {
    const server = this.#server();
    const [clean, unlocked] = server?.isDirect
      ? ['reset role; reset all; ', ', pg_catalog.pg_advisory_unlock_all()']
      : ['', ''];
    const plans = server?.isCluster ? '' : 'set local plan_cache_mode = force_generic_plan; ';
    const answers: unknown[] = await this.#send(
      `${clean}begin${seesOneInstant() ? ' isolation level repeatable read' : ''}; ` +
        `set local statement_timeout = ${this.#limit.statementMs}; ` +
        `set local idle_in_transaction_session_timeout = ${this.#idleMs}; ${plans}select ${momentColumns}${unlocked}`,
    );
    const [moment] = answers.at(-1) as Moment[];
    this.#moment = moment;
  }

  /**
   * Closes its connection where Postgres should have ended it long ago, which is gone without a word then, or where
   * it goes on and on.
   */
  endIfStuck(now: number): void {
    const { statementMs, wholeMs } = this.#limit;
    const quietMs = (this.#underWay > 0 ? statementMs : this.#idleMs) + graceMs;
    if (now - this.#changedAt > quietMs) this.#connection.lose(`Nothing happened within ${quietMs} ms.`);
    else if (now - this.#beganAt > wholeMs) this.#connection.lose(`It was not over within ${wholeMs} ms.`);
  }

  /** Also whether the process that answers is the one the connection was made with. */
  async server(): Promise<Server> {
    const asked = await this.#send(
      `select pg_backend_pid() as pid, exists (select from pg_extension where extname = 'citus') as cluster`,
    );
    return { isDirect: asked[0]?.pid === asked.state.pid, isCluster: asked[0]?.cluster === true };
  }

  /** @throws what failed inside, also where `work` has caught it: Postgres has given the transaction up then */
  async commit(): Promise<void> {
    this.#isOver = true;
    if ('failure' in this.#whole) throw this.#whole.failure;
    const { command } = await this.#send('commit');
    if (command !== 'COMMIT') throw new Error(`Postgres answered a commit with ${command}.`);
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    try {
      await this.#send('rollback');
    } catch {
      this.#connection.lose('What was begun could not be rolled back.');
    }
  }

  /** What made a failure: itself, or what the transaction was given up for before it. */
  causeOf(error: unknown): unknown {
    return causeIn(this.#whole, error);
  }

  client(part: Part = this.#whole): TransactionClient {
    return {
      moment: this.#moment,
      unsafe: (text, parameters = [], options = {}) => {
        // Also for what was started without being awaited: the connection may be somebody else's by now.
        if (this.#isOver) throw new Error('The transaction of this statement is over.');
        const prepare = this.#isPrepared(text, parameters.length);
        return this.#send(text, parameters, { ...options, prepare }, part);
      },
      savepoint: async (work) => {
        const name = `part_${++this.#savepoints}`;
        const inner: Part = {};
        const { unsafe } = this.client(part);
        await unsafe(`savepoint ${name}`);
        try {
          const result = await work(this.client(inner));
          if ('failure' in inner) throw inner.failure;
          return result;
        } catch (error) {
          await unsafe(`rollback to ${name}`);
          throw causeIn(inner, error);
        }
      },
    };
  }

  #send(text: string, parameters?: unknown[], options?: postgres.UnsafeQueryOptions, part?: Part) {
    const query = this.#connection.send(text, parameters, options);
    const tell = tellStatement(text, parameters ?? []);
    this.#underWay += 1;
    this.#changedAt = Date.now();
    const settle = () => {
      this.#underWay -= 1;
      this.#changedAt = Date.now();
    };
    // The driver sends it a microtask from now, so that the caller can still say how it wants the rows.
    query.then(
      (rows) => {
        settle();
        tell?.({ rows: rows.length });
      },
      (error: unknown) => {
        settle();
        tell?.({ error });
        if (part && !('failure' in part)) part.failure = error;
      },
    );
    return query;
  }
}
