'use client';

import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { Link } from '@/i18n/navigation';
import { LeasePlace, type LeaseWithPlace } from './lease-place';

type Item = LeaseWithPlace & {
  chargeId: string;
  kind: string;
  dueOn: string;
  openCents: number;
  totalCents: number;
  daysOverdue: number;
};

/** The oldest open items first, each leading to the account it stands on. */
export function OldestArrears({ items, count }: { items: readonly Item[]; count: number }) {
  const t = useTranslations('Overview');
  return (
    <Section id="arrears" title={t('attention')} flush>
      <ul className="divide-y divide-separator">
        {items.map((item) => (
          <li key={item.chargeId} className="flex items-start justify-between gap-4 px-5 py-3.5">
            <div className="min-w-0">
              <LeasePlace lease={item} />
              <p className="mt-0.5 text-sm text-muted">
                {t('dueOn')} <DateText day={item.dueOn} /> ·{' '}
                <span className="inline-block">{t('overdue', { days: item.daysOverdue })}</span>
              </p>
            </div>
            <div className="shrink-0 text-end">
              <Money amountCents={item.openCents} className="font-medium text-danger" />
              {item.openCents < item.totalCents && (
                <p className="text-sm text-muted">
                  {t('of')} <Money amountCents={item.totalCents} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <Link
          href="/dashboard/arrears"
          className="block border-t border-separator px-5 py-3 text-sm font-medium text-accent hover:underline"
        >
          {t('allArrears', { count })}
        </Link>
      )}
    </Section>
  );
}
