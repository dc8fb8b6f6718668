'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState, useTransition } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { chevronDownIcon, doorOpenIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Menu } from '@/components/menu';
import { SectionBoundary } from '@/components/section-boundary';
import type { CalendarDate } from '@/lib/calendar';
import { firstRange, type RangeChoice, rangeOf } from '../report-range-rules';
import { RangeMenu } from './range-menu';
import { ReportSkeleton } from './report-skeleton';

const ReportView = lazyPart(async () => ({ default: (await import('./report-view')).ReportView }));

const ID = 'statistics';

/** Figures of a property, of one of its units, or, without a property, of the whole portfolio. */
export function StatisticsSection({
  today,
  propertyId = null,
  units = [],
}: {
  /** In the portfolio's time zone. */
  today: CalendarDate;
  propertyId?: string | null;
  units?: readonly { id: string; name: string }[];
}) {
  const t = useTranslations('Statistics');
  const [pending, startTransition] = useTransition();
  const [choice, setChoice] = useState<RangeChoice>(firstRange);
  const [unitId, setUnitId] = useState<string | null>(null);
  const subject = unitId === null ? { propertyId, unitId } : { propertyId: null, unitId };
  return (
    <section id={ID} aria-labelledby={`${ID}-title`} className="scroll-mt-28">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-3">
        <h2 id={`${ID}-title`} className="text-lg font-semibold">
          {t('title')}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {units.length > 1 && (
            <UnitMenu units={units} unitId={unitId} onChange={(id) => startTransition(() => setUnitId(id))} />
          )}
          <RangeMenu
            choice={choice}
            today={today}
            onChange={(one) => startTransition(() => setChoice(one))}
          />
        </div>
      </div>
      <div aria-busy={pending} className={classNames('transition-opacity', pending && 'opacity-60')}>
        <SectionBoundary id={`${ID}-figures`}>
          <Suspense fallback={<ReportSkeleton />}>
            <ReportView asked={{ ...subject, ...rangeOf(choice, today) }} />
          </Suspense>
        </SectionBoundary>
      </div>
    </section>
  );
}

function UnitMenu({
  units,
  unitId,
  onChange,
}: {
  units: readonly { id: string; name: string }[];
  unitId: string | null;
  onChange: (unitId: string | null) => void;
}) {
  const t = useTranslations('Statistics');
  const name = units.find((one) => one.id === unitId)?.name ?? t('allUnits');
  return (
    <Menu
      label={`${t('unit')}: ${name}`}
      look="outline"
      size="sm"
      trigger={
        <>
          <Icon icon={doorOpenIcon} />
          <span className="max-w-40 truncate">{name}</span>
          <Icon icon={chevronDownIcon} />
        </>
      }
      groups={[
        [{ id: 'all', label: t('allUnits'), current: unitId === null, onSelect: () => onChange(null) }],
        units.map((one) => ({
          id: one.id,
          label: one.name,
          current: one.id === unitId,
          onSelect: () => onChange(one.id),
        })),
      ]}
    />
  );
}
