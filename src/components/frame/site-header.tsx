import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/link';
import { Icon } from '../icon';
import { menuIcon } from '../icons';
import { LinkButton } from '../link-button';
import { LanguageSwitch } from './language-switch';
import { Logo } from './logo';
import { ThemeSwitch } from './theme-switch';

const pages = [
  { href: '/what', key: 'what' },
  { href: '/about', key: 'about' },
  { href: '/contact', key: 'contact' },
] as const;

export function SiteHeader() {
  const t = useTranslations('Frame');
  const name = useTranslations('Site')('name');
  return (
    <header className="app-bar">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 md:px-6">
        <Link href="/" className="me-2 rounded-lg lg:me-4" aria-label={t('home')}>
          <Logo name={name} />
        </Link>
        <nav aria-label={t('siteNavigation')} className="hidden flex-1 md:block">
          <ul className="flex">
            {pages.map((page) => (
              <li key={page.href}>
                <Link
                  href={page.href}
                  className="block rounded-lg px-2 py-2 text-sm whitespace-nowrap text-muted transition-colors lg:px-3 hover:text-foreground"
                >
                  {t(page.key)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex items-center gap-1">
          <LanguageSwitch />
          <ThemeSwitch />
          <span className="for-visitors">
            <LinkButton href="/auth/login" look="ghost" className="hidden sm:inline-flex">
              {t('signIn')}
            </LinkButton>
            <LinkButton href="/auth/register" className="ms-1 hidden sm:inline-flex">
              {t('register')}
            </LinkButton>
          </span>
          <span className="for-signed-in">
            <LinkButton href="/dashboard" className="ms-1 hidden sm:inline-flex">
              {t('toOwn')}
            </LinkButton>
          </span>
          <details className="site-menu relative md:hidden">
            <summary className="button button--ghost button--icon-only" aria-label={t('menu')}>
              <Icon icon={menuIcon} className="size-5" />
            </summary>
            <nav
              aria-label={t('siteNavigation')}
              className="absolute end-0 top-full mt-2 w-60 rounded-xl bg-overlay p-2 shadow-overlay"
            >
              <ul>
                {pages.map((page) => (
                  <li key={page.href}>
                    <Link href={page.href} className="block rounded-lg px-3 py-2.5 hover:bg-default">
                      {t(page.key)}
                    </Link>
                  </li>
                ))}
              </ul>
              <div className="for-visitors mt-2 grid gap-2 border-t border-separator p-1 pt-3">
                <LinkButton href="/auth/register" className="w-full">
                  {t('register')}
                </LinkButton>
                <LinkButton href="/auth/login" look="tertiary" className="w-full">
                  {t('signIn')}
                </LinkButton>
              </div>
              <div className="for-signed-in mt-2 border-t border-separator p-1 pt-3">
                <LinkButton href="/dashboard" className="w-full">
                  {t('toOwn')}
                </LinkButton>
              </div>
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}
