import type postgres from 'postgres';
import { inject } from 'vitest';
import { distribute } from '../../src/db/cluster/distribute.ts';
import { addressOf, readWorkers, urlOn } from '../../src/db/cluster/nodes.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { connected, inDatabase } from './admin-urls.ts';
import type { TestServer } from './database-server.ts';

/** Few: each is a table, and every test file has them all copied. */
const shards = 4;

export interface TestCluster extends TestServer {
  /** Superusers of the coordinator and of each worker. */
  urls: string[];
}

/** The cluster of `TEST_CITUS`, the address of its coordinator: see `npm run cluster`. */
export async function findTestCluster(adminUrl: string): Promise<TestCluster> {
  return connected(adminUrl, async (sql) => {
    const [citus] = await sql<
      { version: string }[]
    >`select extversion as version from pg_extension where extname = 'citus'`;
    const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
    const workers = citus ? await readWorkers(sql) : [];
    if (workers.length === 0) throw new Error('TEST_CITUS: the database it names knows no workers.');
    return {
      adminUrl,
      urls: [adminUrl, ...workers.map((worker) => urlOn(adminUrl, worker))],
      description: `Citus ${citus?.version} on Postgres ${server?.version}, ${workers.length} workers, ${shards} shards`,
      stop: async () => {},
    };
  });
}

/** Spreads a database of that name, which is on every node, over the workers. */
export async function spreadTemplate(
  cluster: TestCluster,
  name: string,
  login: { name: string; password: string },
) {
  const [coordinator = '', ...workers] = cluster.urls.map((url) => inDatabase(url, name));
  await distribute({
    adminUrl: coordinator,
    coordinator: addressOf(coordinator),
    workers: workers.map(addressOf),
    shards,
    migrate: () => migrateDatabase({ adminUrl: coordinator, login }),
  });
}

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
