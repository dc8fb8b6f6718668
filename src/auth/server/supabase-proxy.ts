import { type CookieOptions, createServerClient } from '@supabase/ssr';
import type { NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/server/env';
import { isSecureRequest } from '@/lib/server/request';
import { authCookieOptions, realtimeOptions, refreshPatienceMs } from '../supabase-options';
import { pathHeader } from './path-header';
import { readSessionCookie, type StoredSession } from './session-cookie';
import { visitorFetch } from './visitor-fetch';
import { visitorHeaders } from './visitor-headers';

/** The client's own margin: it refreshes what has less than this to live. */
const refreshMarginSeconds = 90;

type Refreshed = {
  cookies: { name: string; value: string; options: CookieOptions }[];
  headers: Record<string, string>;
  /** Why the auth server gave no new token, as its code. */
  refusal?: string;
};

const nothing: Refreshed = { cookies: [], headers: {} };

/** A page and its calls arrive together with the same old token: one refresh serves them all. */
const underWay = new Map<string, Promise<Refreshed>>();

async function askForNewToken(request: NextRequest): Promise<Refreshed> {
  const refreshed: Refreshed = { cookies: [], headers: {} };
  const supabase = createServerClient(env().supabaseUrl, env().supabasePublishableKey, {
    cookieOptions: authCookieOptions(isSecureRequest(request.headers, request.nextUrl)),
    realtime: realtimeOptions,
    global: { headers: visitorHeaders(request.headers), fetch: visitorFetch(request.headers) },
    cookies: {
      getAll: () => request.cookies.getAll(),
      setAll(cookies, headers) {
        refreshed.cookies.push(...cookies);
        Object.assign(refreshed.headers, headers);
      },
    },
  });
  // Refreshes when little time is left and touches no network otherwise; checks nothing, and need not here.
  const { error } = await supabase.auth.getSession();
  if (error?.code) refreshed.refusal = error.code;
  return refreshed;
}

function refreshOnce(request: NextRequest, stored: StoredSession): Promise<Refreshed> {
  const key = stored.refresh_token;
  let refresh = underWay.get(key);
  if (!refresh) {
    refresh = askForNewToken(request)
      .catch(() => nothing)
      .finally(() => underWay.delete(key));
    underWay.set(key, refresh);
  }
  const late = new Promise<Refreshed>((resolve) => {
    setTimeout(resolve, refreshPatienceMs, nothing).unref();
  });
  return Promise.race([refresh, late]);
}

/**
 * Renews the session cookies of a request whose access token is about to end, and notes on the request which
 * page it is for. The new cookies are put on the
 * request, for everything that runs after the proxy, and `apply` puts them on the response.
 */
export async function refreshSession(request: NextRequest): Promise<{
  /** Unverified; verifying is for procedures and pages. */
  isSignedIn: boolean;
  /** Why somebody who was signed in no longer is, as the auth server's code. */
  endedBy: string | null;
  apply: (response: NextResponse) => NextResponse;
}> {
  request.headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  const read = () => readSessionCookie((name) => request.cookies.get(name)?.value);
  let stored = await read();
  if (!stored || stored.expires_at - Date.now() / 1000 > refreshMarginSeconds) {
    return { isSignedIn: stored !== null, endedBy: null, apply: (response) => response };
  }
  const { cookies, headers, refusal } = await refreshOnce(request, stored);
  for (const { name, value } of cookies) {
    if (value === '') request.cookies.delete(name);
    else request.cookies.set(name, value);
  }
  stored = await read();
  return {
    isSignedIn: stored !== null,
    endedBy: stored === null ? (refusal ?? 'session_expired') : null,
    apply(response) {
      for (const { name, value, options } of cookies) response.cookies.set(name, value, options);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    },
  };
}
