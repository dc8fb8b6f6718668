import 'server-only';
import { headers } from 'next/headers';
import { safeNextPath } from '@/auth/next-path';
import { getPathname } from '@/i18n/navigation';
import { env } from '@/lib/env';
import { isSecureRequest } from '@/lib/request';
import type { Language } from '@/lib/vocabulary';

/** `https://hausbuch.example`: as configured, else as the visitor addressed us. The auth server checks it again. */
export async function siteOrigin(): Promise<string> {
  const configured = env().appUrl;
  if (configured !== undefined) return new URL(configured).origin;
  const list = await headers();
  const host = list.get('x-forwarded-host') ?? list.get('host') ?? 'localhost';
  return `${isSecureRequest(list) ? 'https' : 'http'}://${host}`;
}

/**
 * Where to go after signing in. Links in mails carry the whole address we asked for, so one of our own site
 * counts as its path; the home page means nobody asked for anything.
 */
export async function pathAfterSignIn(next: string, language: Language): Promise<string> {
  const fallback = getPathname({ href: '/dashboard', locale: language });
  const origin = await siteOrigin();
  const path = next.startsWith(`${origin}/`) ? next.slice(origin.length) : next;
  const safe = safeNextPath(path, fallback);
  return /^\/(de\/?|en\/?)?$/.test(safe) || /^\/(de\/)?auth\//.test(safe) ? fallback : safe;
}
