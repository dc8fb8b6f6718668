import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Link } from '@/i18n/navigation';
import { HeaderNavigation } from './app-navigation';
import { LogoMark } from './logo';

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
    <header className="app-bar">
      <div className="mx-auto flex h-15 max-w-page items-center gap-1.5 px-4 md:gap-3 md:px-6">
        <Link href="/dashboard" className="rounded-lg" aria-label={t('today')}>
          <LogoMark />
        </Link>
        <div className="min-w-0 flex-1 lg:min-w-24 lg:flex-initial">{portfolio}</div>
        <div className="hidden lg:ms-1 lg:block lg:flex-1">
          <HeaderNavigation />
        </div>
        <div className="flex items-center">
          {search}
          <span className="ms-1 shrink-0">{user}</span>
        </div>
      </div>
    </header>
  );
}
