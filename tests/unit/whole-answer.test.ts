import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sendWhole } from '../../scripts/whole-answer.ts';

let close = () => {};
afterEach(() => {
  close();
  vi.restoreAllMocks();
});

/** What a client gets of an answer that goes through `sendWhole`. */
async function ask(answer: () => Response, init?: RequestInit): Promise<Response> {
  const listener = getRequestListener(
    async (_, { outgoing }) => sendWhole(answer(), outgoing as ServerResponse),
    { overrideGlobalObjects: false },
  );
  const server = createServer((request, response) => {
    response.setHeader('x-frame-options', 'DENY');
    void listener(request, response);
  }).listen(0, '127.0.0.1');
  close = () => server.close();
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    ...init,
    headers: { connection: 'close' },
  });
}

const json = (body: string | null, status = 200, more: [string, string][] = []) =>
  new Response(body, { status, headers: [['content-type', 'application/json'], ...more] });

describe('an answer that is all there', () => {
  test('arrives with status, length and headers, those of protection and two cookies included', async () => {
    const text = JSON.stringify({ error: 'nicht ge\u00e4ndert' });
    const cookies: [string, string][] = [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ];
    const answer = await ask(() => json(text, 409, [['retry-after', '2'], ...cookies]));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('is written without a timer', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const answer = json('{}');
    const written: unknown[] = [];
    const outgoing = {
      setHeader: () => outgoing,
      appendHeader: () => outgoing,
      writeHead: () => outgoing,
      end: (body: unknown) => written.push(body),
    };
    await sendWhole(answer, outgoing as unknown as ServerResponse);
    expect(String(written)).toBe('{}');
    expect(timers).not.toHaveBeenCalled();
  });

  test('has no body where only its head is asked for', async () => {
    const answer = await ask(() => json('{"rows":[]}'), { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});

test('what comes bit by bit, or not at all, is left as it is', async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: 1\n\n'));
      controller.close();
    },
  });
  const events = () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  expect(await (await ask(events)).text()).toBe('data: 1\n\n');
  close();
  expect((await ask(() => new Response(null, { status: 204 }))).status).toBe(204);
  close();
  const parts = () => json('{"a":1}', 200, [['transfer-encoding', 'chunked']]);
  expect(await (await ask(parts)).json()).toEqual({ a: 1 });
});
