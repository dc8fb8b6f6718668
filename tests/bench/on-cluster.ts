import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { applySchema } from '@hausbuch/supabase-embedded';
import { openDatabase } from '@/db/client';
import { distribute } from '@/db/cluster/distribute';
import { addressOf, readWorkers, urlOn } from '@/db/cluster/nodes';
import { migrateDatabase } from '@/db/migrate';
import { enterRequest } from '@/db/scope';
import { copyRows, openForCopy, trustReferences } from '@/features/demo/commands/copy-rows';
import { makeCrowd } from '@/features/demo/commands/crowd';
import { postRentEverywhere } from '@/jobs/due-rent';
import { addMonths, todayIn } from '@/lib/calendar';
import { connected, inDatabase } from '../setup/admin-urls.ts';
import { median } from '../setup/median.ts';
import { type Call, calls, type Target } from './calls.ts';

/**
 * `npm run bench:cluster -- --citus <coordinator> [--units 1000 --years 5 --portfolios 50 --rounds 5]`: the same rows in
 * a database of the coordinator alone and in one spread over its workers; the transactions of the driver, one at a time,
 * in turns, their median. Then the rents of a new month in all portfolios, and one portfolio erased.
 */
const { values } = parseArgs({
  options: {
    citus: { type: 'string' },
    units: { type: 'string', default: '1000' },
    years: { type: 'string', default: '5' },
    portfolios: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
    shards: { type: 'string', default: '32' },
  },
});
const serverUrl = values.citus ?? '';
if (!serverUrl) throw new Error('Name the coordinator: --citus postgres://…, which npm run cluster prints.');
const login = { name: 'hausbuch_bench', password: randomUUID() };
const supabaseSecretKey = randomUUID();
process.env.SUPABASE_SECRET_KEY = supabaseSecretKey;
const today = todayIn('Europe/Berlin', new Date());
const say = (text: string) => process.stderr.write(`${text}\n`);

const workers = await connected(serverUrl, readWorkers);
const servers = [serverUrl, ...workers.map((worker) => urlOn(serverUrl, worker))];

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await work();
  return { ms: performance.now() - began, answer };
}

type Place = { name: string; servers: string[]; adminUrl: string; appUrl: string };
const placeOf = (name: string, on: string[]): Place => {
  const app = new URL(inDatabase(serverUrl, name));
  app.username = login.name;
  app.password = login.password;
  return { name, servers: on, adminUrl: inDatabase(serverUrl, name), appUrl: app.toString() };
};

async function prepare(place: Place): Promise<void> {
  for (const url of place.servers) await connected(url, (sql) => sql`create database ${sql(place.name)}`);
  await applySchema(place.adminUrl);
  const migrate = () => migrateDatabase({ adminUrl: place.adminUrl, login, supabaseSecretKey });
  await migrate();
  if (place.servers.length === 1) return;
  const { ms } = await timed(() =>
    distribute({
      adminUrl: place.adminUrl,
      coordinator: addressOf(place.adminUrl),
      workers,
      shards: Number(values.shards),
      migrate,
    }),
  );
  say(`spread over ${workers.length} workers in ${(ms / 1000).toFixed(1)} s`);
}

/** The large portfolio, whose calls are measured, and the small ones beside it. */
async function fill(
  place: Place,
  portfolios: { id: string; userId: string; units: number; seed: string }[],
): Promise<void> {
  const sql = openForCopy(place.adminUrl);
  let rows = 0;
  const { ms } = await timed(async () => {
    for (const { id, userId, units, seed } of portfolios)
      await sql.begin(async (tx) => {
        await trustReferences(tx);
        // As of a month ago: the rents of this one are due.
        const of = { portfolioId: id, userId, seed, units, years: Number(values.years), name: `P ${seed}` };
        for (const batch of makeCrowd({ ...of, today: addMonths(today, -1) }))
          rows += await copyRows(tx, batch);
      });
  });
  await sql.end();
  for (const url of place.servers)
    await connected(inDatabase(url, place.name), (node) => node`vacuum analyze`);
  say(`${place.name}: ${rows} rows in ${(ms / 1000).toFixed(0)} s`);
}

async function main(): Promise<void> {
  const suffix = randomUUID().slice(0, 8);
  const places = [
    placeOf(`bench_one_${suffix}`, servers.slice(0, 1)),
    placeOf(`bench_cluster_${suffix}`, servers),
  ];
  const portfolios = Array.from({ length: Number(values.portfolios) + 1 }, (_, index) => ({
    id: randomUUID(),
    userId: randomUUID(),
    units: index === 0 ? Number(values.units) : 20,
    seed: String(index + 1),
  }));
  const [large, ...small] = portfolios;
  if (!large) return;
  try {
    for (const place of places) await prepare(place);
    for (const place of places) await fill(place, portfolios);
    const [lease] = await connected(
      places[0]?.adminUrl ?? '',
      (sql) => sql<{ id: string }[]>`
      select id from hausbuch.lease where portfolio_id = ${large.id} and ends_on is null order by id limit 1`,
    );
    const target: Target = { portfolioId: large.id, userId: large.userId, leaseId: lease?.id ?? '', today };
    const opened = places.map((place) => openDatabase(place.appUrl));
    // What every transaction begins with, and nothing else.
    const enter: Call = { path: '', isMutation: false, input: () => undefined, run: async () => null };
    for (const [name, call] of Object.entries({ enter, ...calls })) {
      if (name === 'inbox') continue;
      const took: number[][] = places.map(() => []);
      for (let round = 0; round < Number(values.rounds); round += 1)
        for (const [index, { db }] of opened.entries()) {
          const once = () =>
            enterRequest(
              db,
              { userId: large.userId, portfolioId: large.id, purpose: 'report' },
              async ({ tx, scope }) => {
                if (!scope) throw new Error('No member.');
                return call.run(tx, scope, call.input(target));
              },
            );
          for (let times = 0; times < (round === 0 ? 8 : 20); times += 1) {
            const { ms } = await timed(once);
            if (round > 0) took[index]?.push(ms);
          }
        }
      const [one = 0, cluster = 0] = took.map(median);
      console.log(`| ${name} | ${one.toFixed(1)} | ${cluster.toFixed(1)} | ${(cluster / one).toFixed(2)}× |`);
    }
    for (const [index, place] of places.entries()) {
      const { db, close } = opened[index] ?? openDatabase(place.appUrl);
      const posted = await timed(() => postRentEverywhere(db));
      const again = await timed(() => postRentEverywhere(db));
      const erased = await connected(place.adminUrl, (sql) =>
        timed(() => sql`select hausbuch.erase_portfolio_rows(${small[0]?.id ?? randomUUID()})`),
      );
      const twice = await connected(
        place.adminUrl,
        (sql) => sql`
        select 1 from hausbuch.charge where kind = 'rent' and corrects_charge_id is null
        group by portfolio_id, lease_id, period_from having count(*) > 1`,
      );
      console.log(
        `${place.name}: rents of ${posted.answer.portfolios} portfolios in ${(posted.ms / 1000).toFixed(1)} s, ` +
          `${posted.answer.failed} failed, ${twice.length} twice; once more ${(again.ms / 1000).toFixed(2)} s for ` +
          `${again.answer.portfolios}; a portfolio of 20 units erased in ${erased.ms.toFixed(0)} ms`,
      );
      await close();
    }
  } finally {
    for (const place of places)
      for (const url of place.servers)
        await connected(url, (sql) => sql`drop database if exists ${sql(place.name)} with (force)`);
  }
}

await main();
process.exit();
