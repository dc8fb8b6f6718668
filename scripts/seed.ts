import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readAccess } from '@hausbuch/supabase-embedded';
import { readConfig } from '@hausbuch/supabase-embedded/config';
import { tryLock } from '@hausbuch/supabase-embedded/process-lock';
import { createClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import { z } from 'zod';
import { migrateDatabase } from '../src/db/migrate.ts';
import { copyRows, openForCopy, trustReferences } from '../src/features/demo/commands/copy-rows.ts';
import { makeCrowd } from '../src/features/demo/commands/crowd.ts';
import { makeDocuments } from '../src/features/demo/commands/documents.ts';
import type { Rows } from '../src/features/demo/commands/rows.ts';
import { makeDemo } from '../src/features/demo/commands/story.ts';
import { demoWords } from '../src/features/demo/words.ts';
import { todayIn } from '../src/lib/calendar.ts';
import { languages } from '../src/lib/languages.ts';
import { parseEnv } from '../src/lib/server/env.ts';
import { documentBucket } from '../src/storage/document-path.ts';
import { startEmbedded } from './embedded.ts';
import { openOwnDatabase } from './own-database.ts';
import { step } from './progress.ts';
import { root } from './surroundings.ts';

const usage = `npm run seed                                the demo portfolio
npm run seed -- --units 5000 --years 10     a large one instead
  --portfolios 50        so many of them; the others belong to people who have no login
  --seed N               other rows; the same number makes the same rows
  --email you@home.de    whose it becomes; without it a new login is made and printed
  --language de          language of the demo, of ${languages.join(', ')}`;

const options = {
  units: { type: 'string' },
  years: { type: 'string', default: '5' },
  portfolios: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  email: { type: 'string' },
  language: { type: 'string', default: 'de' },
  help: { type: 'boolean', default: false },
} as const;

function readCount(name: string, text: string, max: number): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw new Error(`--${name} is "${text}"; it takes a whole number from 1 to ${max}.`);
}

type Installation = {
  /** A login that may write past row-level security. */
  adminUrl: string;
  /** Makes a login for somebody new. */
  supabase: { url: string; secretKey: string };
};

/** What this program has started, last first. */
const started: (() => Promise<void>)[] = [];

/** The server given by settings, or the embedded one: as it runs, else started for as long as this takes. */
async function findInstallation(): Promise<Installation> {
  const settingsFile = path.join(root, '.env');
  if (fs.existsSync(settingsFile)) process.loadEnvFile(settingsFile);
  if (process.env.DATABASE_URL) {
    const given = parseEnv(process.env);
    await migrateDatabase({ adminUrl: given.databaseDirectUrl, supabaseSecretKey: given.supabaseSecretKey });
    const supabase = { url: given.supabaseUrl, secretKey: given.supabaseSecretKey };
    return { adminUrl: given.databaseDirectUrl, supabase };
  }
  const dataDir = path.resolve(root, process.env.HAUSBUCH_DATA || '.data');
  fs.mkdirSync(dataDir, { recursive: true });
  const lock = tryLock(path.join(dataDir, 'running'));
  if (!('heldBy' in lock)) {
    started.unshift(async () => lock.release());
    const { settings } = await startEmbedded({
      dataDir,
      siteUrl: process.env.APP_URL || 'http://localhost:3000',
      onStarted: (_, stop) => started.unshift(stop),
    });
    const { SUPABASE_URL: url = '', SUPABASE_SECRET_KEY: secretKey = '' } = settings;
    return { adminUrl: await adminOf(dataDir), supabase: { url, secretKey } };
  }
  const configPath = process.env.SUPABASE_CONFIG || path.join(root, 'supabase', 'config.toml');
  return { adminUrl: await adminOf(dataDir), supabase: await readAccess(dataDir, readConfig(configPath)) };
}

/** Its database, stopped at the end where it was not running before. */
async function adminOf(dataDir: string): Promise<string> {
  const { adminUrl, stop } = await openOwnDatabase(dataDir);
  started.unshift(stop);
  return adminUrl;
}

type Owner = { userId: string; email: string; password: string | null };

async function findOwner(sql: postgres.Sql, email: string): Promise<Owner> {
  const [user] = await sql<{ id: string }[]>`
    select id from auth.users where lower(email) = ${email.toLowerCase()} limit 1`;
  if (!user) throw new Error(`Nobody has signed up as ${email} here. Leave --email out to get a login made.`);
  return { userId: user.id, email, password: null };
}

async function makeOwner({ url, secretKey }: Installation['supabase']): Promise<Owner> {
  const email = `demo-${randomBytes(3).toString('hex')}@hausbuch.example`;
  const password = `Demo-${randomBytes(9).toString('base64url')}-1`;
  const supabase = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await supabase.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw new Error(`No login could be made: ${error.message}`);
  return { userId: data.user.id, email, password };
}

/** Always the same id for the same wish, so that asking twice is noticed. */
function portfolioIdOf(wish: string): string {
  const hash = createHash('sha256').update(wish).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

type Batch = Rows | Awaited<ReturnType<typeof makeDocuments>>['rows'];

/** The demo with its papers, whose files go to storage first: a row without its file would be a loss. */
async function makeFurnishedDemo(
  of: Parameters<typeof makeDemo>[0],
  { url, secretKey }: Installation['supabase'],
): Promise<Batch[]> {
  const rows = makeDemo(of);
  const papers = await makeDocuments(rows, of);
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  for (const { path, mediaType, bytes } of papers.files) {
    const { error } = await storage
      .from(documentBucket)
      .upload(path, bytes, { contentType: mediaType, upsert: true });
    if (error) throw new Error(`A document could not be stored: ${error.message}`);
  }
  return [rows, papers.rows];
}

async function write(sql: postgres.Sql, portfolioId: string, batches: Iterable<Batch>): Promise<number> {
  return sql.begin(async (tx) => {
    const [taken] = await tx`select 1 from hausbuch.portfolio where id = ${portfolioId}`;
    if (taken)
      throw new Error('This portfolio is there already. Remove it in the app, or choose another --seed.');
    await trustReferences(tx);
    let rows = 0;
    for (const batch of batches) rows += await copyRows(tx, batch);
    return rows;
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(usage);
    return;
  }
  const language = z.enum(languages).safeParse(values.language).data;
  if (!language) throw new Error(`--language is "${values.language}"; there are ${languages.join(', ')}.`);
  const units = values.units === undefined ? null : readCount('units', values.units, 100_000);
  const years = readCount('years', values.years, 25);
  const portfolios = readCount('portfolios', values.portfolios, 10_000);
  if (portfolios > 1 && units === null)
    throw new Error('--portfolios makes large ones: say with --units how large each is.');
  const { adminUrl, supabase } = await findInstallation();
  const sql = openForCopy(adminUrl);
  started.unshift(() => sql.end());
  const { userId, email, password } = values.email
    ? await findOwner(sql, values.email)
    : await makeOwner(supabase);
  const { seed } = values;
  const portfolioId = portfolioIdOf([userId, seed, units, years, language].join(' '));
  const of = { portfolioId, userId, seed, today: todayIn('Europe/Berlin', new Date()) };
  const began = performance.now();
  const demo =
    units === null
      ? await step('Making the documents', async () =>
          makeFurnishedDemo({ ...of, language, words: await demoWords(language) }, supabase),
        )
      : [];
  const crowd = (which: typeof of, name: string) => makeCrowd({ ...which, units: units ?? 1, years, name });
  let rows = await step('Writing the portfolio', () =>
    write(sql, portfolioId, units === null ? demo : crowd(of, `Demo ${units}`)),
  );
  // Each in a transaction of its own: killed, it has left whole portfolios, and others under another --seed go on.
  const others = Array.from({ length: portfolios - 1 }, (_, index) => `${portfolioId} ${index + 2}`);
  const writeOthers = async () => {
    for (const [index, wish] of others.entries()) {
      const other = {
        ...of,
        portfolioId: portfolioIdOf(wish),
        userId: portfolioIdOf(`owner ${wish}`),
        seed: wish,
      };
      rows += await write(sql, other.portfolioId, crowd(other, `Demo ${index + 2}`));
    }
  };
  if (others.length > 0) await step('Writing the other portfolios', writeOthers);
  const written = performance.now();
  await step('Counting for the planner', () => sql`analyze`);
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  console.log(
    `${rows} rows in ${seconds(began, written)} s, analysed in ${seconds(written, performance.now())} s.`,
  );
  console.log(`It belongs to ${email}${password ? `, password ${password}` : ''}: sign in at /auth/login.`);
}

async function stopAll(): Promise<void> {
  for (const stop of started.splice(0)) await stop();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll().finally(() => process.exit(1)));
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  })
  .finally(stopAll)
  .finally(() => process.exit());
