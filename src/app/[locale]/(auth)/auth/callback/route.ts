import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { hasLocale } from 'next-intl';
import { createSupabaseServerClient } from '@/auth/supabase-server';
import { pathAfterSignIn } from '@/features/account/site-address';
import { getPathname } from '@/i18n/navigation';
import { routing } from '@/i18n/routing';

/** Exchanges the code of a PKCE sign-in for a session. What fails is said on the sign-in page, by its code. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  const language = hasLocale(routing.locales, locale) ? locale : routing.defaultLocale;
  const query = request.nextUrl.searchParams;
  const next = query.get('next') ?? '';
  const code = query.get('code');

  let problem = query.get('error_code') ?? 'flow_state_not_found';
  if (code !== null) {
    const supabase = await createSupabaseServerClient();
    const { error } = await supabase.auth.exchangeCodeForSession(code);
    if (!error) redirect(await pathAfterSignIn(next, language));
    problem = error.code ?? 'flow_state_not_found';
  }
  const kept = next === '' ? {} : { next };
  redirect(getPathname({ href: { pathname: '/auth/login', query: { ...kept, problem } }, locale: language }));
}
