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
    migrate: () => migrateDatabase({ adminUrl: coordinator, login, supabaseSecretKey: 'sb_secret_test' }),
  });
}
