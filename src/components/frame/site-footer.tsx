import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/link';
import { classNames } from '../class-names';
import { LanguageSwitch } from './language-switch';
import { LogoMark } from './logo';

const pages = [
  { href: '/what', key: 'what' },
  { href: '/about', key: 'about' },
  { href: '/contact', key: 'contact' },
  { href: '/imprint', key: 'imprint' },
  { href: '/privacy', key: 'privacy' },
] as const;

export function SiteFooter({ slim = false }: { slim?: boolean }) {
  const t = useTranslations('Frame');
  const shown = slim ? pages.slice(-2) : pages;
  return (
    <footer className={classNames(!slim && 'mt-20 border-t border-separator md:mt-28')}>
      <div
        className={classNames(
          'mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-6 text-sm text-muted md:px-6',
          slim ? 'justify-center' : 'md:py-8',
        )}
      >
        {!slim && <LogoMark className="size-6 opacity-80" />}
        <nav aria-label={t('footerNavigation')}>
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {shown.map((page) => (
              <li key={page.href}>
                <Link href={page.href} className="rounded hover:text-foreground hover:underline">
                  {t(page.key)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {!slim && <LanguageSwitch long className="-mx-3 sm:ms-auto" />}
      </div>
    </footer>
  );
}
