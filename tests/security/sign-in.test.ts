import { randomUUID } from 'node:crypto';
import { startSupabaseOn, type TestSupabase } from '@hausbuch/supabase-embedded/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createTestDatabase } from '../setup/database.ts';
import { median } from '../setup/median.ts';
import { attacks } from './attacks.ts';

/** The sign-in and file server as it is shipped, by its wire. */

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startSupabaseOn(await createTestDatabase());
});
afterAll(() => supabase.stop());

const newAddress = () => `${randomUUID()}@example.com`;
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  supabase.request(`/auth/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-supabase-api-version': '2024-01-01', ...headers },
  });
/** Status and body, without what belongs to one request: ids, instants, the address itself. */
async function answerOf(response: Response, email: string): Promise<string> {
  const text = (await response.text())
    .replaceAll(email, '<address>')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/after \d+ seconds/, 'after <n> seconds');
  return `${response.status} ${text}`;
}

describe('redirect_to', () => {
  const attack = attacks('redirect_to=… in a mailed link');
  const targets = [
    'https://evil.example/',
    'https://localhost:3000.evil.example/',
    'http://localhost:3000@evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'http://2130706433:3000/',
  ];
  for (const target of targets) {
    attack(target, async () => {
      const email = newAddress();
      await supabase.client().auth.signUp({ email, password, options: { emailRedirectTo: target } });
      await supabase.client().auth.resetPasswordForEmail(email, { redirectTo: target });
      const mails = await supabase.mails(email);
      expect(mails.length).toBeGreaterThan(0);
      for (const { html, links } of mails) {
        expect(html).not.toContain('evil.example');
        for (const link of links) expect(new URL(link).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
      }
      const clicked = await supabase.request(
        `/auth/v1/verify?type=signup&token=${'a'.repeat(56)}&redirect_to=${encodeURIComponent(target)}`,
      );
      const location = new URL(clicked.headers.get('location') ?? '', 'http://missing.invalid');
      expect(location.hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
      return `site_url instead (${clicked.status} to ${location.host})`;
    });
  }
});

describe('refresh tokens', () => {
  const attack = attacks('a refresh token …');
  const refresh = (token: string) => post('token?grant_type=refresh_token', { refresh_token: token });

  attack('replayed by a thief after its owner has used it', async () => {
    const tab = await supabase.signedUp(newAddress(), password);
    const stolen = (await tab.auth.getSession()).data.session?.refresh_token ?? '';
    const owners = await (await refresh(stolen)).json();
    const next = await (await refresh(owners.refresh_token)).json();
    await supabase.sql`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'`;
    const thief = await refresh(stolen);
    const { code } = await thief.json();
    expect([thief.status, code]).toEqual([400, 'refresh_token_already_used']);
    await supabase.sql`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'`;
    const after = await refresh(next.refresh_token);
    expect(after.status).toBe(400);
    return `400 ${code}; the whole session ends`;
  });
  attack('guessed', async () => {
    const response = await refresh('aaaaaaaaaaaa');
    const { code } = await response.json();
    expect([response.status, code]).toEqual([400, 'refresh_token_not_found']);
    return `400 ${code}`;
  });
  attack('of a session that was signed out', async () => {
    const tab = await supabase.signedUp(newAddress(), password);
    const { data } = await tab.auth.getSession();
    await tab.auth.signOut();
    const response = await refresh(data.session?.refresh_token ?? '');
    expect(response.status).toBe(400);
    return `400 ${(await response.json()).code}`;
  });
});

describe('guessing', () => {
  const attack = attacks('guessing …');

  attack('the six digits of a code', async () => {
    const email = newAddress();
    await supabase.client().auth.signUp({ email, password });
    const { code } = await supabase.lastMail(email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const token = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0');
      statuses.push((await post('verify', { type: 'email', email, token })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403));
    expect(statuses.slice(10)).toEqual([429, 429]);
    const right = await post('verify', { type: 'email', email, token: code });
    expect(right.status).toBe(429);
    return 'ten tries, then 429 for the right one, too';
  });
  attack('many codes at the same moment', async () => {
    const email = newAddress();
    await supabase.client().auth.signUp({ email, password });
    const { code } = await supabase.lastMail(email);
    const guesses = Array.from({ length: 40 }, (_, guess) =>
      post('verify', {
        type: 'email',
        email,
        token: String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0'),
      }),
    );
    const looked = (await Promise.all(guesses)).filter((response) => response.status === 403);
    expect(looked.length).toBeLessThanOrEqual(10);
    return `${looked.length} of 40 looked at`;
  });
  attack('a password', async () => {
    const email = newAddress();
    await supabase.signedUp(email, password);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push(
        (await post('token?grant_type=password', { email, password: `Falsch${guess}00` })).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await post('token?grant_type=password', { email, password })).status).toBe(429);
    return 'ten tries in a quarter of an hour, then 429';
  });
});

describe('is this address registered?', () => {
  const attack = attacks('asked by …');
  const known = newAddress();
  beforeAll(async () => {
    await supabase.signedUp(known, password, { display_name: 'Anna' });
  });
  const questions: [string, string, (email: string) => object][] = [
    ['signing in', 'token?grant_type=password', (email) => ({ email, password: 'Falsch2026' })],
    ['signing up', 'signup', (email) => ({ email, password, data: { display_name: 'Anna' } })],
    ['forgetting the password', 'recover', (email) => ({ email })],
    ['asking for the confirmation again', 'resend', (email) => ({ email, type: 'signup' })],
    ['a wrong code', 'verify', (email) => ({ email, type: 'email', token: '000000' })],
  ];
  // Supabase itself answers a sign-up of a known address with an account that has no identities, for clients
  // that look; what our own page shows is compared in tests/e2e/security.spec.ts.
  for (const [name, path, body] of questions.filter(([, path]) => path !== 'signup')) {
    attack(`${name}: the answer`, async () => {
      const unknown = newAddress();
      const answers = [
        await answerOf(await post(path, body(known)), known),
        await answerOf(await post(path, body(unknown)), unknown),
      ];
      expect(shapeOf(answers[0] ?? '')).toEqual(shapeOf(answers[1] ?? ''));
      return `the same: ${answers[1]?.slice(0, 60)}`;
    });
  }
  for (const [name, path, body] of questions.filter(([, path]) => /token|signup/.test(path))) {
    attack(`${name}: the time`, async () => {
      const measure = async (email: string) => {
        const began = performance.now();
        await (await post(path, body(email))).text();
        return performance.now() - began;
      };
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      // Failures count, so that a known address would be locked: each round asks for one of its own.
      for (let round = 0; round < 9; round += 1) {
        const address = newAddress();
        await supabase.operator().auth.admin.createUser({ email: address, password, email_confirm: true });
        times.known.push(await measure(address));
        times.unknown.push(await measure(newAddress()));
      }
      const [one, other] = [median(times.known), median(times.unknown)];
      // Without a password hash for nobody the faster would take a tenth.
      expect(Math.min(one, other)).toBeGreaterThan(Math.max(one, other) / 2.5);
      return `known ${one.toFixed(0)} ms, unknown ${other.toFixed(0)} ms`;
    });
  }
});

/** Keys and kinds of values of a JSON answer: what a program could tell two answers apart by. */
function shapeOf(answer: string): unknown {
  const [status, ...rest] = answer.split(' ');
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, inner]) => [key, shape(inner)]),
    );
  };
  return [status, shape(JSON.parse(rest.join(' ')))];
}

describe('files', () => {
  const attack = attacks('in storage …');
  const bucket = 'documents';
  const operator = () => supabase.operator().storage.from(bucket);
  const bytes = new Blob(['%PDF-1.4 own'], { type: 'application/pdf' });
  const pdf = { contentType: 'application/pdf' };
  const path = () => `${randomUUID()}/${randomUUID()}.pdf`;
  const stored = async (at: string) => (await (await operator().download(at)).data?.text()) ?? null;

  attack('reading without a key or as any signed-in user', async () => {
    const at = path();
    await operator().upload(at, bytes, pdf);
    const user = await supabase.signedUp(newAddress(), password);
    for (const client of [supabase.client(), user]) {
      expect((await client.storage.from(bucket).download(at)).data).toBeNull();
      expect((await client.storage.from(bucket).list(at.split('/')[0])).data ?? []).toEqual([]);
      expect((await client.storage.from(bucket).remove([at])).data ?? []).toEqual([]);
      expect((await client.storage.from(bucket).upload(path(), bytes, pdf)).error).not.toBeNull();
    }
    expect(await stored(at)).toBe('%PDF-1.4 own');
    return 'no policy lets users in';
  });
  attack('another path than the one an upload was signed for', async () => {
    const [own, other] = [path(), path()];
    const { data } = await operator().createSignedUploadUrl(own);
    const put = await supabase
      .client()
      .storage.from(bucket)
      .uploadToSignedUrl(other, data?.token ?? '', bytes, pdf);
    expect(put.error).not.toBeNull();
    expect(await stored(other)).toBeNull();
    return `refused: ${put.error?.message}`;
  });
  attack('overwriting a file by a signed upload used twice', async () => {
    const at = path();
    const { data } = await operator().createSignedUploadUrl(at);
    const put = (text: string) =>
      supabase
        .client()
        .storage.from(bucket)
        .uploadToSignedUrl(at, data?.token ?? '', new Blob([text], { type: 'application/pdf' }), pdf);
    expect((await put('%PDF-1.4 first')).error).toBeNull();
    const second = await put('%PDF-1.4 second');
    expect(second.error).not.toBeNull();
    expect(await stored(at)).toBe('%PDF-1.4 first');
    return `refused: ${second.error?.message}`;
  });
  attack('a download link turned to another file', async () => {
    const [own, other] = [path(), path()];
    for (const at of [own, other]) await operator().upload(at, bytes, pdf);
    const { data } = await operator().createSignedUrl(own, 60);
    const turned = (data?.signedUrl ?? '').replace(own, other);
    expect(turned).toContain(other);
    const response = await fetch(turned);
    expect(response.ok).toBe(false);
    return `${response.status}`;
  });
  for (const key of [
    '../../../etc/passwd',
    'a/../../keys.json',
    '..%2f..%2fkeys.json',
    '%2e%2e/keys.json',
    'a/./../b',
    'a\\..\\..\\b',
    'a\u0000.pdf',
    '/etc/passwd',
  ]) {
    attack(`path traversal: ${JSON.stringify(key)}`, async () => {
      const headers = { authorization: `Bearer ${supabase.secretKey}`, apikey: supabase.secretKey };
      const read = await supabase.request(`/storage/v1/object/${bucket}/${key.replaceAll('\u0000', '%00')}`, {
        headers,
      });
      const text = await read.text();
      expect(read.ok, text).toBe(false);
      expect(text).not.toMatch(/root:|secretKey|"d":/);
      const { error } = await operator().upload(key, bytes, pdf);
      const [outside] = await supabase.sql`
        select name from storage.objects where name like '%..%' or name like '%\\\\%' or name like '/%'`;
      expect(outside).toBeUndefined();
      return `read ${read.status}, write ${error ? 'refused' : 'kept inside'}`;
    });
  }
  for (const [type, text] of [
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['text/html', '<script>alert(1)</script>'],
  ] as const) {
    attack(`active content: ${type}`, async () => {
      const at = `${randomUUID()}/${randomUUID()}.pdf`;
      const { error } = await operator().upload(at, new Blob([text], { type }), { contentType: type });
      if (error) return `refused: ${error.message}`;
      const { data } = await operator().createSignedUrl(at, 60);
      const { headers } = await fetch(data?.signedUrl ?? '');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      return 'served in a sandbox';
    });
  }
});
