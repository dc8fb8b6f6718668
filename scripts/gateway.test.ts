import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf, findNginx, placesIn } from '../tests/setup/nginx.ts';
import { anyFreePort } from './ports.ts';
import { root } from './surroundings.ts';

// The gateway of compose.yaml in a real nginx, before a server that says what reached it.

const program = findNginx() ?? '';
if (!program) console.log('The tests of the gateway are skipped: there is no nginx on this machine.');
/** Stands for the network's gateway, from which a proxy on the same machine comes in. */
const proxy = '127.0.0.9';
const visitor = '127.0.0.1';

let folder: string;
let nginx: ChildProcess;
let behind: http.Server;
let port: number;
let innerPort: number;

type Seen = { path: string; headers: Record<string, string> };

function ask(url: string, from: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; seen: Seen | null }>(
    (resolve, reject) => {
      const request = http.get(url, { localAddress: from, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        const seen = text.startsWith('{') ? (JSON.parse(text) as Seen) : null;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, seen });
      });
      request.on('error', reject);
    },
  );
}

const forged = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
};

test.skipIf(!program)('the example of the documentation is one that nginx takes', () => {
  const example = exampleOf('self-hosting.md', '# nginx');
  expect(example).toContain('ssl_certificate_key');
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-nginx-'));
  // Without a certificate, and where nothing else listens.
  const plain = example
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replaceAll('/var/log/nginx', place)
    .replaceAll(/listen \d+[^;]*/g, (_, index: number) => `listen unix:${place}/${index}`);
  fs.writeFileSync(path.join(place, 'nginx.conf'), `pid ${place}/pid; events {} http { ${plain} }`);
  const { status, stderr } = spawnSync(
    program,
    ['-t', '-e', 'stderr', '-c', path.join(place, 'nginx.conf')],
    {
      encoding: 'utf8',
    },
  );
  fs.rmSync(place, { recursive: true });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('warn')]);
});

describe.skipIf(!program)('the gateway', () => {
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-gateway-'));
    behind = http.createServer((request, response) => {
      if (request.url?.includes('broken')) response.destroy();
      response.end(JSON.stringify({ path: request.url, headers: request.headers }));
    });
    await new Promise<void>((resolve) => {
      behind.listen(0, visitor, resolve);
    });
    port = await anyFreePort();
    innerPort = await anyFreePort();
    const address = `http://${visitor}:${(behind.address() as AddressInfo).port}`;
    const server = fs
      .readFileSync(path.join(root, 'supabase/compose/gateway.conf'), 'utf8')
      .replaceAll(/http:\/\/(auth|storage|app):\d+/g, address)
      .replaceAll('172.30.77.1', proxy)
      .replaceAll('/var/log/nginx/', `${folder}/`)
      // The machine itself is believed, too; here it plays the visitor.
      .replaceAll('127.0.0.0/8', '127.0.0.8/32')
      .replace('listen 8000', `listen ${visitor}:${port}`)
      .replace('listen 8001', `listen ${visitor}:${innerPort}`);
    const config = path.join(folder, 'nginx.conf');
    fs.writeFileSync(
      config,
      // Logs as the image of nginx has them.
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log notice; events {}
      http { access_log ${folder}/access.log combined; ${placesIn(folder)} ${server} }`,
    );
    nginx = spawn(program, ['-e', 'stderr', '-p', folder, '-c', config], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isUp = () => ask(`http://${visitor}:${innerPort}/health`, visitor).catch(() => null);
    for (let attempt = 0; (await isUp())?.status !== 204; attempt += 1) {
      if (attempt > 100) throw new Error('nginx does not come up.');
      await sleep(100);
    }
  });
  afterAll(async () => {
    const left = new Promise((resolve) => {
      nginx.once('exit', resolve);
    });
    nginx.kill('SIGTERM');
    await left;
    behind.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test.each(['/', '/auth/v1/token', '/storage/v1/object/x', '/api/trpc/live.changes'])(
    'believes no visitor about address, scheme and host: %s',
    async (place) => {
      const { seen } = await ask(`http://${visitor}:${port}${place}`, visitor, {
        ...forged,
        'sb-forwarded-for': '1.2.3.4',
      });
      expect(seen?.headers).toMatchObject({
        'x-forwarded-for': visitor,
        'x-forwarded-proto': 'http',
        'x-forwarded-host': `${visitor}:${port}`,
      });
      expect(seen?.headers).not.toHaveProperty('sb-forwarded-for');
    },
  );

  test('believes the proxy before it about address and scheme, about the host only as it asks for it', async () => {
    const { seen } = await ask(`http://${visitor}:${port}/`, proxy, { ...forged, host: 'hausbuch.example' });
    expect(seen?.headers).toMatchObject({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'hausbuch.example',
    });
    const last = { 'x-forwarded-for': 'made up, 198.51.100.1, 203.0.113.9' };
    expect((await ask(`http://${visitor}:${port}/`, proxy, last)).seen?.headers['x-forwarded-for']).toBe(
      '203.0.113.9',
    );
  });

  test('writes down where requests led, and none of the secrets of links', async () => {
    const secret = 'S'.repeat(54);
    const led = [
      `/de/receipts/${secret}`,
      `/receipts/${secret}/`,
      `/invitation?token=${secret}`,
      `/auth/v1/verify?token=pkce_${secret}&type=recovery`,
      `/storage/v1/object/sign/documents/a/b.pdf?token=${secret}`,
      `/broken/${secret}?token_hash=${secret}`,
    ];
    const referer = `http://${visitor}:${port}/receipts/${secret}`;
    for (const place of led) await ask(`http://${visitor}:${port}${place}`, visitor, { referer });
    for (const inner of ['/auth/v1/verify', '/storage/v1/broken']) {
      await ask(`http://${visitor}:${innerPort}${inner}?token=${secret}`, visitor, { referer });
    }
    const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
    expect(read('access.log') + read('error.log')).not.toContain(secret);
    const lines = read('access.log')
      .trim()
      .split('\n')
      .slice(-led.length - 2);
    const told = lines.map((line) => JSON.parse(line)).map(({ place, status }) => [place, Number(status)]);
    expect(told).toEqual([
      ['/de/receipts/[token]', 200],
      ['/receipts/[token]', 200],
      ['/invitation', 200],
      ['/auth/v1/verify', 200],
      ['/storage/v1/object/sign/documents/a/b.pdf', 200],
      ['/broken/[token]', 502],
      ['/auth/v1/verify', 200],
      ['/storage/v1/broken', 502],
    ]);
  });

  test('hands each part what it asks for, and files never as a page', async () => {
    const at = async (place: string) => (await ask(`http://${visitor}:${port}${place}`, visitor)).seen?.path;
    expect(await at('/auth/v1/token?grant_type=password')).toBe('/token?grant_type=password');
    expect(await at('/storage/v1/object/sign/documents/a%20b')).toBe('/object/sign/documents/a%20b');
    expect(await at('/de/what?a=b')).toBe('/de/what?a=b');
    const file = await ask(`http://${visitor}:${port}/storage/v1/object/x`, visitor);
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect(file.headers['x-content-type-options']).toBe('nosniff');
  });
});
