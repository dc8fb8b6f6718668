import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/server/session';
import { getSignInWays } from '@/auth/server/sign-in-ways';
import { Notice } from '@/components/notice';
import { AuthCard } from '@/features/account/components/auth-card';
import { ProviderButtons } from '@/features/account/components/provider-buttons';
import { RegisterForm } from '@/features/account/components/register-form';
import { getPasswordPolicy } from '@/features/account/password-steps';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { getAssurance } from '@/features/account/session-gate';
import { pathAfterSignIn } from '@/features/account/site-steps';
import { findInvitedAddress } from '@/features/member/queries';
import { Link } from '@/i18n/navigation';
import { env } from '@/lib/server/env';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('register'), robots: { index: true } };
}

export default async function RegisterPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, signInWords, language, query, ways] = await Promise.all([
    getTranslations('AuthPages'),
    getTranslations('AuthErrors'),
    getLocale(),
    searchParams,
    getSignInWays(),
  ]);
  const next = textParam(query.next);
  if ((await getSession()) && (await getAssurance()).lives) redirect(await pathAfterSignIn(next, language));
  return (
    <AuthCard
      title={t('registerTitle')}
      lead={ways.signUp ? t('registerLead') : undefined}
      below={
        <>
          {t('haveAccount')}{' '}
          <Link
            href={{ pathname: '/auth/login', query: next === '' ? {} : { next } }}
            className="font-medium text-link hover:underline"
          >
            {t('signIn')}
          </Link>
        </>
      }
    >
      {ways.signUp ? (
        <RegisterForm
          policy={await getPasswordPolicy()}
          takesPhone={ways.phone}
          next={next}
          address={await findInvitedAddress(next)}
        >
          {ways.providers.length > 0 && (
            <div className="mt-5 border-t border-separator pt-5">
              <ProviderButtons providers={ways.providers} next={next} iconHosts={env().iconHosts} />
            </div>
          )}
        </RegisterForm>
      ) : (
        <Notice>{signInWords('signup_disabled')}</Notice>
      )}
    </AuthCard>
  );
}
