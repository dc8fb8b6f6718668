import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/server/session';
import { LinkButton } from '@/components/link-button';
import { Notice } from '@/components/notice';
import { AuthCard } from '@/features/account/components/auth-card';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { InvitationForm } from '@/features/member/components/invitation-form';
import { findInvitation } from '@/features/member/queries';
import { getPathname } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Invitation');
  // The address holds a secret. `no-referrer` would also blank the Origin, and with it refuse the plain form.
  return { title: t('title'), referrer: 'same-origin' };
}

export default async function InvitationPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, locale, query, session] = await Promise.all([
    getTranslations('Invitation'),
    getLocale(),
    searchParams,
    getSession(),
  ]);
  const token = textParam(query.token);
  const invitation = await findInvitation(token);
  if (!invitation || invitation.isExpired) {
    return (
      <AuthCard
        title={t(invitation ? 'expiredTitle' : 'goneTitle')}
        lead={t(invitation ? 'expiredText' : 'goneText')}
      >
        <LinkButton href="/dashboard" look="secondary" className="w-full">
          {t('toDashboard')}
        </LinkButton>
      </AuthCard>
    );
  }
  const { portfolioName: portfolio, role, email } = invitation;
  const next = getPathname({ href: { pathname: '/invitation', query: { token } }, locale });
  const own = session?.email?.toLowerCase();
  return (
    <AuthCard title={t('heading', { portfolio })} lead={t('lead', { role })}>
      {!session ? (
        <div className="grid gap-5">
          <p className="text-sm break-words">{t('for', { email })}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            <LinkButton href={{ pathname: '/auth/register', query: { next } }} className="w-full">
              {t('signUp')}
            </LinkButton>
            <LinkButton
              href={{ pathname: '/auth/login', query: { next } }}
              look="secondary"
              className="w-full"
            >
              {t('signIn')}
            </LinkButton>
          </div>
        </div>
      ) : own === email ? (
        <div className="grid gap-5">
          <p className="text-sm break-words">{t('signedInAs', { email })}</p>
          <InvitationForm token={token} purpose="accept" />
        </div>
      ) : (
        <div className="grid gap-5">
          <Notice tone="warning">{t('otherAddress', { own: own ?? '–', email })}</Notice>
          <InvitationForm token={token} purpose="signOut" />
        </div>
      )}
    </AuthCard>
  );
}
