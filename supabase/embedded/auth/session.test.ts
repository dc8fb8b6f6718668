import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

async function session(client: ReturnType<TestSupabase['client']>) {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('not signed in');
  return data.session;
}

const refresh = (token: string) =>
  supabase.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
    headers: { 'X-Supabase-Api-Version': '2024-01-01' },
  });

async function refreshed(token: string): Promise<string> {
  const response = await refresh(token);
  expect(response.status).toBe(200);
  return (await response.json()).refresh_token;
}

/** Lets the reuse interval of every token pass. */
const waitOut = () =>
  supabase.sql`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'`;

describe('password sign-in', () => {
  test.each([
    ['deleted', 'delete from auth.users'],
    ['given another password', "update auth.users set encrypted_password = 'another'"],
  ])('of an account that is %s meanwhile opens nothing', async (_what, statement) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await supabase.signedUp(email, password);
    const signIn = await supabase.sql.begin(async (tx) => {
      await tx.unsafe(`${statement} where email = $1`, [email]);
      const asked = supabase.client().auth.signInWithPassword({ email, password });
      // It has compared the password with the one it still sees, and waits for what is done here.
      await expect
        .poll(
          () => supabase.sql`
            select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          { timeout: 10_000 },
        )
        .toHaveLength(1);
      return { asked };
    });
    expect((await signIn.asked).error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  });

  test('a session whose token verifies against the published keys', async () => {
    const tab = await supabase.signedUp('anna@example.com', password, { language: 'de' });
    await tab.auth.signOut();
    const { data, error } = await tab.auth.signInWithPassword({ email: 'ANNA@example.com', password });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const keySet = createRemoteJWKSet(new URL(`${supabase.url}/auth/v1/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(data.session?.access_token ?? '', keySet, {
      issuer: `${supabase.url}/auth/v1`,
      audience: 'authenticated',
      algorithms: ['ES256'],
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(payload).toMatchObject({
      sub: data.user?.id,
      role: 'authenticated',
      email: 'anna@example.com',
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      user_metadata: { language: 'de' },
      is_anonymous: false,
    });
    expect((await tab.auth.getClaims()).data?.claims.session_id).toBe(payload.session_id);
  });

  test('unknown address and wrong password get one answer', async () => {
    await supabase.signedUp('berta@example.com', password);
    const attempt = (email: string) =>
      supabase.client().auth.signInWithPassword({ email, password: 'Wrong12345' });
    const wrong = (await attempt('berta@example.com')).error;
    const unknown = (await attempt('nobody@example.com')).error;
    expect(wrong).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
    expect(unknown).toEqual(wrong);
  });

  test('after ten wrong passwords the account rests for an address, known or not, over a restart too', async () => {
    await supabase.signedUp('carla@example.com', password);
    for (const email of ['carla@example.com', 'unknown@example.com']) {
      for (let attempt = 0; attempt < 10; attempt++) {
        const { error } = await supabase.client().auth.signInWithPassword({ email, password: 'Wrong12345' });
        expect(error?.code).toBe('invalid_credentials');
      }
    }
    await supabase.restart();
    for (const email of ['carla@example.com', 'unknown@example.com']) {
      const { error } = await supabase.client().auth.signInWithPassword({ email, password });
      expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
    }
    await supabase.sql`update supabase_embedded.failed_attempt set since = since - interval '91 seconds'`;
    const { error } = await supabase
      .client()
      .auth.signInWithPassword({ email: 'carla@example.com', password });
    expect(error).toBeNull();
  });

  test('a banned user gets neither in nor on', async () => {
    const tab = await supabase.signedUp('banned@example.com', password);
    await supabase.sql`update auth.users set banned_until = now() + interval '1 hour' where email = 'banned@example.com'`;
    const { error } = await supabase
      .client()
      .auth.signInWithPassword({ email: 'banned@example.com', password });
    expect(error?.code).toBe('user_banned');
    expect((await tab.auth.getUser()).error?.code).toBe('user_banned');
    expect((await tab.auth.refreshSession()).error?.code).toBe('user_banned');
  });

  test('passwords and refresh tokens are stored as hashes', async () => {
    const tab = await supabase.signedUp('hash@example.com', password);
    const { refresh_token: token } = await session(tab);
    const [user] =
      await supabase.sql`select encrypted_password from auth.users where email = 'hash@example.com'`;
    expect(user?.encrypted_password).toMatch(/^\$2b\$10\$/);
    const stored = await supabase.sql`select token, parent from auth.refresh_tokens`;
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(statSync(join(supabase.dataDir, 'supabase', 'keys.json')).mode & 0o777).toBe(0o600);
  });
});

describe('refresh', () => {
  test('gives a new token each time and keeps the session', async () => {
    const tab = await supabase.signedUp('r1@example.com', password);
    const before = await session(tab);
    const { data } = await tab.auth.refreshSession();
    expect(data.session?.refresh_token).not.toBe(before.refresh_token);
    expect(decodeJwt(data.session?.access_token ?? '').session_id).toBe(
      decodeJwt(before.access_token).session_id,
    );
    expect(decodeJwt(data.session?.access_token ?? '').amr).toEqual(decodeJwt(before.access_token).amr);
  });

  test('a client that lost the answer gets the active token again, however late', async () => {
    const first = (await session(await supabase.signedUp('r2@example.com', password))).refresh_token;
    const second = await refreshed(first);
    await waitOut();
    expect(await refreshed(first)).toBe(second);
    expect(await refreshed(second)).not.toBe(second);
  });

  test('two tabs at once end up with the same token', async () => {
    const first = (await session(await supabase.signedUp('r3@example.com', password))).refresh_token;
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => refreshed(first)));
    expect(new Set(tokens).size).toBe(1);
  });

  test('within the interval an older token is answered with the active one', async () => {
    const first = (await session(await supabase.signedUp('r4@example.com', password))).refresh_token;
    const third = await refreshed(await refreshed(first));
    expect(await refreshed(first)).toBe(third);
  });

  test('an old token used again ends the session, for good, though the request fails', async () => {
    const tab = await supabase.signedUp('r5@example.com', password);
    const first = (await session(tab)).refresh_token;
    const third = await refreshed(await refreshed(first));
    await waitOut();
    const stolen = await refresh(first);
    expect(stolen.status).toBe(400);
    expect(await stolen.json()).toEqual({
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    expect((await refresh(third)).status).toBe(400);
    expect((await tab.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    const sessions = await supabase.sql`
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'r5@example.com'`;
    expect(sessions).toHaveLength(0);
  });

  test.each([
    ['', 'validation_failed'],
    ['short', 'validation_failed'],
    ['UPPERCASE-and-dashes', 'validation_failed'],
    ['abcdefghijkl', 'refresh_token_not_found'],
  ])('the token "%s" is refused with %s', async (token, code) => {
    const response = await refresh(token);
    expect(response.status).toBe(400);
    expect((await response.json()).code).toBe(code);
  });

  test('survives a restart of the server', async () => {
    const tab = await supabase.signedUp('restart@example.com', password);
    const before = await session(tab);
    await supabase.restart();
    expect((await tab.auth.getUser()).data.user?.email).toBe('restart@example.com');
    expect((await tab.auth.refreshSession()).error).toBeNull();
    expect((await tab.auth.getClaims(before.access_token)).error).toBeNull();
  });
});

describe('sign-out', () => {
  async function threeDevices(email: string) {
    const first = await supabase.signedUp(email, password);
    const others = [supabase.client(), supabase.client()] as const;
    for (const tab of others) await tab.auth.signInWithPassword({ email, password });
    const tokens = await Promise.all(
      [first, ...others].map(async (tab) => (await session(tab)).access_token),
    );
    const alive = () =>
      Promise.all(
        tokens.map(async (token) => {
          const response = await supabase.request('/auth/v1/user', {
            headers: { authorization: `Bearer ${token}` },
          });
          return response.status === 200;
        }),
      );
    return { first, alive };
  }

  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('scope %s leaves alive: %j', async (scope, expected) => {
    const { first, alive } = await threeDevices(`${scope}@example.com`);
    expect(await alive()).toEqual([true, true, true]);
    expect((await first.auth.signOut({ scope })).error).toBeNull();
    expect(await alive()).toEqual(expected);
  });

  test('an unknown scope is refused', async () => {
    const tab = await supabase.signedUp('scope@example.com', password);
    const response = await supabase.request('/auth/v1/logout?scope=all', {
      method: 'POST',
      headers: { authorization: `Bearer ${(await session(tab)).access_token}` },
    });
    expect(response.status).toBe(400);
  });
});

describe('bearer tokens', () => {
  const ask = async (authorization?: string) => {
    const response = await supabase.request('/auth/v1/user', {
      headers: { 'X-Supabase-Api-Version': '2024-01-01', ...(authorization ? { authorization } : {}) },
    });
    return [response.status, (await response.json()).code];
  };

  test('none, garbage, an API key, a changed one', async () => {
    const tab = await supabase.signedUp('bearer@example.com', password);
    const { access_token: token } = await session(tab);
    const [head, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), email: 'x@y.z' })).toString('base64url');
    expect(await ask()).toEqual([401, 'no_authorization']);
    expect(await ask('Bearer garbage')).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${supabase.publishableKey}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${supabase.secretKey}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${head}.${claims}.${signature}`)).toEqual([403, 'bad_jwt']);
  });

  test('a deleted user’s', async () => {
    const tab = await supabase.signedUp('gone@example.com', password);
    const { access_token: token } = await session(tab);
    await supabase.sql`delete from auth.users where email = 'gone@example.com'`;
    expect(await ask(`Bearer ${token}`)).toEqual([403, 'user_not_found']);
  });
});

describe('cookies (@supabase/ssr)', () => {
  test('one cookie holds the session, and another request reads and renews it', async () => {
    await supabase.signedUp('ssr@example.com', password, { language: 'de', display_name: 'Sabine Söllner' });
    const jar = new Map<string, string>();
    const signIn = await supabase
      .serverClient(jar)
      .auth.signInWithPassword({ email: 'ssr@example.com', password });
    expect(signIn.error).toBeNull();
    expect([...jar.keys()]).toEqual(['app-auth']);
    const before = jar.get('app-auth');
    const { data } = await supabase.serverClient(jar).auth.getUser();
    expect(data.user?.user_metadata.display_name).toBe('Sabine Söllner');
    expect((await supabase.serverClient(jar).auth.refreshSession()).error).toBeNull();
    expect(jar.get('app-auth')).not.toBe(before);
    await supabase.serverClient(jar).auth.signOut();
    expect(jar.size).toBe(0);
  });
});

test('nothing went wrong unseen', () => {
  const unexpected = supabase.logged.filter((line) => !line.startsWith('refresh token used twice'));
  expect(unexpected).toEqual([]);
});
