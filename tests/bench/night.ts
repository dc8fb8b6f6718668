import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connected } from '../setup/admin-urls.ts';
import { type Place, timed } from './places.ts';

export type Night = { portfolios: number; ms: number; twice: number; isKilled: boolean };

const worker = fileURLToPath(new URL('night-worker.ts', import.meta.url));

/** A process that posts the rents of all portfolios that are due, from either end of their list. */
function startPosting({ appUrl }: Place, from: 'first' | 'last') {
  const child = fork(worker, [from], {
    env: { ...process.env, BENCH_DATABASE_URL: appUrl },
    execArgv: process.execArgv,
  });
  return { child, left: once(child, 'exit') };
}

const countDue = ({ adminUrl }: Place) =>
  connected(adminUrl, async (sql) => {
    const rows = await sql`select 1 from hausbuch.portfolios_with_rent_to_post(now())`;
    return rows.length;
  });

/**
 * The rents of a new month in all portfolios, by two processes at once. One of them is killed in the middle, with
 * whatever it has under way, and begins anew.
 */
export async function postOneNight(place: Place): Promise<Night> {
  const portfolios = await countDue(place);
  let isKilled = false;
  const { ms } = await timed(async () => {
    const one = startPosting(place, 'first');
    const other = startPosting(place, 'last');
    while (one.child.exitCode === null && (await countDue(place)) > portfolios / 2) await sleep(200);
    isKilled = one.child.kill('SIGKILL');
    await one.left;
    const again = startPosting(place, 'first');
    for (const { left } of [again, other]) {
      const [code] = await left;
      if (code !== 0) throw new Error('A process that posts has failed.');
    }
  });
  const due = await countDue(place);
  if (due > 0) throw new Error(`${due} portfolios are still due.`);
  const twice = await connected(
    place.adminUrl,
    (sql) => sql`
      select 1 from hausbuch.charge
      where kind = 'rent' and corrects_charge_id is null and period_from > current_date - 62
      group by portfolio_id, lease_id, period_from having count(*) > 1`,
  );
  return { portfolios, ms, twice: twice.length, isKilled };
}
