import type { User } from '@supabase/supabase-js';
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { hasLocale } from 'next-intl';
import { getSession } from '@/auth/server/session';
import { createWaitingClient } from '@/auth/server/supabase-server';
import { pathAfterSignIn } from '@/features/account/site-steps';
import { enter } from '@/features/account/switch-steps';
import { getPathname } from '@/i18n/navigation';
import { type Language, routing } from '@/i18n/routing';

type Client = Awaited<ReturnType<typeof createWaitingClient>>['supabase'];

/** Whoever came by a provider never said in which language to write to them: the one of this page. */
async function rememberLanguage(supabase: Client, user: User, language: Language): Promise<void> {
  if (user.user_metadata.language === undefined) await supabase.auth.updateUser({ data: { language } });
}

/** Exchanges the code of a PKCE sign-in for a session. What fails is said on the sign-in page, by its code. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  const language = hasLocale(routing.locales, locale) ? locale : routing.defaultLocale;
  const query = request.nextUrl.searchParams;
  const next = query.get('next') ?? '';
  const code = query.get('code');

  let problem = query.get('error_code') ?? query.get('error') ?? 'flow_state_not_found';
  if (code !== null) {
    const client = await createWaitingClient();
    const { data, error } = await client.supabase.auth.exchangeCodeForSession(code);
    if (!error) {
      await rememberLanguage(client.supabase, data.user, language);
      return enter(client, { path: await pathAfterSignIn(next, language), language });
    }
    problem = error.code ?? 'flow_state_not_found';
  }
  // Somebody who is signed in wanted to link the provider's account: the settings say why not.
  if (await getSession()) {
    redirect(
      getPathname({ href: { pathname: '/dashboard/settings/access', query: { problem } }, locale: language }),
    );
  }
  const kept = next === '' ? {} : { next };
  redirect(getPathname({ href: { pathname: '/auth/login', query: { ...kept, problem } }, locale: language }));
}
