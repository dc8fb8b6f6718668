'use client';

import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { calendarClockIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { daysBetween } from '@/lib/calendar';
import { LeasePlace, type LeaseWithPlace } from './lease-place';

type ComingDate = LeaseWithPlace & { kind: 'lease_ends' | 'lease_starts'; on: string; leaseId: string };

/** Leases that begin or end soon. */
export function ComingDates({ dates, today }: { dates: readonly ComingDate[]; today: string }) {
  const t = useTranslations('Overview');
  return (
    <Section id="dates" title={t('dates')} flush>
      {dates.length === 0 ? (
        <EmptyState icon={calendarClockIcon} title={t('noDates')}>
          {t('noDatesText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {dates.map((date) => (
            <li
              key={`${date.kind} ${date.leaseId}`}
              className="flex items-start justify-between gap-4 px-5 py-3.5"
            >
              <div className="min-w-0">
                <LeasePlace lease={date} />
              </div>
              <div className="shrink-0 text-end text-sm">
                <p className="font-medium">
                  {t(date.kind)} <DateText day={date.on} />
                </p>
                <p className="text-muted">{t('inDays', { days: daysBetween(today, date.on) })}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
