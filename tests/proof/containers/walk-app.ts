import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { anyFreePort } from '../../../scripts/ports.ts';
import { databaseName, root } from '../../../scripts/surroundings.ts';
import { keysOf } from '../../setup/landlord.ts';
import { environmentFor, runScript } from '../../setup/running-product.ts';
import { docker, tryDocker, untilHealthy } from './docker.ts';
import { moveIn } from './landlord.ts';

/** As the service `app` of compose.yaml is run, which scripts/container.test.ts reads. */
const rights = ['--init', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--pids-limit', '512'];

/** The secrets of Compose, made and completed by the image as docs/self-hosting.md says. */
async function tryKeys(image: string, folder: string): Promise<void> {
  const account = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  const write = (...words: string[]) =>
    docker(
      'run',
      '--rm',
      '--user',
      account,
      '-v',
      `${folder}:/settings`,
      image,
      'keys',
      '/settings/.env',
      ...words,
    );
  const file = path.join(folder, '.env');
  fs.writeFileSync(file, 'APP_URL=https://hausbuch.example\n');
  await write();
  const first = fs.readFileSync(file, 'utf8');
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  assert.match(first, /^APP_URL=https:\/\/hausbuch\.example\n/);
  await write();
  assert.equal(fs.readFileSync(file, 'utf8'), first, 'what is there stays');
  await write('--renew');
  const passwordOf = (text: string) => /^POSTGRES_PASSWORD=.*$/m.exec(text)?.[0];
  const renewed = fs.readFileSync(file, 'utf8');
  assert.notEqual(renewed, first);
  assert.equal(passwordOf(renewed), passwordOf(first), 'the database keeps its password');
}

/** The image of compose.yaml beside a database, a sign-in and a file server that run outside of it. */
export async function walkApp(image: string, say: (line: string) => void): Promise<void> {
  const name = `hausbuch-app-${randomUUID().slice(0, 8)}`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-app-'));
  fs.chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  const ports = { supabase: await anyFreePort(), mailbox: await anyFreePort(), app: await anyFreePort() };
  const address = `http://localhost:${ports.app}`;
  let supabase: Awaited<ReturnType<typeof runScript>> | undefined;
  try {
    const settings = path.join(folder, 'settings');
    fs.mkdirSync(settings);
    await tryKeys(image, settings);
    say('keys written, completed and renewed by the image');
    const env = {
      ...environmentFor(dataDir, 0),
      SUPABASE_PORT: String(ports.supabase),
      SUPABASE_MAILBOX_PORT: String(ports.mailbox),
      APP_URL: address,
    };
    const program = path.join(root, 'scripts', 'supabase.ts');
    supabase = await runScript([program], env, /Supabase is ready: (\S+) · mails: (\S+)/);
    const home = path.join(dataDir, 'postgres');
    const place = fs.existsSync(path.join(home, 'elsewhere'))
      ? (fs.readFileSync(path.join(home, 'elsewhere'), 'utf8').split('\n')[0] ?? '')
      : path.join(home, 'cluster');
    const port = fs.readFileSync(path.join(place, 'postmaster.pid'), 'utf8').split('\n')[3];
    const password = fs.readFileSync(path.join(home, 'password'), 'utf8').trim();
    const keys = await keysOf(dataDir);
    const given = {
      PORT: String(ports.app),
      HOSTNAME: '127.0.0.1',
      APP_URL: address,
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${port}/${databaseName}`,
    };
    const began = performance.now();
    await docker(
      ...[
        'run',
        '-d',
        '--name',
        name,
        '--network',
        'host',
        '--health-interval',
        '2s',
        '--memory',
        '3g',
        ...rights,
      ],
      ...Object.entries(given).flatMap(([setting, value]) => ['-e', `${setting}=${value}`]),
      image,
    );
    await untilHealthy(name);
    say(`healthy after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    const { demandAll } = await moveIn({ url: address, mailboxUrl: supabase.mailboxUrl, dataDir, keys });
    say('signed up, a flat let, a paper brought, an account printed');
    await docker('kill', name);
    await docker('start', name);
    await untilHealthy(name);
    await demandAll();
    await docker('stop', name);
    say(
      `killed, begun anew and stopped: ${await docker('inspect', '--format', '{{.State.ExitCode}}', name)}`,
    );
  } finally {
    await tryDocker('rm', '-f', name);
    await supabase?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
