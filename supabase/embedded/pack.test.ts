import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildPackage } from './pack.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const name = '@hausbuch/supabase-embedded';

let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'supabase-packed-'));
  // The account that runs the database for root has to come through.
  fs.chmodSync(folder, 0o755);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const installed = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

/** The folders below node_modules that these packages need, as npm found them for this repository. */
function closureOf(names: string[]): string[] {
  const file = path.join(root, 'node_modules', '.package-lock.json');
  const { packages } = installed.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const found = new Set<string>();
  const visit = (from: string, wanted: string): void => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const candidate = `${at}${at ? '/' : ''}node_modules/${wanted}`;
      const entry = packages[candidate];
      if (entry) {
        if (found.has(candidate)) return;
        found.add(candidate);
        const needs = { ...entry.dependencies, ...entry.optionalDependencies };
        for (const next of Object.keys(needs)) visit(candidate, next);
        return;
      }
      if (at === '') return;
    }
  };
  for (const wanted of names) visit('', wanted);
  return [...found];
}

/** What somebody else's project does with it, by its exports alone. */
const consumer = `
import { startSupabase } from '${name}';
import { provisionDatabase, startPostgres } from '${name}/postgres';
import { createClient } from '@supabase/supabase-js';

const dataDir: string = process.argv[2] ?? '';
const postgres = await startPostgres({ dataDir });
const { adminUrl } = await provisionDatabase({ adminUrl: postgres.adminUrl, dataDir });
const supabase = await startSupabase({
  databaseUrl: adminUrl, dataDir, port: 0, mailboxPort: 0, configPath: process.argv[3],
});
const client = createClient(supabase.url, supabase.publishableKey, { auth: { persistSession: false } });
const email = 'first@example.com';
const password = 'Kaltmiete2026';
const signUp = await client.auth.signUp({ email, password });
if (signUp.error || signUp.data.session) throw new Error('no confirmation asked for');
const mails = new URL(supabase.mailboxUrl);
mails.pathname = '/messages.json';
const token = /"code":"(\\d{6})"/.exec(await (await fetch(mails)).text())?.[1] ?? '';
const verified = await client.auth.verifyOtp({ type: 'signup', email, token });
if (verified.error) throw verified.error;
await client.auth.signOut();
const signIn = await client.auth.signInWithPassword({ email, password });
if (signIn.error) throw signIn.error;
const operator = createClient(supabase.url, supabase.secretKey, { auth: { persistSession: false } });
const made = await operator.storage.createBucket('papers');
if (made.error) throw made.error;
const upload = await operator.storage.from('papers').upload('a.txt', new Blob(['as it went in']));
if (upload.error) throw upload.error;
const download = await operator.storage.from('papers').download('a.txt');
if (download.error) throw download.error;
const seen: unknown = { user: signIn.data.user.email, file: await download.data.text() };
await supabase.close();
await postgres.stop();
console.log(JSON.stringify(seen));
`;

test('packed, installed into an empty folder, it serves the official client', async () => {
  const packed = path.join(folder, 'packed');
  buildPackage(packed);
  const listed = fs.readdirSync(packed, { recursive: true, encoding: 'utf8' });
  expect(listed.filter((file) => /(?<!\.d)\.ts$|test|vitest|pack\./.test(file))).toEqual([]);
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(fs.readFileSync(path.join(packed, 'package.json'), 'utf8')));
  const npm = (...args: string[]) => run('npm', args, { cwd: project, shell: process.platform === 'win32' });

  const project = path.join(folder, 'project');
  fs.mkdirSync(project);
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8')));
  const client = { '@supabase/supabase-js': devDependencies['@supabase/supabase-js'] };
  fs.writeFileSync(
    path.join(project, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: client }),
  );
  // What it depends on lies there already, so that this needs no registry; npm still checks every version.
  for (const at of closureOf([...Object.keys(dependencies), ...Object.keys(client)])) {
    fs.cpSync(path.join(root, at), path.join(project, at), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    });
  }
  const packing = await npm('pack', packed, '--json', '--pack-destination', folder);
  const [tarball] = z.array(z.object({ filename: z.string() })).parse(JSON.parse(packing.stdout));
  await npm(
    ...['install', path.join(folder, tarball?.filename ?? '')],
    ...['--offline', '--no-audit', '--no-fund', '--ignore-scripts'],
  );
  const inside = path.join(project, 'node_modules', name);
  expect(fs.lstatSync(inside).isSymbolicLink()).toBe(false);

  fs.writeFileSync(path.join(project, 'consumer.ts'), consumer);
  const types = path.join(root, 'node_modules', '@types');
  const compile = [
    path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...['--strict', '--target', 'es2024', '--module', 'nodenext', '--skipLibCheck'],
    ...['--types', 'node', '--typeRoots', types, 'consumer.ts'],
  ];
  const compiling = await run(process.execPath, compile, { cwd: project }).catch((error: unknown) =>
    z.object({ stdout: z.string() }).parse(error),
  );
  expect(compiling.stdout).toBe('');
  const config = path.join(project, 'config.toml');
  fs.writeFileSync(config, '[auth.email]\nenable_confirmations = true\n');
  const { stdout } = await run(process.execPath, ['consumer.js', path.join(project, 'data'), config], {
    cwd: project,
  });
  expect(JSON.parse(stdout)).toEqual({ user: 'first@example.com', file: 'as it went in' });

  const bin = path.join(project, 'node_modules', '.bin', 'supabase-embedded');
  const keys = await run(bin, ['keys', '--data', path.join(project, 'data')]);
  expect(JSON.parse(keys.stdout)).toMatchObject({ secretKey: expect.stringMatching(/^sb_secret_/) });
}, 180_000);
