import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import { startTestProvider, type TestProvider } from '../testing/provider.ts';
import type { TestSupabase } from '../testing/supabase.ts';
import { totpCode } from './totp.ts';

const password = 'Kaltmiete2026';
const redirectTo = 'http://localhost:3000/auth/callback';

let provider: TestProvider;
/** Puts the address into the ID token, too. */
let generous: TestProvider;
let supabase: TestSupabase;

const settings = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  'auth.external.keycloak.enabled': 'true',
  'auth.external.keycloak.client_id': `"${clientId}"`,
  'auth.external.keycloak.secret': `"${clientSecret}"`,
  'auth.external.keycloak.url': `"${issuer}"`,
});

beforeAll(async () => {
  // The provider must know the way back before the server has its port.
  supabase = await startTestSupabase();
  const callback = () => `${supabase.url}/auth/v1/callback`;
  provider = await startTestProvider({ redirectUri: callback() });
  generous = await startTestProvider({ redirectUri: callback(), emailInIdToken: true });
  const { issuer, clientId, clientSecret } = generous;
  const added = `[auth.external.gitlab]
    enabled = true
    client_id = "${clientId}"
    secret = "${clientSecret}"
    url = "${issuer}"`;
  const port = Number(new URL(supabase.url).port);
  await supabase.stop();
  supabase = await startTestSupabase(settings(provider), added, port);
});
afterAll(async () => {
  await supabase.stop();
  await provider.stop();
  await generous.stop();
});

/** Opens the callback as the browser would and says where it leads. */
async function comeBack(callbackUrl: string): Promise<URL> {
  const response = await fetch(callbackUrl, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

async function start(
  tab: SupabaseClient,
  options: { scopes?: string; queryParams?: Record<string, string> } = {},
) {
  const { data, error } = await tab.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo, skipBrowserRedirect: true, ...options },
  });
  if (error) throw error;
  const response = await fetch(data.url, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return response.headers.get('location') ?? '';
}

/** The whole way with PKCE, as the application's server goes it. */
async function signInAs(login: string, tab = supabase.client({ flowType: 'pkce' })) {
  const target = await comeBack(await provider.signIn(await start(tab), login));
  const code = target.searchParams.get('code');
  const exchanged = code ? await tab.auth.exchangeCodeForSession(code) : null;
  return { tab, target, user: exchanged?.data.user ?? null, error: exchanged?.error ?? null, exchanged };
}

const failureOf = (target: URL) => [target.searchParams.get('error'), target.searchParams.get('error_code')];

describe('sign-in with a provider', () => {
  test('makes an account of a proven address, with PKCE to both sides', async () => {
    const tab = supabase.client({ flowType: 'pkce' });
    const authorization = new URL(
      await start(tab, { scopes: 'offline_access', queryParams: { prompt: 'login', state: 'x' } }),
    );
    expect(authorization.origin).toBe(provider.issuer);
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      client_id: 'app',
      response_type: 'code',
      scope: 'openid email profile offline_access',
      code_challenge_method: 'S256',
      prompt: 'login',
      redirect_uri: `${supabase.url}/auth/v1/callback`,
    });
    expect(authorization.searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/);
    expect(authorization.searchParams.has('redirect_to')).toBe(false);
    const { user, target, exchanged } = await signInAs('anna');
    expect(target.origin + target.pathname).toBe(redirectTo);
    expect(user).toMatchObject({
      email: 'anna@example.com',
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'anna', email_verified: true },
      identities: [
        { provider: 'keycloak', id: 'anna', identity_data: { iss: provider.issuer, sub: 'anna' } },
      ],
    });
    expect(exchanged?.data.session?.provider_token).toBeTruthy();
    const again = await signInAs('anna');
    expect(again.user?.id).toBe(user?.id);
    expect((await again.tab.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }]);
  });

  test('without PKCE the session comes in the fragment', async () => {
    const target = await comeBack(await provider.signIn(await start(supabase.client()), 'implicit'));
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect(fragment.get('provider_token')).toBeTruthy();
    const tab = supabase.client();
    const { data } = await tab.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(data.user?.email).toBe('implicit@example.com');
  });

  test('in cookies, as the application does it', async () => {
    const jar = new Map<string, string>();
    const { user } = await signInAs('cookies', supabase.serverClient(jar));
    expect(user?.email).toBe('cookies@example.com');
    expect((await supabase.serverClient(jar).auth.getUser()).data.user?.id).toBe(user?.id);
  });

  test('joins the account that has proven the same address, and its password keeps working', async () => {
    const known = await supabase.signedUp('both@example.com', password);
    const { user } = await signInAs('both');
    expect(user?.id).toBe((await known.auth.getUser()).data.user?.id);
    expect(user?.app_metadata.providers).toEqual(['email', 'keycloak']);
    expect(
      (await supabase.client().auth.signInWithPassword({ email: 'both@example.com', password })).error,
    ).toBeNull();
    expect((await supabase.lastMail('both@example.com')).subject).toBe(
      'A sign-in was linked to your account',
    );
  });

  test('takes over an account nobody has confirmed, without the password somebody put there', async () => {
    await supabase.client().auth.signUp({ email: 'trap@example.com', password, options: { data: { x: 1 } } });
    const { code } = await supabase.lastMail('trap@example.com');
    const { user } = await signInAs('trap');
    expect(user?.identities?.map((identity) => identity.provider)).toEqual(['keycloak']);
    expect(user?.user_metadata).not.toHaveProperty('x');
    const guess = await supabase.client().auth.signInWithPassword({ email: 'trap@example.com', password });
    expect(guess.error?.code).toBe('invalid_credentials');
    const late = await supabase
      .client()
      .auth.verifyOtp({ type: 'signup', email: 'trap@example.com', token: code ?? '' });
    expect(late.error?.code).toBe('otp_expired');
  });

  test('an unproven address joins nothing: its owner is asked by mail, or sent back', async () => {
    const known = await supabase.signedUp('victim@example.com', password);
    provider.describe('thief', { email: 'victim@example.com', email_verified: false });
    const refused = await signInAs('thief');
    expect(failureOf(refused.target)).toEqual(['access_denied', 'provider_email_needs_verification']);
    expect((await known.auth.getUserIdentities()).data?.identities).toHaveLength(1);
    provider.describe('fresh', { email: 'fresh@example.com', email_verified: false });
    const waiting = await signInAs('fresh');
    expect(failureOf(waiting.target)).toEqual(['access_denied', 'provider_email_needs_verification']);
    const { code } = await supabase.lastMail('fresh@example.com');
    const owner = supabase.client();
    await owner.auth.verifyOtp({ type: 'signup', email: 'fresh@example.com', token: code ?? '' });
    expect((await owner.auth.getUser()).data.user).toMatchObject({
      email: 'fresh@example.com',
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email: 'fresh@example.com' }],
    });
    // The mail proves whose the address is, not whose the account elsewhere is that only named it.
    expect(failureOf((await signInAs('fresh')).target)).toEqual([
      'access_denied',
      'provider_email_needs_verification',
    ]);
  });

  test('a banned account stays out', async () => {
    const { user } = await signInAs('banned');
    await supabase.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${user?.id ?? ''}`;
    expect(failureOf((await signInAs('banned')).target)).toEqual(['access_denied', 'user_banned']);
  });

  test('a return with a wrong, old, used or foreign state leads to the site, with the reason', async () => {
    const back = async (query: string) =>
      failureOf(await comeBack(`${supabase.url}/auth/v1/callback?${query}`));
    expect(await back('code=x')).toEqual(['invalid_request', 'bad_oauth_callback']);
    expect(await back('code=x&state=1')).toEqual(['invalid_request', 'bad_oauth_state']);
    expect(await back(`code=x&state=${crypto.randomUUID()}`)).toEqual(['invalid_request', 'bad_oauth_state']);
    const state = async () =>
      new URL(await start(supabase.client({ flowType: 'pkce' }))).searchParams.get('state') ?? '';
    expect(await back(`state=${await state()}`)).toEqual(['invalid_request', 'bad_oauth_callback']);
    expect(await back(`state=${await state()}&code=made-up`)).toEqual(['server_error', 'unexpected_failure']);
    const denied = await comeBack(
      `${supabase.url}/auth/v1/callback?state=${await state()}&error=access_denied&error_description=No`,
    );
    expect(denied.pathname).toBe('/auth/callback');
    expect(denied.searchParams.get('error_description')).toBe('No');
    const old = await state();
    await supabase.sql`update auth.flow_state set created_at = now() - interval '6 minutes' where id = ${old}`;
    expect(await back(`code=x&state=${old}`)).toEqual(['invalid_request', 'bad_oauth_state']);
    const tab = supabase.client({ flowType: 'pkce' });
    const callback = await provider.signIn(await start(tab), 'twice');
    await comeBack(callback);
    expect(failureOf(await comeBack(callback))).toEqual(['invalid_request', 'flow_state_already_used']);
    supabase.logged.length = 0;
  });

  test('a mail’s flow is no state of a provider', async () => {
    const tab = supabase.client({ flowType: 'pkce' });
    await tab.auth.signInWithOtp({ email: 'both@example.com' });
    const [flow] =
      await supabase.sql`select id from auth.flow_state where authentication_method = 'magiclink'`;
    const target = await comeBack(`${supabase.url}/auth/v1/callback?code=x&state=${flow?.id}`);
    expect(failureOf(target)).toEqual(['invalid_request', 'bad_oauth_state']);
  });

  test('the way back is the site’s, or one that config.toml allows', async () => {
    const { data } = await supabase.client().auth.signInWithOAuth({
      provider: 'keycloak',
      options: { redirectTo: 'https://evil.example/', skipBrowserRedirect: true },
    });
    const authorization = await fetch(data.url ?? '', { redirect: 'manual' });
    const callback = await provider.signIn(authorization.headers.get('location') ?? '', 'anna');
    expect((await comeBack(callback)).origin).toBe('http://localhost:3000');
  });

  test('providers that are switched off are refused, and the settings say which are on', async () => {
    const response = await fetch(`${supabase.url}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
    expect([response.status, (await response.json()).error_code]).toEqual([400, 'validation_failed']);
    const listed = await (await supabase.request('/auth/v1/settings')).json();
    expect(listed.external).toMatchObject({ keycloak: true, google: false });
  });
});

describe('identities', () => {
  async function link(tab: SupabaseClient, login: string) {
    const { data, error } = await tab.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo, skipBrowserRedirect: true },
    });
    if (error) throw error;
    const target = await comeBack(await provider.signIn(data.url ?? '', login));
    const code = target.searchParams.get('code');
    if (code) await tab.auth.exchangeCodeForSession(code);
    return target;
  }

  test('are linked, listed and unlinked', async () => {
    const email = 'linker@example.com';
    await supabase.signedUp(email, password);
    const tab = supabase.client({ flowType: 'pkce' });
    await tab.auth.signInWithPassword({ email, password });
    await link(tab, 'elsewhere');
    const identities = (await tab.auth.getUserIdentities()).data?.identities ?? [];
    expect(identities.map((identity) => [identity.provider, identity.identity_data?.email])).toEqual([
      ['email', email],
      ['keycloak', 'elsewhere@example.com'],
    ]);
    expect((await tab.auth.getUser()).data.user?.email).toBe(email);
    const mine = await signInAs('elsewhere');
    expect(mine.user?.email).toBe(email);
    const [own, linked] = identities;
    if (!own || !linked) throw new Error('identities are missing');
    expect((await tab.auth.unlinkIdentity(linked)).error).toBeNull();
    expect((await tab.auth.unlinkIdentity(own)).error).toMatchObject({
      code: 'single_identity_not_deletable',
      status: 422,
    });
    expect((await tab.auth.getUser()).data.user?.app_metadata.providers).toEqual(['email']);
    expect((await supabase.lastMail(email)).subject).toBe('A sign-in was removed from your account');
    expect((await signInAs('elsewhere')).user?.email).toBe('elsewhere@example.com');
  });

  test('are linked to nobody but who began: another’s browser brings them to no account', async () => {
    const email = 'attacker@example.com';
    await supabase.signedUp(email, password);
    const tab = supabase.client({ flowType: 'pkce' });
    await tab.auth.signInWithPassword({ email, password });
    const begun = await tab.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const target = await comeBack(await provider.signIn(begun.data?.url ?? '', 'victim'));
    const code = target.searchParams.get('code') ?? '';
    expect(
      (await supabase.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error,
    ).not.toBeNull();
    expect((await tab.auth.getUserIdentities()).data?.identities).toHaveLength(1);
    expect((await signInAs('victim')).user?.email).toBe('victim@example.com');
    const late = await tab.auth.exchangeCodeForSession(code);
    expect(late.error?.code).toBe('identity_already_exists');
  });

  /** A link as far as the code that is still to be shown, by somebody with the password. */
  async function begun(email: string, login: string) {
    const tab = supabase.client({ flowType: 'pkce' });
    await tab.auth.signInWithPassword({ email, password });
    const { data } = await tab.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const target = await comeBack(await provider.signIn(data?.url ?? '', login));
    return { tab, code: target.searchParams.get('code') ?? '' };
  }

  test('are not linked once the session that began has ended, however it did', async () => {
    const ends = {
      password: (owner: SupabaseClient) => owner.auth.updateUser({ password: 'NeuesPasswort2026' }),
      others: (owner: SupabaseClient) => owner.auth.signOut({ scope: 'others' }),
      global: (owner: SupabaseClient) => owner.auth.signOut({ scope: 'global' }),
      one: async (_: SupabaseClient, tab: SupabaseClient) => {
        const id = decodeJwt((await tab.auth.getSession()).data.session?.access_token ?? '').session_id;
        await supabase.sql`delete from auth.sessions where id = ${String(id)}`;
      },
      factor: async (owner: SupabaseClient) => {
        const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
        const code = totpCode(data?.totp.secret ?? '');
        await owner.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      const email = `ended-by-${name}@example.com`;
      const owner = await supabase.signedUp(email, password);
      const { tab, code } = await begun(email, `mallory-${name}`);
      expect(code, name).not.toBe('');
      await end(owner, tab);
      const exchanged = await tab.auth.exchangeCodeForSession(code);
      expect(exchanged.data.session, name).toBeNull();
      expect(exchanged.error, name).not.toBeNull();
      const [row] = await supabase.sql`select count(*)::int as count from auth.identities
        where user_id = (select id from auth.users where email = ${email})`;
      expect([name, row?.count]).toEqual([name, 1]);
    }
  });

  test('a magic link begun before a new password opens nothing after it', async () => {
    const email = 'before@example.com';
    const owner = await supabase.signedUp(email, password);
    const tab = supabase.client({ flowType: 'pkce' });
    await tab.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const token = new URL((await supabase.lastMail(email)).links[0] ?? '').searchParams.get('token_hash');
    const query = new URLSearchParams({ token: token ?? '', type: 'magiclink', redirect_to: redirectTo });
    const answer = await supabase.request(`/auth/v1/verify?${query}`);
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    await owner.auth.updateUser({ password: 'NeuesPasswort2026' });
    expect((await tab.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });

  test('without PKCE nothing tells who began, and nothing is linked', async () => {
    const tab = await supabase.signedUp('no.verifier@example.com', password);
    expect(failureOf(await link(tab, 'bystander'))).toEqual(['invalid_request', 'validation_failed']);
    expect((await tab.auth.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  test('belong to one account', async () => {
    await signInAs('owned');
    const tab = await supabase.signedUp('grabber@example.com', password);
    expect(failureOf(await link(tab, 'owned'))).toEqual(['server_error', 'identity_already_exists']);
    const unknown = await tab.auth.unlinkIdentity({
      identity_id: crypto.randomUUID(),
      id: 'x',
      user_id: 'x',
      provider: 'email',
    });
    expect(unknown.error?.code).toBe('single_identity_not_deletable');
  });

  test('unlinking the address’s own identity takes the address of the other', async () => {
    await supabase.signedUp('first@example.com', password);
    const tab = supabase.client({ flowType: 'pkce' });
    await tab.auth.signInWithPassword({ email: 'first@example.com', password });
    await link(tab, 'second');
    const own = (await tab.auth.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'email',
    );
    if (!own) throw new Error('no identity of its own');
    expect((await tab.auth.unlinkIdentity(own)).error).toBeNull();
    expect((await tab.auth.getUser()).data.user).toMatchObject({
      email: 'second@example.com',
      email_confirmed_at: expect.any(String),
    });
  });

  test('linking needs a sign-in', async () => {
    const response = await supabase.request('/auth/v1/user/identities/authorize?provider=keycloak');
    expect([response.status, (await response.json()).error_code]).toEqual([401, 'no_authorization']);
  });
});

describe('an ID token an app brings', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const grant = async (
    credentials: { provider: string; token: string; nonce?: string },
    tab = supabase.client(),
  ) => {
    const { data, error } = await tab.auth.signInWithIdToken(credentials);
    return { user: data.user, failure: error ? [error.status, error.code, error.message] : null };
  };

  test('signs in, with the nonce the app had hashed', async () => {
    const plain = await grant({ provider: 'gitlab', token: await generous.idToken('mobile') });
    expect(plain.user?.email).toBe('mobile@example.com');
    const token = await generous.idToken('mobile', sha256('a nonce'));
    const withNonce = await grant({ provider: 'gitlab', token, nonce: 'a nonce' });
    expect(withNonce.user?.id).toBe(plain.user?.id);
    expect((await grant({ provider: 'gitlab', token, nonce: 'another' })).failure?.[2]).toBe(
      'Nonces mismatch',
    );
    expect((await grant({ provider: 'gitlab', token })).failure?.[2]).toMatch(/either both exist or not/);
  });

  test('is refused when it is none, of another provider, or of one that is off', async () => {
    expect((await grant({ provider: 'google', token: 'x' })).failure).toEqual([
      400,
      'provider_disabled',
      'Provider (issuer "google") is not enabled',
    ]);
    const bad = [400, 'validation_failed', 'Bad ID token'];
    expect((await grant({ provider: 'gitlab', token: 'x' })).failure).toEqual(bad);
    const foreign = await provider.idToken('anna');
    expect((await grant({ provider: 'gitlab', token: foreign })).failure).toEqual(bad);
  });

  test('is linked to whoever is signed in', async () => {
    const tab = await supabase.signedUp('device@example.com', password);
    const { data, error } = await tab.auth.linkIdentity({
      provider: 'gitlab',
      token: await generous.idToken('handset'),
    });
    expect(error).toBeNull();
    expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['email', 'gitlab']);
    expect(data.user?.email).toBe('device@example.com');
  });

  test('also comes back with a browser', async () => {
    const tab = supabase.client({ flowType: 'pkce' });
    const { data } = await tab.auth.signInWithOAuth({
      provider: 'gitlab',
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const authorization = await fetch(data.url ?? '', { redirect: 'manual' });
    const target = await comeBack(
      await generous.signIn(authorization.headers.get('location') ?? '', 'browser'),
    );
    const exchanged = await tab.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(exchanged.data.user?.email).toBe('browser@example.com');
  });
});

test('nothing went wrong unseen', () => {
  expect(supabase.logged).toEqual([]);
});

test('linking switched off', async () => {
  const off = await startTestSupabase({ enable_manual_linking: 'false' });
  const tab = await off.signedUp('off@example.com', password);
  expect((await tab.auth.linkIdentity({ provider: 'google' })).error).toMatchObject({
    code: 'manual_linking_disabled',
    status: 404,
  });
  const [own] = (await tab.auth.getUserIdentities()).data?.identities ?? [];
  if (!own) throw new Error('no identity');
  expect((await tab.auth.unlinkIdentity(own)).error?.code).toBe('manual_linking_disabled');
  await off.stop();
});

describe('config.toml', () => {
  test.each([
    ['github', 'client_id = "x"', 'name its issuer'],
    ['google', '', 'needs a client_id'],
  ])('a provider that cannot work keeps the server from starting: %s', async (name, text, complaint) => {
    const { parseConfig } = await import('../config.ts');
    const { readProviders } = await import('./providers.ts');
    const config = parseConfig(`[auth.external.${name}]\nenabled = true\n${text}`, '/');
    expect(() => readProviders(config)).toThrow(complaint);
  });
});
