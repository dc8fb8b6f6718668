import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/frame/language-switch';
import { Logo } from '@/components/frame/logo';
import { SiteFooter } from '@/components/frame/site-footer';
import { SkipLink } from '@/components/frame/skip-link';
import { ThemeSwitch } from '@/components/frame/theme-switch';
import { Link } from '@/i18n/navigation';
import { ClientMessages } from '@/i18n/server/client-messages';

export const metadata: Metadata = { robots: { index: false } };

export default function AuthLayout({ children }: { children: ReactNode }) {
  const t = useTranslations('Frame');
  const name = useTranslations('Site')('name');
  return (
    <ClientMessages
      only={[
        'Frame',
        'ErrorState',
        'Form',
        'Errors',
        'AuthErrors',
        'AuthPages',
        'Invitation',
        'ReceiptRoom',
        'PasswordRules',
      ]}
    >
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <header className="mx-auto flex h-16 w-full max-w-page items-center justify-between gap-2 px-4 md:px-6">
          <Link href="/" className="rounded-lg" aria-label={t('home')}>
            <Logo name={name} />
          </Link>
          <div className="flex items-center gap-1">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </header>
        <div className="flex-1">{children}</div>
        <SiteFooter slim />
      </div>
    </ClientMessages>
  );
}
