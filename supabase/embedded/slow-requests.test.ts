import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSlowRequests } from './slow-requests.ts';

const server = createServer(async (request, response) => {
  response.end(String((await buffer(request).catch(() => Buffer.of())).length));
});
endSlowRequests(server, { everyMs: 200, leastBytes: 100 });
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What came back until the connection ended, or null when it still stood after a second and a half. */
async function send(bytesPerTick: number): Promise<string | null> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2000\r\n\r\n');
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
