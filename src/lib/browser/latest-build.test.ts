import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { askLatestBuild, checkManifest } from './latest-build';

const { fetch: send } = globalThis;
const running: { close: () => void }[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that answers so, one after the other; null hangs up without a word. Paths are asked of it as a page does. */
async function serve(...answers: (readonly [status: number, body: string] | null)[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[asked.length - 1];
    if (!answer) return response.destroy();
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  running.push(server);
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => send(`http://127.0.0.1:${port}${path}`, init));
  return asked;
}

test('the poll for a new version: a line that breaks and a gateway are tried again until it is told', async () => {
  const asked = await serve(null, [503, ''], [200, '{"id":"b2"}']);
  expect(await askLatestBuild()).toBe('b2');
  expect(asked).toEqual(Array(3).fill('/builds/latest.json'));
});

test('a server that never answers, refuses or says something else is not worth a message', async () => {
  const silent = await serve();
  expect(await askLatestBuild()).toBeNull();
  expect(silent).toHaveLength(4);
  const refusing = await serve([404, '{}']);
  expect(await askLatestBuild()).toBeNull();
  expect(refusing).toHaveLength(1);
  await serve([200, 'null']);
  expect(await askLatestBuild()).toBeNull();
  await serve([200, '<!doctype html>']);
  expect(await askLatestBuild()).toBeNull();
});

test('a manifest that cannot be read is a line in the log and nothing else', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(await serve([200, '{}'])).toEqual([]);
  await checkManifest('b2');
  expect(warn).not.toHaveBeenCalled();
  const asked = await serve([404, '']);
  await checkManifest('b2');
  expect(asked).toEqual(['/builds/meta/b2.json']);
  expect(warn).toHaveBeenCalledOnce();
});
