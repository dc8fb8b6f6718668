import { type Address, isSame, type NodeFacts, nameOf } from './nodes.ts';
import type { Plan } from './tables.ts';

/** From here on Citus keeps row-level security, roles and reference tables as this needs them; tried on 13.2 and 14.0. */
const oldestCitus = 13;
const oldestPostgres = 15;

const major = (version: number) => Math.floor(version / 10_000);

/** What of a node by itself does not do. */
function problemsOf(name: string, facts: NodeFacts): string[] {
  const citus = facts.installedCitus ?? facts.availableCitus;
  const problems: string[] = [];
  if (!facts.isSuperuser)
    problems.push(`On ${name} the login "${facts.login}" is no superuser, which adding nodes asks for.`);
  if (major(facts.version) < oldestPostgres)
    problems.push(`${name} runs Postgres ${major(facts.version)}; at least ${oldestPostgres} is needed.`);
  if (citus === null) problems.push(`${name} has no Citus: install its package there.`);
  else if (Number.parseInt(citus, 10) < oldestCitus)
    problems.push(`${name} has Citus ${citus}; at least ${oldestCitus} is needed.`);
  // Asked for only where it could be: without the package the server would not start with it.
  else if (!facts.preload.split(/\s*,\s*/).includes('citus'))
    problems.push(`${name} does not load Citus: put citus first in shared_preload_libraries and restart it.`);
  if (facts.walLevel !== 'logical')
    problems.push(
      `${name} has wal_level = ${facts.walLevel}: moving shards asks for logical, and a restart.`,
    );
  if (facts.preparedTransactions === 0 && facts.preload.includes('citus'))
    problems.push(`${name} has max_prepared_transactions = 0: transactions over nodes ask for more.`);
  if (!facts.canCompareRanges)
    problems.push(`${name} lacks the extension btree_gist: install postgresql-contrib there.`);
  return problems;
}

export type Inspected = { address: Address; facts: NodeFacts | string };

/** A relation each for table, key, what is too long for a row and its index, and the other indexes. */
const relationsPerTable = 8;

/**
 * Why the database cannot be spread over these workers, in sentences; none where it can. Asks nobody.
 * @param plan of the schema as it is
 */
export function findProblems(
  coordinator: Inspected,
  workers: Inspected[],
  { plan, shards }: { plan: Plan; shards: number },
): string[] {
  const problems = [coordinator, ...workers].flatMap(({ address, facts }) =>
    typeof facts === 'string' ? [facts] : problemsOf(nameOf(address), facts),
  );
  for (const table of plan.unlisted)
    problems.push(
      `The table ${table} is neither kept by portfolio nor listed: say in src/db/cluster/tables.ts how it is to stand.`,
    );
  const own = coordinator.facts;
  if (typeof own === 'string') return problems;
  const perNode = Math.ceil(shards / Math.max(workers.length, 1)) * plan.tables.length * relationsPerTable;
  for (const { address, facts } of workers) {
    if (typeof facts === 'string') continue;
    const name = nameOf(address);
    if (major(facts.version) !== major(own.version))
      problems.push(`${name} runs Postgres ${major(facts.version)}, the coordinator ${major(own.version)}.`);
    if (
      facts.availableCitus !== null &&
      own.availableCitus !== null &&
      facts.availableCitus !== own.availableCitus
    )
      problems.push(`${name} has Citus ${facts.availableCitus}, the coordinator ${own.availableCitus}.`);
    if (facts.lockRoom < perNode)
      problems.push(
        `${name} has room for ${facts.lockRoom} locks and ${shards} shards would take ${perNode}: ` +
          'raise max_locks_per_transaction, or take fewer shards.',
      );
    if (isSame(address, coordinator.address))
      problems.push(`${name} is the coordinator itself, and no worker.`);
    const isKnown = own.known.some((known) => isSame(known, address));
    if (!isKnown && facts.tables > 0)
      problems.push(`${name} holds a Hausbuch of its own in "${facts.database}": a new worker is empty.`);
    if (!isKnown && facts.known.length > 0)
      problems.push(`${name} belongs to another cluster (${facts.known.map(nameOf).join(', ')}).`);
  }
  for (const known of own.known)
    if (!workers.some(({ address }) => isSame(address, known)))
      problems.push(
        `${nameOf(known)} belongs to the cluster and is not named: this command takes no worker away.`,
      );
  return problems;
}
