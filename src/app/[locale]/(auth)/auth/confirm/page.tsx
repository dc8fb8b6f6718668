import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/features/account/components/auth-card';
import { ConfirmForm } from '@/features/account/components/confirm-form';
import { SwitchForm } from '@/features/account/components/switch-form';
import { linkTypes } from '@/features/account/credential-schema';
import { getPasswordPolicy } from '@/features/account/password-steps';
import { type SearchParams, textParam } from '@/features/account/search-params';
import { currentAccount, readWaiting } from '@/features/account/switch-steps';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  // The address holds a secret. `no-referrer` would also blank the Origin, and with it refuse the plain form.
  return { title: t('confirm.signup.title'), referrer: 'same-origin' };
}

export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  const [t, query, policy] = await Promise.all([
    getTranslations('AuthPages'),
    searchParams,
    getPasswordPolicy(),
  ]);
  const type = linkTypes.find((known) => known === query.type) ?? 'signup';
  const tokenHash = textParam(query.token_hash);
  const [waiting, current] =
    tokenHash === '' ? await Promise.all([readWaiting(), currentAccount()]) : [null, null];
  if (waiting && current) {
    return (
      <AuthCard title={t('switch.title')} lead={t('switch.lead')}>
        <SwitchForm current={current.name} other={waiting.account} />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={t(`confirm.${type}.title`)}
      lead={tokenHash === '' ? undefined : t(`confirm.${type}.lead`)}
    >
      <ConfirmForm
        type={type}
        tokenHash={tokenHash === '' ? null : tokenHash}
        policy={policy}
        next={textParam(query.next)}
      />
    </AuthCard>
  );
}
