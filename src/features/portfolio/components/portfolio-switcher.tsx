'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { chevronsUpDownIcon, plusIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import type { MemberRole } from '@/domain/vocabulary';
import { getPathname } from '@/i18n/navigation';
import { useGo } from '@/i18n/use-go';
import { choosePortfolio } from '../actions';
import { useKeptPortfolio } from './use-kept-portfolio';

export type SwitchablePortfolio = { id: string; name: string; role: MemberRole };

/** Names the current portfolio and leads to the others, or to a new one. */
export function PortfolioSwitcher({
  portfolios,
  currentId,
}: {
  portfolios: readonly SwitchablePortfolio[];
  currentId: string | undefined;
}) {
  const t = useTranslations('PortfolioSwitcher');
  const labels = useTranslations('Labels');
  const locale = useLocale();
  const go = useGo();
  const current = portfolios.find((portfolio) => portfolio.id === currentId);
  useKeptPortfolio(currentId);

  async function switchTo(id: string) {
    if (id === currentId) return;
    await choosePortfolio(id);
    // A whole new page: nothing read for the other portfolio may stay in memory.
    window.location.assign(getPathname({ href: '/dashboard', locale }));
  }

  if (!current) return null;
  return (
    <Menu
      label={t('label', { name: current.name })}
      placement="bottom start"
      triggerClassName="max-w-full min-w-0 px-2.5"
      trigger={
        <>
          <span className="max-w-48 truncate font-medium">{current.name}</span>
          <Icon icon={chevronsUpDownIcon} className="size-3.5 text-muted" />
        </>
      }
      groups={[
        portfolios.map((portfolio) => ({
          id: portfolio.id,
          label: portfolio.name,
          note: labels(`memberRole.${portfolio.role}`),
          current: portfolio.id === currentId,
          onSelect: () => void switchTo(portfolio.id),
        })),
        [
          {
            id: 'new',
            label: t('new'),
            icon: plusIcon,
            onSelect: () => go({ pathname: '/dashboard/setup', query: { new: '1' } }),
          },
        ],
      ]}
    />
  );
}
