import { createChunks } from '@supabase/ssr';
import { describe, expect, it } from 'vitest';
import { authCookieName } from '@/lib/session-cookie-name';
import { readSessionCookie } from './session-cookie';

const session = { access_token: 'a.b.c', refresh_token: 'r', expires_at: 1_795_000_000 };
const encode = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

const read = (cookies: Record<string, string>) => readSessionCookie((name) => cookies[name]);

describe('readSessionCookie', () => {
  it('reads a session from one cookie', async () => {
    expect(await read({ [authCookieName]: encode(session) })).toEqual(session);
  });

  it('reads a session that needed several cookies, umlauts included', async () => {
    const long = { ...session, user: { user_metadata: { display_name: 'Jürgen Großkötter '.repeat(400) } } };
    const chunks = createChunks(authCookieName, encode(long));
    expect(chunks.length).toBeGreaterThan(1);
    expect(await read(Object.fromEntries(chunks.map(({ name, value }) => [name, value])))).toEqual(session);
  });

  it('reads the unencoded form', async () => {
    expect(await read({ [authCookieName]: JSON.stringify(session) })).toEqual(session);
  });

  it.each([
    ['nothing', {}],
    ['no base64', { [authCookieName]: 'base64-%%%' }],
    ['no JSON', { [authCookieName]: 'hello' }],
    ['another shape', { [authCookieName]: encode({ access_token: 7 }) }],
    ['only the second part', { [`${authCookieName}.1`]: encode(session) }],
  ])('finds no session in %s', async (_name, cookies) => {
    expect(await read(cookies)).toBeNull();
  });
});
