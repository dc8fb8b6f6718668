import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Database, Tx } from '@/db/client';
import * as schema from '@/db/schema';

class Undo extends Error {}

/**
 * A database whose transactions are all the same one, never committed: `attempt` undoes what its work has written, so
 * that many changes can be tried on the same rows. One call at a time; what fails has to be attempted, too.
 * `statements` gathers what was asked of it. Opened as superuser, `behind` asks over every policy, too; calls take the
 * app's role all the same.
 */
export async function openUndoneDatabase(
  url: string,
  onStatement?: (text: string, params: unknown[]) => void,
) {
  const client = postgres(url, {
    max: 1,
    onnotice: () => {},
    // What is asked of all machines at once would keep a table that is whole on each from being changed afterwards.
    connection: { 'citus.multi_shard_modify_mode': 'sequential' },
  });
  const statements: string[] = [];
  const logger = {
    logQuery(text: string, params: unknown[]) {
      statements.push(text);
      onStatement?.(text, params);
    },
  };
  const pool: Database = drizzle({ client, schema, casing: 'snake_case', logger });
  let current: Tx | undefined;
  let base: { tx: Tx; isUsed: boolean; end: () => Promise<void> } | undefined;
  async function begin(): Promise<void> {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let whole: Promise<void> | undefined;
    await new Promise<void>((resolve, reject) => {
      whole = pool
        .transaction(async (tx) => {
          current = tx;
          base = {
            tx,
            isUsed: false,
            async end() {
              finish();
              await whole;
            },
          };
          resolve();
          await finished;
          throw new Undo();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) reject(error);
        });
    });
  }
  await begin();
  const standing = () => {
    if (!current) throw new Error('The transaction has not begun.');
    return current;
  };
  const database: Database = new Proxy(pool, {
    get(target, key) {
      if (base && current === base.tx) base.isUsed = true;
      if (key === 'transaction') return (work: (tx: Tx) => Promise<unknown>) => work(standing());
      return Reflect.get(standing(), key) ?? Reflect.get(target, key);
    },
  });
  return {
    database,
    statements,
    /** What stands in the database by now, undone or not. */
    async behind(text: string): Promise<readonly Record<string, unknown>[]> {
      if (base && current === base.tx) base.isUsed = true;
      await standing().execute(sql`select set_config('role', 'none', true)`);
      return standing().execute(sql.raw(text));
    },
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      const outer = standing();
      let answer: { value: T } | undefined;
      try {
        await outer.transaction(async (inner) => {
          current = inner;
          answer = { value: await work() };
          throw new Undo();
        });
      } catch (error) {
        if (!(error instanceof Undo) || !answer) throw error;
      } finally {
        current = outer;
        // Where it began with nothing, the next one does, too: a cluster remembers in a transaction who has written
        // where, undone or not, and lets nobody else look there.
        if (base && outer === base.tx && !base.isUsed) {
          await base.end();
          await begin();
        }
      }
      if (!answer) throw new Error('The attempt has no answer.');
      return answer.value;
    },
    async close() {
      await base?.end();
      await client.end();
    },
  };
}
