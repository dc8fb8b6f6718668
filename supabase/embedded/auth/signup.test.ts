import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

describe('sign-up with confirmation', () => {
  test('answers with the user and no session, and mails a link and a code', async () => {
    const { data, error } = await supabase.client().auth.signUp({
      email: 'Anna@Example.com',
      password,
      options: { data: { language: 'de', display_name: 'Anna <b>Kern</b>' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: 'anna@example.com',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { language: 'de', email_verified: false },
    });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const mail = await supabase.lastMail('anna@example.com');
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse');
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.text).toContain('Guten Tag,');
    // Whoever signed up may have given an address that is somebody else's: no word of theirs goes there.
    expect(mail.html).not.toContain('Kern');
    const link = new URL(mail.links[0] ?? '');
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/de/auth/confirm');
    expect(link.searchParams.get('type')).toBe('signup');
    expect(link.searchParams.get('next')).toBe('http://localhost:3000');
    expect(mail.text).toContain(link.toString());
  });

  test('without German in the profile the mail is English', async () => {
    await supabase.client().auth.signUp({ email: 'ben@example.com', password });
    const mail = await supabase.lastMail('ben@example.com');
    expect(mail.subject).toBe('Please confirm your e-mail address');
    expect(mail.links[0]).toMatch(
      /^http:\/\/localhost:3000\/auth\/confirm\?token_hash=[0-9a-f]{56}&type=signup&/,
    );
  });

  test('no sign-in before the address is confirmed', async () => {
    await supabase.client().auth.signUp({ email: 'carla@example.com', password });
    const { error } = await supabase
      .client()
      .auth.signInWithPassword({ email: 'carla@example.com', password });
    expect(error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
  });

  describe('nor does signing in with what was just signed up with tell who has an address', () => {
    const owned = 'owned@example.com';
    const numbered = '491703300001';
    const made = 'made@example.com';
    const madeByNumber = '491703300003';
    const code = async (own: { email: string } | { phone: string }, secret: string) =>
      (await supabase.client().auth.signInWithPassword({ ...own, password: secret })).error?.code ?? 'in';
    beforeAll(async () => {
      await supabase.signedUp(owned, password);
      const { admin } = supabase.operator().auth;
      await admin.createUser({ phone: numbered, password, phone_confirm: true });
      await admin.createUser({ email: made, password });
      await admin.createUser({ phone: madeByNumber, password });
    });

    test.each([
      ['an address', { email: owned }, { email: 'free@example.com' }, 'email_not_confirmed', 'in'],
      ['a number', { phone: numbered }, { phone: '491703300002' }, 'phone_not_confirmed', 'in'],
      [
        'an address an operator entered',
        { email: made },
        { email: 'free2@example.com' },
        'email_not_confirmed',
        'email_not_confirmed',
      ],
      [
        'a number an operator entered',
        { phone: madeByNumber },
        { phone: '491703300004' },
        'phone_not_confirmed',
        'phone_not_confirmed',
      ],
    ])('%s', async (_, known, free, waits, own) => {
      for (const place of [known, free]) {
        await supabase.client().auth.signUp({ ...place, password: 'Fremd2026Wort' });
        expect(await code(place, 'Fremd2026Wort'), JSON.stringify(place)).toBe(waits);
        expect(await code(place, 'Anderes2026Wort')).toBe('invalid_credentials');
        // The next sign-up takes the place of the one before.
        await supabase.client().auth.signUp({ ...place, password: 'Zweites2026Wort' });
        expect(await code(place, 'Fremd2026Wort')).toBe('invalid_credentials');
        expect(await code(place, 'Zweites2026Wort')).toBe(waits);
        // So does one by a code, which has no password.
        await supabase.client().auth.signInWithOtp(place);
        expect(await code(place, 'Zweites2026Wort')).toBe('invalid_credentials');
      }
      expect(await code(known, password)).toBe(own);
    });

    test('for a day, as what waits does', async () => {
      await supabase.client().auth.signUp({ email: owned, password: 'Fremd2026Wort' });
      await supabase.sql`update supabase_embedded.decoy set created_at = created_at - interval '25 hours'`;
      expect(await code({ email: owned }, 'Fremd2026Wort')).toBe('invalid_credentials');
      const rows = await supabase.sql`select d::text as text from supabase_embedded.decoy d`;
      expect(JSON.stringify(rows)).not.toContain(owned);
    });
  });

  test('the token of the link confirms, once', async () => {
    await supabase.client().auth.signUp({ email: 'dora@example.com', password });
    const link = new URL((await supabase.lastMail('dora@example.com')).links[0] ?? '');
    const tokenHash = link.searchParams.get('token_hash') ?? '';
    const client = supabase.client();
    const first = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenHash });
    expect(first.error).toBeNull();
    expect(first.data.user?.email_confirmed_at).toBeDefined();
    expect(first.data.user?.user_metadata.email_verified).toBe(true);
    expect(first.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
    expect((await client.auth.getUser()).data.user?.email).toBe('dora@example.com');
    const second = await supabase.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHash });
    expect(second.error).toMatchObject({ code: 'otp_expired', status: 403 });
  });

  test('two clicks at once open one session', async () => {
    await supabase.client().auth.signUp({ email: 'twice@example.com', password });
    const { code } = await supabase.lastMail('twice@example.com');
    const click = () =>
      supabase.client().auth.verifyOtp({ type: 'email', email: 'twice@example.com', token: code ?? '' });
    const outcomes = await Promise.all([click(), click(), click()]);
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('a known address gets the same answer as a new one, and no mail', async () => {
    await supabase.signedUp('emil@example.com', password);
    const before = await supabase.mails('emil@example.com');
    const again = await supabase
      .client()
      .auth.signUp({ email: 'emil@example.com', password, options: { data: { language: 'de' } } });
    const fresh = await supabase
      .client()
      .auth.signUp({ email: 'fresh@example.com', password, options: { data: { language: 'de' } } });
    expect(again.error).toBeNull();
    expect(again.data.user?.identities).toHaveLength(1);
    expect(again.data.user?.email).toBe('emil@example.com');
    expect(Object.keys(again.data.user ?? {})).toEqual(Object.keys(fresh.data.user ?? {}));
    const [real] = await supabase.sql`select id from auth.users where email = 'emil@example.com'`;
    expect(again.data.user?.id).not.toBe(real?.id);
    expect(await supabase.mails('emil@example.com')).toHaveLength(before.length);
  });

  test('signing up at once from two tabs makes one account', async () => {
    const signUp = () => supabase.client().auth.signUp({ email: 'race@example.com', password });
    const outcomes = await Promise.all([signUp(), signUp(), signUp()]);
    expect(outcomes.map(({ error }) => error)).toEqual([null, null, null]);
    const users = await supabase.sql`select 1 from auth.users where email = 'race@example.com'`;
    expect(users).toHaveLength(1);
  });

  test.each([
    ['short1A', ['length']],
    ['onlylowercase', ['characters']],
    ['Aa1', ['length']],
    ['kurz', ['length', 'characters']],
  ])('the password %s is refused for %j', async (weak, reasons) => {
    const { error } = await supabase.client().auth.signUp({ email: 'weak@example.com', password: weak });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons });
    expect(error?.code).toBe('weak_password');
  });

  test.each([
    [{ email: 'not an address', password }, 'Unable to validate email address: invalid format'],
    [{ email: 'a@example.com', password: '' }, 'Signup requires a valid password'],
    [
      { email: 'a@example.com', password: `Aa1${'x'.repeat(70)}` },
      'Password cannot be longer than 72 characters',
    ],
    [
      { email: 'a@example.com', password, code_challenge: 'x'.repeat(43) },
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      { email: 'a@example.com', password, code_challenge: 'short', code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [{ email: `nul\u0000@example.com`, password }, 'Unable to validate email address: invalid format'],
  ])('refuses %j', async (input, message) => {
    const response = await supabase.request('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify(input),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: 400, error_code: 'validation_failed', msg: message });
  });

  test('a value Postgres cannot hold is a bad request, not a failure', async () => {
    const input = { email: 'nul@example.com', password, data: { display_name: 'a\u0000b' } };
    const response = await supabase.request('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify(input),
    });
    expect(response.status).toBe(400);
  });
});

describe('error answers', () => {
  test('take the form of the client’s API version and echo it', async () => {
    const answer = async (headers: Record<string, string>) => {
      const response = await supabase.request('/auth/v1/signup', { method: 'POST', body: '{', headers });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    const old = await answer({});
    expect(old.body).toEqual({
      code: 400,
      error_code: 'bad_json',
      msg: 'Could not parse request body as JSON',
    });
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
    const current = await answer({ 'X-Supabase-Api-Version': '2024-01-01' });
    expect(current.body).toEqual({ code: 'bad_json', message: 'Could not parse request body as JSON' });
    expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(current.headers.get('x-sb-error-code')).toBe('bad_json');
  });

  test('a body over 1 MB is refused', async () => {
    const response = await supabase.request('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: 'big@example.com', password, data: { x: 'x'.repeat(1 << 20) } }),
    });
    expect(response.status).toBe(413);
    expect(response.headers.get('x-sb-error-code')).toBe('request_entity_too_large');
  });

  test('a request with a wrong key is refused; one without is anybody’s, as under `supabase start`', async () => {
    expect((await fetch(`${supabase.url}/auth/v1/settings`)).status).toBe(200);
    expect((await fetch(`${supabase.url}/auth/v1/admin/users`)).status).toBe(401);
    expect(
      (await supabase.request('/auth/v1/settings', { headers: { apikey: 'sb_publishable_x' } })).status,
    ).toBe(401);
    expect((await supabase.request('/auth/v1/settings')).status).toBe(200);
  });
});
