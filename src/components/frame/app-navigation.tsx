'use client';

import { useTranslations } from 'next-intl';
import { Link, usePathname } from '@/i18n/navigation';
import { useGo } from '@/i18n/use-go';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import {
  banknoteIcon,
  building2Icon,
  chartColumnIcon,
  ellipsisIcon,
  fileTextIcon,
  historyIcon,
  layoutDashboardIcon,
  settingsIcon,
  usersIcon,
} from '../icons';
import { Menu } from '../menu';

const everyDay = [
  {
    href: '/dashboard',
    key: 'today',
    icon: layoutDashboardIcon,
    also: ['/dashboard/setup'],
  },
  {
    href: '/dashboard/rent',
    key: 'rent',
    icon: banknoteIcon,
    also: ['/dashboard/rent/', '/dashboard/arrears'],
  },
  { href: '/dashboard/properties', key: 'properties', icon: building2Icon, also: ['/property/'] },
  { href: '/dashboard/tenants', key: 'tenants', icon: usersIcon, also: ['/tenant/'] },
] as const;
const further = [
  { href: '/dashboard/documents', key: 'documents', icon: fileTextIcon, also: [] },
  { href: '/dashboard/year', key: 'year', icon: chartColumnIcon, also: [] },
  {
    href: '/dashboard/settings',
    key: 'settings',
    icon: settingsIcon,
    also: ['/dashboard/settings/'],
  },
] as const;
const activity = { href: '/dashboard/activity', key: 'activity', icon: historyIcon, also: [] } as const;

type Entry = (typeof everyDay)[number] | (typeof further)[number] | typeof activity;

/** usePathname gives the address, so a property's page reads /property/<id>. */
const isAt = (pathname: string, { href, also }: Entry) =>
  pathname === href || also.some((address) => pathname.startsWith(address));

/** The places of the signed-in pages, in the header where there is room for all of them. */
export function HeaderNavigation() {
  const t = useTranslations('Frame');
  const pathname: string = usePathname();
  return (
    <nav aria-label={t('appNavigation')}>
      <ul className="flex gap-0.5 xl:gap-1">
        {[...everyDay, ...further].map((entry) => {
          const isCurrent = isAt(pathname, entry);
          return (
            <li key={entry.href}>
              <Link
                href={entry.href}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex items-center rounded-lg px-2.5 py-2 text-sm transition-colors',
                  isCurrent ? 'bg-default font-medium' : 'text-muted hover:text-foreground',
                )}
              >
                {t(entry.key)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const barEntry =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium transition-colors';

/** Within reach of the thumb: the four places of every day, and a menu of the rest. */
export function BottomNavigation() {
  const t = useTranslations('Frame');
  const go = useGo();
  const pathname: string = usePathname();
  const rest = [...further.slice(0, 2), activity, ...further.slice(2)];
  const isFurther = rest.some((entry) => isAt(pathname, entry));
  return (
    <nav aria-label={t('appNavigation')} className="bottom-bar">
      {/* Equal columns, as long as every word has room in them. */}
      <ul className="grid grid-cols-[repeat(5,minmax(min-content,1fr))]">
        {everyDay.map((entry) => {
          const isCurrent = isAt(pathname, entry);
          return (
            <li key={entry.href}>
              <Link
                href={entry.href}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  barEntry,
                  isCurrent ? 'text-accent' : 'text-muted hover:text-foreground',
                )}
              >
                <Icon icon={entry.icon} className="size-5" />
                {t(entry.key)}
              </Link>
            </li>
          );
        })}
        <li>
          <Menu
            label={t('more')}
            placement="top end"
            triggerClassName={classNames('bottom-more', isFurther ? 'text-accent' : 'text-muted')}
            trigger={
              <>
                {/* A button's own icon keeps away from its words; here all five stand on a line. */}
                <Icon icon={ellipsisIcon} className="m-0 size-5" />
                {t('more')}
              </>
            }
            groups={[
              rest.map((entry) => ({
                id: entry.key,
                label: t(entry.key),
                icon: entry.icon,
                current: isAt(pathname, entry),
                onSelect: () => go(entry.href),
              })),
            ]}
          />
        </li>
      </ul>
    </nav>
  );
}
