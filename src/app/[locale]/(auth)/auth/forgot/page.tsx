import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/features/account/components/auth-card';
import { ForgotForm } from '@/features/account/components/forgot-form';
import { Link } from '@/i18n/navigation';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('AuthPages');
  return { title: t('forgotTitle') };
}

export default async function ForgotPage() {
  const t = await getTranslations('AuthPages');
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
    </AuthCard>
  );
}
