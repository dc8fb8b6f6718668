import { createHmac, randomUUID } from 'node:crypto';
import { exportSPKI, importJWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSigningKey, startKeyServer } from '../../../tests/factories/session';
import { createTokenVerifier } from './token';

const userId = randomUUID();
let server: Awaited<ReturnType<typeof startKeyServer>>;
let verify: ReturnType<typeof createTokenVerifier>;

beforeEach(async () => {
  server = await startKeyServer();
  verify = createTokenVerifier(server);
});

afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const invalid = { name: 'DomainError', code: 'auth.token_invalid' };
const unavailable = { name: 'DomainError', code: 'auth.unavailable' };

describe('a good token', () => {
  it('tells who is signed in, in which session and how', async () => {
    const sessionId = randomUUID();
    const amr = [{ method: 'totp', timestamp: now() }];
    const token = await server.token(userId, {
      user_metadata: { display_name: 'Anna Weber' },
      session_id: sessionId,
      aal: 'aal2',
      amr,
    });
    expect(await verify(token)).toEqual({
      userId,
      sessionId,
      displayName: 'Anna Weber',
      aal: 'aal2',
      email: 'landlord@example.com',
      amr,
    });
  });

  it('asks for the keys once, however many tokens come', async () => {
    for (let index = 0; index < 5; index += 1) await verify(await server.token(userId));
    expect(server.state.requests).toBe(1);
  });

  it('has no e-mail address for a user who signed in by phone', async () => {
    expect((await verify(await server.token(userId, { email: '' }))).email).toBeNull();
  });
});

describe('a bad token is refused', () => {
  const claims: [string, () => Record<string, unknown>][] = [
    ['expired', () => ({ exp: now() - 60 })],
    ['without expiry', () => ({ exp: undefined })],
    ['not valid yet', () => ({ nbf: now() + 600 })],
    ['of another issuer', () => ({ iss: 'https://evil.example/auth/v1' })],
    ['without issuer', () => ({ iss: undefined })],
    ['for another audience', () => ({ aud: 'other' })],
    ['without audience', () => ({ aud: undefined })],
    ['of the service role', () => ({ role: 'service_role' })],
    ['of the anonymous role', () => ({ role: 'anon' })],
    ['without role', () => ({ role: undefined })],
    ['without subject', () => ({ sub: undefined })],
    ['with a subject that is no uuid', () => ({ sub: "' or true --" })],
    ['without session', () => ({ session_id: undefined })],
  ];
  it.each(claims)('%s', async (_name, change) => {
    await expect(verify(await server.token(userId, change()))).rejects.toMatchObject(invalid);
  });

  it('takes a token up to five seconds too old, for clocks that differ', async () => {
    expect(await verify(await server.token(userId, { exp: now() - 2 }))).toMatchObject({ userId });
  });

  it('signed by a stranger under our key id', async () => {
    const stranger = await makeSigningKey();
    const token = await server.token(userId, {}, { ...stranger, kid: server.key.kid });
    await expect(verify(token)).rejects.toMatchObject(invalid);
  });

  it('signed by a stranger under their own key id, at no cost to the key server', async () => {
    const stranger = await makeSigningKey();
    await verify(await server.token(userId));
    for (let index = 0; index < 10; index += 1) {
      await expect(verify(await server.token(userId, {}, stranger))).rejects.toMatchObject(invalid);
    }
    expect(server.state.requests).toBe(1);
  });

  it('with one changed claim', async () => {
    const [header, , signature] = (await server.token(userId)).split('.');
    const payload = base64url({ sub: randomUUID(), role: 'authenticated', exp: now() + 60 });
    await expect(verify(`${header}.${payload}.${signature}`)).rejects.toMatchObject(invalid);
  });

  it('unsigned (alg none)', async () => {
    const [, payload] = (await server.token(userId)).split('.');
    const header = base64url({ alg: 'none', typ: 'JWT' });
    await expect(verify(`${header}.${payload}.`)).rejects.toMatchObject(invalid);
  });

  it('signed with our public key as a shared secret (HS256)', async () => {
    const [, payload] = (await server.token(userId)).split('.');
    const publicKey = await importJWK(server.key.publicJwk, 'ES256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('expected a public key');
    const input = `${base64url({ alg: 'HS256', typ: 'JWT', kid: server.key.kid })}.${payload}`;
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(server.key.publicJwk)]) {
      const signature = createHmac('sha256', secret).update(input).digest('base64url');
      await expect(verify(`${input}.${signature}`)).rejects.toMatchObject(invalid);
    }
  });

  it.each(['', 'x', '..', 'a.b.c', 'sb_secret_abc', `${'a'.repeat(9_000)}.b.c`])(
    'garbage: %.20s',
    async (text) => {
      await expect(verify(text)).rejects.toMatchObject(invalid);
    },
  );
});

describe('when the key server does not answer', () => {
  it('says "try again" to a token it could not check yet, not "signed out"', async () => {
    server.state.isDown = true;
    await expect(verify(await server.token(userId))).rejects.toMatchObject(unavailable);
  });

  it('goes on with known keys, also when they are older than the cache keeps them', async () => {
    await verify(await server.token(userId));
    server.state.isDown = true;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect(await verify(await server.token(userId))).toMatchObject({ userId });
    expect(await verify(await server.token(userId))).toMatchObject({ userId });
    // The second call did not knock again: a dead server is left alone for 30 s.
    expect(server.state.requests).toBe(2);
  });

  it('says "try again" to an unknown key, and still "no" to a forged token under a known one', async () => {
    await verify(await server.token(userId));
    server.state.isDown = true;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    const next = await makeSigningKey();
    await expect(verify(await server.token(userId, {}, next))).rejects.toMatchObject(unavailable);
    const forged = await server.token(userId, {}, { ...next, kid: server.key.kid });
    await expect(verify(forged)).rejects.toMatchObject(invalid);
  });

  it('accepts the new key of a rotation as soon as the server is back', async () => {
    await verify(await server.token(userId));
    server.state.isDown = true;
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 11 * 60_000 });
    const next = await makeSigningKey();
    await expect(verify(await server.token(userId, {}, next))).rejects.toMatchObject(unavailable);
    server.state.isDown = false;
    server.state.keys.push(next.publicJwk);
    vi.advanceTimersByTime(31_000);
    expect(await verify(await server.token(userId, {}, next))).toMatchObject({ userId });
  });
});
