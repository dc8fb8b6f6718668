import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';

describe('sign-in with a phone number', () => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase({}, '[auth.sms.test_otp]\n491700000000 = "123456"');
  });
  afterAll(() => supabase.stop());

  const codeFor = async (phone: string) => (await supabase.lastMail(phone)).code ?? '';

  test('sign-up by number and password waits for the code of the text message', async () => {
    const tab = supabase.client();
    const { data, error } = await tab.auth.signUp({
      phone: '+49 170 1111111',
      password,
      options: { data: { display_name: 'Anna' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone: '491701111111',
      email: '',
      user_metadata: { display_name: 'Anna' },
    });
    const early = await supabase.client().auth.signInWithPassword({ phone: '491701111111', password });
    expect(early.error).toMatchObject({ code: 'phone_not_confirmed', status: 400 });
    const message = await supabase.lastMail('+491701111111');
    expect(message).toMatchObject({ channel: 'sms', to: '+491701111111', html: '', links: [] });
    expect(message.text).toBe(`Hausbuch: ${message.code}`);
    const verified = await tab.auth.verifyOtp({
      phone: '+491701111111',
      type: 'sms',
      token: message.code ?? '',
    });
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone: '491701111111', phone_verified: true } }],
    });
    const later = await supabase.client().auth.signInWithPassword({ phone: '+491701111111', password });
    expect(later.error).toBeNull();
    const wrong = await supabase.client().auth.signInWithPassword({ phone: '491701111111', password: 'no' });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  test('a known number gets the same answer as a new one, and no message', async () => {
    const { data, error } = await supabase.client().auth.signUp({ phone: '491701111111', password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: '491701111111', role: 'authenticated' });
    const [real] = await supabase.sql`select id from auth.users where phone = '491701111111'`;
    expect(data.user?.id).not.toBe(real?.id);
    expect(data.user?.phone_confirmed_at).toBeUndefined();
    expect(await supabase.mails('491701111111')).toHaveLength(1);
  });

  test('a code alone signs in, and up', async () => {
    const tab = supabase.client();
    expect((await tab.auth.signInWithOtp({ phone: '491702222222' })).error).toBeNull();
    const first = await tab.auth.verifyOtp({
      phone: '491702222222',
      type: 'sms',
      token: await codeFor('491702222222'),
    });
    expect(first.error).toBeNull();
    const other = supabase.client();
    expect((await other.auth.signInWithOtp({ phone: '491702222222' })).error).toBeNull();
    const code = await codeFor('491702222222');
    const again = await other.auth.verifyOtp({ phone: '491702222222', type: 'sms', token: code });
    expect(again.data.user?.id).toBe(first.data.user?.id);
    const claims = (await other.auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ phone: '491702222222', amr: [{ method: 'otp' }] });
    const used = await other.auth.verifyOtp({ phone: '491702222222', type: 'sms', token: code });
    expect(used.error).toMatchObject({ code: 'otp_expired', status: 403 });
    const none = await other.auth.signInWithOtp({
      phone: '491703333333',
      options: { shouldCreateUser: false },
    });
    expect(none.error).toBeNull();
    expect(await supabase.mails('491703333333')).toEqual([]);
  });

  test('a code is good for ten minutes and for its own number only', async () => {
    const tab = supabase.client();
    await tab.auth.signInWithOtp({ phone: '491704444444' });
    const code = await codeFor('491704444444');
    const elsewhere = await tab.auth.verifyOtp({ phone: '491702222222', type: 'sms', token: code });
    expect(elsewhere.error?.code).toBe('otp_expired');
    const asChange = await tab.auth.verifyOtp({ phone: '491704444444', type: 'phone_change', token: code });
    expect(asChange.error?.code).toBe('otp_expired');
    await supabase.sql`update auth.one_time_tokens set created_at = created_at - interval '11 minutes'`;
    const late = await tab.auth.verifyOtp({ phone: '491704444444', type: 'sms', token: code });
    expect(late.error?.message).toBe('Token has expired or is invalid');
  });

  test('guessing is limited per number', async () => {
    await supabase.client().auth.signInWithOtp({ phone: '491705555555' });
    const code = await codeFor('491705555555');
    const wrong = code === '000000' ? '111111' : '000000';
    const guess = (token: string) =>
      supabase.client().auth.verifyOtp({ phone: '491705555555', type: 'sms', token });
    for (let time = 0; time < 10; time++) expect((await guess(wrong)).error?.code).toBe('otp_expired');
    expect((await guess(code)).error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
    // The owner, elsewhere, is not kept out by it.
    const elsewhere = await supabase.request('/auth/v1/verify', {
      method: 'POST',
      headers: { apikey: supabase.secretKey, 'sb-forwarded-for': '203.0.113.77' },
      body: JSON.stringify({ phone: '491705555555', type: 'sms', token: code }),
    });
    expect(elsewhere.status).toBe(200);
  });

  test('whoever asks for a code at a number takes the place of a sign-up that waits there', async () => {
    const phone = '491705555556';
    await supabase.client().auth.signUp({ phone, password, options: { data: { display_name: 'Mallory' } } });
    await supabase.sql`update auth.users set confirmation_sent_at = now() - interval '1 hour' where phone = ${phone}`;
    const owner = supabase.client();
    await owner.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
    const verified = await owner.auth.verifyOtp({ phone, type: 'sms', token: await codeFor(phone) });
    expect(verified.data.user).toMatchObject({ phone, identities: [{ provider: 'phone' }] });
    expect(verified.data.user?.user_metadata.display_name).toBeUndefined();
    const planted = await supabase.client().auth.signInWithPassword({ phone, password });
    expect(planted.error?.code).toBe('invalid_credentials');
  });

  test('resending tells nothing about unknown numbers', async () => {
    const tab = supabase.client();
    expect((await tab.auth.resend({ type: 'sms', phone: '491709999999' })).error).toBeNull();
    expect(await supabase.mails('491709999999')).toEqual([]);
    await tab.auth.signUp({ phone: '491706666666', password });
    expect((await tab.auth.resend({ type: 'sms', phone: '491706666666' })).error).toBeNull();
    expect(await supabase.mails('491706666666')).toHaveLength(2);
  });

  test('what is sent again is counted by number and kind, whether anybody has the number or not', async () => {
    const slow = await startTestSupabase({ 'auth.sms.max_frequency': '"4s"' });
    const resend = async (type: 'sms' | 'phone_change', phone: string) =>
      (await slow.client().auth.resend({ type, phone })).error?.code ?? 'sent';
    const [owned, free, wished] = ['491702200001', '491702200002', '491702200003'];
    const tab = slow.client();
    await tab.auth.signUp({ phone: owned, password });
    const { code } = await slow.lastMail(`+${owned}`);
    expect((await tab.auth.verifyOtp({ type: 'sms', phone: owned, token: code ?? '' })).error).toBeNull();
    await sleep(4_000);

    // Whoever signs up with a number, and at once asks for the code again, learns nothing of who has it.
    for (const phone of [owned, free]) {
      expect((await slow.client().auth.signUp({ phone, password: 'Warmmiete2026' })).error).toBeNull();
      expect(await resend('sms', phone), phone).toBe('over_sms_send_rate_limit');
      expect(await resend('phone_change', phone), phone).toBe('sent');
      expect(await resend('phone_change', phone), phone).toBe('over_sms_send_rate_limit');
    }
    await sleep(4_000);
    await slow.sql`update auth.users set phone_change = ${wished} where phone = ${owned}`;
    expect(await resend('phone_change', owned)).toBe('sent');
    expect(await slow.mails(wished)).toHaveLength(1);
    await slow.stop();
  });

  test('what is no number, no channel of ours or no way to sign up is refused', async () => {
    const tab = supabase.client();
    const code = async (answer: Promise<{ error: { code?: string | undefined; message: string } | null }>) =>
      (await answer).error;
    expect(await code(tab.auth.signInWithOtp({ phone: 'abc' }))).toMatchObject({
      code: 'validation_failed',
      message: 'Invalid phone number format (E.164 required)',
    });
    expect(
      (await code(tab.auth.signInWithOtp({ phone: '491707777777', options: { channel: 'whatsapp' } })))?.code,
    ).toBe('validation_failed');
    const both = await supabase.request('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ phone: '491707777777', password, code_challenge: 'x'.repeat(43) }),
    });
    expect(await both.json()).toMatchObject({ msg: 'PKCE not supported for phone signups' });
  });

  test('numbers for testing have their code, and no message', async () => {
    const tab = supabase.client();
    await tab.auth.signInWithOtp({ phone: '491700000000' });
    expect(await supabase.mails('491700000000')).toEqual([]);
    const { error } = await tab.auth.verifyOtp({ phone: '491700000000', type: 'sms', token: '123456' });
    expect(error).toBeNull();
  });

  test('an account with an address adds a number, changes it, and is told so by mail', async () => {
    const tab = await supabase.signedUp('phone@example.com', password, { language: 'de' });
    const { data, error } = await tab.auth.updateUser({ phone: '+491708888888' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: '', new_phone: '491708888888' });
    const verified = await tab.auth.verifyOtp({
      phone: '491708888888',
      type: 'phone_change',
      token: await codeFor('491708888888'),
    });
    expect(verified.data.user).toMatchObject({
      phone: '491708888888',
      email: 'phone@example.com',
      app_metadata: { providers: ['email', 'phone'] },
    });
    expect(verified.data.user?.new_phone).toBeUndefined();
    const notice = await supabase.lastMail('phone@example.com');
    expect(notice.subject).toBe('Ihre Telefonnummer wurde geändert');
    expect(notice.text).toContain('+491708888888');
    expect(
      (await supabase.client().auth.signInWithPassword({ phone: '491708888888', password })).error,
    ).toBeNull();
    const taken = await tab.auth.updateUser({ phone: '491701111111' });
    expect(taken.error).toBeNull();
    expect(await supabase.mails('491701111111')).toHaveLength(1);
  });

  test('without an address, the code for a new password comes to the phone', async () => {
    const tab = supabase.client();
    await tab.auth.signInWithPassword({ phone: '491701111111', password });
    await supabase.sql`update auth.sessions set created_at = created_at - interval '25 hours'`;
    const needed = await tab.auth.updateUser({ password: 'Warmmiete2026' });
    expect(needed.error?.code).toBe('reauthentication_needed');
    expect((await tab.auth.reauthenticate()).error).toBeNull();
    const nonce = await codeFor('491701111111');
    expect((await tab.auth.updateUser({ password: 'Warmmiete2026', nonce })).error).toBeNull();
  });

  test('nothing went wrong unseen', () => {
    expect(supabase.logged).toEqual([]);
  });
});

describe('switched off', () => {
  test('every way in by number says so', async () => {
    const supabase = await startTestSupabase({ 'auth.sms.enable_signup': 'false' });
    const tab = supabase.client();
    const phone = '491701111111';
    const answers = await Promise.all([
      tab.auth.signUp({ phone, password }),
      tab.auth.signInWithPassword({ phone, password }),
      tab.auth.signInWithOtp({ phone }),
      tab.auth.resend({ type: 'sms', phone }),
    ]);
    expect(answers.map(({ error }) => [error?.status, error?.code])).toEqual([
      [400, 'phone_provider_disabled'],
      [422, 'phone_provider_disabled'],
      [400, 'phone_provider_disabled'],
      [400, 'phone_provider_disabled'],
    ]);
    await supabase.stop();
  });
});

describe('without confirmation', () => {
  test('a number signs up at once, and a known one is told', async () => {
    const supabase = await startTestSupabase({ 'auth.sms.enable_confirmations': 'false' });
    const phone = '491701111111';
    const { data } = await supabase.client().auth.signUp({ phone, password });
    expect(data.session).not.toBeNull();
    const again = await supabase.client().auth.signUp({ phone, password });
    expect(again.error).toMatchObject({ code: 'user_already_exists', status: 422 });
    await supabase.stop();
  });
});

describe('a hook that sends text messages', () => {
  const secret = Buffer.from('a secret of the hook');
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  let answer = { status: 200, body: '{}' };
  let hook: Server;
  let supabase: TestSupabase;

  beforeAll(async () => {
    hook = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        calls.push({ headers: request.headers, body });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const address = hook.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    supabase = await startTestSupabase({
      'auth.hook.send_sms.enabled': 'true',
      'auth.hook.send_sms.uri': `"http://127.0.0.1:${port}/sms"`,
      'auth.hook.send_sms.secrets': `"v1,whsec_${secret.toString('base64')}"`,
      sms_sent: '2',
    });
  });
  afterAll(async () => {
    await supabase.stop();
    hook.close();
  });

  test('is called with number and code, signed as Standard Webhooks', async () => {
    const { error } = await supabase.client().auth.signInWithOtp({ phone: '491701111111' });
    expect(error).toBeNull();
    expect(calls).toHaveLength(1);
    const [call] = calls;
    const headers = call?.headers ?? {};
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${call?.body}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    const { code } = await supabase.lastMail('491701111111');
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      sms: { otp: code, phone: '491701111111' },
      user: { phone: '491701111111' },
      metadata: { name: 'send-sms' },
    });
  });

  test('its refusal is the answer, and no more is sent in an hour than config.toml allows', async () => {
    answer = { status: 200, body: JSON.stringify({ error: { http_code: 400, message: 'No such number' } }) };
    const refused = await supabase.client().auth.signInWithOtp({ phone: '491702222222' });
    expect(refused.error?.message).toBe('No such number');
    answer = { status: 200, body: '{}' };
    const many = await supabase.client().auth.signInWithOtp({ phone: '491703333333' });
    expect(many.error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 });
    expect(calls).toHaveLength(2);
  });
});

describe('a hook that takes eight messages an hour', () => {
  let hook: Server;
  let supabase: TestSupabase;
  beforeAll(async () => {
    hook = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const address = hook.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    supabase = await startTestSupabase({
      'auth.hook.send_sms.enabled': 'true',
      'auth.hook.send_sms.uri': `"http://127.0.0.1:${port}/sms"`,
      'auth.hook.send_sms.secrets': `"v1,whsec_${Buffer.from('secret').toString('base64')}"`,
      sms_sent: '8',
    });
  });
  afterAll(async () => {
    await supabase.stop();
    hook.close();
  });

  test('one visitor gets a quarter, and nobody learns from it which numbers are known', async () => {
    const ask = (from: string, phone: string, create = false) =>
      supabase
        .request('/auth/v1/otp', {
          method: 'POST',
          headers: { apikey: supabase.secretKey, 'sb-forwarded-for': from },
          body: JSON.stringify({ phone, create_user: create }),
        })
        .then(({ status }) => status);
    expect(await ask('203.0.113.1', '491700000001', true)).toBe(200);
    const flood = [];
    for (let number = 10; number < 20; number += 1) {
      flood.push(await ask('203.0.113.2', `4917000000${number}`, number % 2 === 0));
    }
    expect(flood).toEqual([200, 200, 429, 429, 429, 429, 429, 429, 429, 429]);
    // Known and unknown alike, from wherever somebody has not asked before.
    await supabase.sql`update auth.users set confirmation_sent_at = now() - interval '1 hour'`;
    expect([await ask('203.0.113.4', '491700000001'), await ask('203.0.113.5', '491700000031')]).toEqual([
      200, 200,
    ]);
  });
});

test.each([
  ['uri = "ftp://localhost/"\nsecrets = "v1,whsec_YWJj"', 'send_sms', 'needs an https address'],
  ['uri = "http://sms.example.com/"\nsecrets = "v1,whsec_YWJj"', 'send_sms', 'needs an https address'],
  ['uri = "https://sms.example.com/"\nsecrets = "abc"', 'send_sms', 'needs secrets'],
  ['uri = "https://example.com/"\nsecrets = "v1,whsec_YWJj"', 'custom_access_token', 'is not called'],
])('a hook that cannot be called keeps the server from starting: %s', async (settings, name, complaint) => {
  const { parseConfig } = await import('../config.ts');
  const { readSmsHook } = await import('./hooks.ts');
  const config = parseConfig(`[auth.hook.${name}]\nenabled = true\n${settings}`, '/');
  expect(() => readSmsHook(config)).toThrow(complaint);
});
