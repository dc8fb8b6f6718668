'use client';

import { useTranslations } from 'next-intl';
import { Link, usePathname } from '@/i18n/navigation';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import { banknoteIcon, building2Icon, layoutDashboardIcon, settingsIcon, usersIcon } from '../icons';

const entries = [
  {
    href: '/dashboard',
    key: 'overview',
    icon: layoutDashboardIcon,
    also: ['/dashboard/setup'],
  },
  { href: '/dashboard/rent', key: 'rent', icon: banknoteIcon, also: ['/dashboard/arrears'] },
  { href: '/dashboard/properties', key: 'properties', icon: building2Icon, also: ['/property/'] },
  { href: '/dashboard/tenants', key: 'tenants', icon: usersIcon, also: ['/tenant/'] },
  { href: '/dashboard/settings', key: 'settings', icon: settingsIcon, also: [] },
] as const;

/** The five places of the signed-in pages: in the header where there is room, else within reach of the thumb. */
export function AppNavigation({ place }: { place: 'header' | 'bottom' }) {
  const t = useTranslations('Frame');
  const pathname: string = usePathname();
  const isBottom = place === 'bottom';
  return (
    <nav aria-label={t('appNavigation')} className={isBottom ? 'bottom-bar' : 'hidden md:block'}>
      <ul className={isBottom ? 'grid grid-cols-5' : 'flex gap-0.5'}>
        {entries.map((entry) => {
          // usePathname gives the address, so a property's page reads /property/<id>.
          const isCurrent =
            pathname === entry.href || entry.also.some((address) => pathname.startsWith(address));
          return (
            <li key={entry.href}>
              <Link
                href={entry.href}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex items-center transition-colors',
                  isBottom
                    ? 'min-h-14 flex-col justify-center gap-0.5 text-[0.6875rem] font-medium'
                    : 'rounded-lg px-3 py-2 text-sm',
                  isCurrent
                    ? isBottom
                      ? 'text-accent'
                      : 'bg-default font-medium'
                    : 'text-muted hover:text-foreground',
                )}
              >
                {isBottom && <Icon icon={entry.icon} className="size-5" />}
                {t(entry.key)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
