import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/session';
import { AuthCard } from '@/features/account/components/auth-card';
import { RegisterForm } from '@/features/account/components/register-form';
import { getPasswordPolicy } from '@/features/account/password-policy';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { pathAfterSignIn } from '@/features/account/site-address';
import { Link } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('register') };
}

export default async function RegisterPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, language, query] = await Promise.all([getTranslations('AuthPages'), getLocale(), searchParams]);
  const next = textParam(query.next);
  if (await getSession()) redirect(await pathAfterSignIn(next, language));
  return (
    <AuthCard
      title={t('registerTitle')}
      lead={t('registerLead')}
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
      <RegisterForm policy={await getPasswordPolicy()} next={next} />
    </AuthCard>
  );
}
