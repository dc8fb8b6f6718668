import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/server/session';
import { AuthCard } from '@/features/account/components/auth-card';
import { ChallengeForm } from '@/features/account/components/challenge-form';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { getAssurance } from '@/features/account/session-gate';
import { pathAfterSignIn } from '@/features/account/site-steps';
import { getAccountUser } from '@/features/account/user-steps';
import { getPathname } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('mfa.title') };
}

export default async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, locale, query, session] = await Promise.all([
    getTranslations('AuthPages'),
    getLocale(),
    searchParams,
    getSession(),
  ]);
  const next = textParam(query.next);
  const signIn = getPathname({ href: { pathname: '/auth/login', query: { next } }, locale });
  if (!session) redirect(signIn);
  const { hasFactor, lives } = await getAssurance();
  if (!lives) redirect(signIn);
  if (!hasFactor || session.aal === 'aal2') redirect(await pathAfterSignIn(next, locale));
  const { factors } = await getAccountUser();
  return (
    <AuthCard title={t('mfa.title')} lead={t('mfa.lead')}>
      <ChallengeForm
        factors={factors.map(({ id, kind, name, phone }) => ({ id, kind, name, phone: lastDigits(phone) }))}
        next={next}
      />
    </AuthCard>
  );
}

/** Whoever knows the password only need not learn the number, too. */
const lastDigits = (phone: string | null) => (phone === null ? null : `… ${phone.slice(-3)}`);
