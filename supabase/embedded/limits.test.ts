import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RateLimiter } from './rate-limit.ts';
import { startTestSupabase } from './testing/database.ts';
import type { TestSupabase } from './testing/supabase.ts';

const password = 'Kaltmiete2026';

describe('rate limiter', () => {
  test('counts per key and window', () => {
    const limiter = new RateLimiter();
    expect([1, 2, 3].map(() => limiter.take('a', 2, 1000, 0))).toEqual([true, true, false]);
    expect(limiter.take('b', 2, 1000, 0)).toBe(true);
    expect(limiter.remainingMs('a', 400)).toBe(600);
    expect(limiter.take('a', 2, 1000, 1000)).toBe(true);
  });
});

describe('limits of the server', () => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase({ max_frequency: '"60s"', sign_in_sign_ups: '3' });
  });
  afterAll(() => supabase.stop());

  const attempt = (headers: Record<string, string>, email = `${crypto.randomUUID()}@example.com`) =>
    supabase.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password }),
      headers,
    });
  const statuses = async (times: number, headers: Record<string, string>) => {
    const seen: number[] = [];
    for (let time = 0; time < times; time++) seen.push((await attempt(headers)).status);
    return seen;
  };

  test('per address, as a proxy on this machine names it last', async () => {
    expect(await statuses(4, { 'x-forwarded-for': '203.0.113.1' })).toEqual([400, 400, 400, 429]);
    expect(await statuses(1, { 'x-forwarded-for': '10.9.9.9, 203.0.113.1' })).toEqual([429]);
    expect(await statuses(1, { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' })).toEqual([400]);
    // Some write the port behind it, which is another one each time.
    expect(await statuses(1, { 'x-forwarded-for': '203.0.113.1:51234' })).toEqual([429]);
    const ports = [1, 2, 3, 4].map((port) => statuses(1, { 'x-forwarded-for': `[2001:db8:7::1]:${port}` }));
    expect((await Promise.all(ports)).flat().toSorted((a, b) => a - b)).toEqual([400, 400, 400, 429]);
  });

  test('a household of IPv6 addresses is one visitor', async () => {
    const from = (address: string) => statuses(1, { 'x-forwarded-for': address });
    for (const address of ['2001:db8::1', '2001:0db8:0:0:ffff::2', '2001:DB8:0::3']) {
      expect(await from(address)).toEqual([400]);
    }
    expect(await from('2001:db8::4')).toEqual([429]);
    expect(await from('2001:db8:0:1::1')).toEqual([400]);
    expect(await from('::ffff:203.0.113.9')).toEqual([400]);
  });

  test('as the application’s server names it, with the secret key only', async () => {
    const named = (apikey: string) => ({ apikey, 'sb-forwarded-for': '203.0.113.7' });
    expect(await statuses(4, named(supabase.secretKey))).toEqual([400, 400, 400, 429]);
    expect(await statuses(1, named(supabase.publishableKey))).toEqual([400]);
  });

  test('not for this machine’s own processes, for whom each account’s own limit stands', async () => {
    expect(await statuses(6, {})).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('a second mail must wait, whether the account exists or not', async () => {
    const signUp = await supabase.client().auth.signUp({ email: 'known@example.com', password });
    expect(signUp.error).toBeNull();
    for (const email of ['known@example.com', 'nobody@example.com']) {
      const ask = () => supabase.client().auth.resetPasswordForEmail(email);
      expect((await ask()).error).toBeNull();
      const second = (await ask()).error;
      expect(second).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 });
      expect(second?.message).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
    }
    expect(await supabase.mails('known@example.com')).toHaveLength(2);
  });

  test('how long the answer takes does not tell whether an account exists', async () => {
    const measure = async (email: string) => {
      const started = performance.now();
      await attempt({}, email);
      return performance.now() - started;
    };
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 9; round++) {
      known.push(await measure('known@example.com'));
      unknown.push(await measure(`${round}@example.com`));
    }
    // Without the dummy hash an unknown address is answered in a tenth of the time.
    expect(median(unknown)).toBeGreaterThan(median(known) / 2);
  });
});

describe('without confirmations', () => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase({ enable_confirmations: 'false', double_confirm_changes: 'false' });
  });
  afterAll(() => supabase.stop());

  test('sign-up signs in at once, and a known address is told', async () => {
    const tab = supabase.client();
    const { data, error } = await tab.auth.signUp({ email: 'auto@example.com', password });
    expect(error).toBeNull();
    expect(data.session?.user.email_confirmed_at).toBeDefined();
    expect(await supabase.mails('auto@example.com')).toEqual([]);
    const again = await supabase.client().auth.signUp({ email: 'auto@example.com', password });
    expect(again.error).toMatchObject({ code: 'user_already_exists', status: 422 });
  });

  test('a magic link for somebody new', async () => {
    const tab = supabase.client();
    expect((await tab.auth.signInWithOtp({ email: 'magic@example.com' })).error).toBeNull();
    const { code } = await supabase.lastMail('magic@example.com');
    const entered = await tab.auth.verifyOtp({
      type: 'email',
      email: 'magic@example.com',
      token: code ?? '',
    });
    expect(entered.error).toBeNull();
  });

  test('an e-mail change needs the new address only', async () => {
    const tab = supabase.client();
    await tab.auth.signUp({ email: 'single@example.com', password });
    await tab.auth.updateUser({ email: 'single.new@example.com' });
    expect(await supabase.mails('single@example.com')).toEqual([]);
    const { code } = await supabase.lastMail('single.new@example.com');
    const { data } = await supabase
      .client()
      .auth.verifyOtp({ type: 'email_change', email: 'single.new@example.com', token: code ?? '' });
    expect(data.user?.email).toBe('single.new@example.com');
  });
});

describe('sign-up switched off', () => {
  test('neither sign-up nor a code makes an account', async () => {
    const supabase = await startTestSupabase({ 'auth.enable_signup': 'false' });
    const signUp = await supabase.client().auth.signUp({ email: 'x@example.com', password });
    expect(signUp.error).toMatchObject({ code: 'signup_disabled', status: 422 });
    const otp = await supabase.client().auth.signInWithOtp({ email: 'x@example.com' });
    expect(otp.error).toBeNull();
    expect(await supabase.mails('x@example.com')).toEqual([]);
    expect(await supabase.sql`select 1 from auth.users`).toHaveLength(0);
    await supabase.stop();
  });
});
