import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
// What Next's server does first: without it its modules refuse to load.
import 'next/dist/server/node-environment-baseline.js';
import { unstable_doesMiddlewareMatch as passesProxy } from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

type Token = { access_token: string; refresh_token: string; expires_at: number };

/** An auth server reduced to refreshing: what it answers, and how often it was asked. */
const auth = { requests: 0, answer: 'renew' as 'renew' | 'refuse' | 'hang' };
const server = createServer((_request, response) => {
  auth.requests += 1;
  if (auth.answer === 'hang') return;
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-supabase-api-version', '2024-01-01');
  if (auth.answer === 'refuse') {
    response.writeHead(400);
    response.end(JSON.stringify({ code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }));
    return;
  }
  setTimeout(() => {
    const user = { id: randomUUID(), aud: 'authenticated', role: 'authenticated', email: 'a@example.com' };
    const token = {
      access_token: accessToken(3600),
      refresh_token: 'new',
      token_type: 'bearer',
      expires_in: 3600,
    };
    response.end(JSON.stringify({ ...token, expires_at: seconds() + 3600, user }));
  }, 30);
});

let proxy: typeof import('@/proxy').proxy;
let config: typeof import('@/proxy').config;

const seconds = () => Math.floor(Date.now() / 1000);

/** Unsigned: the proxy checks nothing, it only reads how long the token lives. */
function accessToken(lifeSeconds: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ sub: randomUUID(), exp: seconds() + lifeSeconds })}.c2ln`;
}

function sessionCookie(lifeSeconds: number): string {
  const session: Token = {
    access_token: accessToken(lifeSeconds),
    refresh_token: `old-${randomUUID()}`,
    expires_at: seconds() + lifeSeconds,
  };
  return `hausbuch-auth=base64-${Buffer.from(JSON.stringify({ ...session, token_type: 'bearer', user: {} })).toString('base64url')}`;
}

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers }));

const location = (response: Response) => {
  const target = response.headers.get('location');
  return target === null ? null : target.replace('http://localhost:3000', '');
};

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
  ({ proxy, config } = await import('@/proxy'));
});

beforeEach(() => {
  auth.requests = 0;
  auth.answer = 'renew';
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

describe('signed out', () => {
  it.each([
    ['/dashboard', '/auth/login?next=%2Fdashboard'],
    [
      '/de/dashboard/tenants?q=M%C3%BCller',
      '/de/auth/login?next=%2Fde%2Fdashboard%2Ftenants%3Fq%3DM%25C3%25BCller',
    ],
    ['/property/42', '/auth/login?next=%2Fproperty%2F42'],
    ['/de/tenant/42', '/de/auth/login?next=%2Fde%2Ftenant%2F42'],
  ])('%s leads to sign-in in the same language and back', async (path, target) => {
    expect(location(await ask(path))).toBe(target);
    expect(auth.requests).toBe(0);
  });

  it.each(['/what', '/de', '/de/auth/login', '/dashboards', '/properties'])('%s stays open', async (path) => {
    expect(location(await ask(path))).toBeNull();
  });

  it('a cookie that is no session counts as none', async () => {
    expect(location(await ask('/dashboard', { cookie: 'hausbuch-auth=base64-eyJhIjoxfQ' }))).toMatch(/login/);
  });
});

describe('an address nobody has been given', () => {
  const long = 'a'.repeat(3_000);
  it.each([
    `/${long}?q=${long}`,
    `/what?q=${long}`,
    `/de/dashboard?q=${'%25'.repeat(1_500)}`,
    `/tenant/${long}`,
  ])('is not said again in the headers of its answer: %.20s…', async (path) => {
    const { headers } = await ask(path);
    const said = ['link', 'location'].map((name) => headers.get(name) ?? '').join('');
    expect(said.length).toBeLessThan(1_000);
  });

  it('one that may have been is', async () => {
    const link = (await ask('/what?q=house')).headers.get('link') ?? '';
    expect(link).toContain('hreflang="de"');
    expect(link).toContain('rel="canonical"');
  });
});

describe('signed in', () => {
  it('a token with time left costs no question to the auth server', async () => {
    const response = await ask('/dashboard', { cookie: sessionCookie(3_000) });
    expect(location(response)).toBeNull();
    expect(response.headers.get('set-cookie') ?? '').not.toContain('hausbuch-auth');
    expect(auth.requests).toBe(0);
  });

  it.each(['/dashboard', '/api/trpc/account.session'])(
    'a token about to end is renewed, for the browser and for this very request: %s',
    async (path) => {
      const response = await ask(path, { cookie: sessionCookie(20) });
      expect(auth.requests).toBe(1);
      const setCookie = response.headers.get('set-cookie') ?? '';
      expect(setCookie).toMatch(/hausbuch-auth=base64-/);
      expect(setCookie).toMatch(/SameSite=lax/i);
      expect(setCookie, '400 days').toContain(`Max-Age=${400 * 24 * 3600}`);
      expect(setCookie).not.toMatch(/Secure/);
      expect(response.headers.get('cache-control')).toContain('no-store');
      const passedOn = response.headers.get('x-middleware-request-cookie') ?? '';
      const value = /hausbuch-auth=base64-([^;]+)/.exec(decodeURIComponent(passedOn))?.[1] ?? '';
      expect(JSON.parse(Buffer.from(value, 'base64url').toString())).toMatchObject({ refresh_token: 'new' });
    },
  );

  it('every endpoint that asks who is there stands behind it: after an hour a download is no “signed out”', () => {
    const api = path.resolve(import.meta.dirname, '../../src/app/api');
    const asking = globSync('**/route.ts', { cwd: api })
      .filter((file) => {
        const text = readFileSync(path.join(api, file), 'utf8');
        // Whoever visits a room for receipts has no session.
        return /answerFile|contextOf|handleTrpcRequest/.test(text) && !text.includes('visitCookieName');
      })
      .map((file) => `/api/${path.dirname(file)}`.replace('[trpc]', 'account.session'));
    expect(asking.length).toBeGreaterThan(7);
    expect(asking.filter((url) => !passesProxy({ config, nextConfig: {}, url }))).toEqual([]);
  });

  it('the cookie is secure where the visitor comes over https', async () => {
    const headers = { cookie: sessionCookie(20), 'x-forwarded-proto': 'https' };
    expect((await ask('/dashboard', headers)).headers.get('set-cookie')).toMatch(/Secure/);
  });

  it('ten requests with the same old token renew it once, and all of them get the new one', async () => {
    const cookie = sessionCookie(20);
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask('/dashboard', { cookie })));
    expect(auth.requests).toBe(1);
    for (const response of responses)
      expect(response.headers.get('set-cookie')).toMatch(/hausbuch-auth=base64-/);
  });

  it('a session the auth server no longer knows leads to sign-in, which says why, and loses its cookie', async () => {
    auth.answer = 'refuse';
    const response = await ask('/dashboard', { cookie: sessionCookie(-20) });
    expect(location(response)).toBe('/auth/login?next=%2Fdashboard&problem=refresh_token_not_found');
    expect(response.headers.get('set-cookie')).toMatch(/hausbuch-auth=;/);
  });

  it('an auth server that does not answer signs nobody out', { timeout: 10_000 }, async () => {
    auth.answer = 'hang';
    const response = await ask('/dashboard', { cookie: sessionCookie(-20) });
    expect(location(response)).toBeNull();
    expect(response.headers.get('set-cookie') ?? '').not.toContain('hausbuch-auth');
  });
});

describe('the language', () => {
  const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' };

  it('of the browser decides a first visit to / and nothing else', async () => {
    expect(location(await ask('/', german))).toBe('/de');
    expect(location(await ask('/what', german))).toBeNull();
    expect(location(await ask('/', { 'accept-language': 'fr' }))).toBeNull();
  });

  it('is the first the browser names, whatever its region', async () => {
    expect(location(await ask('/', { 'accept-language': 'en-GB,de;q=0.7' }))).toBeNull();
    expect(location(await ask('/', { 'accept-language': 'de-AT,en;q=0.7' }))).toBe('/de');
    expect(location(await ask('/', { 'accept-language': 'fr-FR,fr;q=0.9,de;q=0.5' }))).toBe('/de');
  });

  it('once chosen sticks', async () => {
    expect(location(await ask('/', { ...german, cookie: 'i18n_redirected=en' }))).toBeNull();
    expect(location(await ask('/what', { cookie: 'i18n_redirected=de' }))).toBe('/de/what');
  });

  it('of the path has the prefix only where needed', async () => {
    expect(location(await ask('/en/what', {}))).toBe('/what');
    expect(location(await ask('/de/what'))).toBeNull();
    const passedOn = 'x-middleware-request-x-next-intl-locale';
    expect((await ask('/de/what')).headers.get(passedOn)).toBe('de');
    expect((await ask('/what')).headers.get(passedOn)).toBe('en');
  });
});

describe('the host', () => {
  it.each(['hausbuch.example', 'hausbuch.example:8443', 'my_house', '192.168.0.7:3000', '[::1]:3000'])(
    '%s is one',
    async (host) => {
      expect((await ask('/what', { host })).status).toBe(200);
      expect((await ask('/what', { 'x-forwarded-host': `${host}, inner` })).status).toBe(200);
    },
  );

  it.each([
    'a b',
    'hausbuch.example/"><b>',
    'http://hausbuch.example',
    'a:99999',
    'u@hausbuch.example',
    '[::1',
  ])('%s is none, and no address is made of it', async (host) => {
    for (const path of ['/what', '/dashboard', '/api/trpc/portfolio.get']) {
      expect((await ask(path, { host })).status).toBe(400);
      expect((await ask(path, { 'x-forwarded-host': host })).status).toBe(400);
    }
  });
});
