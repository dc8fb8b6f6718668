import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Session, SupabaseClient, User } from '@supabase/supabase-js';
import type { Language } from '@/lib/languages';

/**
 * Whether this session was opened by proving the account's address for the first time, and not by one more
 * sign-in. Both instants are the auth server’s, of one request of it.
 */
export function isFirstProof({ user }: Pick<Session, 'user'>): boolean {
  const [proven, signedIn] = [user.confirmed_at, user.last_sign_in_at].map((at) => Date.parse(at ?? ''));
  return Math.abs((signedIn ?? 0) - (proven ?? 0)) < 2_000;
}

/** What the auth server writes beside a client's words. */
const proven = new Set(['sub', 'email', 'phone', 'email_verified', 'phone_verified']);

/**
 * Anybody can sign up with somebody else's address, and Supabase keeps the first password when the owner signs up
 * later. So at the proof the password becomes the one typed now, and no other session lives on. Where none was
 * typed, or the auth server refuses it, nobody's takes its place: false, and the owner still has to choose one.
 * Whoever does not know the password that was set did not say the name either: it goes, from the token too.
 */
export async function takePossession(
  auth: SupabaseClient['auth'],
  user: Pick<User, 'user_metadata'>,
  { typed, language }: { typed: string | undefined; language: Language },
): Promise<boolean> {
  const said = Object.keys(user.user_metadata).filter((key) => !proven.has(key));
  const data = { ...Object.fromEntries(said.map((key) => [key, null])), language };
  const set = async (password: string) => (await auth.updateUser({ password, data })).error;
  const refused = typed === undefined ? null : await set(typed);
  const isTyped = typed !== undefined && (refused === null || refused.code === 'same_password');
  if (!isTyped) {
    const error = await set(`aA1!${randomBytes(32).toString('base64url')}`);
    if (error) throw error;
  }
  const { error } = await auth.signOut({ scope: 'others' });
  if (error) throw error;
  if (refused?.code !== 'same_password') await auth.refreshSession();
  return isTyped;
}
