import type { SupabaseClient } from '@supabase/supabase-js';
import { authCookieOptions, realtimeOptions } from '../supabase-options';

/** Public settings, handed down by a server layout: the build knows none of them. */
export type SupabaseSettings = { url: string; publishableKey: string };

let client: Promise<SupabaseClient> | undefined;

/** The browser's client. Its 65 kB arrive with the first call, so call it where and when it is used. */
export function getSupabaseBrowserClient({ url, publishableKey }: SupabaseSettings): Promise<SupabaseClient> {
  client ??= import('@supabase/ssr').then(({ createBrowserClient }) =>
    createBrowserClient(url, publishableKey, {
      cookieOptions: authCookieOptions(window.location.protocol === 'https:'),
      realtime: realtimeOptions,
      // Codes in an address belong to /auth/callback, which runs on the server.
      auth: { detectSessionInUrl: false },
    }),
  );
  return client;
}
