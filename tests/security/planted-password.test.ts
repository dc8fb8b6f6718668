import { randomUUID } from 'node:crypto';
import { startSupabaseOn, type TestSupabase } from '@hausbuch/supabase-embedded/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { isFirstProof, takePossession } from '@/features/account/proof-steps';
import { createTestDatabase } from '../setup/database.ts';
import { attacks } from './attacks.ts';

/** Somebody signs up with another person's address; the owner of the mailbox then confirms it in the app. */

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startSupabaseOn(await createTestDatabase());
});
afterAll(() => supabase.stop());

const [planted, own] = ['Angreifer2026', 'Kaltmiete2026'];

/** The owner has confirmed, and the stranger was quick enough to sign in before anything else happened. */
async function confirmed() {
  const email = `${randomUUID()}@example.com`;
  const [stranger, owner] = [supabase.client(), supabase.client()];
  await stranger.auth.signUp({
    email,
    password: planted,
    options: { data: { display_name: 'Mallory', language: 'fr' } },
  });
  const { code } = await supabase.lastMail(email);
  const { data } = await owner.auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  if (!data.session) throw new Error('The code opened no session.');
  expect((await stranger.auth.signInWithPassword({ email, password: planted })).error).toBeNull();
  const opens = async (password: string) => {
    const { error } = await supabase.client().auth.signInWithPassword({ email, password });
    return error === null;
  };
  const strangerLives = async () => (await stranger.auth.refreshSession()).error === null;
  const { session } = data;
  const take = (typed: string | undefined) =>
    takePossession(owner.auth, session.user, { typed, language: 'de' });
  const said = async () => {
    const { data: now } = await owner.auth.getSession();
    const inToken = decodeJwt(now.session?.access_token ?? '').user_metadata;
    const inAccount = (await owner.auth.getUser()).data.user?.user_metadata;
    return [inToken, inAccount].map((data) => [Object(data).display_name, Object(data).language]);
  };
  return { email, owner, session, opens, strangerLives, take, said };
}

describe('signing up with the address of somebody else', () => {
  const attack = attacks('who confirmed the address …');

  attack('types a password of their own', async () => {
    const { owner, session, opens, strangerLives, take, said } = await confirmed();
    expect(isFirstProof(session)).toBe(true);
    expect(await take(own)).toBe(true);
    expect([await opens(planted), await opens(own), await strangerLives()]).toEqual([false, true, false]);
    expect((await owner.auth.getUser()).error).toBeNull();
    expect(await said()).toEqual([
      [undefined, 'de'],
      [undefined, 'de'],
    ]);
    return 'theirs holds, the first one does not, nor the name given with it; other sessions are over';
  });
  attack('types the one that is set', async () => {
    const { opens, strangerLives, take, said } = await confirmed();
    expect(await take(planted)).toBe(true);
    expect([await opens(planted), await strangerLives()]).toEqual([true, false]);
    expect((await said())[1]).toEqual(['Mallory', 'fr']);
    return 'it stays, and the name given with it; other sessions are over';
  });
  for (const typed of [undefined, 'weak']) {
    attack(typed === undefined ? 'types none' : 'types one the server refuses', async () => {
      const { opens, strangerLives, take, said } = await confirmed();
      expect(await take(typed)).toBe(false);
      expect((await said())[1]).toEqual([undefined, 'de']);
      expect([await opens(planted), await strangerLives()]).toEqual([false, false]);
      return 'nobody’s password takes the place of the first one';
    });
  }
  attack('signs in again later', async () => {
    const { email, owner, session } = await confirmed();
    await supabase.sql`update auth.users set email_confirmed_at = now() - interval '3 seconds'
      where id = ${session.user.id}`;
    const again = await owner.auth.signInWithPassword({ email, password: planted });
    expect(again.data.session && isFirstProof(again.data.session)).toBe(false);
    return 'no further proof, nothing changes';
  });
});
