'use client';

import { useTranslations } from 'next-intl';
import { Money } from '@/components/money';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { LinkTile } from './link-tile';

/** The portfolio of today in four figures, each leading to where it comes from. */
export function PortfolioFigures() {
  const t = useTranslations('Overview');
  const formats = useFormats();
  const [{ month, arrears, occupancy }] = trpc.overview.figures.useSuspenseQuery();
  const { availableCount, ownUseCount } = occupancy;
  // Noughts alone say nothing.
  if (month.dueCents === 0 && arrears.cents === 0 && availableCount + ownUseCount === 0) return null;
  const monthName = formatMonth(month.month, formats);
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title" className="sr-only">
        {t('figures')}
      </h2>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        <LinkTile
          href="/dashboard/rent"
          label={t('due')}
          value={<Money amountCents={month.dueCents} />}
          hint={monthName}
        />
        <LinkTile
          href="/dashboard/rent"
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
  );
}
