import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase({ sign_in_sign_ups: '100000' });
});
afterAll(() => supabase.stop());

const newAddress = () => `${crypto.randomUUID()}@example.com`;
/** As the application names a visitor. */
const from = (address: string) => ({ apikey: supabase.secretKey, 'sb-forwarded-for': address });
const signIn = (email: string, secret: string, headers: Record<string, string> = {}) =>
  supabase.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: secret }),
    headers,
  });

async function exhaust(email: string, headers: Record<string, string>): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, guess) => signIn(email, `Falsch${guess}00`, headers)),
  );
  return answers.filter(({ status }) => status === 400).length;
}

describe('guessing a password', () => {
  test('of many tries at the same moment no more than ten are looked at', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    expect(await exhaust(email, from('203.0.113.1'))).toBe(10);
  });

  test('a stranger’s guesses do not lock the owner out', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    await exhaust(email, from('203.0.113.2'));
    expect((await signIn(email, password, from('203.0.113.2'))).status).toBe(429);
    expect((await signIn(email, password, from('198.51.100.7'))).status).toBe(200);
  });

  test('the right password is refused for a while, never for good, and the answer says how long', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    const here = from('203.0.113.3');
    await exhaust(email, here);
    const refused = await signIn(email, password, here);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(90);
    await supabase.sql`update supabase_embedded.failed_attempt
      set since = since - make_interval(secs => ${seconds})`;
    expect((await signIn(email, password, here)).status).toBe(200);
  });

  test('many addresses share a budget, which leaves the owner’s own alone', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    const home = from('198.51.100.8');
    expect((await signIn(email, password, home)).status).toBe(200);
    await supabase.sql`update supabase_embedded.failed_attempt set failures = 100, since = now()
      where subject = ${`password:${email}`}`;
    const elsewhere = await signIn(email, password, from('192.0.2.200'));
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers.get('retry-after'))).toBeLessThanOrEqual(9);
    expect((await signIn(email, password, home)).status).toBe(200);
  });

  test('by asking to change it is counted, too', async () => {
    const tab = await supabase.signedUp(newAddress(), password);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tab.auth.updateUser({ password })));
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 'same_password')).toHaveLength(10);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(20);
  });
});
