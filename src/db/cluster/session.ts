import type postgres from 'postgres';
import type { Inspected } from './checks.ts';
import {
  type Address,
  ClusterRefused,
  inspect,
  type NodeFacts,
  openNode,
  refusalOf,
  urlOn,
} from './nodes.ts';

/** Any constant: whoever changes how the schema stands on nodes holds it. */
export const CLUSTER_LOCK = 4_208_775_127;

export type OpenNode = Inspected & { sql: postgres.Sql };
export type ClusterSession = { coordinator: OpenNode & { facts: NodeFacts }; workers: OpenNode[] };

/**
 * Runs work on all nodes of a cluster, if nobody else does; their connections end with it.
 * @param nodes without workers those that the coordinator knows
 */
export async function onCluster<T>(
  adminUrl: string,
  { coordinator: address, workers }: { coordinator: Address; workers?: Address[] },
  work: (session: ClusterSession) => Promise<T>,
): Promise<T> {
  const opened: postgres.Sql[] = [];
  const open = (url: string) => {
    const sql = openNode(url);
    opened.push(sql);
    return sql;
  };
  try {
    const sql = open(adminUrl);
    const [turn] = await sql<{ isOurs: boolean }[]>`
      select pg_try_advisory_lock(${CLUSTER_LOCK}) as "isOurs"`.catch((error: unknown) => {
      throw new ClusterRefused([refusalOf(address, error)]);
    });
    if (!turn?.isOurs)
      throw new ClusterRefused([
        'This command is running already, on this or another machine: let it end first.',
      ]);
    // Not before: what was seen while it was another's turn may be over.
    const facts = await inspect(sql, address);
    if (typeof facts === 'string') throw new ClusterRefused([facts]);
    const others = await Promise.all(
      (workers ?? facts.known).map(async (worker) => {
        const workerSql = open(urlOn(adminUrl, worker));
        return { address: worker, sql: workerSql, facts: await inspect(workerSql, worker) };
      }),
    );
    return await work({ coordinator: { address, sql, facts }, workers: others });
  } finally {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })));
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
