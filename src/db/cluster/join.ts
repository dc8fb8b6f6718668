import { quoted } from '../quoted.ts';
import { inTransaction } from '../single-connection.ts';
import { ClusterRefused, openNode, urlOn } from './nodes.ts';
import { ensureRolesOn, listRoles, secretsOf, setPasswords, tellPasswords } from './roles.ts';
import type { ClusterSession, OpenNode } from './session.ts';

export type Undo = () => Promise<void>;

const hasCitus = ({ facts }: OpenNode) => typeof facts !== 'string' && facts.installedCitus !== null;

/** What a new worker needs before the coordinator may speak to it. What it is given goes again with `undo`. */
async function prepareWorker(
  worker: OpenNode,
  session: ClusterSession,
  adminUrl: string,
  undo: Undo[],
): Promise<void> {
  const { sql } = worker;
  const secrets = secretsOf(adminUrl);
  if (!hasCitus(worker)) {
    undo.unshift(() => dropCitus(urlOn(adminUrl, worker.address)));
    await sql`create extension if not exists citus`;
  }
  // A worker would send it on to the coordinator, which has all this already.
  await sql`set citus.enable_ddl_propagation = off`;
  const made = await ensureRolesOn(sql, await listRoles(session.coordinator.sql));
  undo.unshift(() => dropRoles(urlOn(adminUrl, worker.address), made));
  await setPasswords(sql, secrets);
  await tellPasswords(sql, secrets);
  await sql`set citus.enable_ddl_propagation = on`;
}

/**
 * Makes coordinator and workers know each other, with roles and passwords. Nothing of the schema moves.
 * @param undo is given what takes all of it back, last first
 */
export async function joinNodes(
  session: ClusterSession,
  added: OpenNode[],
  adminUrl: string,
  undo: Undo[],
): Promise<void> {
  const secrets = secretsOf(adminUrl);
  const { coordinator } = session;
  const { sql, address } = coordinator;
  for (const worker of added) await prepareWorker(worker, session, adminUrl, undo);
  await inTransaction(sql, async (tx) => {
    await tx`set local client_min_messages = error`;
    await tx`create extension if not exists citus`;
    await setPasswords(tx, secrets);
    await tellPasswords(tx, secrets);
    // Settings of a transaction reach the other nodes by SET LOCAL: row-level security over there reads them.
    await setOnDatabase(tx, 'local');
    const [own] =
      await tx`select 1 from pg_dist_node where groupid = 0 and nodename = ${address.host} and nodeport = ${address.port}`;
    if (!own) await tx`select citus_set_coordinator_host(${address.host}, ${address.port})`;
    for (const worker of added)
      await tx`select citus_add_node(${worker.address.host}, ${worker.address.port})`;
  });
  undo.unshift(async () => {
    await inTransaction(sql, async (tx) => {
      for (const worker of added)
        await tx`select citus_remove_node(${worker.address.host}, ${worker.address.port})`;
      if (!hasCitus(coordinator)) await setOnDatabase(tx, null);
    });
    if (!hasCitus(coordinator)) await dropCitus(adminUrl);
  });
  const ill = await sql<{ from: string; to: string }[]>`
    select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to
    from citus_check_cluster_node_health() where result is not true`;
  if (ill.length > 0)
    throw new ClusterRefused(
      ill.map(
        ({ from, to }) =>
          `${from} does not get through to ${to}: nodes talk to each other, the workers, too.`,
      ),
    );
}

/**
 * Takes back what can be; the error that led here is the one that is told. It ends where a step fails, as on a
 * coordinator that is gone: nodes that know each other have what they need, and the next run goes on from there.
 * @returns whether all of it is taken back
 */
export async function takeBack(undo: readonly Undo[]): Promise<boolean> {
  try {
    for (const step of undo) await step();
    return true;
  } catch {
    return false;
  }
}

async function dropRoles(url: string, names: string[]): Promise<void> {
  const sql = openNode(url);
  try {
    for (const name of names) await sql.unsafe(`drop owned by ${quoted(name)}; drop role ${quoted(name)}`);
  } finally {
    await sql.end();
  }
}

/** In a connection of its own: one that has used Citus looks its tables up once more, and they are gone. */
export async function dropCitus(url: string): Promise<void> {
  const sql = openNode(url);
  await sql`drop extension if exists citus cascade`.finally(() => sql.end());
}

/** `null`: as Citus has it. */
export async function setOnDatabase(
  sql: Parameters<typeof tellPasswords>[0],
  value: 'local' | null,
): Promise<void> {
  const [here] = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`;
  const change =
    value === null ? 'reset citus.propagate_set_commands' : `set citus.propagate_set_commands = '${value}'`;
  await sql.unsafe(`alter database ${here?.name} ${change}`);
}
