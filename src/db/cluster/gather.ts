import { inTransaction } from '../single-connection.ts';
import { holdTables, type Wanted } from './distribute.ts';
import { dropCitus, setOnDatabase } from './join.ts';
import { type Address, ClusterRefused, Interrupted, nameOf, openNode, urlOn } from './nodes.ts';
import { askOwnCopies } from './own-copies.ts';
import { demandQuiet, onCluster } from './session.ts';
import { type AnySql, countRows, demandSame, listTaken, planTables } from './tables.ts';

type Gathered = { tables: number; rows: number; left: Address[] };

async function takeTablesBack(tx: AnySql, onStep: Wanted['onStep']): Promise<Omit<Gathered, 'left'>> {
  const taken = await listTaken(tx);
  const { tables } = await planTables(tx);
  const names = tables.flatMap(({ name }) => (taken.has(name) ? [name] : []));
  await holdTables(tx, names);
  const before = await countRows(tx, names);
  for (const name of names) {
    // What hangs together by foreign keys comes together.
    if (!(await listTaken(tx)).has(name)) continue;
    onStep?.(`${name} and what hangs on it`);
    await tx`select undistribute_table(${`hausbuch.${name}`}, cascade_via_foreign_keys => true)`;
  }
  const left = [...(await listTaken(tx))];
  if (left.length > 0) throw new Error(`These tables would have stayed on the workers: ${left.join(', ')}.`);
  await askOwnCopies(tx);
  demandSame(before, await countRows(tx, names));
  return { tables: names.length, rows: [...before.values()].reduce((sum, count) => sum + count, 0) };
}

/**
 * Takes all tables back to the coordinator in one transaction and lets the workers go: the way back of `distribute`.
 * @returns null where nothing is spread
 * @throws ClusterRefused with a sentence for each thing in the way, before anything is changed
 * @throws Interrupted after that, with how the tables stand
 */
export async function gather({
  adminUrl,
  coordinator: address,
  onStep,
}: Pick<Wanted, 'adminUrl' | 'coordinator' | 'onStep'>): Promise<Gathered | null> {
  return onCluster(adminUrl, { coordinator: address }, async ({ coordinator, workers }) => {
    if (coordinator.facts.installedCitus === null) return null;
    const lost = workers.flatMap((worker) => (typeof worker.facts === 'string' ? [worker.facts] : []));
    if (lost.length > 0) throw new ClusterRefused(lost);
    await demandQuiet(coordinator.sql);
    let standing = 'No table has come back.';
    try {
      const gathered = await inTransaction(coordinator.sql, async (tx) => {
        const done = await takeTablesBack(tx, onStep);
        standing = 'Either every table has come back or none has: run again, it goes on from there.';
        return done;
      });
      standing =
        'Every table has come back. The coordinator may still know the workers, and those may keep Citus and a schema hausbuch.';
      onStep?.('letting the workers go');
      await inTransaction(coordinator.sql, async (tx) => {
        await tx`set local client_min_messages = error`;
        for (const { address: worker } of workers)
          await tx`select citus_remove_node(${worker.host}, ${worker.port})`;
        await setOnDatabase(tx, null);
      });
      const [others] = await coordinator.sql`select 1 from pg_dist_partition limit 1`;
      if (!others) await dropCitus(adminUrl);
      for (const worker of workers)
        await emptyWorker(urlOn(adminUrl, worker.address), nameOf(worker.address), onStep);
      return { ...gathered, left: workers.map((worker) => worker.address) };
    } catch (error) {
      throw new Interrupted(standing, error);
    }
  });
}

/** What functions and types the coordinator had made there; a worker that still holds tables is left as it is. */
async function emptyWorker(url: string, name: string, onStep: Wanted['onStep']): Promise<void> {
  await dropCitus(url);
  const sql = openNode(url);
  try {
    await sql`drop table if exists hausbuch.seal_key`;
    const [table] = await sql`
      select 1 from pg_class where relnamespace = to_regnamespace('hausbuch') and relkind in ('r', 'p') limit 1`;
    if (table) onStep?.(`${name} still holds tables in its schema hausbuch, which are left there`);
    else await sql`drop schema if exists hausbuch cascade`;
  } finally {
    await sql.end();
  }
}
