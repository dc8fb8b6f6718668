import { type NextRequest, NextResponse } from 'next/server';
import createIntlMiddleware from 'next-intl/middleware';
import { refreshSession } from '@/auth/supabase-proxy';
import { routing } from '@/i18n/routing';
import { languageCookieName } from '@/lib/request';

const detectLanguage = createIntlMiddleware(routing);
const languageOfPath = createIntlMiddleware({ ...routing, localeDetection: false });

const privatePages = /^(\/de)?\/(dashboard|property|tenant)(\/|$)/;

/** The browser's languages decide a first visit to `/` only; a language once chosen sticks everywhere. */
function localize(request: NextRequest): NextResponse {
  const hasChosen = request.cookies.has(languageCookieName);
  const detects = hasChosen || request.nextUrl.pathname === '/';
  return (detects ? detectLanguage : languageOfPath)(request);
}

/** Session refresh and locale routing, nothing else; whether somebody may see a page is decided there. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { isSignedIn, apply } = await refreshSession(request);
  const { pathname, search } = request.nextUrl;
  if (pathname.startsWith('/api/')) {
    return apply(NextResponse.next({ request: { headers: request.headers } }));
  }
  const privatePage = privatePages.exec(pathname);
  if (privatePage && !isSignedIn) {
    const signIn = new URL(`${privatePage[1] ?? ''}/auth/login`, request.url);
    signIn.searchParams.set('next', pathname + search);
    return apply(NextResponse.redirect(signIn));
  }
  return apply(localize(request));
}

export const config = {
  matcher: [
    '/api/trpc/:path*',
    '/api/documents/:path*',
    // Pages: everything but the API, Next's own files, versioned data and files with a known ending.
    '/((?!api(?:/|$)|_next/|_vercel/|_i18n/|builds/|.*\\.(?:ico|png|jpe?g|svg|webp|avif|gif|txt|xml|json|webmanifest|js|css|map|woff2?)$).*)',
  ],
};
