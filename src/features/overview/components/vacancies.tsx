'use client';

import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Section } from '@/components/section';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';

type Overview = Outputs['overview']['get'];

/** Units that stand empty: since when, and when the next tenant comes. */
export function Vacancies({
  vacancies,
  count,
}: {
  vacancies: Overview['attention']['vacancies'];
  /** Of all of them. */
  count: number;
}) {
  const t = useTranslations('Overview');
  if (vacancies.length === 0) return null;
  return (
    <Section id="vacancies" title={t('vacancies.title')} flush>
      <ul className="divide-y divide-separator">
        {vacancies.map((unit) => (
          <li key={unit.unitId} className="flex items-start justify-between gap-4 px-5 py-3.5">
            <div className="min-w-0">
              <p className="line-clamp-2 break-words">
                <Link
                  href={{ pathname: '/property/[id]', params: { id: unit.propertyId } }}
                  className="font-medium hover:underline"
                >
                  {unit.isOnlyUnit ? unit.propertyName : unit.unitName}
                </Link>
              </p>
              {!unit.isOnlyUnit && unit.unitName !== unit.propertyName && (
                <p className="line-clamp-2 break-words text-sm text-muted">{unit.propertyName}</p>
              )}
            </div>
            <div className="shrink-0 text-end text-sm">
              <p className="font-medium">
                {unit.since
                  ? t.rich('vacancies.since', { day: () => <DateText day={unit.since ?? ''} /> })
                  : t('vacancies.never')}
              </p>
              {unit.nextOn && (
                <p className="text-muted">
                  {t.rich('vacancies.next', { day: () => <DateText day={unit.nextOn ?? ''} /> })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {count > vacancies.length && (
        <Link
          href={{ pathname: '/dashboard/properties', query: { only: 'vacant' } }}
          className="block border-t border-separator px-5 py-3 text-sm font-medium text-accent hover:underline"
        >
          {t('vacancies.all', { count })}
        </Link>
      )}
    </Section>
  );
}
