import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';

test('nobody is let in without a name unless config.toml says so', async () => {
  const supabase = await startTestSupabase();
  const { error } = await supabase.client().auth.signInAnonymously();
  expect(error).toMatchObject({
    code: 'anonymous_provider_disabled',
    status: 422,
    message: 'Anonymous sign-ins are disabled',
  });
  expect(await supabase.sql`select 1 from auth.users`).toHaveLength(0);
  await supabase.stop();
});

describe('switched on', () => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase({ enable_anonymous_sign_ins: 'true', anonymous_users: '3' });
  });
  afterAll(() => supabase.stop());

  test('a visitor keeps the account when adding an address', async () => {
    const tab = supabase.client();
    const { data, error } = await tab.auth.signInAnonymously({ options: { data: { language: 'de' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      user_metadata: { language: 'de' },
      app_metadata: {},
      identities: [],
    });
    expect((await tab.auth.getClaims()).data?.claims).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
    });
    expect((await tab.auth.updateUser({ password })).error).toMatchObject({
      code: 'validation_failed',
      status: 422,
    });
    expect((await tab.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'no_authorization',
      status: 403,
    });
    await tab.auth.updateUser({ email: 'named@example.com' });
    const { code } = await supabase.lastMail('named@example.com');
    const named = await tab.auth.verifyOtp({
      type: 'email_change',
      email: 'named@example.com',
      token: code ?? '',
    });
    expect(named.data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: 'named@example.com',
      app_metadata: { provider: 'email' },
    });
    expect((await tab.auth.updateUser({ password })).error).toBeNull();
  });

  test('so many per hour and address', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) {
      const response = await supabase.request('/auth/v1/signup', {
        method: 'POST',
        body: '{}',
        headers: { 'x-forwarded-for': '203.0.113.5' },
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('nothing went wrong unseen', () => {
    expect(supabase.logged).toEqual([]);
  });
});
