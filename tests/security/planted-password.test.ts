import { randomUUID } from 'node:crypto';
import { startSupabaseOn, type TestSupabase } from '@hausbuch/supabase-embedded/testing';
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
  await stranger.auth.signUp({ email, password: planted });
  const { code } = await supabase.lastMail(email);
  const { data } = await owner.auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  if (!data.session) throw new Error('The code opened no session.');
  expect((await stranger.auth.signInWithPassword({ email, password: planted })).error).toBeNull();
  const opens = async (password: string) => {
    const { error } = await supabase.client().auth.signInWithPassword({ email, password });
    return error === null;
  };
  const strangerLives = async () => (await stranger.auth.refreshSession()).error === null;
  return { email, owner, session: data.session, opens, strangerLives };
}

describe('signing up with the address of somebody else', () => {
  const attack = attacks('who confirmed the address …');

  attack('types a password of their own', async () => {
    const { owner, session, opens, strangerLives } = await confirmed();
    expect(isFirstProof(session)).toBe(true);
    expect(await takePossession(owner.auth, own)).toBe(true);
    expect([await opens(planted), await opens(own), await strangerLives()]).toEqual([false, true, false]);
    expect((await owner.auth.getUser()).error).toBeNull();
    return 'theirs holds, the first one does not; other sessions are over';
  });
  attack('types the one that is set', async () => {
    const { owner, opens, strangerLives } = await confirmed();
    expect(await takePossession(owner.auth, planted)).toBe(true);
    expect([await opens(planted), await strangerLives()]).toEqual([true, false]);
    return 'it stays; other sessions are over';
  });
  for (const typed of [undefined, 'weak']) {
    attack(typed === undefined ? 'types none' : 'types one the server refuses', async () => {
      const { owner, opens, strangerLives } = await confirmed();
      expect(await takePossession(owner.auth, typed)).toBe(false);
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
