import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makePortfolioToken } from './portfolio-token';
import { logRequests, placeOf } from './request-log';

const lines = vi.hoisted(() => [] as string[]);
vi.mock('./log.ts', () => ({
  log: () => pino(new Writable({ write: (chunk, _encoding, done) => done(void lines.push(`${chunk}`)) })),
}));

const server = createServer((request, response) => {
  if (request.url === '/slow') response.write('beginning');
  else response.writeHead(request.url?.includes('missing') ? 404 : 200).end('done');
});
const logged = () => lines.map((line) => JSON.parse(line));
let address: string;

beforeAll(async () => {
  logRequests();
  logRequests();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => server.close());

const ask = async (path: string, headers: Record<string, string> = {}) => {
  await (await fetch(address + path, { headers })).text();
};
const id = '017cdb27-ef80-7715-ad67-3de40a73fe03';

test('a page is one line: place, status, duration; nobody’s name, address or search', async () => {
  await ask(`/de/tenant/${id}?q=Sabine+Hoffmann`, { cookie: 'hausbuch-auth=secret' });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(logged()[0]).toMatchObject({ event: 'page', method: 'GET', place: '/de/tenant/[id]', status: 200 });
  expect(lines[0]).not.toMatch(/Hoffmann|secret|127\.0|017cdb27/);
});

test('a change of page within the app and a failure are told apart', async () => {
  await ask('/dashboard?_rsc=1', { rsc: '1' });
  await ask('/missing');
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(logged()).toMatchObject([
    { isPart: true, status: 200 },
    { place: '/missing', status: 404 },
  ]);
});

test('a visitor who left is one line, too', async () => {
  await new Promise<void>((resolve) => {
    const request = get(`${address}/slow`, () => {
      request.destroy();
      resolve();
    });
  });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(logged()[0]).toMatchObject({ place: '/slow', isAborted: true });
});

test('files of the build, procedures and the question for health are none', async () => {
  for (const path of ['/_next/static/x.js', '/api/trpc/account.get?x=1', '/api/health?live', '/icon.svg']) {
    await ask(path);
  }
  await ask('/end');
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(logged()[0]).toMatchObject({ place: '/end' });
});

test('the secret of a link is not in the log', async () => {
  const { token } = makePortfolioToken(id);
  await ask(`/de/receipts/${token}`);
  await ask(`/receipts/${token}/${token}?token=${token}`);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(logged().map(({ place }) => place)).toEqual(['/de/receipts/[token]', '/receipts/[token]/[token]']);
  expect(lines.join()).not.toContain(token.slice(0, 30));
});

test('an address is cut and loses its ids', () => {
  expect(placeOf(`/property/${id}/x/${id.toUpperCase()}?a=${id}`)).toBe('/property/[id]/x/[id]');
  expect(placeOf('/a'.repeat(500))).toHaveLength(200);
});
