import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Link } from '@/i18n/navigation';
import { AppNavigation } from './app-navigation';
import { LanguageSwitch } from './language-switch';
import { LogoMark } from './logo';
import { ThemeSwitch } from './theme-switch';

/** Top of the signed-in pages. The switcher, the search and the user's menu belong to features and are handed in. */
export function AppHeader({
  portfolio,
  search,
  user,
}: {
  portfolio: ReactNode;
  search: ReactNode;
  user: ReactNode;
}) {
  const t = useTranslations('Frame');
  return (
    <header className="sticky top-0 z-30 border-b border-separator bg-background/90 backdrop-blur-md">
      <div className="mx-auto flex h-15 max-w-page items-center gap-1.5 px-4 md:gap-3 md:px-6">
        <Link href="/dashboard" className="rounded-lg" aria-label={t('overview')}>
          <LogoMark />
        </Link>
        <div className="min-w-0 flex-1 md:flex-none">{portfolio}</div>
        <div className="hidden md:ms-2 md:block md:flex-1">
          <AppNavigation place="header" />
        </div>
        <div className="flex items-center">
          {search}
          <LanguageSwitch />
          <ThemeSwitch />
          <span className="ms-1">{user}</span>
        </div>
      </div>
    </header>
  );
}
