import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestMessage, TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';
const site = 'http://localhost:3000';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

function tokenHashOf(mail: TestMessage): string {
  return new URL(mail.links[0] ?? '').searchParams.get('token_hash') ?? '';
}

/** Opens the link a mail of Supabase’s own templates would hold. */
async function click(mail: TestMessage, type: string, redirectTo = site): Promise<URL> {
  const query = new URLSearchParams({ token: tokenHashOf(mail), type, redirect_to: redirectTo });
  const response = await fetch(`${supabase.url}/auth/v1/verify?${query}`, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

describe('magic link and one-time code', () => {
  test('somebody new signs up by it', async () => {
    const tab = supabase.client();
    const sent = await tab.auth.signInWithOtp({
      email: 'new@example.com',
      options: { data: { language: 'de' } },
    });
    expect(sent.error).toBeNull();
    const mail = await supabase.lastMail('new@example.com');
    expect(mail.links[0]).toContain('type=signup');
    const { data, error } = await tab.auth.verifyOtp({
      type: 'email',
      email: 'new@example.com',
      token: mail.code ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeDefined();
    const entry = await supabase.client().auth.signInWithPassword({ email: 'new@example.com', password: '' });
    expect(entry.error?.code).toBe('invalid_credentials');
  });

  test('a known user signs in by code or by link', async () => {
    await supabase.signedUp('known@example.com', password, { language: 'de' });
    const tab = supabase.client();
    await tab.auth.signInWithOtp({ email: 'known@example.com' });
    const mail = await supabase.lastMail('known@example.com');
    expect(mail.subject).toBe('Ihr Link zur Anmeldung');
    const byCode = await tab.auth.verifyOtp({
      type: 'email',
      email: 'known@example.com',
      token: mail.code ?? '',
    });
    expect(byCode.error).toBeNull();
    expect(decodeJwt(byCode.data.session?.access_token ?? '').amr).toMatchObject([{ method: 'otp' }]);
    await tab.auth.signInWithOtp({ email: 'known@example.com' });
    const byLink = await tab.auth.verifyOtp({
      type: 'magiclink',
      token_hash: tokenHashOf(await supabase.lastMail('known@example.com')),
    });
    expect(byLink.error).toBeNull();
  });

  test('without leave to create users an unknown address gets the same answer, and no mail', async () => {
    const { error } = await supabase
      .client()
      .auth.signInWithOtp({ email: 'stranger@example.com', options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    expect(await supabase.mails('stranger@example.com')).toEqual([]);
  });

  test('a code expires, a newer one replaces it, and of another user it is worth nothing', async () => {
    await supabase.signedUp('codes@example.com', password);
    await supabase.signedUp('other@example.com', password);
    const tab = supabase.client();
    const enter = (email: string, mail: TestMessage) =>
      tab.auth.verifyOtp({ type: 'email', email, token: mail.code ?? '' });
    await tab.auth.signInWithOtp({ email: 'codes@example.com' });
    const first = await supabase.lastMail('codes@example.com');
    expect((await enter('other@example.com', first)).error?.code).toBe('otp_expired');
    await tab.auth.signInWithOtp({ email: 'codes@example.com' });
    const second = await supabase.lastMail('codes@example.com');
    if (first.code !== second.code) {
      expect((await enter('codes@example.com', first)).error?.code).toBe('otp_expired');
    }
    await supabase.sql`update auth.one_time_tokens set created_at = created_at - interval '3601 seconds'`;
    expect((await enter('codes@example.com', second)).error).toMatchObject({
      code: 'otp_expired',
      status: 403,
    });
    const late = await tab.auth.verifyOtp({ type: 'magiclink', token_hash: tokenHashOf(second) });
    expect(late.error?.code).toBe('otp_expired');
  });

  test('ten wrong codes close the account to codes, sent at once too; its link still works', async () => {
    await supabase.signedUp('guess@example.com', password);
    await supabase.client().auth.signInWithOtp({ email: 'guess@example.com' });
    const mail = await supabase.lastMail('guess@example.com');
    const wrong = mail.code === '000000' ? '111111' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () =>
        supabase.client().auth.verifyOtp({ type: 'email', email: 'guess@example.com', token: wrong }),
      ),
    );
    const codes = guesses.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 'otp_expired')).toHaveLength(10);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(20);
    const right = await supabase
      .client()
      .auth.verifyOtp({ type: 'email', email: 'guess@example.com', token: mail.code ?? '' });
    expect(right.error?.code).toBe('over_request_rate_limit');
    const link = await supabase.client().auth.verifyOtp({ type: 'magiclink', token_hash: tokenHashOf(mail) });
    expect(link.error).toBeNull();
  });

  test('the token of a link cannot be computed from address and code', async () => {
    await supabase.client().auth.signInWithOtp({ email: 'known@example.com' });
    const mail = await supabase.lastMail('known@example.com');
    const { createHash } = await import('node:crypto');
    const guessed = createHash('sha224').update(`known@example.com${mail.code}`).digest('hex');
    expect(tokenHashOf(mail)).toHaveLength(guessed.length);
    expect(tokenHashOf(mail)).not.toBe(guessed);
  });
});

describe('PKCE', () => {
  test('the link brings a code that only the asking browser can exchange, once', async () => {
    await supabase.signedUp('pkce@example.com', password);
    const jar = new Map<string, string>();
    const asked = await supabase.serverClient(jar).auth.signInWithOtp({
      email: 'pkce@example.com',
      options: { emailRedirectTo: `${site}/auth/callback?next=/dashboard` },
    });
    expect(asked.error).toBeNull();
    const mail = await supabase.lastMail('pkce@example.com');
    expect(tokenHashOf(mail)).toMatch(/^pkce_/);
    const landed = await click(mail, 'magiclink', `${site}/auth/callback?next=/dashboard`);
    expect(landed.searchParams.get('next')).toBe('/dashboard');
    expect(landed.hash).toBe('');
    const code = landed.searchParams.get('code') ?? '';
    const thief = await supabase.request('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
    });
    expect([thief.status, (await thief.json()).error_code]).toEqual([400, 'bad_code_verifier']);
    const verifiers = new Map(jar);
    const { data, error } = await supabase.serverClient(jar).auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'magiclink' }]);
    const again = await supabase.serverClient(verifiers).auth.exchangeCodeForSession(code);
    expect(again.error).toMatchObject({ code: 'flow_state_not_found', status: 404 });
  });

  test('a code is good for five minutes', async () => {
    await supabase.signedUp('slow@example.com', password);
    const jar = new Map<string, string>();
    await supabase.serverClient(jar).auth.resetPasswordForEmail('slow@example.com');
    const landed = await click(await supabase.lastMail('slow@example.com'), 'recovery');
    await supabase.sql`update auth.flow_state set created_at = created_at - interval '301 seconds'`;
    const { error } = await supabase
      .serverClient(jar)
      .auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '');
    expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 });
  });

  test('the confirm page may use a PKCE link’s token on any device', async () => {
    const jar = new Map<string, string>();
    await supabase.serverClient(jar).auth.signUp({ email: 'device@example.com', password });
    const mail = await supabase.lastMail('device@example.com');
    const { error } = await supabase
      .client()
      .auth.verifyOtp({ type: 'signup', token_hash: tokenHashOf(mail) });
    expect(error).toBeNull();
  });
});

describe('links without PKCE', () => {
  test('carry the session in the fragment', async () => {
    await supabase.signedUp('implicit@example.com', password);
    await supabase.client().auth.resetPasswordForEmail('implicit@example.com');
    const landed = await click(await supabase.lastMail('implicit@example.com'), 'recovery');
    expect(fragmentOf(landed)).toMatchObject({
      token_type: 'bearer',
      type: 'recovery',
      expires_in: '3600',
      sb: '',
    });
    const tab = supabase.client();
    const { access_token = '', refresh_token = '' } = fragmentOf(landed);
    expect((await tab.auth.setSession({ access_token, refresh_token })).error).toBeNull();
  });

  test('used ones bring the error along', async () => {
    await supabase.signedUp('used@example.com', password);
    await supabase.client().auth.resetPasswordForEmail('used@example.com');
    const mail = await supabase.lastMail('used@example.com');
    await click(mail, 'recovery');
    const landed = await click(mail, 'recovery');
    expect(fragmentOf(landed)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
    expect(landed.search).toBe('');
  });

  test('nobody is sent to a foreign site', async () => {
    await supabase.signedUp('redirect@example.com', password);
    for (const foreign of [
      'https://evil.example',
      '//evil.example',
      'javascript:alert(1)',
      'http://3232235777/',
    ]) {
      await supabase.client().auth.resetPasswordForEmail('redirect@example.com', { redirectTo: foreign });
      const mail = await supabase.lastMail('redirect@example.com');
      expect(new URL(mail.links[0] ?? '').searchParams.get('next')).toBe(site);
      expect((await click(mail, 'recovery', foreign)).origin).toBe(site);
    }
  });
});

describe('recovery and resend', () => {
  test('an unknown address gets the same answer and no mail', async () => {
    await supabase.signedUp('forgot@example.com', password);
    for (const email of ['forgot@example.com', 'nobody@example.com']) {
      const { data, error } = await supabase.client().auth.resetPasswordForEmail(email);
      expect([data, error]).toEqual([{}, null]);
      expect((await supabase.client().auth.resend({ type: 'signup', email })).error).toBeNull();
    }
    expect(await supabase.mails('nobody@example.com')).toHaveLength(0);
    expect((await supabase.lastMail('forgot@example.com')).subject).toBe('Set a new password');
  });

  test('recovery signs in, and a new password then ends every other session', async () => {
    const thief = await supabase.signedUp('lost@example.com', password);
    const owner = supabase.client();
    await owner.auth.resetPasswordForEmail('lost@example.com');
    const { code } = await supabase.lastMail('lost@example.com');
    const entered = await owner.auth.verifyOtp({
      type: 'recovery',
      email: 'lost@example.com',
      token: code ?? '',
    });
    expect(entered.error).toBeNull();
    expect((await owner.auth.updateUser({ password: 'Warmmiete2026' })).error).toBeNull();
    expect((await thief.auth.refreshSession()).error).not.toBeNull();
    expect((await owner.auth.refreshSession()).error).toBeNull();
    const signIn = (word: string) =>
      supabase.client().auth.signInWithPassword({ email: 'lost@example.com', password: word });
    expect((await signIn(password)).error?.code).toBe('invalid_credentials');
    expect((await signIn('Warmmiete2026')).error).toBeNull();
  });

  test('a resent confirmation replaces the first', async () => {
    await supabase.client().auth.signUp({ email: 'resend@example.com', password });
    const first = await supabase.lastMail('resend@example.com');
    expect(
      (await supabase.client().auth.resend({ type: 'signup', email: 'resend@example.com' })).error,
    ).toBeNull();
    const second = await supabase.lastMail('resend@example.com');
    expect(second.id).not.toBe(first.id);
    const confirm = (mail: TestMessage) =>
      supabase.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHashOf(mail) });
    expect((await confirm(first)).error?.code).toBe('otp_expired');
    expect((await confirm(second)).error).toBeNull();
  });
});

describe('verify refuses', () => {
  test.each([
    [{}, 'Verify requires a verification type'],
    [{ type: 'signup' }, 'Verify requires either a token or a token hash'],
    [{ type: 'signup', token: '1', token_hash: '2' }, 'Verify requires either a token or a token hash'],
    [
      { type: 'signup', token: '123456' },
      'Only an email address or phone number should be provided on verify',
    ],
    [{ type: 'signup', token_hash: 'x', email: 'a@b.c' }, 'Only the token_hash and type should be provided'],
    [{ type: 'toString', token_hash: 'x' }, 'Invalid email verification type'],
  ])('%j', async (input, message) => {
    const response = await supabase.request('/auth/v1/verify', {
      method: 'POST',
      body: JSON.stringify(input),
    });
    expect(response.status).toBe(400);
    expect((await response.json()).msg).toBe(message);
  });
});

test('nothing went wrong unseen', () => {
  expect(supabase.logged).toEqual([]);
});
