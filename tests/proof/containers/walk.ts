import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { anyFreePort } from '../../../scripts/ports.ts';
import { root } from '../../../scripts/surroundings.ts';
import { createFlat, password } from '../../setup/landlord.ts';
import { docker, dockerWith, logsOf, tryDocker, untilHealthy } from './docker.ts';
import { moveIn } from './landlord.ts';

type Say = (line: string) => void;

/** The options of `docker run` that docs/self-hosting.md gives, with this run's address, volume and settings in their place. */
function documentedOptions(address: string, volume: string, settings: string): string[] {
  const docs = fs.readFileSync(path.join(root, 'docs', 'self-hosting.md'), 'utf8');
  const said = /^docker run -d --name hausbuch ([\s\S]*?) \\?\n? *hausbuch-alone /m.exec(docs)?.[1];
  assert(said, 'docs/self-hosting.md says how the image is run');
  const words = said.replaceAll('\\\n', ' ').trim().split(/\s+/);
  const own: Record<string, string> = {
    '127.0.0.1:3000:3000': `127.0.0.1:${new URL(address).port}:3000`,
    'hausbuch:/data': `${volume}:/data`,
    'APP_URL=https://hausbuch.example': `APP_URL=${address}`,
    'hausbuch.env': settings,
  };
  for (const word of Object.keys(own)) assert(words.includes(word), `${word} stands in docs/self-hosting.md`);
  // Asked more often than the image says, so that nobody waits for the next time.
  return ['--health-interval', '2s', ...words.map((word) => own[word] ?? word)];
}

/** Lets the tests read the mailbox page, which listens inside only. */
async function reachMailbox(container: string) {
  const inside = /mails: (\S+)/.exec(await logsOf(container))?.[1];
  assert(inside, 'the start says where mails arrive');
  const program = 'process.stdout.write(await (await fetch(process.argv[1])).text())';
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', inside);
    docker('exec', container, 'node', '--input-type=module', '-e', program, url.href).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  const port = await anyFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = new URL(inside);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, close: () => server.close() };
}

/** How to sign in there; `npm run -s supabase -- keys` of a clone. */
async function keysOf(container: string) {
  const said = await docker('exec', container, 'node', 'scripts/start.mjs', 'supabase', 'keys');
  return z
    .object({ url: z.string(), publishableKey: z.string(), secretKey: z.string() })
    .parse(JSON.parse(said.split('\n').find((line) => line.startsWith('{')) ?? ''));
}

/** Memory of all in a container, in MB: proportional shares, what several share counted once. */
async function memoryMb(container: string): Promise<number> {
  const program = `for f in /proc/[0-9]*/smaps_rollup; do sed -n 's/^Pss: *\\([0-9]*\\) kB/\\1/p' $f; done 2> /dev/null`;
  const said = await docker('exec', container, 'sh', '-c', program);
  return Math.round(said.split('\n').reduce((sum, line) => sum + Number(line), 0) / 1_024);
}

/**
 * What an operator does with the image that holds all of it, as docs/self-hosting.md says: started with one volume,
 * used, killed, begun anew, joined by a second one by mistake, backed up, brought back elsewhere, upgraded and stopped.
 * @param newer the image of an upgrade
 */
export async function walkAlone(image: string, newer: string, say: Say): Promise<void> {
  const name = `hausbuch-walk-${randomUUID().slice(0, 8)}`;
  const volumes = [`${name}-data`, `${name}-elsewhere`] as const;
  const address = `http://localhost:${await anyFreePort()}`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-walk-'));
  const settings = path.join(folder, 'hausbuch.env');
  fs.writeFileSync(settings, 'OPERATOR_NAME=Petra Vogel\n');
  const run = (container: string, volume: string, from = image) =>
    docker('run', '-d', '--name', container, ...documentedOptions(address, volume, settings), from);
  const step = async <T>(words: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    const more = typeof result === 'string' ? `: ${result}` : '';
    say(`${words} (${((performance.now() - began) / 1_000).toFixed(1)} s)${more}`);
    return result;
  };

  let mailbox: Awaited<ReturnType<typeof reachMailbox>> | undefined;
  try {
    await step('started for the first time', async () => {
      await run(name, volumes[0]);
      await untilHealthy(name);
      const account = await docker('exec', name, 'id', '-u');
      assert.notEqual(account, '0', 'it runs as nobody special');
      return `account ${account}`;
    });
    const keys = await keysOf(name);
    assert.equal(keys.url, address, 'sign-in and files are where the app is');
    mailbox = await reachMailbox(name);
    const url = mailbox.url;
    const landlord = await step('signed up, a flat let, a paper brought, an account printed', () =>
      moveIn({ url: address, mailboxUrl: url, dataDir: '', keys }),
    );
    const { api, demandAll } = landlord;
    const signIn = async () => {
      const { auth } = createClient(address, keys.publishableKey);
      const { error } = await auth.signInWithPassword({ email: landlord.email, password });
      assert.equal(error, null);
    };
    say(`memory after that: ${await memoryMb(name)} MB`);

    await step('killed, and begun anew', async () => {
      await docker('kill', name);
      await docker('start', name);
      await untilHealthy(name);
      await demandAll();
    });
    await step('a second one on the same volume is refused, and the first goes on', async () => {
      const other = await tryDocker('run', '--rm', '--name', `${name}-2`, '-v', `${volumes[0]}:/data`, image);
      assert.match(other, /in use by another server/);
      await untilHealthy(name);
      await demandAll();
    });

    const backup = path.join(folder, 'one.tar');
    await step('backed up while it runs', async () => {
      await docker('exec', name, 'node', 'scripts/start.mjs', 'backup', '/data/backups/one');
      await dockerWith({ to: backup }, 'exec', name, 'tar', '-C', '/data/backups', '-c', 'one');
      // What came after it is in no backup.
      await createFlat(api, 'Danach');
    });
    await step('upgraded', async () => {
      await docker('stop', name);
      assert.equal(await docker('inspect', '--format', '{{.State.ExitCode}}', name), '0');
      await docker('rm', name);
      await run(name, volumes[0], newer);
      await untilHealthy(name);
      const { rows } = await api.property.list.query({});
      assert.deepEqual(rows.map((row) => row.name).sort(), ['Danach', 'Lindenstraße 5']);
      const label = '{{index .Config.Labels "org.opencontainers.image.revision"}}';
      return docker('inspect', '--format', label, name);
    });
    await docker('rm', '-f', name);
    await step('brought back in a new volume, by the image before', async () => {
      const within = ['run', '--rm', '-i', '-v', `${volumes[1]}:/data`, '--entrypoint', 'sh', image];
      const program = 'tar -C /tmp -x && node scripts/start.mjs restore /tmp/one';
      await dockerWith({ from: backup }, ...within, '-c', program);
      await run(name, volumes[1]);
      await untilHealthy(name);
      await demandAll();
      await signIn();
    });
    await step('stopped', async () => {
      await docker('stop', name);
      assert.equal(await docker('inspect', '--format', '{{.State.ExitCode}}', name), '0');
    });
  } finally {
    mailbox?.close();
    await tryDocker('rm', '-f', name, `${name}-2`);
    await tryDocker('volume', 'rm', '-f', ...volumes);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
