import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { loadKeys } from '../../keys.ts';
import { startTestSupabase } from '../../testing/database.ts';
import type { TestSupabase } from '../../testing/supabase.ts';
import { totpCode } from '../totp.ts';
import { parseBan } from './users.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const admin = () => supabase.operator().auth.admin;

async function created(attributes: Parameters<ReturnType<typeof admin>['createUser']>[0]) {
  const { data, error } = await admin().createUser(attributes);
  if (error) throw error;
  return data.user;
}

describe('who may', () => {
  const ask = async (bearer: string) => {
    const response = await supabase.request('/auth/v1/admin/users', {
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    });
    return [response.status, (await response.json()).error_code];
  };

  test('holders of the secret key, nobody else', async () => {
    const tab = await supabase.signedUp('plain@example.com', password);
    const token = (await tab.auth.getSession()).data.session?.access_token ?? '';
    expect(await ask('')).toEqual([401, 'no_authorization']);
    expect(await ask(supabase.publishableKey)).toEqual([403, 'not_admin']);
    expect(await ask(token)).toEqual([403, 'not_admin']);
    expect(await ask('made.up.token')).toEqual([403, 'bad_jwt']);
    expect(await ask(supabase.secretKey)).toEqual([200, undefined]);
  });

  test('and of tokens of an admin role that our own key signed, which are API keys, too', async () => {
    const { signing } = await loadKeys(supabase.dataDir, readConfig('supabase/config.toml'));
    const sign = (role: string) =>
      new SignJWT({ role }).setProtectedHeader({ alg: signing.alg, kid: signing.kid }).sign(signing.key);
    expect(await ask(await sign('supabase_admin'))).toEqual([200, undefined]);
    expect(await ask(await sign('authenticated'))).toEqual([403, 'not_admin']);
    const settings = async (apikey: string) =>
      (await supabase.request('/auth/v1/settings', { headers: { apikey } })).status;
    expect(await settings(await sign('anon'))).toBe(200);
    expect(await settings(await sign('authenticated'))).toBe(401);
  });

  test('a role given to a user opens nothing of this', async () => {
    const user = await created({ email: 'role@example.com', password, email_confirm: true });
    await admin().updateUserById(user.id, { role: 'editor' });
    const tab = supabase.client();
    await tab.auth.signInWithPassword({ email: 'role@example.com', password });
    const { data } = await tab.auth.getSession();
    expect(data.session?.user.role).toBe('editor');
    expect(await ask(data.session?.access_token ?? '')).toEqual([403, 'not_admin']);
  });
});

describe('accounts', () => {
  test('are created as given: data, id, address and number proven or not', async () => {
    const id = crypto.randomUUID();
    const user = await created({
      id,
      email: 'Made@Example.com',
      phone: '+49 171 5555555',
      password: 'weak',
      email_confirm: true,
      user_metadata: { language: 'de' },
      app_metadata: { plan: 'basic' },
    });
    expect(user).toMatchObject({
      id,
      email: 'made@example.com',
      phone: '491715555555',
      user_metadata: { language: 'de', email_verified: true },
      app_metadata: { plan: 'basic', provider: 'email', providers: ['email', 'phone'] },
      email_confirmed_at: expect.any(String),
    });
    expect(user.phone_confirmed_at).toBeUndefined();
    expect(user.identities?.map((identity) => identity.provider)).toEqual(['email', 'phone']);
    const tab = supabase.client();
    const signedIn = await tab.auth.signInWithPassword({ email: 'made@example.com', password: 'weak' });
    expect(signedIn.error).toBeNull();
    expect(await supabase.mails('made@example.com')).toEqual([]);
  });

  test('with a hash instead of a password keep the password they had elsewhere', async () => {
    const [row] =
      await supabase.sql`select encrypted_password as hash from auth.users where email = 'plain@example.com'`;
    await created({ email: 'hash@example.com', password_hash: row?.hash, email_confirm: true });
    const tab = supabase.client();
    expect((await tab.auth.signInWithPassword({ email: 'hash@example.com', password })).error).toBeNull();
    await created({
      email: 'php@example.com',
      password_hash: row?.hash.replace('$2b$', '$2y$'),
      email_confirm: true,
    });
    expect((await tab.auth.signInWithPassword({ email: 'php@example.com', password })).error).toBeNull();
    const both = await admin().createUser({ email: 'b@example.com', password, password_hash: row?.hash });
    expect(both.error?.code).toBe('validation_failed');
    const odd = await admin().createUser({ email: 'b@example.com', password_hash: '$argon2id$v=19$x' });
    expect(odd.error?.code).toBe('validation_failed');
  });

  test('are refused twice, or without address and number', async () => {
    await created({ email: 'once@example.com', phone: '491716666666' });
    const code = async (attributes: Parameters<ReturnType<typeof admin>['createUser']>[0]) => {
      const { error } = await admin().createUser(attributes);
      return [error?.status, error?.code];
    };
    expect(await code({ email: 'once@example.com' })).toEqual([422, 'email_exists']);
    expect(await code({ phone: '491716666666' })).toEqual([422, 'phone_exists']);
    expect(await code({ password })).toEqual([400, 'validation_failed']);
    expect(await code({ email: 'xx:;x@x.x' })).toEqual([400, 'validation_failed']);
    expect(await code({ email: 'id@example.com', id: '00000000-0000-0000-0000-000000000000' })).toEqual([
      400,
      'validation_failed',
    ]);
  });

  test('are listed page by page, the newest first', async () => {
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) {
      await created({ email: `${name}@example.com`, user_metadata: { full_name: `Person ${name}` } });
    }
    const first = await admin().listUsers({ page: 1, perPage: 2 });
    expect(first.data.users.map((user) => user.email)).toEqual(['p5@example.com', 'p4@example.com']);
    const [count] = await supabase.sql`select count(*)::int as total from auth.users`;
    expect(first.data).toMatchObject({
      aud: 'authenticated',
      nextPage: 2,
      total: count?.total,
      lastPage: Math.ceil(count?.total / 2),
    });
    const second = await admin().listUsers({ page: 2, perPage: 2 });
    expect(second.data.users[0]?.email).toBe('p3@example.com');
    const found = await supabase.request('/auth/v1/admin/users?filter=Person%20p3', {
      headers: { authorization: `Bearer ${supabase.secretKey}` },
    });
    expect((await found.json()).users).toMatchObject([{ email: 'p3@example.com' }]);
    const odd = await admin().listUsers({ page: -1, perPage: 10 });
    expect(odd.error?.status).toBe(400);
  });

  test('are changed; a new password ends every session', async () => {
    const tab = await supabase.signedUp('change@example.com', password, { language: 'en', old: 1 });
    const id = (await tab.auth.getUser()).data.user?.id ?? '';
    const { data, error } = await admin().updateUserById(id, {
      email: 'changed@example.com',
      email_confirm: true,
      phone: '491717777777',
      user_metadata: { old: null, neu: 2 },
      app_metadata: { plan: 'pro' },
      password: 'Warmmiete2026',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: 'changed@example.com',
      phone: '491717777777',
      user_metadata: { neu: 2, language: 'en' },
      app_metadata: { plan: 'pro', providers: ['email', 'phone'] },
    });
    expect(data.user?.user_metadata).not.toHaveProperty('old');
    expect((await tab.auth.refreshSession()).error).not.toBeNull();
    const renewed = supabase.client();
    const signedIn = await renewed.auth.signInWithPassword({
      email: 'changed@example.com',
      password: 'Warmmiete2026',
    });
    expect(signedIn.error).toBeNull();
    expect((await admin().updateUserById(id, { password: 'short' })).error?.code).toBe('weak_password');
    expect((await admin().updateUserById(id, { email: 'plain@example.com' })).error?.code).toBe(
      'email_exists',
    );
  });

  test('are banned for a while, or no longer', async () => {
    const tab = await supabase.signedUp('ban@example.com', password);
    const id = (await tab.auth.getUser()).data.user?.id ?? '';
    const banned = await admin().updateUserById(id, { ban_duration: '1h30m' });
    const until = Date.parse(banned.data.user?.banned_until ?? '');
    expect(until).toBeGreaterThan(Date.now() + 89 * 60_000);
    expect((await tab.auth.getUser()).error?.code).toBe('user_banned');
    expect(
      (await supabase.client().auth.signInWithPassword({ email: 'ban@example.com', password })).error?.code,
    ).toBe('user_banned');
    await admin().updateUserById(id, { ban_duration: 'none' });
    expect((await tab.auth.getUser()).error).toBeNull();
    expect((await admin().updateUserById(id, { ban_duration: 'a week' })).error?.code).toBe(
      'validation_failed',
    );
  });

  test.each([
    ['300ms', 300],
    ['1.5h', 5_400_000],
    ['2h45m', 9_900_000],
    ['none', 0],
    ['', null],
  ])('a ban of "%s" is %s ms', (text, ms) => {
    expect(parseBan(text)).toBe(ms);
  });

  test('are deleted with all that hangs on them, or kept without a name', async () => {
    const tab = await supabase.signedUp('gone@example.com', password);
    const id = (await tab.auth.getUser()).data.user?.id ?? '';
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject({ code: 'user_not_found', status: 404 });
    expect((await tab.auth.getUser()).error?.code).toBe('user_not_found');
    expect(await supabase.sql`select 1 from auth.refresh_tokens where user_id = ${id}`).toEqual([]);
    const logged = await supabase.sql`select payload, ip_address from auth.audit_log_entries
      where payload::text like ${`%${id}%`} order by created_at`;
    expect(logged.map(({ payload }) => payload.action)).toEqual(
      expect.arrayContaining(['user_signedup', 'user_deleted']),
    );
    expect(JSON.stringify(logged)).not.toContain('gone@example.com');
    const own = logged.filter(({ payload }) => payload.actor_id === id);
    expect(new Set(own.map((entry) => entry.ip_address))).toEqual(new Set(['']));
    const soft = await supabase.signedUp('soft@example.com', password, { display_name: 'Anna Kern' });
    const softId = (await soft.auth.getUser()).data.user?.id ?? '';
    expect((await admin().deleteUser(softId, true)).error).toBeNull();
    const left = JSON.stringify(
      await supabase.sql`select u.*, i.identity_data, i.provider_id from auth.users u
        join auth.identities i on i.user_id = u.id where u.id = ${softId}`,
    );
    expect(left).not.toContain('soft@example.com');
    expect(left).not.toContain('Anna Kern');
    expect((await soft.auth.getUser()).error).not.toBeNull();
    await supabase.signedUp('soft@example.com', password);
    expect(
      (
        await supabase.request(`/auth/v1/admin/users/${softId}x`, {
          headers: { authorization: `Bearer ${supabase.secretKey}` },
        })
      ).status,
    ).toBe(404);
  });
});

describe('second factors of others', () => {
  test('are listed, renamed and removed, which lowers their sessions', async () => {
    const tab = await supabase.signedUp('lost@example.com', password);
    const userId = (await tab.auth.getUser()).data.user?.id ?? '';
    const enrolled = await tab.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'old phone' });
    if (enrolled.error) throw enrolled.error;
    const { id, totp } = enrolled.data;
    await tab.auth.mfa.challengeAndVerify({ factorId: id, code: totpCode(totp.secret) });
    const listed = await admin().mfa.listFactors({ userId });
    expect(listed.data?.factors).toMatchObject([{ id, friendly_name: 'old phone', status: 'verified' }]);
    expect(JSON.stringify(listed.data)).not.toContain(totp.secret);
    const renamed = await supabase.request(`/auth/v1/admin/users/${userId}/factors/${id}`, {
      method: 'PUT',
      body: JSON.stringify({ friendly_name: 'lost phone' }),
      headers: { authorization: `Bearer ${supabase.secretKey}` },
    });
    expect(await renamed.json()).toMatchObject({ id, friendly_name: 'lost phone' });
    expect((await admin().mfa.deleteFactor({ userId, id })).error).toBeNull();
    await tab.auth.refreshSession();
    expect((await tab.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
    const missing = await admin().mfa.deleteFactor({ userId, id });
    expect(missing.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
  });
});

describe('the audit log', () => {
  test('says who did what, the newest first, a page at a time', async () => {
    const ask = async (query: string) => {
      const response = await supabase.request(`/auth/v1/admin/audit?${query}`, {
        headers: { authorization: `Bearer ${supabase.secretKey}` },
      });
      return {
        status: response.status,
        total: response.headers.get('x-total-count'),
        body: await response.json(),
      };
    };
    for (const email of ['first@example.com', 'second@example.com']) await admin().inviteUserByEmail(email);
    const invited = await ask('query=action:user_invited&per_page=1');
    expect(invited.body).toMatchObject([
      { payload: { action: 'user_invited', actor_username: 'service_role' } },
    ]);
    expect(Number(invited.total)).toBeGreaterThan(1);
    const mine = await ask('query=author:lost@example.com&per_page=50');
    const actions = mine.body.map((entry: { payload: { action: string } }) => entry.payload.action);
    expect(actions).toEqual(expect.arrayContaining(['factor_in_progress', 'verification_attempted']));
    expect((await ask('query=password:x')).status).toBe(400);
  });
});

describe('features that are not there', () => {
  test.each([
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
    ['GET', '/oauth/authorize', 404, 'feature_disabled'],
    ['GET', '/admin/oauth/clients', 404, 'feature_disabled'],
    ['GET', '/admin/custom-providers', 404, 'feature_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
  ])('%s %s answers %i %s, as Supabase with it switched off', async (method, path, status, code) => {
    const response = await supabase.request(`/auth/v1${path}`, {
      method,
      body: method === 'POST' ? '{}' : undefined,
      headers: { authorization: `Bearer ${supabase.secretKey}` },
    });
    expect([response.status, (await response.json()).error_code]).toEqual([status, code]);
  });

  test('single sign-on through the client', async () => {
    const { error } = await supabase.client().auth.signInWithSSO({ domain: 'example.com' });
    expect(error).toMatchObject({ code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' });
  });
});

test('nothing went wrong unseen', () => {
  expect(supabase.logged).toEqual([]);
});
