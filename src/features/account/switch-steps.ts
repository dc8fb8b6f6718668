import 'server-only';
import type { Session as SupabaseSession } from '@supabase/supabase-js';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { getSession } from '@/auth/server/session';
import type { createWaitingClient } from '@/auth/server/supabase-server';
import type { Language } from '@/domain/vocabulary';
import { getPathname } from '@/i18n/navigation';
import { isSecureRequest } from '@/lib/server/request';
import { afterSignIn } from './event-steps';
import { getAssurance } from './session-gate';

/** A session that a link or a provider has opened, while the browser still has another account's. */
const waitingName = 'hausbuch_waiting';
const waitingSeconds = 600;
const waitingShape = z.object({
  refreshToken: z.string().min(1),
  /** E-mail address or phone number of its account. */
  account: z.string(),
  /** Where it was to lead. */
  path: z.string().startsWith('/'),
});
export type Waiting = z.infer<typeof waitingShape>;

const nameOf = ({ user }: SupabaseSession) => user.email || (user.phone ? `+${user.phone}` : '–');

/** The account the browser is signed in with, where its session still lives. */
export async function currentAccount(): Promise<{ userId: string; name: string } | null> {
  const session = await getSession();
  if (!session || !(await getAssurance()).lives) return null;
  return { userId: session.userId, name: session.email ?? (session.displayName || '–') };
}

export async function readWaiting(): Promise<Waiting | null> {
  const value = (await cookies()).get(waitingName)?.value;
  if (value === undefined) return null;
  try {
    return waitingShape.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

export async function forgetWaiting(): Promise<void> {
  (await cookies()).delete(waitingName);
}

async function keepWaiting(waiting: Waiting): Promise<void> {
  const [store, headerList] = await Promise.all([cookies(), headers()]);
  store.set(waitingName, Buffer.from(JSON.stringify(waiting)).toString('base64url'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecureRequest(headerList),
    maxAge: waitingSeconds,
  });
}

/**
 * Onward with a session that was just opened. Whoever is signed in with another account is asked first: a link that
 * somebody else has sent must not quietly put its reader into that person's account.
 */
export async function enter(
  { supabase, takeUp }: Awaited<ReturnType<typeof createWaitingClient>>,
  { path, language }: { path: string; language: Language },
): Promise<never> {
  const { session } = (await supabase.auth.getSession()).data;
  const current = session && (await currentAccount());
  if (session && current && current.userId !== session.user.id) {
    await keepWaiting({ refreshToken: session.refresh_token, account: nameOf(session), path });
    redirect(getPathname({ href: '/auth/confirm', locale: language }));
  }
  takeUp();
  await afterSignIn(session);
  redirect(path);
}
