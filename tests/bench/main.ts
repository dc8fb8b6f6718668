import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { createClient } from '@supabase/supabase-js';
import { ensureBuild } from '../../scripts/build.ts';
import { startEmbedded } from '../../scripts/embedded.ts';
import { startNext } from '../../scripts/next-server.ts';
import { databaseName, root, type Settings } from '../../scripts/surroundings.ts';
import { copyRows, openForCopy, trustReferences } from '../../src/features/demo/commands/copy-rows.ts';
import { makeCrowd } from '../../src/features/demo/commands/crowd.ts';
import { todayIn } from '../../src/lib/calendar.ts';
import { median } from '../setup/median.ts';
import type { Call, Target } from './calls.ts';
import { LETTERS, runLetters } from './letters.ts';
import { type Figures, fireBare, fireMixed, fireProcedure, runDriver } from './load.ts';
import { makeStatementHouse } from './statement-house.ts';
import { runStatements } from './statements.ts';
import { writeWaitingLines } from './waiting-lines.ts';

/**
 * `npm run bench [-- --seconds 2 --rounds 3 --units 10,1000 --years 1 --calls list,dashboard --json file]`:
 * the procedures over HTTP with token check and row-level security, beside bare node:http with the same check
 * and statements, beside the statements alone; 16 at a time and one at a time; rounds interleaved, their median.
 * `--calls bank` alone reads and matches a bank file, without server or database. `--calls letters` writes and prints 500 letters
 * while a simple procedure is asked again and again. `--calls statements` computes and settles the operating costs of a house of
 * 200 flats, and prints its letters. `--at-once 256` asks for list, account and payment in turns from so many clients at once, and
 * leaves with 1 where one of them gets no answer.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    units: { type: 'string', default: '10,1000,5000' },
    years: { type: 'string', default: '1,10' },
    calls: {
      type: 'string',
      // Payments last: thousands of them to one lease are no portfolio that anybody has.
      default: 'list,dashboard,account,inbox,statistics,payment,bank,letters,statements',
    },
    'at-once': { type: 'string' },
    json: { type: 'string' },
  },
});
/** Lines of the bank that wait in each portfolio. */
const WAITING = 5_000;
const atOnce = values['at-once'] ? Number(values['at-once']) : null;
const numbers = (text: string) => text.split(',').map(Number);
const seconds = Number(values.seconds);
const calledNames = atOnce ? ['list', 'account', 'payment'] : values.calls.split(',');
/** Those that are measured against each other; the others have a way of their own. */
const comparedNames = calledNames.filter((name) => !['bank', 'letters', 'statements'].includes(name));
const started: (() => Promise<void>)[] = [];
const say = (text: string) => process.stderr.write(`${text}\n`);

const middle = (rounds: Figures[]): Figures => ({
  perSecond: Math.round(median(rounds.map((round) => round.perSecond)) * 10) / 10,
  p50Ms: Math.round(median(rounds.map((round) => round.p50Ms)) * 100) / 100,
  p97Ms: Math.round(median(rounds.map((round) => round.p97Ms)) * 100) / 100,
});

/** Memory a process holds, in MB; Linux only, else null. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  } catch {
    return null;
  }
}

async function startBare(settings: Settings): Promise<{ url: string; child: ChildProcess }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const imports = path.join(root, 'scripts', 'src-imports.ts');
  const child = spawn(
    process.execPath,
    ['--import', imports, path.join(root, 'tests', 'bench', 'bare-server.ts')],
    { env: { ...process.env, NODE_ENV: 'production', ...settings, PORT: String(port) }, stdio: 'inherit' },
  );
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, child };
    await sleep(100);
  }
  throw new Error('The bare server does not answer.');
}

/** A bank file of 10,000 lines against 5,000 leases, in a process of its own. */
function runBank() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-bench-'));
  const file = path.join(folder, 'statement.xml');
  for (const task of ['write', 'read']) {
    const { status } = spawnSync(
      process.execPath,
      [path.join(root, 'tests', 'bench', 'bank.ts'), task, file],
      {
        stdio: 'inherit',
      },
    );
    if (status !== 0) throw new Error(`The bank file could not be ${task === 'read' ? 'read' : 'written'}.`);
  }
  fs.rmSync(folder, { recursive: true });
}

/** A portfolio with enough tenants to write to; the leases that go on. */
async function writeTenants(
  sql: ReturnType<typeof openForCopy>,
  { userId, today, units }: { userId: string; today: string; units: number },
): Promise<{ target: Target; leaseIds: string[] }> {
  say(`Writing ${units} units to write letters to …`);
  const portfolioId = randomUUID();
  const of = { portfolioId, userId, seed: '2', today, units, years: 1, name: 'Letters' };
  await sql.begin(async (tx) => {
    await trustReferences(tx);
    for (const batch of makeCrowd(of)) await copyRows(tx, batch);
  });
  const rows = await sql<{ id: string }[]>`
    select id from hausbuch.lease
    where portfolio_id = ${portfolioId} and ends_on is null and voided_at is null and starts_on <= ${today} order by id`;
  const leaseIds = rows.map((row) => row.id);
  if (leaseIds.length < LETTERS) throw new Error(`${leaseIds.length} leases are too few.`);
  return { target: { portfolioId, userId, leaseId: leaseIds[0] ?? '', today }, leaseIds };
}

/** A house of its own to be settled. */
async function writeStatementHouse(
  sql: ReturnType<typeof openForCopy>,
  of: { userId: string; today: string },
) {
  say('Writing a house of 200 flats to be settled …');
  const portfolioId = randomUUID();
  const { rows, ...house } = makeStatementHouse({ ...of, portfolioId });
  await sql.begin(async (tx) => {
    await trustReferences(tx);
    await copyRows(tx, rows);
  });
  return { ...house, portfolioId };
}

async function main() {
  if (calledNames.includes('bank')) runBank();
  if (calledNames.every((name) => name === 'bank')) return;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-bench-'));
  fs.chmodSync(dataDir, 0o755);
  started.unshift(async () => fs.rmSync(dataDir, { recursive: true, force: true }));
  const { settings } = await startEmbedded({
    dataDir,
    siteUrl: 'http://localhost:3000',
    onStarted: (_, stop) => started.unshift(stop),
  });
  const supabase = createClient(settings.SUPABASE_URL ?? '', settings.SUPABASE_SECRET_KEY ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const signUp = async (email: string): Promise<{ userId: string; token: string }> => {
    const password = randomBytes(18).toString('base64url');
    const made = await supabase.auth.admin.createUser({ email, password, email_confirm: true });
    const signedIn = await createClient(
      settings.SUPABASE_URL ?? '',
      settings.SUPABASE_PUBLISHABLE_KEY ?? '',
      { auth: { persistSession: false, autoRefreshToken: false } },
    ).auth.signInWithPassword({ email, password });
    return { userId: made.data.user?.id ?? '', token: signedIn.data.session?.access_token ?? '' };
  };
  const { userId, token } = await signUp('bench@hausbuch.example');
  // Files of many letters are few for each user; who settles the house prints their own.
  const landlord = await signUp('statements@hausbuch.example');

  const server = await startPostgres({ dataDir });
  started.unshift(() => server.stop());
  const sql = openForCopy(
    (await provisionDatabase({ adminUrl: server.adminUrl, dataDir, database: databaseName })).adminUrl,
  );
  const today = todayIn('Europe/Berlin', new Date());
  const sizes: { units: number; years: number; target: Target }[] = [];
  for (const units of comparedNames.length > 0 ? numbers(values.units) : []) {
    for (const years of numbers(values.years)) {
      say(`Writing ${units} units of ${years} years …`);
      const portfolioId = randomUUID();
      const of = { portfolioId, userId, seed: '1', today, units, years, name: `${units} × ${years}` };
      await sql.begin(async (tx) => {
        await trustReferences(tx);
        for (const batch of makeCrowd(of)) await copyRows(tx, batch);
        if (calledNames.includes('inbox'))
          await writeWaitingLines(tx, { portfolioId, today, count: WAITING });
      });
      const [lease] = await sql<{ id: string }[]>`
        select c.lease_id as id from hausbuch.charge c where c.portfolio_id = ${portfolioId}
        group by 1 order by count(*) desc, 1 limit 1`;
      sizes.push({ units, years, target: { portfolioId, userId, leaseId: lease?.id ?? '', today } });
    }
  }
  // Of their own, so that what is written changes nothing of the others; one flat in ten stands empty.
  const lettersTo = calledNames.includes('letters')
    ? await writeTenants(sql, { userId, today, units: Math.ceil(LETTERS * 1.4) })
    : null;
  const toSettle = calledNames.includes('statements')
    ? await writeStatementHouse(sql, { userId: landlord.userId, today })
    : null;
  // As Postgres itself does within a minute: sums come from the indexes alone once it knows which pages everybody sees.
  await sql`vacuum analyze`;
  await sql.end();

  await ensureBuild(new AbortController().signal);
  const port = 40_000 + Math.floor(Math.random() * 20_000);
  const began = performance.now();
  const served = {
    ...settings,
    PORT: String(port),
    CALLS_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
    HAUSBUCH_JOBS: 'off',
  };
  const app = await startNext('start', port, served, new AbortController().signal);
  const startMs = Math.round(performance.now() - began);
  started.unshift(app.stop);
  const appUrl = `http://localhost:${port}`;
  const idleMb = memoryOf(app.pid);
  const bare = comparedNames.length > 0 && atOnce === null ? await startBare(served) : null;
  started.unshift(async () => {
    bare?.child.kill();
  });

  // Through Node's own resolution this file has no `@/`; the calls come from the bare server's side of it.
  await import('../../scripts/src-imports.ts');
  const { calls }: { calls: Record<string, Call> } = await import('./calls.ts');
  const env = { ...process.env, NODE_ENV: 'production' as const, ...served };
  const rows: object[] = [];
  if (lettersTo && calls.list) {
    const { target, leaseIds } = lettersTo;
    rows.push(await runLetters({ appUrl, token, ...target }, leaseIds, calls.list, target));
  }
  if (toSettle) rows.push(await runStatements({ appUrl, token: landlord.token }, toSettle));
  for (const { units, years, target } of atOnce === null ? [] : sizes) {
    const mixed = comparedNames.flatMap((name) => calls[name] ?? []);
    const figures = await fireMixed(appUrl, token, mixed, target, { connections: atOnce ?? 1, seconds });
    rows.push({ units, years, atOnce, ...figures });
    const { answered, p50Ms, p97Ms, p99Ms, slowestMs, putOff, refused, failed } = figures;
    console.log(
      `${units} × ${years} y  ${atOnce} at once: ${answered} answered, p50 ${p50Ms} p97 ${p97Ms} p99 ${p99Ms} ms, ` +
        `the slowest ${slowestMs}; ${putOff} told to come again, ${refused} refused, ${failed} failed`,
    );
    if (refused + failed > 0) process.exitCode = 1;
  }
  for (const { units, years, target } of atOnce === null ? sizes : []) {
    for (const name of comparedNames) {
      const call = calls[name];
      if (!call) throw new Error(`There is no call ${name}. Known: ${Object.keys(calls).join(', ')}`);
      for (const connections of [16, 1]) {
        const rounds: Record<'product' | 'bare' | 'driver', Figures[]> = {
          product: [],
          bare: [],
          driver: [],
        };
        const round = { connections, seconds };
        for (let index = 0; index < Number(values.rounds); index += 1) {
          rounds.product.push(await fireProcedure(appUrl, token, call, target, round));
          if (bare) rounds.bare.push(await fireBare(bare.url, token, [name, call], target, round));
          rounds.driver.push(await runDriver(name, target, round, env));
        }
        const row = {
          units,
          years,
          call: name,
          connections,
          product: middle(rounds.product),
          bare: middle(rounds.bare),
          driver: middle(rounds.driver),
        };
        rows.push(row);
        const text = ([key, one]: [string, Figures]) =>
          `${key} ${one.perSecond}/s p50 ${one.p50Ms} p97 ${one.p97Ms} ms`;
        const columns = (['product', 'bare', 'driver'] as const).map((key) => text([key, row[key]]));
        console.log(`${units} × ${years} y  ${name}  c=${connections}  ${columns.join(' | ')}`);
      }
    }
  }
  const summary = {
    startMs,
    idleMb,
    afterMb: memoryOf(app.pid),
    cpus: os.cpus().length,
    node: process.version,
  };
  console.log(
    `started in ${startMs} ms; memory ${idleMb} MB, after ${summary.afterMb} MB; ${summary.cpus} cores shared with the load`,
  );
  if (values.json) fs.writeFileSync(values.json, `${JSON.stringify({ ...summary, rows }, null, 2)}\n`);
}

async function stopAll() {
  for (const stop of started.splice(0)) await stop();
}

main()
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(stopAll)
  .finally(() => process.exit());
