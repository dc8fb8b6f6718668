import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { dropUntrusted, trustedProxies } from './trusted-proxies.ts';

const forged = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-real-ip': '203.0.113.9',
  forwarded: 'host=evil.example',
  'x-other': 'stays',
};

/** What is left of a request from this machine, of its headers and of its raw ones. */
async function leftOf(setting: string | undefined): Promise<string[]> {
  const proxies = setting === undefined ? undefined : trustedProxies.parse(setting);
  const server = createServer((request, response) => {
    dropUntrusted(request, proxies);
    const raw = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const names = Object.keys(request.headers);
    response.end(JSON.stringify([names, raw].map((list) => list.filter((name) => name in forged).sort())));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [names, raw] = await (await fetch(`http://127.0.0.1:${port}/`, { headers: forged })).json();
  server.close();
  expect(raw).toEqual(names);
  return names;
}

test('a proxy that is named is believed, everybody else says nothing of host, address and scheme', async () => {
  const all = Object.keys(forged).sort();
  for (const named of ['127.0.0.1', '10.0.0.0/8, 127.0.0.0/8']) expect(await leftOf(named)).toEqual(all);
  for (const named of ['10.0.0.2', '172.30.77.0/24', '::1']) expect(await leftOf(named)).toEqual(['x-other']);
});

test('one on this machine that nobody named is not believed about the host', async () => {
  const left = await leftOf(undefined);
  expect(left).not.toContain('x-forwarded-host');
  expect(left).toEqual(expect.arrayContaining(['x-forwarded-for', 'x-forwarded-proto']));
});

test('what is no address or network is refused at the start', () => {
  for (const text of ['gateway', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1/x']) {
    expect(trustedProxies.safeParse(text).success, text).toBe(false);
  }
});
