import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { getSignInWays } from '@/auth/server/sign-in-ways';
import { AuthCard } from '@/features/account/components/auth-card';
import { ForgotForm } from '@/features/account/components/forgot-form';
import { Link } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('forgotTitle') };
}

export default async function ForgotPage() {
  const [t, ways] = await Promise.all([getTranslations('AuthPages'), getSignInWays()]);
  return (
    <AuthCard
      title={t('forgotTitle')}
      lead={t('forgotLead')}
      below={
        <Link href="/auth/login" className="font-medium text-link hover:underline">
          {t('backToSignIn')}
        </Link>
      }
    >
      <ForgotForm />
      {ways.phone && <p className="mt-5 text-xs text-muted">{t('forgotPhone')}</p>}
    </AuthCard>
  );
}
