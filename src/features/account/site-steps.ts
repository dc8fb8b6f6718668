import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { safeNextPath } from '@/auth/server/next-path';
import type { Language } from '@/domain/vocabulary';
import { getPathname } from '@/i18n/navigation';
import { env } from '@/lib/server/env';
import { mailOrigin, requestOrigin } from '@/lib/server/request';
import type { AuthFormState } from './form-schema';
import { isAskedByScript } from './provider-rules';

/** As configured, else as the visitor addressed us. The auth server checks it again. */
export const siteOrigin = async (): Promise<string> => requestOrigin(await headers());

/** What a mail may name: null where only the visitor says where this is. */
export const siteForMails = async (): Promise<string | null> => mailOrigin(await headers());

/**
 * Where to go after signing in. Links in mails carry the whole address we asked for, so one of our own site
 * counts as its path; the home page means nobody asked for anything.
 */
export async function pathAfterSignIn(next: string, language: Language): Promise<string> {
  const fallback = getPathname({ href: '/dashboard', locale: language });
  const origin = await siteOrigin();
  const path = next.startsWith(`${origin}/`) ? next.slice(origin.length) : next;
  const safe = safeNextPath(path, fallback);
  const isHome = /^\/(de\/?|en\/?)?$/.test(safe);
  // Of the sign-in pages only this one is a goal: who has forgotten a password may owe a second factor first.
  const isSignInPage = /^\/(de\/)?auth\/(?!reset$)/.test(safe);
  return isHome || isSignInPage ? fallback : safe;
}

/** Where a provider's answer comes back to, which then goes on to `next`. */
export async function callbackAddress(next: string, language: Language): Promise<string> {
  const callback = new URL(getPathname({ href: '/auth/callback', locale: language }), await siteOrigin());
  callback.searchParams.set('next', await pathAfterSignIn(next, language));
  return callback.toString();
}

/**
 * On to a provider, by an address of the sign-in server that was made for this server and is for the browser now. Where the
 * page's script asks, the page goes there by itself: Next would take a redirect's address for the page's own until it is
 * left, and a page that is fetched anew in that moment, because somebody else changes something, would be fetched from there.
 */
export async function leaveFor(url: string): Promise<AuthFormState> {
  const { supabaseUrl, supabasePublicUrl } = env();
  const leadsTo = url.replace(supabaseUrl, supabasePublicUrl);
  if (isAskedByScript(await headers())) return { step: 'leave', leadsTo };
  redirect(leadsTo);
}
