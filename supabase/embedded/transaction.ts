import type postgres from 'postgres';
import type { OneConnection } from './one-connection.ts';

/** Of what postgres.js has: statements, what they are put together from, JSON and savepoints. */
export type Transaction = postgres.TransactionSql;

/**
 * Runs `work` in a transaction and commits what it did; nothing of it stands where this rejects, unless the connection was
 * lost under the commit. The driver's own `begin` would go on after its connection is lost.
 */
export async function transact<T>(one: OneConnection, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let isOver = false;
  let savepoints = 0;

  const statement = (first: TemplateStringsArray, ...rest: never[]) => {
    // Also for what was started without being awaited: the connection may be somebody else's by now.
    if (isOver) throw new Error('The transaction of this statement is over.');
    return one.sql(first, ...rest);
  };
  const tx = Object.assign(statement, {
    json: (value: postgres.JSONValue) => one.sql.json(value),
    savepoint: async <Part>(part: (tx: Transaction) => Promise<Part>): Promise<Part> => {
      const name = `part_${++savepoints}`;
      await one.sql.unsafe(`savepoint ${name}`);
      try {
        return await part(tx);
      } catch (error) {
        await one.sql.unsafe(`rollback to ${name}`);
        throw error;
      }
    },
  }) as unknown as Transaction;

  try {
    await one.sql.unsafe('begin');
    const result = await work(tx);
    isOver = true;
    // Where a statement failed and that was caught, Postgres has given everything up.
    const { command } = await one.sql.unsafe('commit');
    if (command !== 'COMMIT') throw new Error(`Postgres answered a commit with ${command}.`);
    return result;
  } catch (error) {
    isOver = true;
    try {
      await one.sql.unsafe('rollback');
    } catch {
      one.lose();
    }
    throw error;
  }
}
