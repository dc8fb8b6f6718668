import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDatabase } from '../src/db/app-login.ts';
import { parseEnv } from '../src/lib/server/env.ts';
import { ensureBuckets } from './buckets.ts';
import { completeKeys, envLines, makeContainerKeys } from './container-keys.ts';
import { leaveWhenAnswered } from './leave-when-answered.ts';

/**
 * What the container runs, from the folder `scripts/container-build.ts` puts together: migrations, the bucket,
 * the app. `keys <file> [--renew]` writes secrets that are missing into a settings file instead; `keys` prints new ones.
 */
const folder = import.meta.dirname;

/** Tries for a minute: beside a database that is just starting. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(1_000);
    }
  }
}

async function start(): Promise<void> {
  const settings = parseEnv({ ...process.env, NODE_ENV: 'production' });
  const migrationsFolder = path.join(folder, 'drizzle');
  const { databaseUrl, databaseDirectUrl, notes } = await patiently(() =>
    prepareDatabase({ ...settings, migrationsFolder }),
  );
  for (const note of notes) console.error(note);
  // What serves from here on knows nothing of the login that migrates.
  Object.assign(process.env, { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl });
  await patiently(() => ensureBuckets(settings, path.join(folder, 'supabase', 'config.toml')));
  process.chdir(folder);
  const { serveApp } = await import('./app-server.ts');
  const port = Number(process.env.PORT ?? 3000);
  const server = await serveApp({ folder, hostname: process.env.HOSTNAME ?? '0.0.0.0', port });
  leaveWhenAnswered(server);
  console.log(`Hausbuch listens on port ${port}.`);
}

async function keys(words: string[]): Promise<void> {
  const file = words.find((word) => !word.startsWith('-'));
  if (file === undefined) {
    process.stdout.write(envLines(await makeContainerKeys()));
    return;
  }
  const written = await completeKeys(file, { renews: words.includes('--renew') });
  console.log(
    written.length === 0 ? `Nothing is missing in ${file}.` : `Written into ${file}: ${written.join(', ')}`,
  );
}

const [command = 'start', ...words] = process.argv.slice(2);
try {
  if (command === 'keys') await keys(words);
  else if (command === 'start') await start();
  else throw new Error(`There is no command "${command}". Known: start, keys`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
