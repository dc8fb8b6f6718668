import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drainable } from './leave-when-answered.ts';

const ask = (port: number, path: string) =>
  new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (more: string) => {
        text += more;
      });
      response.on('end', () => resolve(text));
      response.on('error', () => resolve(`${text} cut`));
    }).on('error', reject);
  });

async function serve(answerAfterMs: number) {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/trpc/live.changes')) {
      response.write('event');
      return;
    }
    setTimeout(() => response.end('answered'), answerAfterMs);
  });
  const drain = drainable(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, drain, port: (server.address() as AddressInfo).port };
}

test('what was asked is answered, who comes later is refused, and a stream holds nobody up', async () => {
  const { server, drain, port } = await serve(300);
  const stream = ask(port, '/api/trpc/live.changes?input=1');
  await once(server, 'request');
  const asked = ask(port, '/dashboard');
  await once(server, 'request');
  const began = performance.now();
  const drained = drain(5_000);
  while (server.listening) await setImmediate();
  await expect(ask(port, '/later')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await asked).toBe('answered');
  await drained;
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await stream).toBe('event cut');
});

test('who has reached the port before it closes is let in', async () => {
  const { drain, port } = await serve(50);
  const asked = Array.from({ length: 20 }, () => ask(port, '/dashboard').catch(String));
  // They are connected by now, and nobody here has looked at the port since.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await drain(5_000);
  expect(await Promise.all(asked)).toEqual(asked.map(() => 'answered'));
});

test('what takes longer than the limit is cut', async () => {
  const { server, drain, port } = await serve(5_000);
  const cut = expect(ask(port, '/report')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await once(server, 'request');
  await drain(200);
  await cut;
});
