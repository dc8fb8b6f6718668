import { MIGRATION_LOCK } from '../migrate.ts';
import { shareSealKeys } from '../seal-keys.ts';
import { inTransaction } from '../single-connection.ts';
import { findProblems } from './checks.ts';
import { joinNodes, takeBack, type Undo } from './join.ts';
import { type Address, ClusterRefused, Interrupted, isSame } from './nodes.ts';
import { askOwnCopies } from './own-copies.ts';
import { demandQuiet, onCluster } from './session.ts';
import { type AnySql, countRows, demandSame, listTaken, type Plan, planTables } from './tables.ts';

export type Wanted = {
  /** The coordinator's database, as a superuser. */
  adminUrl: string;
  /** The coordinator as the workers reach it. */
  coordinator: Address;
  workers: Address[];
  /** Into how many parts the tables are cut; fixed from then on. */
  shards: number;
  /** Brings the coordinator's database up to date. */
  migrate: () => Promise<void>;
  onStep?: (label: string) => void;
};

type Distributed = {
  /** Workers that joined. */
  added: Address[];
  /** Tables that were moved, by how they stand. */
  whole: string[];
  spread: string[];
  rows: number;
};

const namesOf = (plan: Plan, kind: 'whole' | 'spread', taken: Set<string>) =>
  plan.tables.flatMap((table) => (table.kind === kind && !taken.has(table.name) ? [table.name] : []));

/** Nobody writes or migrates while tables move, and a table that somebody holds ends it instead of waiting for ever. */
export async function holdTables(tx: AnySql, names: string[]): Promise<void> {
  await tx`set local statement_timeout = 0`;
  await tx`set local lock_timeout = '1min'`;
  await tx`set local client_min_messages = error`;
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  // One connection to each worker, which sees what was done over the one before.
  await tx`set local citus.multi_shard_modify_mode = sequential`;
  for (const name of names) await tx`lock table ${tx(`hausbuch.${name}`)} in share row exclusive mode`;
}

async function moveTables(
  tx: AnySql,
  { shards, onStep }: Pick<Wanted, 'shards' | 'onStep'>,
): Promise<Omit<Distributed, 'added'>> {
  const taken = await listTaken(tx);
  const plan = await planTables(tx);
  const whole = namesOf(plan, 'whole', taken);
  const spread = namesOf(plan, 'spread', taken);
  await holdTables(tx, [...whole, ...spread]);
  // What points at a table that stands whole would be taken over as a local one, and could not be spread any more.
  await tx`set local citus.enable_local_reference_table_foreign_keys = off`;
  const before = await countRows(tx, [...whole, ...spread]);
  // Policies and statements call them, over there, too.
  await tx`select create_distributed_function('hausbuch.entered(text)')`;
  await tx`select create_distributed_function('hausbuch.known_zone(text)')`;
  for (const name of whole) {
    onStep?.(`${name}, whole on every node`);
    await tx`select create_reference_table(${`hausbuch.${name}`})`;
  }
  for (const [index, name] of spread.entries()) {
    onStep?.(`${name}, by portfolio (${index + 1} of ${spread.length})`);
    const with_ = plan.tables.find(
      (table) => table.kind === 'spread' && (taken.has(table.name) || index > 0),
    );
    if (with_)
      await tx`select create_distributed_table(${`hausbuch.${name}`}, 'portfolio_id', colocate_with => ${`hausbuch.${with_.name}`})`;
    else
      await tx`select create_distributed_table(${`hausbuch.${name}`}, 'portfolio_id', colocate_with => 'none', shard_count => ${shards})`;
  }
  demandSame(before, await countRows(tx, [...whole, ...spread]));
  // The rows the coordinator had still lie in its files, below tables that do not show them: an erased tenant's, too.
  const filled = [...before].filter(([, count]) => count > 0);
  for (const [name] of filled.reverse())
    await tx`select truncate_local_data_after_distributing_table(${`hausbuch.${name}`})`;
  await askOwnCopies(tx);
  return { whole, spread, rows: [...before.values()].reduce((sum, count) => sum + count, 0) };
}

/**
 * Spreads the schema over workers: checks every node first and changes nothing where something is missing, lets the
 * nodes know each other, and moves all tables in one transaction. Done already, or done in part, it does the rest.
 * @throws ClusterRefused with a sentence for each thing in the way, before anything is changed
 * @throws Interrupted after that, with how the tables stand
 */
export async function distribute(wanted: Wanted): Promise<Distributed> {
  return onCluster(wanted.adminUrl, wanted, async (session) => {
    const { coordinator, workers } = session;
    const { sql } = coordinator;
    const seen = await planTables(sql);
    const problems = findProblems(coordinator, workers, { plan: seen, shards: wanted.shards });
    if (problems.length > 0) throw new ClusterRefused(problems);
    const added = workers.filter(
      ({ address }) => !coordinator.facts.known.some((known) => isSame(known, address)),
    );
    const taken = await listTaken(sql);
    const isMoved =
      seen.tables.length > 0 && seen.tables.every(({ name, kind }) => kind === 'local' || taken.has(name));
    if (added.length === 0 && isMoved) {
      await shareSealKeys(sql);
      return { added: [], whole: [], spread: [], rows: 0 };
    }

    await demandQuiet(sql);
    let standing = 'No table has moved; migrations may have been applied.';
    const undo: Undo[] = [];
    try {
      wanted.onStep?.('migrations');
      await wanted.migrate();
      const { unlisted } = await planTables(sql);
      if (unlisted.length > 0) throw new ClusterRefused([`Tables nobody listed: ${unlisted.join(', ')}.`]);
      wanted.onStep?.('nodes, roles and passwords');
      await joinNodes(session, added, wanted.adminUrl, undo);
      const moved = await inTransaction(sql, async (tx) => {
        const done = await moveTables(tx, wanted);
        standing = 'Either every table has moved or none has; migrations were applied.';
        return done;
      });
      standing = 'Every table has moved; the workers may not know yet who may enter: run again.';
      await shareSealKeys(sql);
      return { added: added.map(({ address }) => address), ...moved };
    } catch (error) {
      if (!(await takeBack(undo)))
        standing += ' Nodes may have kept what they were given: run again, it goes on from there.';
      throw new Interrupted(standing, error);
    }
  });
}
