import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/session';
import { LinkButton } from '@/components/link-button';
import { AuthCard } from '@/features/account/components/auth-card';
import { LinkSignIn, SignInForm } from '@/features/account/components/sign-in-form';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { pathAfterSignIn } from '@/features/account/site-address';
import { Link } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('signIn') };
}

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, language, query] = await Promise.all([getTranslations('AuthPages'), getLocale(), searchParams]);
  const next = textParam(query.next);
  if (await getSession()) redirect(await pathAfterSignIn(next, language));
  const byLink = query.way === 'link';
  const problem = textParam(query.problem);
  const kept = next === '' ? {} : { next };
  return (
    <AuthCard
      title={t('signInTitle')}
      lead={byLink ? t('linkLead') : undefined}
      below={
        <>
          {t('noAccount')}{' '}
          <Link
            href={{ pathname: '/auth/register', query: kept }}
            className="font-medium text-link hover:underline"
          >
            {t('register')}
          </Link>
        </>
      }
    >
      {byLink ? (
        <LinkSignIn next={next} />
      ) : (
        <SignInForm next={next} initial={problem === '' ? undefined : { failure: problem }} />
      )}
      <div className="mt-5 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-separator after:h-px after:flex-1 after:bg-separator">
        {t('or')}
      </div>
      <LinkButton
        look="outline"
        href={{ pathname: '/auth/login', query: byLink ? kept : { ...kept, way: 'link' } }}
        className="mt-5 w-full"
      >
        {byLink ? t('usePassword') : t('useLink')}
      </LinkButton>
    </AuthCard>
  );
}
