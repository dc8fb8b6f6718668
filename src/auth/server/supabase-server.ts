import 'server-only';
import { createServerClient, type SetAllCookies } from '@supabase/ssr';
import { cookies, headers } from 'next/headers';
import { env } from '@/lib/server/env';
import { isSecureRequest } from '@/lib/server/request';
import { authCookieName } from '@/lib/session-cookie-name';
import { authCookieOptions, realtimeOptions } from '../supabase-options';
import { ownerToldHeader } from './owner-told';
import { visitorFetch } from './visitor-fetch';
import { visitorHeaders } from './visitor-headers';

type CookieChanges = Parameters<SetAllCookies>[0];

/**
 * Supabase for server actions and route handlers; a new one per request. A server component cannot store a
 * refreshed session: there, use `getSession` and leave the refreshing to the proxy.
 * @param keep what becomes of the session it opens; by default the browser has it at once
 */
export async function createSupabaseServerClient(keep?: (changes: CookieChanges) => void) {
  const [store, headerList] = await Promise.all([cookies(), headers()]);
  return createServerClient(env().supabaseUrl, env().supabasePublishableKey, {
    cookieOptions: authCookieOptions(isSecureRequest(headerList)),
    realtime: realtimeOptions,
    global: {
      headers: { ...visitorHeaders(headerList), ...ownerToldHeader(env().supabaseSecretKey) },
      fetch: visitorFetch(headerList),
    },
    cookies: {
      getAll: () => store.getAll(),
      setAll(changes) {
        if (keep) keep(changes);
        else for (const { name, value, options } of changes) store.set(name, value, options);
      },
    },
  });
}

/** The same, but the browser keeps the session it has until the new one is taken up. */
export async function createWaitingClient() {
  const store = await cookies();
  const waiting = new Map<string, CookieChanges[number]>();
  const supabase = await createSupabaseServerClient((changes) => {
    for (const change of changes) {
      // The proof of an exchange is used up, whatever becomes of the session.
      if (change.name.startsWith(`${authCookieName}-`)) store.set(change.name, change.value, change.options);
      else waiting.set(change.name, change);
    }
  });
  return {
    supabase,
    takeUp() {
      for (const { name, value, options } of waiting.values()) store.set(name, value, options);
    },
  };
}
