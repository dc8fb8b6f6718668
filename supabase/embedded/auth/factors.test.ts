import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';
import { totpCode } from './totp.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase({ max_enrolled_factors: '3' });
});
afterAll(() => supabase.stop());

const levelOf = async (tab: SupabaseClient) => (await tab.auth.mfa.getAuthenticatorAssuranceLevel()).data;

const signIn = async (email: string) => {
  const tab = supabase.client();
  const { error } = await tab.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return tab;
};

async function enrol(tab: SupabaseClient, friendlyName = 'app') {
  const { data, error } = await tab.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Hausbuch' });
  if (error) throw error;
  return { id: data.id, ...data.totp };
}

/** The code after the one that set the factor up: each is good once, and the next one is taken already. */
const nextCode = (secret: string) => totpCode(secret, Date.now() + 30_000);

/** An account with a verified authenticator app, and the tab that verified it. */
async function protectedBy(email: string) {
  const tab = await supabase.signedUp(email, password);
  const factor = await enrol(tab);
  const { error } = await tab.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: totpCode(factor.secret),
  });
  if (error) throw error;
  return { tab, factor };
}

describe('an authenticator app', () => {
  test('is enrolled with a QR code, a secret and an address', async () => {
    const tab = await supabase.signedUp('enrol@example.com', password);
    const factor = await enrol(tab);
    expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(factor.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.uri).toContain(`otpauth://totp/Hausbuch:enrol%40example.com`);
    expect(await levelOf(tab)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    const [row] = await supabase.sql`select secret from auth.mfa_factors where id = ${factor.id}`;
    expect(row?.secret).not.toContain(factor.secret);
  });

  test('whose issuer no QR code can hold is refused, and nothing is enrolled', async () => {
    const tab = await supabase.signedUp('long@example.com', password);
    const { error } = await tab.auth.mfa.enroll({ factorType: 'totp', issuer: 'x'.repeat(5_000) });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await tab.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  test('takes names with half a character, which reads as one that nobody knows', async () => {
    const tab = await supabase.signedUp('surrogate@example.com', password);
    const { data } = await tab.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'a\ud800',
      issuer: 'b\udc00',
    });
    expect(data?.friendly_name).toBe('a\ufffd');
    expect(data?.totp.uri).toContain('otpauth://totp/b%EF%BF%BD:');
  });

  test('raises the session, ends the others, and is told by mail', async () => {
    const tab = await supabase.signedUp('raise@example.com', password);
    const other = await signIn('raise@example.com');
    const before = (await tab.auth.getSession()).data.session;
    const unused = await enrol(tab, 'never finished');
    const factor = await enrol(tab);
    const challenge = await tab.auth.mfa.challenge({ factorId: factor.id });
    expect(challenge.data?.expires_at).toBeGreaterThan(Date.now() / 1000 + 290);
    const { data, error } = await tab.auth.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.data?.id ?? '',
      code: totpCode(factor.secret),
    });
    expect(error).toBeNull();
    expect(data?.token_type).toBe('bearer');
    expect(await levelOf(tab)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const claims = (await tab.auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ aal: 'aal2' });
    expect(claims?.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method))).toEqual([
      'totp',
      'otp',
    ]);
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    const factors = (await tab.auth.mfa.listFactors()).data;
    expect(factors?.all.map(({ id }) => id)).toEqual([factor.id]);
    expect(factors?.all.map(({ id }) => id)).not.toContain(unused.id);
    const refresh = (token: string) =>
      supabase.request('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify({ refresh_token: token }),
      });
    const stale = await refresh(before?.refresh_token ?? '');
    expect([stale.status, (await stale.json()).error_code]).toEqual([400, 'refresh_token_not_found']);
    expect((await tab.auth.refreshSession()).error).toBeNull();
    expect((await levelOf(tab))?.currentLevel).toBe('aal2');
    expect((await supabase.lastMail('raise@example.com')).subject).toBe('Second factor added');
    const [session] = await supabase.sql`select aal::text, factor_id, user_agent, ip::text, refreshed_at
      from auth.sessions where id = ${claims?.session_id ?? ''}`;
    expect(session).toMatchObject({ aal: 'aal2', factor_id: factor.id, ip: '127.0.0.1/32' });
    expect(session?.user_agent).toBeTruthy();
    expect(session?.refreshed_at).toBeInstanceOf(Date);
  });

  test('is asked for after the next sign-in, and a wrong code is not taken', async () => {
    const { factor } = await protectedBy('again@example.com');
    const tab = await signIn('again@example.com');
    expect(await levelOf(tab)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const code = nextCode(factor.secret);
    const wrong = code === '123456' ? '654321' : '123456';
    const refused = await tab.auth.mfa.challengeAndVerify({ factorId: factor.id, code: wrong });
    expect(refused.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
    expect(refused.error?.message).toBe('Invalid TOTP code entered');
    expect((await tab.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    expect((await levelOf(tab))?.currentLevel).toBe('aal2');
  });

  test('one code opens one session, however many ask at once', async () => {
    const { factor } = await protectedBy('once@example.com');
    const tabs = await Promise.all(Array.from({ length: 4 }, () => signIn('once@example.com')));
    const code = nextCode(factor.secret);
    const answers = await Promise.all(
      tabs.map((tab) => tab.auth.mfa.challengeAndVerify({ factorId: factor.id, code })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    for (const { error } of answers)
      expect(error?.code ?? 'mfa_verification_failed').toBe('mfa_verification_failed');
    const late = await (await signIn('once@example.com')).auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totpCode(factor.secret),
    });
    expect(late.error, 'an older one neither').toMatchObject({ code: 'mfa_verification_failed' });
  });

  test('five wrong codes lock the way for every session of the account there', async () => {
    const { factor } = await protectedBy('lock@example.com');
    const tab = await signIn('lock@example.com');
    const code = nextCode(factor.secret);
    const wrong = code === '123456' ? '654321' : '123456';
    for (let time = 0; time < 5; time++) {
      const { error } = await tab.auth.mfa.challengeAndVerify({ factorId: factor.id, code: wrong });
      expect(error?.code).toBe('mfa_verification_failed');
    }
    const again = await signIn('lock@example.com');
    const { error } = await again.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
  });

  test('of forty guesses at once no more than five are looked at', async () => {
    const { factor } = await protectedBy('flood@example.com');
    const tab = await signIn('flood@example.com');
    const code = nextCode(factor.secret);
    const wrong = code === '123456' ? '654321' : '123456';
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        tab.auth.mfa
          .challengeAndVerify({ factorId: factor.id, code: wrong })
          .then(({ error }) => error?.code ?? 'taken'),
      ),
    );
    expect(answers.filter((answer) => answer === 'mfa_verification_failed').length).toBeLessThanOrEqual(5);
    expect(answers).not.toContain('taken');
  });

  test('with the password alone nothing of the account is changed, and no other session ends', async () => {
    const email = 'half@example.com';
    const { tab } = await protectedBy(email);
    const half = await signIn(email);
    const [own] = (await half.auth.getUserIdentities()).data?.identities ?? [];
    if (!own) throw new Error('no identity of its own');
    const refusals = await Promise.all([
      half.auth.unlinkIdentity(own),
      half.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } }),
      half.auth.updateUser({ data: { display_name: 'Mallory' } }),
      half.auth.updateUser({ password: 'Angreifer2026' }),
      half.auth.updateUser({ email: 'mallory@example.com' }),
    ]);
    for (const { error } of refusals) expect(error).toMatchObject({ code: 'insufficient_aal', status: 401 });
    for (const scope of ['others', 'global'] as const) {
      await half.auth.signOut({ scope });
      expect((await tab.auth.getUser()).error).toBeNull();
    }
    // Its own session is over all the same.
    expect((await half.auth.getUser()).error).not.toBeNull();
    expect((await tab.auth.updateUser({ data: { display_name: 'Anna' } })).error).toBeNull();
    expect((await tab.auth.signOut({ scope: 'global' })).error).toBeNull();
  });

  test('a challenge is good once, for five minutes, from the same address', async () => {
    const { tab, factor } = await protectedBy('challenge@example.com');
    const verify = async (challengeId: string) => {
      const { error } = await tab.auth.mfa.verify({
        factorId: factor.id,
        challengeId,
        code: nextCode(factor.secret),
      });
      return error?.code ?? 'fine';
    };
    const challenge = async () => (await tab.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? '';
    const first = await challenge();
    expect(await verify(first)).toBe('fine');
    expect(await verify(first)).toBe('mfa_ip_address_mismatch');
    const late = await challenge();
    await supabase.sql`update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = ${late}`;
    expect(await verify(late)).toBe('mfa_challenge_expired');
    const moved = await challenge();
    await supabase.sql`update auth.mfa_challenges set ip_address = '203.0.113.9' where id = ${moved}`;
    expect(await verify(moved)).toBe('mfa_ip_address_mismatch');
    expect(await verify(crypto.randomUUID())).toBe('mfa_factor_not_found');
    // As if half a minute had passed: the next code is good.
    await supabase.sql`delete from supabase_embedded.factor_step where factor_id = ${factor.id}`;
    const both = await challenge();
    const twice = await Promise.all([verify(both), verify(both)]);
    expect(twice.sort()).toEqual(['fine', 'mfa_ip_address_mismatch']);
  });

  test('a code believed while the clock stood in 2037 does not shut the app out once it is right', async () => {
    const { tab, factor } = await protectedBy('backward@example.com');
    await supabase.sql`update supabase_embedded.factor_step set step = step + 11 * 365 * 2880 where factor_id = ${factor.id}`;
    const verify = async () => {
      const challenge = await tab.auth.mfa.challenge({ factorId: factor.id });
      const { error } = await tab.auth.mfa.verify({
        factorId: factor.id,
        challengeId: challenge.data?.id ?? '',
        code: nextCode(factor.secret),
      });
      return error?.code ?? 'fine';
    };
    expect(await verify()).toBe('fine');
    // The code opens one session all the same.
    expect(await verify()).not.toBe('fine');
  });

  test('names are unique, numbers limited, and only a raised session adds a second', async () => {
    const { tab } = await protectedBy('limits@example.com');
    const weak = await signIn('limits@example.com');
    const code = async (client: SupabaseClient, friendlyName?: string) =>
      (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })).error?.code ?? 'fine';
    expect(await code(weak, 'other')).toBe('insufficient_aal');
    expect(await code(tab, 'app')).toBe('mfa_factor_name_conflict');
    expect(await code(tab)).toBe('fine');
    expect(await code(tab)).toBe('mfa_factor_name_conflict');
    expect(await code(tab, 'third')).toBe('fine');
    expect(await code(tab, 'fourth')).toBe('too_many_enrolled_mfa_factors');
  });

  test('guards password, address and number, and its own removal', async () => {
    const { tab, factor } = await protectedBy('guard@example.com');
    const weak = await signIn('guard@example.com');
    for (const change of [
      { password: 'Warmmiete2026' },
      { email: 'x@example.com' },
      { phone: '491711111111' },
    ]) {
      expect((await weak.auth.updateUser(change)).error).toMatchObject({
        code: 'insufficient_aal',
        status: 401,
      });
    }
    expect((await weak.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 422,
    });
    const removed = await tab.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.data).toEqual({ id: factor.id });
    await tab.auth.refreshSession();
    expect(await levelOf(tab)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect((await supabase.lastMail('guard@example.com')).subject).toBe('Second factor removed');
    expect((await weak.auth.updateUser({ password: 'Warmmiete2026' })).error).toBeNull();
  });

  test('is nobody else’s', async () => {
    const { factor } = await protectedBy('mine@example.com');
    const stranger = await supabase.signedUp('stranger@example.com', password);
    expect((await stranger.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject({
      code: 'mfa_factor_not_found',
      status: 404,
    });
    expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe(
      'mfa_factor_not_found',
    );
    const { data } = await stranger.auth.getSession();
    const odd = await supabase.request('/auth/v1/factors/1', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    expect([odd.status, (await odd.json()).error_code]).toEqual([404, 'validation_failed']);
  });

  test('moved here from elsewhere, unsealed, it still opens', async () => {
    const tab = await supabase.signedUp('moved@example.com', password);
    const id = crypto.randomUUID();
    const userId = (await tab.auth.getUser()).data.user?.id ?? '';
    await supabase.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
      values (${id}, ${userId}, 'totp', 'verified', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')`;
    const code = totpCode('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
    expect((await tab.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
  });

  test('sessions on the server, in cookies, are raised as well', async () => {
    await supabase.signedUp('cookie@example.com', password);
    const jar = new Map<string, string>();
    await supabase.serverClient(jar).auth.signInWithPassword({ email: 'cookie@example.com', password });
    const factor = await enrol(supabase.serverClient(jar));
    const verified = await supabase
      .serverClient(jar)
      .auth.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret) });
    expect(verified.error).toBeNull();
    const claims = (await supabase.serverClient(jar).auth.getClaims()).data?.claims;
    expect(claims?.aal).toBe('aal2');
  });
});

describe('a phone as second factor', () => {
  test('gets a code, once for each challenge', async () => {
    const tab = await supabase.signedUp('sms@example.com', password);
    const enrolled = await tab.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'phone',
      phone: '+491712222222',
    });
    expect(enrolled.data).toMatchObject({ type: 'phone', phone: '+491712222222' });
    const factorId = enrolled.data?.id ?? '';
    const challenge = await tab.auth.mfa.challenge({ factorId });
    const { code } = await supabase.lastMail('+491712222222');
    const verify = (typed: string) =>
      tab.auth.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code: typed });
    const wrong = code === '123456' ? '654321' : '123456';
    expect((await verify(wrong)).error?.message).toBe('Invalid MFA Phone code entered');
    expect((await verify(code ?? '')).error).toBeNull();
    const claims = (await tab.auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ aal: 'aal2' });
    expect(claims?.amr?.[0]).toMatchObject({ method: 'mfa/phone' });
    const again = await tab.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'same',
      phone: '491712222222',
    });
    expect(again.error).toMatchObject({ code: 'mfa_verified_factor_exists', status: 422 });
    const [row] = await supabase.sql`select otp_code from auth.mfa_challenges where factor_id = ${factorId}`;
    expect(row?.otp_code).not.toContain(code);
  });

  test('planted with the password before the first factor, is not finished with it afterwards', async () => {
    const email = 'planted@example.com';
    const owner = await supabase.signedUp(email, password);
    const thief = await signIn(email);
    const app = await enrol(owner);
    const planted = await thief.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'x',
      phone: '+491700009999',
    });
    const factorId = planted.data?.id ?? '';
    const early = await thief.auth.mfa.challenge({ factorId, channel: 'sms' });
    const { code } = await supabase.lastMail('491700009999');
    const done = await owner.auth.mfa.challengeAndVerify({ factorId: app.id, code: totpCode(app.secret) });
    expect(done.error).toBeNull();
    // From here on the password is not enough, also for what was begun and for a code that was sent before.
    const later = await signIn(email);
    const asked = await later.auth.mfa.challenge({ factorId, channel: 'sms' });
    expect(asked.error).toMatchObject({ code: 'insufficient_aal', status: 403 });
    const shown = await later.auth.mfa.verify({
      factorId,
      challengeId: early.data?.id ?? '',
      code: code ?? '',
    });
    expect(shown.error).toMatchObject({ code: 'insufficient_aal', status: 403 });
    expect((await levelOf(later))?.currentLevel).toBe('aal1');
  });

  test('takes no message sooner than config.toml allows', async () => {
    const slow = await startTestSupabase({ 'auth.mfa.phone.max_frequency': '"60s"' });
    const tab = await slow.signedUp('slow@example.com', password);
    const { data } = await tab.auth.mfa.enroll({ factorType: 'phone', phone: '491713333333' });
    const challenge = () => tab.auth.mfa.challenge({ factorId: data?.id ?? '' });
    expect((await challenge()).error).toBeNull();
    expect((await challenge()).error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 });
    await slow.stop();
  });
});

describe('switched off', () => {
  test('each kind says so', async () => {
    const off = await startTestSupabase({
      'auth.mfa.totp.enroll_enabled': 'false',
      'auth.mfa.totp.verify_enabled': 'false',
      'auth.mfa.phone.enroll_enabled': 'false',
    });
    const tab = await off.signedUp('off@example.com', password);
    const id = crypto.randomUUID();
    const userId = (await tab.auth.getUser()).data.user?.id ?? '';
    await off.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, friendly_name)
      values (${id}, ${userId}, 'totp', 'unverified', 'JBSWY3DPEHPK3PXP', 'old')`;
    const codes = await Promise.all([
      tab.auth.mfa.enroll({ factorType: 'totp' }),
      tab.auth.mfa.enroll({ factorType: 'phone', phone: '491714444444' }),
      tab.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' }),
      tab.auth.mfa.challenge({ factorId: id }),
    ]);
    expect(codes.map(({ error }) => error?.code)).toEqual([
      'mfa_totp_enroll_not_enabled',
      'mfa_phone_enroll_not_enabled',
      'mfa_webauthn_enroll_not_enabled',
      'mfa_totp_verify_not_enabled',
    ]);
    await off.stop();
  });
});

test('nothing went wrong unseen', () => {
  expect(supabase.logged).toEqual([]);
});
