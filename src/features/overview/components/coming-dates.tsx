'use client';

import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { calendarClockIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { Link } from '@/i18n/navigation';
import { daysBetween } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';
import { LeasePlace } from './lease-place';

type Overview = Pick<Outputs['overview']['get'], 'dates' | 'expiring' | 'today'>;
type ExpiringDocument = Overview['expiring'][number];

/** Leases that begin or end soon, and documents that run out. */
export function ComingDates({ dates, expiring, today }: Overview) {
  const t = useTranslations('Overview');
  const coming = [
    ...dates.map((date) => ({ ...date, key: `${date.kind} ${date.leaseId}` })),
    ...expiring.map((paper) => ({ ...paper, kind: 'document_ends' as const, key: paper.documentId })),
  ].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  return (
    <Section id="dates" title={t('dates')} flush>
      {coming.length === 0 ? (
        <EmptyState icon={calendarClockIcon} title={t('noDates')}>
          {t('noDatesText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {coming.map((date) => (
            <li key={date.key} className="flex items-start justify-between gap-4 px-5 py-3.5">
              <div className="min-w-0">
                {date.kind === 'document_ends' ? <PaperPlace paper={date} /> : <LeasePlace lease={date} />}
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

/** What and of whom; leads to the documents of the property, else of the tenant. */
function PaperPlace({ paper: { title, property, tenant } }: { paper: ExpiringDocument }) {
  const place = property ?? tenant;
  if (!place) return <p className="line-clamp-2 break-words font-medium">{title}</p>;
  const pathname = property ? '/property/[id]' : '/tenant/[id]';
  return (
    <>
      <p className="line-clamp-2 break-words">
        <Link
          href={{ pathname, params: { id: place.id }, hash: 'documents' }}
          className="font-medium hover:underline"
        >
          {title}
        </Link>
      </p>
      <p className="line-clamp-2 break-words text-sm text-muted">{place.name}</p>
    </>
  );
}
