import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { getSession } from '@/auth/session';
import { LinkButton } from '@/components/link-button';
import { AuthCard } from '@/features/account/components/auth-card';
import { ResetForm } from '@/features/account/components/reset-form';
import { getPasswordPolicy } from '@/features/account/password-policy';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('resetTitle') };
}

export default async function ResetPage() {
  const [t, session] = await Promise.all([getTranslations('AuthPages'), getSession()]);
  if (!session) {
    return (
      <AuthCard title={t('resetTitle')} lead={t('resetExpired')}>
        <LinkButton href="/auth/forgot">{t('newResetLink')}</LinkButton>
      </AuthCard>
    );
  }
  const email = session.email ?? '';
  return (
    <AuthCard title={t('resetTitle')} lead={email === '' ? undefined : t('resetLead', { email })}>
      <ResetForm policy={await getPasswordPolicy()} email={email} />
    </AuthCard>
  );
}
