import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/server/session';
import { LinkButton } from '@/components/link-button';
import { AuthCard } from '@/features/account/components/auth-card';
import { ResetForm } from '@/features/account/components/reset-form';
import { getPasswordPolicy } from '@/features/account/password-steps';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { getAssurance } from '@/features/account/session-gate';
import { getPathname } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('resetTitle') };
}

export default async function ResetPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, locale, session, query] = await Promise.all([
    getTranslations('AuthPages'),
    getLocale(),
    getSession(),
    searchParams,
  ]);
  const assurance = session && (await getAssurance());
  if (!session || !assurance?.lives) {
    return (
      <AuthCard title={t('resetTitle')} lead={t('resetExpired')}>
        <LinkButton href="/auth/forgot">{t('newResetLink')}</LinkButton>
      </AuthCard>
    );
  }
  if (assurance.hasFactor && session.aal !== 'aal2') {
    const next = getPathname({ href: '/auth/reset', locale });
    redirect(getPathname({ href: { pathname: '/auth/mfa', query: { next } }, locale }));
  }
  const email = session.email ?? '';
  return (
    <AuthCard title={t('resetTitle')} lead={email === '' ? undefined : t('resetLead', { email })}>
      <ResetForm policy={await getPasswordPolicy()} email={email} next={textParam(query.next)} />
    </AuthCard>
  );
}
