import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/server/session';
import { getSignInWays } from '@/auth/server/sign-in-ways';
import { LinkButton } from '@/components/link-button';
import { AuthCard } from '@/features/account/components/auth-card';
import { ProviderButtons } from '@/features/account/components/provider-buttons';
import { CodeSignIn, SignInForm } from '@/features/account/components/sign-in-form';
import { problemParam, type SearchParams, textParam } from '@/features/account/search-params';
import { getAssurance } from '@/features/account/session-gate';
import { pathAfterSignIn } from '@/features/account/site-steps';
import { findInvitedAddress } from '@/features/member/queries';
import { Link } from '@/i18n/navigation';
import { env } from '@/lib/server/env';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('signIn'), robots: { index: true } };
}

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, language, query, ways] = await Promise.all([
    getTranslations('AuthPages'),
    getLocale(),
    searchParams,
    getSignInWays(),
  ]);
  const next = textParam(query.next);
  // A session that was ended elsewhere is no reason to go on; its cookie goes with the next sign-in.
  if ((await getSession()) && (await getAssurance()).lives) redirect(await pathAfterSignIn(next, language));
  const byCode = query.way === 'code';
  const problem = problemParam(query.problem);
  const initial = problem === null ? undefined : { failure: problem };
  const kept = next === '' ? {} : { next };
  return (
    <AuthCard
      title={t('signInTitle')}
      lead={byCode ? (ways.phone ? t('codeLead') : t('linkLead')) : undefined}
      below={
        ways.signUp && (
          <>
            {t('noAccount')}{' '}
            <Link
              href={{ pathname: '/auth/register', query: kept }}
              className="font-medium text-link hover:underline"
            >
              {t('register')}
            </Link>
          </>
        )
      }
    >
      {byCode ? (
        <CodeSignIn next={next} takesPhone={ways.phone} initial={initial} />
      ) : (
        <SignInForm
          next={next}
          takesPhone={ways.phone}
          address={await findInvitedAddress(next)}
          initial={initial}
        />
      )}
      <div className="mt-5 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-separator after:h-px after:flex-1 after:bg-separator">
        {t('or')}
      </div>
      <div className="mt-5 grid gap-3">
        <LinkButton
          look="outline"
          href={{ pathname: '/auth/login', query: byCode ? kept : { ...kept, way: 'code' } }}
          className="w-full"
        >
          {byCode ? t('usePassword') : ways.phone ? t('useCode') : t('useLink')}
        </LinkButton>
        {ways.providers.length > 0 && (
          <ProviderButtons providers={ways.providers} next={next} iconHosts={env().iconHosts} />
        )}
      </div>
    </AuthCard>
  );
}
