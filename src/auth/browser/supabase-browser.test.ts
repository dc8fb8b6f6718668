import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authCookieName } from '@/lib/session-cookie-name';

/** The official client as pages load it; only cookies, clock and network are the test's. */

const url = 'https://auth.example';
const network = vi.fn<(path: string) => Promise<Response>>();
const noNetwork = async () => Promise.reject(new TypeError('Failed to fetch'));
const status = (code: number) => async () =>
  new Response(JSON.stringify({ code: 'x', message: 'x' }), {
    status: code,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
  });

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function sessionFor(lifeSeconds: number, name = 'Petra') {
  const exp = Math.floor(Date.now() / 1000) + lifeSeconds;
  return {
    access_token: `${part({ alg: 'ES256' })}.${part({ sub: 'u', exp })}.c2ln`,
    refresh_token: `for-${lifeSeconds}`,
    token_type: 'bearer',
    expires_in: lifeSeconds,
    expires_at: exp,
    user: { id: 'u', aud: 'authenticated', user_metadata: { display_name: name } },
  };
}
const renewed = (name?: string) => async () => Response.json(sessionFor(3_600, name));

/** What a browser keeps: the value of each cookie, and the words it came with. */
const kept = new Map<string, { value: string; attributes: string }>();
const document = {
  get cookie() {
    return [...kept].map(([name, { value }]) => `${name}=${value}`).join('; ');
  },
  set cookie(text: string) {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(text) ?? [];
    if (/max-age=0\b/i.test(attributes)) kept.delete(name);
    else kept.set(name, { value, attributes });
  },
  visibilityState: 'visible',
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  network.mockReset();
  kept.clear();
  vi.stubGlobal('document', document);
  const location = { protocol: 'https:', href: 'https://app.example/dashboard' };
  vi.stubGlobal('window', { document, location, addEventListener: () => undefined });
  vi.stubGlobal('fetch', (path: string | URL) => network(String(path).replace(url, '')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function signedIn(lifeSeconds: number) {
  kept.set(authCookieName, { value: `base64-${part(sessionFor(lifeSeconds))}`, attributes: '' });
  const { getSupabaseBrowserClient } = await import('./supabase-browser');
  const client = await getSupabaseBrowserClient({ url, publishableKey: 'sb_publishable_x' });
  await client.auth.initialize();
  return client;
}

/** Lets time pass, and says after how much of it the network was asked. */
async function askedWithin(ms: number): Promise<number[]> {
  const began = Date.now();
  const at: number[] = [];
  for (let passed = 0; passed < ms; passed += 100) {
    const before = network.mock.calls.length;
    await vi.advanceTimersByTimeAsync(100);
    for (let call = before; call < network.mock.calls.length; call += 1) at.push(Date.now() - began);
  }
  return at;
}

test('a token is renewed at the tick of 30 s with less than three of them left, tried again after 200 and 400 ms', async () => {
  // 190 s: at 60 s four ticks and ten seconds are left, at 90 s three and ten.
  const client = await signedIn(190);
  network
    .mockImplementationOnce(noNetwork)
    .mockImplementationOnce(status(503))
    .mockImplementationOnce(renewed());
  const at = await askedWithin(180_000);
  expect(at).toEqual([90_000, 90_200, 90_600]);
  expect(network.mock.calls.every(([path]) => path === '/auth/v1/token?grant_type=refresh_token')).toBe(true);
  expect((await client.auth.getSession()).data.session?.refresh_token).toBe('for-3600');
});

test('the cookie of a session lasts 400 days, in pieces of 3,180 characters', async () => {
  const client = await signedIn(3_600);
  network.mockImplementation(renewed('Jürgen Großkötter '.repeat(300)));
  expect((await client.auth.refreshSession()).error).toBeNull();
  const pieces = [...kept].filter(([name]) => name.startsWith(`${authCookieName}.`));
  expect(pieces.length).toBeGreaterThan(2);
  for (const [, { attributes }] of pieces) expect(attributes).toContain(`Max-Age=${400 * 24 * 3_600}`);
  const lengths = pieces.map(([, { value }]) => value.length);
  expect(new Set(lengths.slice(0, -1))).toEqual(new Set([3_180]));
  expect(lengths.at(-1)).toBeLessThanOrEqual(3_180);
});

test.each([401, 403, 404])('at sign-out a session that is over already (%i) is no failure', async (code) => {
  const client = await signedIn(3_600);
  network.mockImplementation(status(code));
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
  expect(network).toHaveBeenCalledExactlyOnceWith('/auth/v1/logout?scope=local');
  expect([...kept.keys()]).toEqual([]);
});

test('at sign-out the cookie goes in any case, also where the server fails or nobody answers', async () => {
  for (const answer of [status(500), noNetwork]) {
    const client = await signedIn(3_600);
    network.mockImplementation(answer);
    expect((await client.auth.signOut({ scope: 'local' })).error).not.toBeNull();
    expect([...kept.keys()]).toEqual([]);
    vi.resetModules();
  }
});
