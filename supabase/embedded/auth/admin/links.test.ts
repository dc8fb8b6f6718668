import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../../testing/database.ts';
import type { TestSupabase } from '../../testing/supabase.ts';

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

describe('invitations', () => {
  test('come by mail in the invited person’s language, and sign in', async () => {
    const { data, error } = await admin().inviteUserByEmail('invited@example.com', {
      data: { language: 'de' },
      redirectTo: 'http://localhost:3000/de/dashboard',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { language: 'de' } });
    const mail = await supabase.lastMail('invited@example.com');
    expect(mail.subject).toBe('Einladung zu Hausbuch');
    const link = new URL(mail.links[0] ?? '');
    expect(link.pathname).toBe('/de/auth/confirm');
    const tab = supabase.client();
    const verified = await tab.auth.verifyOtp({
      type: 'invite',
      token_hash: link.searchParams.get('token_hash') ?? '',
    });
    expect(verified.data.user?.email_confirmed_at).toBeDefined();
    expect((await tab.auth.updateUser({ password })).error).toBeNull();
    const again = await admin().inviteUserByEmail('invited@example.com');
    expect(again.error).toMatchObject({ code: 'email_exists', status: 422 });
  });

  test('say nothing of themselves to whoever signs up with that address', async () => {
    await admin().inviteUserByEmail('secret@example.com', { data: { note: 'for the owner' } });
    const { data } = await supabase.client().auth.signUp({ email: 'secret@example.com', password });
    expect(JSON.stringify(data.user)).not.toContain('for the owner');
  });
});

describe('links made for an operator', () => {
  const open = async (link: string) => {
    const response = await fetch(link, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  };

  test('sign up, invite, sign in and recover without a mail', async () => {
    for (const type of ['signup', 'invite', 'magiclink', 'recovery'] as const) {
      const email = `${type}.link@example.com`;
      if (type === 'recovery') await created({ email, email_confirm: true });
      const { data, error } = await admin().generateLink({
        type,
        email,
        password,
        options: { redirectTo: 'http://localhost:3000/welcome' },
      });
      expect(error).toBeNull();
      expect(data.properties).toMatchObject({
        verification_type: type === 'magiclink' ? 'signup' : type,
        redirect_to: 'http://localhost:3000/welcome',
        email_otp: expect.stringMatching(/^\d{6}$/),
      });
      expect(await supabase.mails(email)).toEqual([]);
      const target = await open(data.properties?.action_link ?? '');
      expect(target.pathname).toBe('/welcome');
      expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
      const { data: user } = await admin().getUserById(data.user?.id ?? '');
      expect(user.user?.email_confirmed_at).toBeDefined();
    }
  });

  test('the code and the token do the same', async () => {
    await created({ email: 'code.link@example.com', email_confirm: true });
    const make = async () =>
      (await admin().generateLink({ type: 'magiclink', email: 'code.link@example.com' })).data.properties;
    const byCode = await supabase.client().auth.verifyOtp({
      type: 'email',
      email: 'code.link@example.com',
      token: (await make())?.email_otp ?? '',
    });
    expect(byCode.error).toBeNull();
    const byToken = await supabase
      .client()
      .auth.verifyOtp({ type: 'magiclink', token_hash: (await make())?.hashed_token ?? '' });
    expect(byToken.error).toBeNull();
  });

  test('change an address when both halves are opened', async () => {
    const tab = await supabase.signedUp('halves@example.com', password);
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await admin().generateLink({
        type,
        email: 'halves@example.com',
        newEmail: 'halves.new@example.com',
      });
      expect(error).toBeNull();
      expect(data.user?.new_email).toBe('halves.new@example.com');
      expect(data.properties?.action_link).toContain('type=email_change');
    }
    const tokens = await supabase.sql`select token_hash from auth.one_time_tokens t join auth.users u
      on u.id = t.user_id where u.email = 'halves@example.com'`;
    expect(tokens).toHaveLength(2);
    for (const { token_hash: token } of tokens) {
      await supabase.client().auth.verifyOtp({ type: 'email_change', token_hash: token });
    }
    expect((await tab.auth.getUser()).data.user?.email).toBe('halves.new@example.com');
  });

  test('are refused for unknown, known and odd requests', async () => {
    const code = async (body: object) => {
      const response = await supabase.request('/auth/v1/admin/generate_link', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${supabase.secretKey}` },
      });
      return [response.status, (await response.json()).error_code];
    };
    const email = 'known@example.com';
    for (const known of [email, 'once@example.com'])
      await created({ email: known, password, email_confirm: true });
    expect(await code({ type: 'recovery', email: 'nobody@example.com' })).toEqual([404, 'user_not_found']);
    expect(await code({ type: 'signup', email, password })).toEqual([422, 'email_exists']);
    expect(await code({ type: 'invite', email })).toEqual([422, 'email_exists']);
    expect(await code({ type: 'telepathy', email })).toEqual([400, 'validation_failed']);
    expect(await code({ type: 'signup', email: 'weak@example.com', password: 'weak' })).toEqual([
      422,
      'weak_password',
    ]);
    expect(await code({ type: 'email_change_new', email, new_email: 'once@example.com' })).toEqual([
      422,
      'email_exists',
    ]);
  });
});

test('nothing went wrong unseen', () => {
  expect(supabase.logged).toEqual([]);
});
