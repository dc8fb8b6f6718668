import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listener, listen } from './listener.ts';

const app = new Hono();
app.post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));
app.onError((_, c) => c.body(null, 400)); // a body that was broken off
let listener: Listener;
beforeAll(async () => {
  const patience = { headersMs: 300, everyMs: 200, leastBytes: 100 };
  listener = await listen(app.fetch, '127.0.0.1', 0, patience);
});
afterAll(() => listener.close());

const body = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2000\r\n\r\n';

/** What came back until the connection ended, or null when it still stood after a second and a half. */
async function send(bytesPerTick: number, header = body): Promise<string | null> {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.write(header);
  const timer = setInterval(() => socket.write('x'.repeat(bytesPerTick)), 50);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), 1_500));
  const outcome = await Promise.race([ended, patience]);
  clearInterval(timer);
  socket.destroy();
  return outcome;
}

test('forty bodies that trickle are ended, one that flows is taken', async () => {
  const slow = Promise.all(Array.from({ length: 40 }, () => send(1)));
  const flowing = await send(100);
  expect(flowing).toMatch(/\r\n\r\n2000$/);
  expect(await slow).toEqual(Array(40).fill(''));
});

test('a header that trickles is ended', async () => {
  expect(await send(1, 'POST / HTTP/1.1\r\nHost: x\r\nX-Long: ')).toMatch(/^HTTP\/1\.1 408 /);
});
