import { createHmac, randomUUID } from 'node:crypto';
import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { safeNextPath } from '@/auth/server/next-path';
import { asAdmin, createPortfolio, type Records } from '../factories/records.ts';
import { closeTestCallers, makeSigningKey, startKeyServer } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { attacks } from './attacks.ts';

/** The HTTP surface of the app as it is shipped, against a portfolio that is really there. */

type Handler = (request: Request) => Promise<Response>;

let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
let database: TestDatabase;
let books: Records;
let trpc: Handler;
let downloads: Record<string, Handler>;
const origin = 'http://localhost:3000';

beforeAll(async () => {
  [keyServer, database] = await Promise.all([startKeyServer(), createTestDatabase()]);
  books = await createPortfolio(database, { name: 'Geheim' });
  vi.stubEnv('SUPABASE_URL', keyServer.url);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', database.appUrl);
  trpc = (await import('@/trpc/http')).handleTrpcRequest;
  downloads = {
    '/api/export': (await import('@/app/api/export/route')).GET,
    '/api/export/tenant': (await import('@/app/api/export/tenant/route')).GET,
    '/api/documents/zip': (await import('@/app/api/documents/zip/route')).GET,
    '/api/account/statement': (await import('@/app/api/account/statement/route')).GET,
    '/api/handover': (await import('@/app/api/handover/route')).GET,
    '/api/letters': (await import('@/app/api/letters/route')).GET,
    '/api/account/cost-statement': (await import('@/app/api/account/cost-statement/route')).GET,
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeTestCallers();
  await keyServer.close();
  await database.drop();
});

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

const questions: Record<string, string> = {
  '/api/documents/zip': `?ids=${randomUUID()}`,
  '/api/export/tenant': `?id=${randomUUID()}`,
  '/api/letters': `?id=${randomUUID()}`,
  '/api/account/cost-statement': `?propertyId=${randomUUID()}&from=2025-01-01&to=2025-12-31`,
};

const headersOf = (token: string, way: 'cookie' | 'bearer'): Record<string, string> => {
  const portfolio = `hausbuch_portfolio=${books.id}`;
  const session = { access_token: token, refresh_token: 'r', expires_at: 4_000_000_000 };
  return way === 'bearer'
    ? { authorization: `Bearer ${token}`, cookie: portfolio }
    : { cookie: `${portfolio}; hausbuch-auth=base64-${base64url(session)}` };
};

const call = (headers: Record<string, string>) =>
  trpc(new Request(`${origin}/api/trpc/portfolio.get`, { headers: { host: 'localhost:3000', ...headers } }));

const rename = (headers: Record<string, string>, init: RequestInit = {}) =>
  trpc(
    new Request(`${origin}/api/trpc/portfolio.update`, {
      method: 'POST',
      body: JSON.stringify({
        json: { version: 1, name: 'Übernommen', jurisdiction: 'DE', timeZone: 'Europe/Berlin' },
      }),
      ...init,
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    }),
  );

async function expectUntouched() {
  const [row] = await asAdmin(
    database,
    (sql) => sql`select name, version from hausbuch.portfolio where id = ${books.id}`,
  );
  expect(row).toEqual({ name: 'Geheim', version: 1 });
}

describe('tokens', () => {
  const attack = attacks('a token that is …');

  /** Reads, writes and downloads with it, as cookie and as bearer. */
  async function refused(token: string): Promise<string> {
    const answers: string[] = [];
    for (const way of ['cookie', 'bearer'] as const) {
      const headers = headersOf(token, way);
      for (const response of [await call(headers), await rename(headers)]) {
        const text = await response.text();
        expect(text).not.toContain('Geheim');
        answers.push(`${response.status} ${/auth\.[a-z_]+/.exec(text)?.[0] ?? text.slice(0, 80)}`);
      }
      for (const [path, get] of Object.entries(downloads)) {
        const [query = `?leaseId=${randomUUID()}`] = [questions[path]];
        const response = await get(new Request(`${origin}${path}${query}`, { headers }));
        // A code the page has words for, and nothing else.
        const body: unknown = await response.json();
        expect([response.status, body], path).toEqual([401, { code: expect.stringMatching(/^auth\.\w+$/) }]);
      }
    }
    await expectUntouched();
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toBe('401 auth.token_invalid');
    return answers[0] ?? '';
  }

  const owner = (claims: Record<string, unknown> = {}) => keyServer.token(books.ownerId, claims);

  attack('forged under our key id', async () => {
    const stranger = await makeSigningKey();
    return refused(await keyServer.token(books.ownerId, {}, { ...stranger, kid: keyServer.key.kid }));
  });
  attack('signed by a foreign key under its own id', async () =>
    refused(await keyServer.token(books.ownerId, {}, await makeSigningKey())),
  );
  attack('expired', async () => refused(await owner({ exp: now() - 60 })));
  attack('not valid yet', async () => refused(await owner({ nbf: now() + 600 })));
  attack('of a wrong issuer', async () => refused(await owner({ iss: 'https://evil.example/auth/v1' })));
  attack('for a wrong audience', async () => refused(await owner({ aud: 'anon' })));
  attack('of the service role', async () => refused(await owner({ role: 'service_role' })));
  attack('without a session', async () => refused(await owner({ session_id: undefined })));
  attack('changed in one claim', async () => {
    const [header, payload = '', signature] = (await owner()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return refused(`${header}.${base64url({ ...claims, sub: randomUUID() })}.${signature}`);
  });
  attack('unsigned (alg none)', async () => {
    const [, payload] = (await owner()).split('.');
    return refused(`${base64url({ alg: 'none', typ: 'JWT' })}.${payload}.`);
  });
  attack('HS256 with our public key as the secret', async () => {
    const [, payload] = (await owner()).split('.');
    const key = await importJWK(keyServer.key.publicJwk, 'ES256', { extractable: true });
    if (key instanceof Uint8Array) throw new Error('expected a public key');
    const input = `${base64url({ alg: 'HS256', typ: 'JWT', kid: keyServer.key.kid })}.${payload}`;
    let held = '';
    for (const secret of [await exportSPKI(key), JSON.stringify(keyServer.key.publicJwk), 'super-secret']) {
      held = await refused(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`);
    }
    return held;
  });
  attack('EdDSA under our key id', async () => {
    const { privateKey } = await generateKeyPair('EdDSA');
    const [, payload = ''] = (await owner()).split('.');
    const token = await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      .setProtectedHeader({ alg: 'EdDSA', kid: keyServer.key.kid, typ: 'JWT' })
      .sign(privateKey);
    return refused(token);
  });
  attack('carrying its own key (jwk, jku)', async () => {
    const own = await makeSigningKey();
    const [, payload = ''] = (await owner()).split('.');
    const token = await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      .setProtectedHeader({
        alg: 'ES256',
        kid: keyServer.key.kid,
        jwk: own.publicJwk,
        jku: 'https://evil.example',
      })
      .sign(own.privateKey);
    return refused(token);
  });
  attack('the secret key of the project', async () => refused('sb_secret_test'));
});

describe('after the session', () => {
  const attack = attacks('with the token of a session that has ended …');

  // Whoever asks for a letter first has its file made and kept.
  for (const path of ['/api/letters', '/api/export', '/api/export/tenant']) {
    attack(path, async () => {
      const headers = headersOf(await keyServer.token(books.ownerId), 'bearer');
      const response = await downloads[path]?.(
        new Request(`${origin}${path}${questions[path] ?? ''}`, { headers }),
      );
      const body: unknown = await response?.json();
      expect([response?.status, body]).toEqual([401, { code: 'auth.signed_out' }]);
      return '401 auth.signed_out';
    });
  }
});

describe('questions nobody of the app asks', () => {
  const attack = attacks('with the owner’s token …');

  async function asked(path: string, query: string): Promise<string> {
    const sessionId = randomUUID();
    await asAdmin(
      database,
      (sql) => sql`insert into auth.sessions (id, user_id, created_at, updated_at)
        values (${sessionId}, ${books.ownerId}, now(), now())`,
    );
    const headers = headersOf(await keyServer.token(books.ownerId, { session_id: sessionId }), 'bearer');
    const response = await downloads[path]?.(new Request(`${origin}${path}${query}`, { headers }));
    return `${response?.status} ${await response?.text()}`;
  }

  // A ZIP that has begun can only be broken off: the page would say that the line was lost.
  attack('letters that are nobody’s, many at once', async () => {
    const answer = await asked('/api/letters', `?ids=${randomUUID()},${randomUUID()}`);
    expect(answer).toBe('404 {"code":"not_found"}');
    return answer;
  });
  for (const [path, query] of [
    ['/api/handover', '?id=x'],
    ['/api/export/tenant', '?id=x'],
    ['/api/account/statement', `?leaseId=${randomUUID()}&asOf=9999-99-99`],
  ] as const) {
    attack(`${path}${query.replace(/leaseId=[^&]*/, '')}`, async () => {
      const answer = await asked(path, query);
      expect(answer).toBe('400 {"code":"invalid"}');
      return answer;
    });
  }
});

describe('requests from other sites', () => {
  const attack = attacks('a mutation with the owner’s cookie …');

  async function refused(response: Response, status: number): Promise<string> {
    const text = await response.text();
    expect(response.status, text).toBe(status);
    await expectUntouched();
    return `${status} ${/request\.[a-z_]+/.exec(text)?.[0] ?? 'METHOD_NOT_SUPPORTED'}`;
  }
  const cookie = async () => headersOf(await keyServer.token(books.ownerId), 'cookie');

  attack('from another origin', async () =>
    refused(await rename({ ...(await cookie()), origin: 'https://evil.example' }), 403),
  );
  attack('from a sandboxed frame (Origin: null)', async () =>
    refused(await rename({ ...(await cookie()), origin: 'null' }), 403),
  );
  attack('from our host on another port', async () =>
    refused(await rename({ ...(await cookie()), origin: 'http://localhost:4000' }), 403),
  );
  attack('marked as cross-site by the browser', async () =>
    refused(await rename({ ...(await cookie()), 'sec-fetch-site': 'cross-site' }), 403),
  );
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    attack(`sent as a form can: ${type.split(';')[0]}`, async () =>
      refused(await rename({ ...(await cookie()), 'content-type': type }), 415),
    );
  }
  attack('by GET, as an image can', async () => {
    const input = { version: 1, name: 'Übernommen', jurisdiction: 'DE', timeZone: 'Europe/Berlin' };
    const path = `/api/trpc/portfolio.update?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
    const headers = { host: 'localhost:3000', ...(await cookie()) };
    return refused(await trpc(new Request(`${origin}${path}`, { headers })), 405);
  });
});

describe('downloads nobody reads', () => {
  const attack = attacks('asked for again and again …');

  attack('everything of a portfolio, three at a time', async () => {
    const sessionId = randomUUID();
    await asAdmin(
      database,
      (sql) => sql`insert into auth.sessions (id, user_id, created_at, updated_at)
        values (${sessionId}, ${books.ownerId}, now(), now())`,
    );
    const headers = headersOf(await keyServer.token(books.ownerId, { session_id: sessionId }), 'bearer');
    const ask = async () => {
      const get = downloads['/api/export'];
      if (!get) throw new Error('no such download');
      return get(new Request(`${origin}/api/export`, { headers }));
    };
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const third = await ask();
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await third.json()).toEqual({ code: 'rate_limited' });
    await first.body?.cancel();
    const fourth = await ask();
    expect(fourth.status).toBe(200);
    await Promise.all([second.body?.cancel(), fourth.body?.cancel()]);
    return '429 rate_limited, until one has ended';
  });
});

describe('open redirects', () => {
  const attack = attacks('next=…');
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/%2f/evil.example',
    '/%252f%252fevil.example',
    'javascript:alert(1)',
    '/de//evil.example',
    '@evil.example',
    '/api/export',
  ]) {
    attack(JSON.stringify(next), async () => {
      const path = safeNextPath(next);
      expect(path).toBe('/dashboard');
      return `leads to ${path}`;
    });
  }
});
