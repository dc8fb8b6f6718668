import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { ensureBuild } from '../../scripts/build.ts';
import { anyFreePort } from '../../scripts/ports.ts';
import { root } from '../../scripts/surroundings.ts';
import { createFlat, createLease, createTenant, signUp } from '../setup/landlord.ts';
import { findNginx } from '../setup/nginx.ts';
import { monthStart } from '../setup/shown.ts';
import {
  demandBooked,
  filesOfPages,
  jobsOnce,
  letPeopleWork,
  liveEvents,
  uploadAcross,
} from './beside/checks.ts';
import { startProxy } from './beside/proxy.ts';
import { App, startCommon } from './beside/stage.ts';

const usage = `npm run beside                 two processes of the app behind nginx, on one database
  --older <folder>   both begin as an older copy of Hausbuch, with its build, and become this one in the end: first one of
                     them, and a minute later the other
  --keep             leaves them running afterwards, to look at them; Ctrl-C ends them`;

const { values } = parseArgs({
  options: {
    older: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function settle(url: string, mailboxUrl: string, dataDir: string) {
  const landlord = await signUp({ url, mailboxUrl, dataDir });
  const tenantId = await createTenant(landlord.api);
  const leaseIds: string[] = [];
  let propertyId = '';
  for (let at = 0; at < 5; at += 1) {
    const flat = await createFlat(landlord.api, `Haus ${at}`);
    propertyId = flat.id;
    leaseIds.push(
      await createLease(landlord.api, {
        unitId: flat.unitId,
        tenantId,
        startsOn: monthStart(-3),
        netCents: 70_000,
      }),
    );
  }
  return { landlord, leaseIds, propertyId };
}

/** Tells what was tried, and goes on with the rest where something fails. */
async function attempt(name: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok      ${name}: ${await work()}`);
  } catch (error) {
    process.exitCode = 1;
    // In one line: the last one stands in the table.
    const words = error instanceof Error ? error.message : String(error);
    console.log(`FAILED  ${name}: ${words.replaceAll(/\s+/g, ' ')}`);
  }
}

const countMigrations = async (sql: postgres.Sql) => (await sql`select 1 from hausbuch.__migrations`).length;

/** Whatever is done to the processes, people are to notice nothing of it. */
async function whilePeopleWork(
  proxyUrl: string,
  place: Awaited<ReturnType<typeof settle>>,
  sql: postgres.Sql,
  work: () => Promise<string>,
): Promise<string> {
  const people = letPeopleWork(proxyUrl, place);
  let done = '';
  try {
    await sleep(3_000);
    done = await work();
  } finally {
    await people.stop();
  }
  const { answers, paid, failures } = await people.stop();
  await demandBooked(sql, place.landlord.portfolioId, paid);
  if (failures.length > 0)
    throw new Error(
      `${failures.length} of ${answers + failures.length} failed: ${[...new Set(failures)].slice(0, 5).join('; ')}`,
    );
  return `${answers} answers, ${paid.size} payments, none failed, over ${done}`;
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const nginx = findNginx();
  if (!nginx) throw new Error('There is no nginx on this machine: install it (Debian: nginx-light).');
  await ensureBuild();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-beside-'));
  fs.chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir);
  const stops: (() => Promise<void>)[] = [];
  try {
    const common = await startCommon(dataDir);
    stops.unshift(common.stop);
    const [proxyPort, ...ports] = [await anyFreePort(), await anyFreePort(), await anyFreePort()];
    const secret = randomUUID();
    const settings = { ...common.settings, APP_URL: `http://127.0.0.1:${proxyPort}`, JOBS_SECRET: secret };
    const apps = ports.map((port) => new App(port, dataDir, settings));
    const build = values.older ? path.resolve(values.older) : root;
    for (const app of apps) {
      await app.start(build);
      stops.unshift(() => app.stop());
    }
    const proxy = await startProxy(nginx, path.join(folder, 'nginx'), proxyPort, ports);
    stops.unshift(proxy.stop);
    const sql = postgres(common.adminUrl, { max: 1, onnotice: () => {} });
    stops.unshift(() => sql.end());
    const place = await settle(proxy.url, common.mailboxUrl, dataDir);

    await attempt('jobs run once', () => jobsOnce(apps, sql, place, secret));
    await attempt('a change is heard in the other process', () => liveEvents(apps, place));
    await attempt('an upload begun here is ended there', () => uploadAcross(apps, place));
    await attempt('files of both builds', () => filesOfPages(apps, proxy.url));
    await attempt('restarted one after the other', () =>
      whilePeopleWork(proxy.url, place, sql, async () => {
        for (const app of [...apps, ...apps]) {
          await app.stop();
          await app.start(build);
          await sleep(1_000);
        }
        return `${2 * apps.length} restarts`;
      }),
    );
    if (values.older) {
      const [first, second] = apps;
      const update = async (app: App | undefined) => {
        const before = await countMigrations(sql);
        await app?.stop();
        await app?.start();
        return `${(await countMigrations(sql)) - before} migrations applied`;
      };
      await attempt('this build beside the older one', () =>
        whilePeopleWork(proxy.url, place, sql, async () => {
          const migrations = await update(second);
          const [, ...parts] = await Promise.all([
            sleep(60_000),
            filesOfPages(apps, proxy.url),
            liveEvents(apps, place),
            uploadAcross(apps, place),
          ]);
          return `${migrations}, a minute of both; ${parts.join('; ')}`;
        }),
      );
      await attempt('jobs of both builds run once', () => jobsOnce(apps, sql, place, secret));
      await attempt('this build alone', () =>
        whilePeopleWork(proxy.url, place, sql, async () => {
          const migrations = await update(first);
          await sleep(3_000);
          return migrations;
        }),
      );
    }
    if (values.keep) {
      console.log(
        `Proxy: ${proxy.url}, mails: ${common.mailboxUrl}, data: ${dataDir}, apps: ${apps.map(({ url }) => url).join(', ')}`,
      );
      await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
    }
  } finally {
    for (const stop of stops) await stop().catch((error: unknown) => console.error(error));
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
