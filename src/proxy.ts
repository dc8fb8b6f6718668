import { type NextRequest, NextResponse } from 'next/server';
import createIntlMiddleware from 'next-intl/middleware';
import { refreshSession } from '@/auth/server/supabase-proxy';
import { headScripts } from '@/components/head-scripts';
import { routing } from '@/i18n/routing';
import { pathIn, readPath, wantedLanguage } from '@/lib/language-path';
import { contentSecurityPolicy, scriptHash } from '@/lib/server/content-security-policy';
import { env } from '@/lib/server/env';
import { maxFormBytes } from '@/lib/server/form-limit';
import { drawsPreviews, previewOf } from '@/lib/server/link-preview';
import { hashesOfPrerendered } from '@/lib/server/prerendered-page';
import { isReadableForm } from '@/lib/server/readable-form';
import { hasPlainHost, languageCookieName, requestOrigin } from '@/lib/server/request';
import { redirectOf } from '@/lib/server/site-rules';

const detectLanguage = createIntlMiddleware(routing);
const languageOfPath = createIntlMiddleware({ ...routing, localeDetection: false });

const privatePages = /^\/(dashboard|property|tenant)(\/|$)/;

const pagePatterns = Object.keys(routing.pathnames).map((path) => path.replace(/\[\w+\]/g, '[^/]+'));
const knownPage = new RegExp(`^(${pagePatterns.join('|')})?/?$`);

/** The browser's languages decide a first visit to `/` only; a language once chosen sticks everywhere. */
function localize(request: NextRequest): NextResponse {
  // next-intl would weigh which of them fits best: `en-GB,de;q=0.7` would be German.
  const wanted = wantedLanguage(request.headers.get('accept-language'));
  request.headers.set('accept-language', wanted ?? routing.defaultLocale);
  const hasChosen = request.cookies.has(languageCookieName);
  const detects = hasChosen || request.nextUrl.pathname === '/';
  return (detects ? detectLanguage : languageOfPath)(request);
}

/** Headers that say the address again, in each language and as `next`, outgrow what is read of an answer beyond this. */
const longestRepeated = 1_000;

const headHashes = headScripts.map(scriptHash);
const policyHeader = 'content-security-policy';

/** A path as Next keeps it, `/en/what` for `/what`. */
function routeOf(pathname: string): string {
  const { language, path } = readPath(pathname);
  return `/${language}${path}`.replace(/\/$/, '');
}

/** The policy of the page asked for; Next reads the nonce from the request and puts it on its own scripts. */
async function policyOf(request: NextRequest): Promise<string> {
  const hashes = env().isProduction ? await hashesOfPrerendered(routeOf(request.nextUrl.pathname)) : null;
  const nonce = btoa(crypto.randomUUID());
  const scripts = hashes ? { hashes } : { nonce, hashes: headHashes };
  return contentSecurityPolicy(scripts, {
    supabaseUrl: env().supabasePublicUrl,
    iconHosts: env().iconHosts,
    isDevelopment: !env().isProduction,
  });
}

/** Session refresh, locale routing and the page's policy; whether somebody may see it is decided there. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (!hasPlainHost(request.headers)) return new NextResponse(null, { status: 400 });
  const { isSignedIn, endedBy, apply } = await refreshSession(request);
  const { pathname, search } = request.nextUrl;
  if (pathname.startsWith('/api/')) {
    return apply(NextResponse.next({ request: { headers: request.headers } }));
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxFormBytes) {
    return new NextResponse(null, { status: 413 });
  }
  if (!(await isReadableForm(request))) return new NextResponse(null, { status: 400 });
  const elsewhere = redirectOf(
    {
      pathname,
      host: request.headers.get('x-forwarded-host') ?? request.headers.get('host'),
      hasChosen: request.cookies.has(languageCookieName),
    },
    env().siteRules,
  );
  if (elsewhere !== null) return apply(NextResponse.redirect(new URL(elsewhere, request.url), 307));
  const { language, path } = readPath(pathname);
  const isLong = pathname.length + search.length > longestRepeated;
  const isPrivate = privatePages.test(path);
  if (isPrivate && !isSignedIn) {
    const signIn = new URL(pathIn(language, '/auth/login'), request.url);
    if (!isLong) signIn.searchParams.set('next', pathname + search);
    if (endedBy !== null) signIn.searchParams.set('problem', endedBy);
    return apply(NextResponse.redirect(signIn));
  }
  const policy = await policyOf(request);
  request.headers.set(policyHeader, policy);
  const localized = localize(request);
  // A page that is thrown out while it renders reaches bots and people without scripts empty; this one does not.
  const isUnknown = localized.status === 200 && !knownPage.test(path);
  const address = requestOrigin(request.headers, request.nextUrl) + (pathname === '/' ? '' : pathname);
  // Measured: of the built public pages none has the whole address of its picture, nor its own; previews need both.
  if (env().isProduction && drawsPreviews(request.headers.get('user-agent'))) {
    const preview = await previewOf(routeOf(pathname), address);
    // For this program and this host only: nobody in between may keep it for others.
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      [policyHeader]: policy,
    };
    if (preview !== null) return new NextResponse(preview, { headers });
  }
  const response = apply(
    isUnknown ? new NextResponse(null, { status: 404, headers: localized.headers }) : localized,
  );
  response.headers.set(policyHeader, policy);
  if (isLong) response.headers.delete('link');
  else if (localized.status === 200 && !isPrivate && !isUnknown)
    response.headers.append('link', `<${address}>; rel="canonical"`);
  return response;
}

export const config = {
  matcher: [
    '/api/trpc/:path*',
    '/api/account/:path*',
    '/api/documents/:path*',
    '/api/export/:path*',
    '/api/handover',
    '/api/letters',
    // Pages, known or not: everything but the API, Next's own files, and the routes and files of `src/app`.
    '/((?!api(?:/|$)|\\.well-known/security|_next/|_vercel/|_i18n/|builds/(?:latest\\.json$|meta/)|(?:favicon\\.ico|icon\\d?\\.(?:svg|png)|apple-icon\\.png|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml|offline-worker\\.js)$).*)',
    // Forms, wherever they are sent: Next reads them where there is no page, too.
    {
      source: '/((?!api(?:/|$)).*)',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
    },
  ],
};
