import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestMessage, TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const makeSessionsOld = () =>
  supabase.sql`update auth.sessions set created_at = created_at - interval '25 hours'`;

describe('profile', () => {
  test('data is merged, and null removes a key', async () => {
    const tab = await supabase.signedUp('anna@example.com', password, {
      language: 'de',
      display_name: 'Anna',
    });
    const { data, error } = await tab.auth.updateUser({
      data: { display_name: 'Anna Kern', language: null, a: 1 },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ display_name: 'Anna Kern', a: 1, email_verified: true });
    expect(data.user?.user_metadata).not.toHaveProperty('language');
    expect((await tab.auth.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata);
  });

  test('what an account says of itself stays small enough for a cookie, in one call and in several', async () => {
    const tab = await supabase.signedUp('wordy@example.com', password, { display_name: 'Anna' });
    const say = async (key: string, length: number) =>
      (await tab.auth.updateUser({ data: { [key]: 'x'.repeat(length) } })).error;
    expect(await say('novel', 2_100)).toMatchObject({ status: 422, code: 'validation_failed' });
    const answers = [];
    for (const key of ['a', 'b', 'c']) answers.push((await say(key, 1_900))?.code ?? 'kept');
    expect(answers).toEqual(['kept', 'kept', 'validation_failed']);
    const { data } = await tab.auth.getUser();
    expect(Object.keys(data.user?.user_metadata ?? {})).not.toContain('c');
    const known = supabase.client().auth.signUp({
      email: 'wordy@example.com',
      password,
      options: { data: { novel: 'x'.repeat(2_100) } },
    });
    const unknown = supabase.client().auth.signUp({
      email: 'new@example.com',
      password,
      options: { data: { novel: 'x'.repeat(2_100) } },
    });
    expect((await known).error).toEqual((await unknown).error);
    expect((await unknown).error).toMatchObject({ status: 422 });
  });

  test('nobody makes himself an admin', async () => {
    const tab = await supabase.signedUp('admin@example.com', password);
    const { data } = await tab.auth.getSession();
    const put = async (body: object) => {
      const response = await supabase.request('/auth/v1/user', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${data.session?.access_token}` },
      });
      return [response.status, await response.json()];
    };
    expect(await put({ app_metadata: { role: 'admin' } })).toMatchObject([403, { error_code: 'not_admin' }]);
    expect(await put({ role: 'service_role', data: {} })).toMatchObject([200, { role: 'authenticated' }]);
  });
});

describe('password', () => {
  test('must differ, be strong, and then ends the other sessions', async () => {
    const tab = await supabase.signedUp('pw@example.com', password);
    const other = supabase.client();
    await other.auth.signInWithPassword({ email: 'pw@example.com', password });
    expect((await tab.auth.updateUser({ password })).error).toMatchObject({
      code: 'same_password',
      status: 422,
    });
    expect((await tab.auth.updateUser({ password: 'short' })).error).toMatchObject({ code: 'weak_password' });
    expect((await tab.auth.updateUser({ password: 'Warmmiete2026' })).error).toBeNull();
    expect((await tab.auth.getUser()).error).toBeNull();
    expect((await other.auth.refreshSession()).error).not.toBeNull();
  });

  test('voids links that were on their way', async () => {
    const tab = await supabase.signedUp('links@example.com', password);
    await supabase.client().auth.resetPasswordForEmail('links@example.com');
    const { code } = await supabase.lastMail('links@example.com');
    await tab.auth.updateUser({ password: 'Warmmiete2026' });
    const { error } = await supabase
      .client()
      .auth.verifyOtp({ type: 'recovery', email: 'links@example.com', token: code ?? '' });
    expect(error?.code).toBe('otp_expired');
  });

  test('in a session older than a day needs the code that is mailed', async () => {
    const tab = await supabase.signedUp('old@example.com', password, { language: 'de' });
    await makeSessionsOld();
    const change = (nonce?: string) => tab.auth.updateUser({ password: 'Warmmiete2026', nonce });
    expect((await change()).error).toMatchObject({ code: 'reauthentication_needed', status: 400 });
    expect((await tab.auth.reauthenticate()).error).toBeNull();
    const mail = await supabase.lastMail('old@example.com');
    expect(mail.subject).toBe('Ihr Bestätigungscode');
    expect(mail.links).toEqual([]);
    const wrong = mail.code === '123456' ? '654321' : '123456';
    expect((await change(wrong)).error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 });
    expect((await change(mail.code ?? '')).error).toBeNull();
    expect(
      (await supabase.client().auth.signInWithPassword({ email: 'old@example.com', password })).error?.code,
    ).toBe('invalid_credentials');
  });

  test('guessing the code is limited', async () => {
    const tab = await supabase.signedUp('nonce@example.com', password);
    await makeSessionsOld();
    await tab.auth.reauthenticate();
    const { code } = await supabase.lastMail('nonce@example.com');
    const wrong = code === '123456' ? '654321' : '123456';
    for (let guess = 0; guess < 10; guess++) {
      expect((await tab.auth.updateUser({ password: 'Warmmiete2026', nonce: wrong })).error?.code).toBe(
        'reauthentication_not_valid',
      );
    }
    const { error } = await tab.auth.updateUser({ password: 'Warmmiete2026', nonce: code ?? '' });
    expect(error?.code).toBe('over_request_rate_limit');
  });
});

describe('e-mail address', () => {
  const confirm = (mail: TestMessage) =>
    supabase.client().auth.verifyOtp({
      type: 'email_change',
      token_hash: new URL(mail.links[0] ?? '').searchParams.get('token_hash') ?? '',
    });

  async function change(from: string, to: string) {
    const tab = await supabase.signedUp(from, password);
    const { data, error } = await tab.auth.updateUser({ email: to });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: from, new_email: to });
    return { tab, mails: { from: await supabase.lastMail(from), to: await supabase.lastMail(to) } };
  }

  test.each([
    ['old first', 'm1', ['from', 'to']],
    ['new first', 'm2', ['to', 'from']],
  ] as const)('changes when both have confirmed, %s', async (_, name, order) => {
    const [from, to] = [`${name}@example.com`, `${name}.new@example.com`];
    const { tab, mails } = await change(from, to);
    const half = await confirm(mails[order[0]]);
    expect(half.error).toBeNull();
    expect(half.data.session).toBeNull();
    expect((await tab.auth.getUser()).data.user?.email).toBe(from);
    expect((await confirm(mails[order[0]])).error?.code).toBe('otp_expired');
    const whole = await confirm(mails[order[1]]);
    expect(whole.error).toBeNull();
    expect(whole.data.user?.email).toBe(to);
    expect(whole.data.user?.new_email).toBeUndefined();
    expect(whole.data.user?.identities?.[0]).toMatchObject({ provider: 'email', email: to });
    expect((await supabase.client().auth.signInWithPassword({ email: to, password })).error).toBeNull();
    expect((await supabase.client().auth.signInWithPassword({ email: from, password })).error).not.toBeNull();
  });

  test('by typed codes too', async () => {
    const { tab, mails } = await change('c@example.com', 'c.new@example.com');
    const enter = (email: string, mail: TestMessage) =>
      supabase.client().auth.verifyOtp({ type: 'email_change', email, token: mail.code ?? '' });
    expect((await enter('c.new@example.com', mails.to)).error).toBeNull();
    expect((await enter('c@example.com', mails.from)).error).toBeNull();
    expect((await tab.auth.getUser()).data.user?.email).toBe('c.new@example.com');
  });

  test('is confirmed by a typed code, however many others have asked for that address before', async () => {
    const wanted = 'coveted@example.com';
    const others = () => supabase.sql`
      insert into auth.users (id, aud, role, email, email_confirmed_at, email_change, email_change_sent_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.com', now(), ${wanted},
        now() - interval '1 minute'
      from generate_series(1, 50)`;
    await others();
    const { mails } = await change('deserves@example.com', wanted);
    await others();
    const typed = await supabase
      .client()
      .auth.verifyOtp({ type: 'email_change', email: wanted, token: mails.to.code ?? '' });
    expect(typed.error).toBeNull();
  });

  test('another’s address stays theirs, also when taken meanwhile, and nobody is told of it before', async () => {
    await supabase.signedUp('taken@example.com', password);
    const tab = await supabase.signedUp('wants@example.com', password);
    const before = await supabase.mails('taken@example.com');
    expect((await tab.auth.updateUser({ email: 'taken@example.com' })).error).toBeNull();
    expect(await supabase.mails('taken@example.com')).toEqual(before);
    const { mails } = await change('d@example.com', 'd.new@example.com');
    await supabase.signedUp('d.new@example.com', password);
    await confirm(mails.from);
    expect((await confirm(mails.to)).error?.code).toBe('email_exists');
  });

  test('is not changed again by the first mail after a second request', async () => {
    const { tab, mails } = await change('e@example.com', 'e.one@example.com');
    await tab.auth.updateUser({ email: 'e.two@example.com' });
    expect((await confirm(mails.to)).error?.code).toBe('otp_expired');
    expect((await confirm(mails.from)).error?.code).toBe('otp_expired');
  });
});

describe('a verified second factor', () => {
  test('is demanded before anything of the account changes', async () => {
    const tab = await supabase.signedUp('mfa@example.com', password);
    const { data } = await tab.auth.getUser();
    await supabase.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, secret)
      values (gen_random_uuid(), ${data.user?.id ?? ''}, 'totp', 'verified', 'phone app', 'topsecret')`;
    expect((await tab.auth.updateUser({ password: 'Warmmiete2026' })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 401,
    });
    expect((await tab.auth.updateUser({ email: 'mfa2@example.com' })).error?.code).toBe('insufficient_aal');
    expect((await tab.auth.updateUser({ data: { x: 1 } })).error?.code).toBe('insufficient_aal');
    const user = (await tab.auth.getUser()).data.user;
    expect(user?.factors).toMatchObject([
      { factor_type: 'totp', status: 'verified', friendly_name: 'phone app' },
    ]);
    expect(JSON.stringify(user)).not.toContain('topsecret');
  });
});

test('nothing went wrong unseen', () => {
  expect(supabase.logged).toEqual([]);
});
