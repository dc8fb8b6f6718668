import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from '@hausbuch/supabase-embedded/postgres';
import { openDatabase } from '@/db/client';
import { enterRequest } from '@/db/scope';
import { updatePortfolio } from '@/features/portfolio/commands';
import { updatePortfolioInput } from '@/features/portfolio/schema';
import { type CitusPrograms, findCitus } from '../../../scripts/cluster/find-citus.ts';
import {
  type Cluster,
  type ClusterNode,
  prepareNode,
  startCluster,
} from '../../../scripts/cluster/start-cluster.ts';
import { anyFreePort } from '../../../scripts/ports.ts';
import { connected, inDatabase } from '../../setup/admin-urls.ts';
import { chooseWriters, findWrong, type Place, prepare, type Writer, write } from './cluster-stage.ts';

/** A copy of a running node, owned by whom Postgres runs as. */
function copyNode(programs: CitusPrograms, node: ClusterNode, target: string, words: string[] = []): void {
  const account = chooseAccount(path.dirname(target));
  execFileSync(
    path.join(path.dirname(programs.postgres), 'pg_basebackup'),
    ['-D', target, '-d', node.url, '-c', 'fast', ...words],
    { cwd: os.tmpdir(), ...(account ? { uid: account.uid, gid: account.gid } : {}) },
  );
}

/** Lets a node begin from its copy and follow the WAL it had kept, up to a named point. */
function bringBack(node: ClusterNode, copy: string, archive: string, point: string): void {
  fs.rmSync(node.folder, { recursive: true });
  // With owners and modes, which fs.cp leaves behind.
  execFileSync('cp', ['-a', copy, node.folder]);
  fs.appendFileSync(
    path.join(node.folder, 'postgresql.auto.conf'),
    `restore_command = 'cp ${path.join(archive, path.basename(node.folder))}/%f %p'\n` +
      `recovery_target_name = '${point}'\nrecovery_target_action = 'promote'\n`,
  );
  fs.writeFileSync(path.join(node.folder, 'recovery.signal'), '');
}

/** It answers as a standby does until it has come to the point; then it is told to look for no other. */
async function untilBrought(node: ClusterNode): Promise<void> {
  await connected(node.url, async (sql) => {
    for (;;) {
      const [row] = await sql<{ isBehind: boolean }[]>`select pg_is_in_recovery() as "isBehind"`;
      if (!row?.isBehind) break;
      await sleep(100);
    }
    for (const name of ['restore_command', 'recovery_target_name', 'recovery_target_action'])
      await sql.unsafe(`alter system reset ${name}`);
  });
}

/** Waits until everybody has so many payments more. */
async function untilPaid(writers: Writer[], more = 5): Promise<void> {
  const known = writers.map(({ paid }) => paid.size);
  while (writers.some(({ paid }, index) => paid.size < (known[index] ?? 0) + more)) await sleep(50);
}

const nodesOf = ({ coordinator, workers }: Cluster) => [coordinator, ...workers];

/** Gives a portfolio new names: on every node, with a row of the journal on one of them, in one transaction. */
async function rename(writer: Writer, db: ReturnType<typeof openDatabase>['db']): Promise<void> {
  const { userId, portfolioId } = writer.books;
  for (let version = 1; !writer.isOver; version += 1)
    await enterRequest(db, { userId, portfolioId }, async ({ tx, scope }) => {
      if (!scope) throw new Error('No member.');
      const fields = { jurisdiction: 'DE', timeZone: 'Europe/Berlin', prorationMethod: 'calendar_days' };
      await updatePortfolio(
        tx,
        scope,
        updatePortfolioInput.parse({ ...fields, version, name: `Name ${version}` }),
      );
    });
}

/** Every node has the same directory, and no new name without its row in the journal or the other way round. */
async function findTorn(cluster: Cluster, place: Place, writers: Writer[]): Promise<string[]> {
  const found: string[] = [];
  const [journal] = await connected(
    place.adminUrl,
    (sql) => sql<{ names: number }[]>`
      select count(*)::int as names from hausbuch.audit_event
      where portfolio_id = ${writers[0]?.books.portfolioId ?? null} and action = 'portfolio.update'`,
  );
  for (const node of nodesOf(cluster)) {
    const [copy] = await connected(inDatabase(node.url, 'faults'), async (sql) => {
      const [table] = await sql<{ name: string }[]>`
        select 'portfolio_' || shardid as name from pg_dist_shard where logicalrelid = 'hausbuch.portfolio'::regclass`;
      return sql<{ version: number }[]>`
        select version from ${sql(`hausbuch.${table?.name}`)} where id = ${writers[0]?.books.portfolioId ?? null}`;
    });
    if (copy?.version !== (journal?.names ?? 0) + 1)
      found.push(
        `${path.basename(node.folder)} has version ${copy?.version} after ${journal?.names} new names`,
      );
    const [open] = await connected(
      node.url,
      (sql) => sql<{ left: number }[]>`select count(*)::int as left from pg_prepared_xacts`,
    );
    if (open?.left) found.push(`${path.basename(node.folder)} has ${open.left} transactions half-way`);
  }
  return found;
}

/** All nodes copied while people write, and brought back to one instant between two of their writes. */
async function restoreToInstant(
  { programs, cluster, place, copies, archive }: Stage,
  say: (line: string) => void,
): Promise<string[]> {
  const writers = await chooseWriters(
    place,
    cluster.workers.map(({ port }) => port),
  );
  const { db, close } = openDatabase(place.appUrl, { perPerson: 10 });
  const working = Promise.all([
    ...writers.map((writer) => write(writer, db)),
    ...writers.slice(0, 1).map((writer) => rename(writer, db)),
  ]);
  for (const node of nodesOf(cluster))
    copyNode(programs, node, path.join(copies, path.basename(node.folder)));
  await untilPaid(writers);
  const before = writers.map(({ paid }) => new Set(paid.keys()));
  await connected(place.adminUrl, (sql) => sql`select citus_create_restore_point('before_the_mishap')`);
  const after = performance.now();
  await untilPaid(writers);
  for (const writer of writers) writer.isOver = true;
  await working;
  await close();
  for (const node of nodesOf(cluster)) {
    // What stands in the last piece of WAL is kept once the piece is full, or by this.
    await connected(node.url, async (sql) => {
      const [row] = await sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
      for (;;) {
        const [kept] = await sql<{ isKept: boolean }[]>`
          select last_archived_wal >= ${row?.file ?? ''} as "isKept" from pg_stat_archiver`;
        if (kept?.isKept) break;
        await sleep(100);
      }
    });
  }
  for (const node of nodesOf(cluster)) await node.kill();
  const began = performance.now();
  for (const node of nodesOf(cluster)) {
    bringBack(node, path.join(copies, path.basename(node.folder)), archive, 'before_the_mishap');
    await node.start();
  }
  for (const node of nodesOf(cluster)) await untilBrought(node);
  await connected(place.adminUrl, (sql) => sql`select recover_prepared_transactions()`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const stands = new Set(before.flatMap((ids) => [...ids]));
  const rows = await connected(place.adminUrl, async (sql) => {
    const found = await sql<{ id: string }[]>`select id from hausbuch.payment`;
    return new Set(found.map(({ id }) => id));
  });
  const all = writers.flatMap(({ paid }) => [...paid]);
  const found = [
    ...(await findTorn(cluster, place, writers)),
    ...(await findWrong(place, writers, () => false)),
  ];
  const lost = [...stands].filter((id) => !rows.has(id));
  if (lost.length > 0) found.push(`${lost.length} payments from before the point are lost`);
  const late = all.filter(([id, at]) => at > after && rows.has(id));
  if (late.length > 0) found.push(`${late.length} payments from after the point are there`);
  say(
    `brought back to one instant in ${seconds} s: ${stands.size} payments from before it stand, ` +
      `${all.filter(([, at]) => at > after).length} from after it are gone`,
  );
  for (const { books } of writers) await books.close();
  return found;
}

/** A standby of a worker takes its place: nothing acknowledged is lost. */
async function promoteStandby(
  { programs, cluster, place, copies }: Stage,
  say: (line: string) => void,
): Promise<string[]> {
  const [first, second] = cluster.workers;
  if (!first || !second) throw new Error('Two workers are needed.');
  const folder = path.join(copies, 'standby');
  copyNode(programs, first, folder, ['-R', '-C', '-S', 'standby']);
  const port = await anyFreePort();
  const { password } = new URL(first.url);
  const standby = prepareNode(folder, port, decodeURIComponent(password), { programs, durable: true });
  await standby.node.start();
  try {
    await connected(first.url, async (sql) => {
      // An acknowledged write stands on both then.
      await sql`alter system set synchronous_standby_names = '*'`;
      await sql`select pg_reload_conf()`;
      for (;;) {
        const [row] = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`;
        if (row) break;
        await sleep(100);
      }
    });
    const writers = await chooseWriters(place, [first.port, second.port]);
    const { db, close } = openDatabase(place.appUrl, { perPerson: 10 });
    const working = Promise.all(writers.map((writer) => write(writer, db)));
    await untilPaid(writers);
    await first.kill();
    const began = performance.now();
    await connected(standby.node.url, async (sql) => {
      // It was to wait for a standby of its own otherwise, as what it is a copy of did.
      await sql`alter system reset synchronous_standby_names`;
      await sql`select pg_promote()`;
      await sql`select pg_reload_conf()`;
    });
    await connected(
      place.adminUrl,
      (sql) => sql`
        select citus_update_node(nodeid, ${first.host}, ${port}, force => true) from pg_dist_node
        where nodeport = ${first.port} and noderole = 'primary'`,
    );
    const still = await Promise.race([untilPaid(writers, 1).then(() => 0), sleep(120_000).then(() => 1)]);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    for (const writer of writers) writer.isOver = true;
    await working;
    await close();
    const found = await findWrong(place, writers);
    if (still) found.push('not all write again two minutes after the standby took over');
    const total = writers.reduce((sum, { paid }) => sum + paid.size, 0);
    say(
      `a standby in the place of worker 1: all write again after ${seconds} s; ${total} payments acknowledged, ${found.length} things found`,
    );
    for (const { books } of writers) await books.close();
    return found;
  } finally {
    await standby.stop();
  }
}

type Stage = {
  programs: CitusPrograms;
  cluster: Cluster;
  place: Place;
  copies: string;
  archive: string;
};

/** `npm run faults:cluster -- --restore`: what an operator of several nodes has to be able to do. */
export async function runClusterRestore(
  folder: string | undefined,
  say: (line: string) => void,
): Promise<string[]> {
  const programs = findCitus(folder);
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-restore-'));
  fs.chmodSync(base, 0o755);
  const [copies, archive] = ['copies', 'archive'].map((name) => path.join(base, name)) as [string, string];
  fs.mkdirSync(copies);
  const account = chooseAccount(copies);
  if (account) fs.chownSync(copies, account.uid, account.gid);
  const cluster = await startCluster({
    ...{ programs, port: await anyFreePort(), workers: 2, durable: true, archive },
    folder: path.join(base, 'nodes'),
  });
  try {
    const place = await prepare(
      cluster,
      cluster.workers.map(({ port }) => port),
    );
    const stage = { programs, cluster, place, copies, archive };
    return [...(await restoreToInstant(stage, say)), ...(await promoteStandby(stage, say))];
  } finally {
    await cluster.stop();
    fs.rmSync(base, { recursive: true, force: true });
  }
}
