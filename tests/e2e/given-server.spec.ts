import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSupabase } from '@hausbuch/supabase-embedded';
import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { expect, test } from '@playwright/test';
import postgres from 'postgres';
import { anyFreePort } from '../../scripts/ports.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { createHostedDatabase } from '../setup/hosted-database.ts';
import { processTree } from '../setup/process-tree.ts';
import { runProduct } from '../setup/running-product.ts';

/** What is to be undone at the end, last first. */
const undo: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A project elsewhere: a database whose `postgres` is no superuser, and sign-in and storage beside it. */
async function startProject(dataDir: string) {
  const server = await startPostgres({ dataDir });
  undo.push(() => server.stop());
  const { adminUrl } = await provisionDatabase({ adminUrl: server.adminUrl, dataDir });
  await migrateDatabase({ adminUrl });
  const database = await createHostedDatabase(adminUrl);
  const [port, mailboxPort] = [await anyFreePort(), await anyFreePort()];
  const supabase = await startSupabase({ databaseUrl: database.superuserUrl, dataDir, port, mailboxPort });
  undo.push(() => supabase.close());
  return { database, supabase };
}

const environmentOf = (pid: number) => {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // It has left meanwhile.
  }
};

test('beside a database that was given, nothing that answers requests knows the login that migrates', async () => {
  test.setTimeout(180_000);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-given-'));
  fs.chmodSync(dataDir, 0o755);
  undo.push(async () => fs.rmSync(dataDir, { recursive: true, force: true }));
  const { database, supabase } = await startProject(dataDir);
  const product = await runProduct(dataDir, await anyFreePort(), {
    DATABASE_URL: database.url,
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    SUPABASE_SECRET_KEY: supabase.secretKey,
  });
  undo.push(() => product.stop());

  expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  const sql = postgres(database.superuserUrl, { max: 1, onnotice: () => {} });
  undo.push(() => sql.end());
  const logins = () => sql<{ name: string }[]>`
    select distinct usename::text as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'hausbuch%'
    order by name`;
  await expect.poll(logins).toEqual([{ name: 'hausbuch_login' }]);

  const [launcher, ...others] = processTree(product.pid);
  expect(launcher).toBe(product.pid);
  const { password } = new URL(database.url);
  test.skip(!fs.existsSync('/proc/self/environ'), 'This system shows no environment of other processes.');
  expect(environmentOf(product.pid)).toContain(password);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((pid) => environmentOf(pid).includes(password))).toEqual([]);
});
