'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/empty-state';
import { building2Icon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Money } from '@/components/money';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { AttentionList } from './attention-list';
import { ComingDates } from './coming-dates';
import { LinkTile } from './link-tile';
import { OldestArrears } from './oldest-arrears';
import { RecentActivity } from './recent-activity';
import { SetupReminder } from './setup-reminder';
import { Vacancies } from './vacancies';

/** What needs attention today; every figure leads to where it comes from. `children` stand before the changes. */
export function Overview({
  timeZone,
  canEdit,
  children,
}: {
  timeZone: string;
  canEdit: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('Overview');
  const formats = useFormats();
  const [overview] = trpc.overview.get.useSuspenseQuery();
  const [profile] = trpc.account.getProfile.useSuspenseQuery();
  const { arrears, month, occupancy, setup } = overview;

  if (!setup.hasProperty) {
    return (
      <div className="rounded-2xl bg-surface py-6 shadow-surface">
        <EmptyState
          level={2}
          icon={building2Icon}
          title={t('empty.title')}
          action={canEdit && <LinkButton href="/dashboard/setup">{t('empty.action')}</LinkButton>}
        >
          {t('empty.text')}
        </EmptyState>
      </div>
    );
  }

  const monthName = formatMonth(monthOf(month.from), formats);
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      {canEdit && profile.setupDismissedAt === null && <SetupReminder setup={setup} />}
      <section aria-labelledby="figures-title">
        <h2 id="figures-title" className="sr-only">
          {t('figures')}
        </h2>
        <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
          <LinkTile
            href={{ pathname: '/dashboard/tenants', query: { only: 'current', sort: '-arrears' } }}
            label={t('due')}
            value={<Money amountCents={month.dueCents} />}
            hint={monthName}
          />
          <LinkTile
            href={{ pathname: '/dashboard', hash: 'statistics' }}
            label={t('received')}
            value={<Money amountCents={month.receivedCents} />}
            hint={monthName}
          />
          <LinkTile
            href="/dashboard/arrears"
            label={t('arrears')}
            value={<Money amountCents={arrears.cents} />}
            hint={arrears.count === 0 ? t('noArrears') : t('arrearsOf', { leases: arrears.leases })}
            tone={arrears.cents > 0 ? 'danger' : 'neutral'}
          />
          <LinkTile
            href={
              occupancy.vacantCount > 0
                ? { pathname: '/dashboard/properties', query: { only: 'vacant' } }
                : '/dashboard/properties'
            }
            label={t('occupancy')}
            value={
              occupancy.availableCount === 0
                ? t('nothingToLet')
                : t('letOf', { let: occupancy.letCount, all: occupancy.availableCount })
            }
            hint={
              <>
                {occupancy.vacantCount === 0 ? t('noVacancy') : t('vacant', { count: occupancy.vacantCount })}
                {occupancy.ownUseCount > 0 && ` · ${t('ownUse', { count: occupancy.ownUseCount })}`}
              </>
            }
          />
        </div>
      </section>
      <div className="grid grid-cols-1 items-start gap-6 md:gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="grid grid-cols-1 gap-6 md:gap-8">
          <AttentionList overview={overview} />
          {arrears.count > 0 && <OldestArrears items={arrears.oldest} count={arrears.count} />}
        </div>
        <div className="grid grid-cols-1 gap-6 md:gap-8">
          <ComingDates dates={overview.dates} expiring={overview.expiring} today={overview.today} />
          <Vacancies vacancies={overview.attention.vacancies} count={occupancy.vacantCount} />
        </div>
      </div>
      {children}
      <RecentActivity events={overview.events} timeZone={timeZone} />
    </div>
  );
}
