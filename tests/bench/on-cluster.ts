import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openDatabase } from '@/db/client';
import { todayIn } from '@/lib/calendar';
import { connected } from '../setup/admin-urls.ts';
import type { Target } from './calls.ts';
import { drawCopies, growBy } from './copies.ts';
import { measureCalls, measureErasure, measureExport, measureNight } from './measure.ts';
import {
  choosePlaces,
  countAnew,
  countPostings,
  dropPlaces,
  fill,
  isCluster,
  type Place,
  type Portfolio,
  prepare,
  say,
  timed,
} from './places.ts';

/**
 * `npm run bench:cluster -- --citus <coordinator> [--units 1000 --years 5 --portfolios 50 --small 20 --rounds 5]`: the
 * same rows in a database of the coordinator alone and in one spread over its workers; the transactions of the driver,
 * one at a time, in turns, their median. Then the rents of a new month in all portfolios, and one portfolio erased.
 * `--grown 2000`: all of it once more when both have grown to so many portfolios, by copies of the small ones.
 * `--no-export`: without the whole of the large one, which takes longest of all.
 */
const { values } = parseArgs({
  options: {
    citus: { type: 'string' },
    units: { type: 'string', default: '1000' },
    years: { type: 'string', default: '5' },
    portfolios: { type: 'string', default: '50' },
    small: { type: 'string', default: '20' },
    grown: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    shards: { type: 'string', default: '32' },
    export: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const serverUrl = values.citus ?? '';
if (!serverUrl) throw new Error('Name the coordinator: --citus postgres://…, which npm run cluster prints.');
const supabaseSecretKey = randomUUID();
process.env.SUPABASE_SECRET_KEY = supabaseSecretKey;
const today = todayIn('Europe/Berlin', new Date());

async function grow(places: Place[], small: Portfolio[], total: number): Promise<void> {
  const originals = small.map(({ id }) => id);
  const cluster = places.find(isCluster);
  if (!cluster) return;
  const copies = await drawCopies(cluster.adminUrl, originals, total - originals.length - 7);
  for (const place of places) {
    const { ms, answer } = await timed(() => growBy(place.adminUrl, copies, isCluster(place)));
    const counted = await timed(() => countAnew(place));
    say(
      `${place.name}: grown by ${answer} rows in ${(ms / 1000).toFixed(0)} s, counted in ${(counted.ms / 1000).toFixed(0)} s`,
    );
  }
}

async function main(): Promise<void> {
  const places = await choosePlaces(serverUrl);
  const portfolios = Array.from({ length: Number(values.portfolios) + 1 }, (_, index) => ({
    id: randomUUID(),
    userId: randomUUID(),
    units: Number(index === 0 ? values.units : values.small),
    seed: String(index + 1),
  }));
  const [large, ...rest] = portfolios;
  // Three of them go each time, and are no example for others.
  const [erased, small] = [rest.slice(0, 6), rest.slice(6)];
  if (!large) return;
  try {
    for (const place of places) await prepare(place, Number(values.shards), supabaseSecretKey);
    for (const place of places) await fill(place, portfolios, { years: Number(values.years), today });
    const [lease] = await connected(
      places[0]?.adminUrl ?? '',
      (sql) => sql<{ id: string }[]>`
      select id from hausbuch.lease where portfolio_id = ${large.id} and ends_on is null order by id limit 1`,
    );
    const target: Target = { portfolioId: large.id, userId: large.userId, leaseId: lease?.id ?? '', today };
    const opened = places.map((place) => ({ place, ...openDatabase(place.appUrl) }));
    for (const size of [portfolios.length, ...(values.grown ? [Number(values.grown)] : [])]) {
      if (size > portfolios.length) await grow(places, small, size);
      for (const place of places)
        console.log(`${place.name}: ${await countPostings(place)} charges and payments`);
      await measureCalls(opened, target, Number(values.rounds));
      if (values.export) await measureExport(opened, target);
      const doomed = erased.splice(0, 3);
      for (const one of opened) await measureErasure(one, doomed);
    }
    for (const one of opened) await measureNight(one);
    for (const { close } of opened) await close();
  } finally {
    await dropPlaces(places);
  }
}

await main();
process.exit();
