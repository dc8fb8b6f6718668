import fs from 'node:fs';
import { startTestPostgres } from '@hausbuch/supabase-embedded/testing';
import { fileOf, listKept } from './kept.ts';

/**
 * `npm run keep -- <name>`: keeps a database of this version, with one of each in two portfolios and the demo, under this
 * name in `tests/upgrades/`. From then on every later migration runs on it (tests/integration/upgrade.test.ts), and
 * the migrations that made it are frozen. One of the baseline is there; another is worth its place where a version was
 * released.
 */
async function main([name = '']: string[]): Promise<void> {
  if (!/^[a-z0-9.-]+$/.test(name)) throw new Error('Name it: npm run keep -- 1.0.0');
  if (listKept().some((kept) => kept.name === name))
    throw new Error(`${name} is kept already: databases like it exist, so it is never made anew.`);
  // Through Node's own resolution these files have no `@/`.
  await import('../../scripts/src-imports.ts');
  const { keepDatabase } = await import('./keep-database.ts');
  const server = await startTestPostgres();
  try {
    const packed = await keepDatabase(server.adminUrl);
    fs.writeFileSync(fileOf(name), packed);
    console.log(`Wrote tests/upgrades/${name}.sql.gz, ${Math.round(packed.length / 1_000)} kB.`);
  } finally {
    await server.stop();
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
// What the factories hold open (key server, pools) ends with the process.
process.exit();
