import { randomUUID } from 'node:crypto';
import { applySchema } from '@hausbuch/supabase-embedded';
import { distribute } from '@/db/cluster/distribute';
import { addressOf, readWorkers, urlOn } from '@/db/cluster/nodes';
import { migrateDatabase } from '@/db/migrate';
import { copyRows, openForCopy, trustReferences } from '@/features/demo/commands/copy-rows';
import { makeCrowd } from '@/features/demo/commands/crowd';
import { addMonths, type CalendarDate } from '@/lib/calendar';
import { connected, inDatabase } from '../setup/admin-urls.ts';

/** A database of the bench: of the coordinator alone, or one on every node. */
export type Place = { name: string; servers: string[]; adminUrl: string; appUrl: string };
export type Portfolio = { id: string; userId: string; units: number; seed: string };

const login = { name: 'hausbuch_bench', password: randomUUID() };
export const say = (text: string) => process.stderr.write(`${text}\n`);

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await work();
  return { ms: performance.now() - began, answer };
}

/** One node and the cluster, in this order. */
export async function choosePlaces(serverUrl: string): Promise<Place[]> {
  const workers = await connected(serverUrl, readWorkers);
  const servers = [serverUrl, ...workers.map((worker) => urlOn(serverUrl, worker))];
  const suffix = randomUUID().slice(0, 8);
  return [
    { name: `bench_one_${suffix}`, servers: servers.slice(0, 1) },
    { name: `bench_cluster_${suffix}`, servers },
  ].map((place) => {
    const adminUrl = inDatabase(serverUrl, place.name);
    const app = new URL(adminUrl);
    app.username = login.name;
    app.password = login.password;
    return { ...place, adminUrl, appUrl: app.toString() };
  });
}

export const isCluster = ({ servers }: Place) => servers.length > 1;

export async function prepare(place: Place, shards: number, supabaseSecretKey: string): Promise<void> {
  for (const url of place.servers) await connected(url, (sql) => sql`create database ${sql(place.name)}`);
  await applySchema(place.adminUrl);
  const migrate = () => migrateDatabase({ adminUrl: place.adminUrl, login, supabaseSecretKey });
  await migrate();
  if (!isCluster(place)) return;
  const workers = place.servers.slice(1).map(addressOf);
  const coordinator = addressOf(place.adminUrl);
  const { ms } = await timed(() =>
    distribute({ adminUrl: place.adminUrl, coordinator, workers, shards, migrate }),
  );
  say(`spread over ${workers.length} workers in ${(ms / 1000).toFixed(1)} s`);
}

export async function fill(
  place: Place,
  portfolios: Portfolio[],
  { years, today }: { years: number; today: CalendarDate },
): Promise<void> {
  const sql = openForCopy(place.adminUrl);
  let rows = 0;
  const { ms } = await timed(async () => {
    for (const { id, userId, units, seed } of portfolios)
      await sql.begin(async (tx) => {
        await trustReferences(tx);
        // As of a month ago: the rents of this one are due.
        const of = { portfolioId: id, userId, seed, units, years, name: `P ${seed}` };
        for (const batch of makeCrowd({ ...of, today: addMonths(today, -1) }))
          rows += await copyRows(tx, batch);
      });
  });
  await sql.end();
  await countAnew(place);
  say(`${place.name}: ${rows} rows in ${(ms / 1000).toFixed(0)} s`);
}

/** What autovacuum comes to in time. */
export async function countAnew(place: Place): Promise<void> {
  for (const url of place.servers)
    await connected(inDatabase(url, place.name), (node) => node`vacuum analyze`);
}

export async function dropPlaces(places: readonly Place[]): Promise<void> {
  for (const place of places)
    for (const url of place.servers)
      await connected(url, (sql) => sql`drop database if exists ${sql(place.name)} with (force)`);
}

/** How many charges and payments there are. */
export async function countPostings({ adminUrl }: Place): Promise<number> {
  return connected(adminUrl, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select (select count(*) from hausbuch.charge)::float8 + (select count(*) from hausbuch.payment)::float8 as count`;
    return row?.count ?? 0;
  });
}
