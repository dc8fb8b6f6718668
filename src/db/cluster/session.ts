import type postgres from 'postgres';
import type { Inspected } from './checks.ts';
import { type Address, ClusterRefused, inspect, openNode, urlOn } from './nodes.ts';

/** Any constant: whoever changes how the schema stands on nodes holds it. */
const CLUSTER_LOCK = 4_208_775_127;

export type OpenNode = Inspected & { sql: postgres.Sql };
export type ClusterSession = { coordinator: OpenNode; workers: OpenNode[] };

const open = async (url: string, address: Address): Promise<OpenNode> => {
  const sql = openNode(url);
  return { address, sql, facts: await inspect(sql, address) };
};

/** Runs work on all nodes of a cluster, if nobody else does; their connections end with it. */
export async function onCluster<T>(
  adminUrl: string,
  { coordinator: address, workers }: { coordinator: Address; workers: Address[] },
  work: (session: ClusterSession) => Promise<T>,
): Promise<T> {
  const nodes: OpenNode[] = [];
  try {
    const coordinator = await open(adminUrl, address);
    nodes.push(coordinator);
    if (typeof coordinator.facts === 'string') throw new ClusterRefused([coordinator.facts]);
    const [turn] = await coordinator.sql<{ isOurs: boolean }[]>`
      select pg_try_advisory_lock(${CLUSTER_LOCK}) as "isOurs"`;
    if (!turn?.isOurs)
      throw new ClusterRefused([
        'This command is running already, on this or another machine: let it end first.',
      ]);
    // What was seen before it was our turn may be over.
    coordinator.facts = await inspect(coordinator.sql, address);
    const others = await Promise.all(workers.map((worker) => open(urlOn(adminUrl, worker), worker)));
    nodes.push(...others);
    return await work({ coordinator, workers: others });
  } finally {
    await Promise.all(nodes.map(({ sql }) => sql.end({ timeout: 5 })));
  }
}

/** Who works on the app meanwhile would wait for tables longer than they may. */
export async function demandQuiet(sql: postgres.Sql): Promise<void> {
  const [app] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'hausbuch%' and application_name <> 'hausbuch-distribute'`;
  if (!app?.count) return;
  throw new ClusterRefused([
    `Hausbuch itself has ${app.count} connections to this database: stop it first, on every machine, and start it afterwards.`,
  ]);
}
