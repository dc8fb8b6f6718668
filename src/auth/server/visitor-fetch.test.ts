import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const keys = { publishableKey: 'sb_publishable_a', secretKey: 'sb_secret_b' };
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

let seen: IncomingHttpHeaders[];
let answer: (headers: IncomingHttpHeaders) => { status: number; headers?: Record<string, string> };
let url: string;
let close: () => void;

beforeEach(async () => {
  vi.resetModules();
  seen = [];
  answer = () => ({ status: 200 });
  const server = createServer((request, response) => {
    seen.push(request.headers);
    const { status, headers } = answer(request.headers);
    response.writeHead(status, headers).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterEach(() => close());

/** As Supabase's client calls it. */
async function signIn(visitor: Record<string, string>, path = '/auth/v1/token?grant_type=password') {
  const { visitorFetch } = await import('./visitor-fetch');
  return visitorFetch(new Headers(visitor), keys)(`${url}${path}`, {
    method: 'POST',
    body: '{}',
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${keys.publishableKey}`,
      'user-agent': browser,
    },
  });
}

describe('the visitor’s address', () => {
  it('is named with the secret key, by a server and not by what looks like a browser', async () => {
    await signIn({ 'x-forwarded-for': '10.0.0.1, 203.0.113.9' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ apikey: keys.secretKey, 'sb-forwarded-for': '203.0.113.9' });
    expect(seen[0]?.authorization).toBeUndefined();
    expect(seen[0]?.['user-agent']).toMatch(/^Hausbuch \(X11.*Chrome\/156/);
  });

  it('is not named for somebody on this machine, nor to storage', async () => {
    await signIn({ 'x-forwarded-for': '127.0.0.1' });
    await signIn({});
    await signIn({ 'x-forwarded-for': '203.0.113.9' }, '/storage/v1/bucket');
    expect(seen.map((headers) => headers.apikey)).toEqual(Array(3).fill(keys.publishableKey));
    expect(seen.some((headers) => 'sb-forwarded-for' in headers)).toBe(false);
  });

  it('goes unnamed where a gateway refuses the secret key, found out once', async () => {
    answer = ({ apikey }) => ({ status: apikey === keys.secretKey ? 401 : 200 });
    for (let call = 0; call < 3; call += 1) {
      expect((await signIn({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
    }
    const { secretKey: s, publishableKey: p } = keys;
    expect(seen.map((headers) => headers.apikey)).toEqual([s, p, p, p]);
  });

  it('a refusal of the auth server itself is an answer', async () => {
    answer = () => ({ status: 401, headers: { 'x-sb-error-code': 'insufficient_aal' } });
    expect((await signIn({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(401);
    expect(seen).toHaveLength(1);
  });
});
