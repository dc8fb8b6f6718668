import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';
import { totpCode } from './totp.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase({ sign_in_sign_ups: '100000', token_verifications: '100000' });
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

  test('a household is known by its network, whichever of its addresses somebody comes from', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    expect((await signIn(email, password, from('2001:db8:1:2::3'))).status).toBe(200);
    await supabase.sql`update supabase_embedded.failed_attempt set failures = 100, since = now()
      where subject = ${`password:${email}`}`;
    expect((await signIn(email, password, from('2001:db8:1:3::3'))).status).toBe(429);
    expect((await signIn(email, password, from('2001:db8:1:2:4::5'))).status).toBe(200);
  });

  test('what was counted while the clock stood in 2037 locks nobody out once it is right', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    const here = from('203.0.113.9');
    await exhaust(email, here);
    await supabase.sql`update supabase_embedded.failed_attempt set since = since + interval '11 years'`;
    await supabase.sql`delete from auth.sessions`;
    expect((await signIn(email, password, here)).status).toBe(200);
    expect((await signIn(email, password, from('198.51.100.9'))).status).toBe(200);
  });

  test('by asking to change it is counted, too', async () => {
    const tab = await supabase.signedUp(newAddress(), password);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tab.auth.updateUser({ password })));
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 'same_password')).toHaveLength(10);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(20);
  });
});

test('an address that can be nobody’s is a wrong one, however long, and nothing is kept of it', async () => {
  const endless = `${Array.from({ length: 300 }, () => crypto.randomUUID()).join('')}@example.com`;
  expect((await signIn(endless, password, from('203.0.113.8'))).status).toBe(400);
  const number = { phone: endless.replaceAll(/\D/g, '').repeat(3), password };
  const byPhone = { method: 'POST', body: JSON.stringify(number), headers: from('203.0.113.8') };
  expect((await supabase.request('/auth/v1/token?grant_type=password', byPhone)).status).toBe(400);
  expect(supabase.logged).toEqual([]);
});

describe('guessing a code', () => {
  test('a stranger’s guesses leave the owner’s change of password alone', async () => {
    const email = newAddress();
    const tab = await supabase.signedUp(email, password);
    await supabase.sql`update auth.sessions set created_at = created_at - interval '25 hours'`;
    await tab.auth.reauthenticate();
    const { code } = await supabase.lastMail(email);
    const token = code === '123456' ? '654321' : '123456';
    for (const address of ['203.0.113.4', '203.0.113.5']) {
      await Promise.all(
        Array.from({ length: 12 }, () =>
          supabase.request('/auth/v1/verify', {
            method: 'POST',
            body: JSON.stringify({ type: 'email', email, token }),
            headers: from(address),
          }),
        ),
      );
    }
    const changed = await tab.auth.updateUser({ password: 'Warmmiete2026', nonce: code ?? '' });
    expect(changed.error).toBeNull();
  });
});

describe('guessing a code that was sent for a change of password', () => {
  const change = async (token: string, nonce: string, headers: Record<string, string>) =>
    (
      await supabase.request('/auth/v1/user', {
        method: 'PUT',
        body: JSON.stringify({ password: 'Warmmiete2026', nonce }),
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
    ).status;

  test('where the account is signed in, guesses from everywhere do not keep its owner from it', async () => {
    const email = newAddress();
    const tab = await supabase.signedUp(email, password);
    const home = from('198.51.100.10');
    const signedIn = await signIn(email, password, home);
    const { access_token: token } = await signedIn.json();
    await supabase.sql`update auth.sessions set created_at = created_at - interval '25 hours'`;
    await tab.auth.reauthenticate();
    const { code } = await supabase.lastMail(email);
    // The first try makes the counter.
    expect(await change(token, code === '123456' ? '654321' : '123456', home)).toBe(422);
    await supabase.sql`update supabase_embedded.failed_attempt set failures = 50, since = now()
      where subject ~ '^[a-zA-Z]+:[0-9a-f-]{36}$'`;
    expect(await change(token, code ?? '', from('192.0.2.201'))).toBe(429);
    expect(await change(token, code ?? '', home)).toBe(200);
  });
});

describe('guessing a second factor', () => {
  const ask = async (path: string, token: string, body: object, headers: Record<string, string>) => {
    const response = await supabase.request(`/auth/v1/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: await response.json() };
  };
  const tokenAt = async (email: string, headers: Record<string, string>) =>
    (await (await signIn(email, password, headers)).json()).access_token;
  const show = async (factorId: string, token: string, code: string, headers: Record<string, string>) => {
    const { body } = await ask(`factors/${factorId}/challenge`, token, {}, headers);
    return ask(`factors/${factorId}/verify`, token, { challenge_id: body.id, code }, headers);
  };
  async function protectedBy(email: string) {
    const tab = await supabase.signedUp(email, password);
    const { data } = await tab.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (!data) throw new Error('no factor');
    await tab.auth.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret) });
    const next = totpCode(data.totp.secret, Date.now() + 30_000);
    return { factorId: data.id, next, wrong: next === '123456' ? '654321' : '123456' };
  }

  test('whoever has the password alone does not keep the owner from showing it', async () => {
    const email = newAddress();
    const { factorId, next, wrong } = await protectedBy(email);
    const thief = from('203.0.113.6');
    const stolen = await tokenAt(email, thief);
    for (let guess = 0; guess < 11; guess += 1) await show(factorId, stolen, wrong, thief);
    expect((await show(factorId, stolen, next, thief)).status).toBe(429);
    const home = from('198.51.100.9');
    expect((await show(factorId, await tokenAt(email, home), next, home)).status).toBe(200);
  });
});
