import 'server-only';
import { createServerClient } from '@supabase/ssr';
import { cookies, headers } from 'next/headers';
import { env } from '@/lib/server/env';
import { isSecureRequest } from '@/lib/server/request';
import { authCookieOptions, realtimeOptions } from '../supabase-options';
import { ownerToldHeader } from './owner-told';
import { visitorFetch } from './visitor-fetch';
import { visitorHeaders } from './visitor-headers';

/**
 * Supabase for server actions and route handlers; a new one per request. A server component cannot store a
 * refreshed session: there, use `getSession` and leave the refreshing to the proxy.
 */
export async function createSupabaseServerClient() {
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
        for (const { name, value, options } of changes) store.set(name, value, options);
      },
    },
  });
}
