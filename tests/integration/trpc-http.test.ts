import { randomUUID } from 'node:crypto';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startKeyServer } from '../factories/session';

type Answer = { result?: { data: unknown }; error?: unknown };

let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
let handle: (request: Request) => Promise<Response>;
const origin = 'http://localhost:3000';

beforeAll(async () => {
  keyServer = await startKeyServer();
  vi.stubEnv('SUPABASE_URL', keyServer.url);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
  handle = (await import('@/trpc/http')).handleTrpcRequest;
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await keyServer.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  handle(new Request(`${origin}/api/trpc/${path}`, { headers: { host: 'localhost:3000', ...headers } }));

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  handle(
    new Request(`${origin}/api/trpc/${path}`, {
      method: 'POST',
      body,
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    }),
  );

async function read(response: Response): Promise<{ data: unknown; error: unknown; text: string }> {
  const text = await response.text();
  const answer: Answer = JSON.parse(text);
  return {
    data: answer.result && superjson.deserialize(answer.result.data as never),
    error: answer.error && superjson.deserialize(answer.error as never),
    text,
  };
}

const cookieOf = (accessToken: string) => {
  const session = { access_token: accessToken, refresh_token: 'r', expires_at: 4_000_000_000 };
  return `hausbuch-auth=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
};

describe('too many calls', () => {
  it('a person is asked to wait after 1,200 calls in a minute; another is not', async () => {
    const { handleTrpcRequest } = await import('@/trpc/http');
    const busy = await keyServer.token(randomUUID());
    const ask = async (token: string, calls: number, comma = ',') => {
      const path = Array.from({ length: calls }, () => 'account.session').join(comma);
      return handleTrpcRequest(
        new Request(`${origin}/api/trpc/${path}?batch=1`, { headers: { authorization: `Bearer ${token}` } }),
      );
    };
    for (let batch = 0; batch < 60; batch += 1) expect((await ask(busy, 20)).status).toBe(200);
    const refused = await ask(busy, 20);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask(await keyServer.token(randomUUID()), 20)).status).toBe(200);
    const escaping = await keyServer.token(randomUUID());
    for (let batch = 0; batch < 60; batch += 1) expect((await ask(escaping, 20, '%2C')).status).toBe(200);
    expect((await ask(escaping, 20, '%2c')).status).toBe(429);
  });
});

describe('who is asking', () => {
  it('takes the token from the session cookie or the Authorization header', async () => {
    const userId = randomUUID();
    const token = await keyServer.token(userId);
    const ways: Record<string, string>[] = [
      { cookie: cookieOf(token) },
      { authorization: `Bearer ${token}` },
    ];
    for (const headers of ways) {
      const response = await get('account.session', headers);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect((await read(response)).data).toMatchObject({ userId, aal: 'aal1' });
    }
  });

  it.each([
    ['no cookie', ''],
    ['a broken cookie', 'hausbuch-auth=base64-%%%'],
    ['a cookie that is no session', 'hausbuch-auth=%7B%22access_token%22%3A7%7D'],
  ])('answers 401 to %s', async (_name, cookie) => {
    const response = await get('account.session', cookie === '' ? {} : { cookie });
    expect(response.status).toBe(401);
    expect((await read(response)).error).toEqual({
      code: -32001,
      message: 'auth.signed_out',
      data: { code: 'UNAUTHORIZED', httpStatus: 401, domain: { code: 'auth.signed_out' } },
    });
  });

  it('verifies the token of a batch of twenty once', async () => {
    const token = await keyServer.token(randomUUID());
    const batch = Array.from({ length: 20 }, () => 'account.session').join(',');
    const verify = vi.spyOn(globalThis.crypto.subtle, 'verify');
    const response = await get(`${batch}?batch=1&input=%7B%7D`, { cookie: cookieOf(token) });
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(20);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });
});

describe('what is refused before the router', () => {
  const forms: [string, Record<string, string>, number, string][] = [
    ['another origin', { origin: 'https://evil.example' }, 403, 'request.foreign_origin'],
    ['a sandboxed frame', { origin: 'null' }, 403, 'request.foreign_origin'],
    ['another port of ours', { origin: 'http://localhost:4000' }, 403, 'request.foreign_origin'],
    ['a cross-site fetch without origin', { 'sec-fetch-site': 'cross-site' }, 403, 'request.foreign_origin'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'request.not_json'],
    ['text', { 'content-type': 'text/plain' }, 415, 'request.not_json'],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'request.not_json'],
    ['bytes', { 'content-type': 'application/octet-stream' }, 415, 'request.not_json'],
  ];
  it.each(forms)('a POST from %s', async (_name, headers, status, code) => {
    const response = await post('account.session', '{}', headers);
    expect(response.status).toBe(status);
    expect((await read(response)).error).toMatchObject({ data: { domain: { code } } });
  });

  it('a body of more than a megabyte, announced or not', async () => {
    const body = JSON.stringify({ json: 'x'.repeat(1_100_000) });
    const announced = await post('account.session', body, { 'content-length': String(body.length) });
    expect(announced.status).toBe(413);
    expect((await post('account.session', body)).status).toBe(413);
  });

  it('a batch of more than twenty', async () => {
    const batch = Array.from({ length: 21 }, () => 'account.session').join(',');
    expect((await get(`${batch}?batch=1&input=%7B%7D`)).status).toBe(400);
  });

  it('lets our own page through, and a proxy’s word for our host', async () => {
    const statuses = [
      await post('account.session', '{}', { origin }),
      await post('account.session', '{}', {
        origin: 'https://hausbuch.example',
        'x-forwarded-host': 'hausbuch.example',
      }),
    ].map((response) => response.status);
    expect(statuses).toEqual([405, 405]); // a query is not to be posted: it got as far as the router
  });
});

describe('what an error tells', () => {
  it('nothing but a code about an unknown procedure', async () => {
    const response = await get('nothing.here');
    expect(response.status).toBe(404);
    expect((await read(response)).error).toEqual({
      code: -32004,
      message: 'NOT_FOUND',
      data: { code: 'NOT_FOUND', httpStatus: 404 },
    });
  });

  it('nothing about the parser when the input is no JSON', async () => {
    const { text } = await read(await get('account.session?input=%7Bsecret'));
    expect(text).not.toContain('secret');
    expect(text).not.toContain('stack');
  });

  it('"try again" and not "signed out" when the keys cannot be fetched', async () => {
    vi.resetModules();
    const { handleTrpcRequest } = await import('@/trpc/http');
    keyServer.state.isDown = true;
    const token = await keyServer.token(randomUUID());
    const response = await handleTrpcRequest(
      new Request(`${origin}/api/trpc/account.session`, { headers: { authorization: `Bearer ${token}` } }),
    );
    keyServer.state.isDown = false;
    expect(response.status).toBe(503);
  });

  it('says when to come again while the database cannot be reached', async () => {
    const token = await keyServer.token(randomUUID());
    const response = await get('portfolio.list', { authorization: `Bearer ${token}` });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
  });
});

describe('the portfolio of a call', () => {
  it.each([
    ['the cookie names', {}, '11111111-1111-4111-8111-111111111111', false],
    [
      'the tab names, whatever the cookie says',
      { 'x-hausbuch-portfolio': '22222222-2222-4222-8222-222222222222' },
      '22222222-2222-4222-8222-222222222222',
      true,
    ],
  ])('is the one %s', async (_name, headers: Record<string, string>, portfolioId, isPortfolioNamed) => {
    const { contextOf } = await import('@/trpc/http');
    const cookie = 'hausbuch_portfolio=11111111-1111-4111-8111-111111111111';
    const context = await contextOf(new Request(`${origin}/api/trpc/x`, { headers: { cookie, ...headers } }));
    expect(context).toMatchObject({ portfolioId, isPortfolioNamed });
  });
});
