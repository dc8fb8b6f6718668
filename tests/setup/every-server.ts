import type postgres from 'postgres';
import { inject } from 'vitest';
import { connected, inDatabase } from './admin-urls.ts';

/** Runs work on every server a test database is on: of a cluster, each of its nodes has a part of it. */
export async function onEachServer(urls: readonly string[], work: (sql: postgres.Sql) => Promise<unknown>) {
  for (const url of urls) await connected(url, work);
}

/** What a database is set to, and who may do what with it, is not copied along. */
export async function finishClone(servers: readonly string[], name: string): Promise<void> {
  await onEachServer(
    servers.map((url) => inDatabase(url, name)),
    async (sql) => {
      await sql`set citus.enable_ddl_propagation = off`;
      await sql`grant create on database ${sql(name)} to hausbuch_owner`;
    },
  );
  await onEachServer(
    servers.slice(0, 1),
    (sql) => sql`alter database ${sql(name)} set citus.propagate_set_commands = 'local'`,
  );
}

/** Every server of a test database as its superuser in that database, one after the other. */
export const onEachNode = (database: postgres.Sql, work: (sql: postgres.Sql) => Promise<unknown>) =>
  onEachServer(
    inject('testDatabase').servers.map((url) => inDatabase(url, database.options.database)),
    work,
  );

/** How many connections of a test database wait for a lock; on a cluster that happens where the row lies. */
export async function countLockWaits(database: postgres.Sql): Promise<number> {
  const name = database.options.database;
  let count = 0;
  await onEachServer(inject('testDatabase').servers, async (sql) => {
    const [row] = await sql<{ waits: number }[]>`
      select count(*)::int as waits from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`;
    count += row?.waits ?? 0;
  });
  return count;
}
