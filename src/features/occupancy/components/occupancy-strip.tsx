import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { ExplainButton } from '@/components/explain/explain-button';
import { Money } from '@/components/money';
import { formatDate, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type CalendarDate, type DateRange, daysInclusive, monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { type OccupancyState, occupancyStates } from '../segment-rules';

type Occupancy = Outputs['occupancy']['ofProperty'];
type Unit = Occupancy['units'][number];
type Segment = Unit['segments'][number];
type Solve = (unit: Unit, segment: Segment) => void;
/** What ends a vacancy or a conflict: a lease for the free days, or the end of own use from a day on. */
export type Remedy =
  | { what: 'lease'; unit: Unit; free: DateRange }
  | { what: 'period'; unit: Unit; from: CalendarDate };

/** A house of many flats begins with as many. */
const UNITS_SHOWN = 8;

// Told apart without colours, too: full, pale, hatched.
const looks: Record<OccupancyState, string> = {
  let: 'bg-accent',
  ownUse: 'bg-muted/45',
  vacant: 'bg-warning/35',
  gap: 'bg-warning',
  conflict: 'bg-danger-soft bg-[repeating-linear-gradient(135deg,var(--danger)_0_3px,transparent_3px_6px)]',
};

/**
 * A property's units day by day through the months around today, what its vacancies cost, and what ends them. The
 * page opens what the remedy needs; null for who may only look.
 */
export default function OccupancyStrip({
  propertyId,
  onRemedy,
}: {
  propertyId: string;
  onRemedy: ((remedy: Remedy) => void) | null;
}) {
  const t = useTranslations('Occupancy');
  const [occupancy] = trpc.occupancy.ofProperty.useSuspenseQuery({ propertyId });
  const [showsAll, setShowsAll] = useState(false);
  const units = occupancy.units.filter((unit) => unit.segments.length > 0);
  // What was never let and costs nothing is told by the empty list of leases.
  const isUntouched = units.every((unit) => unit.segments.every((segment) => segment.state === 'vacant'));
  if (isUntouched && occupancy.vacancyCost.result.costCents === 0) return null;

  const solve: Solve | null =
    onRemedy &&
    ((unit, { from, lettable, facts }) => {
      if (lettable) onRemedy({ what: 'lease', unit, free: lettable });
      else if (facts) onRemedy({ what: 'period', unit, from });
    });
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-separator px-5 py-5 md:px-6">
      <StripHead occupancy={occupancy} />
      <ul className="grid grid-cols-1 gap-4">
        {(showsAll ? units : units.slice(0, UNITS_SHOWN)).map((unit) => (
          <li key={unit.id} className="min-w-0">
            {units.length > 1 && <p className="mb-1.5 truncate text-sm font-medium">{unit.name}</p>}
            <Strip occupancy={occupancy} unit={unit} solve={solve} />
            <SegmentList occupancy={occupancy} unit={unit} solve={solve} />
          </li>
        ))}
      </ul>
      {units.length > UNITS_SHOWN && !showsAll && (
        <Button look="ghost" size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {t('showAll', { count: units.length })}
        </Button>
      )}
    </div>
  );
}

/** What the colours mean, the months, and what all vacancies have cost. */
function StripHead({ occupancy }: { occupancy: Occupancy }) {
  const t = useTranslations('Occupancy');
  const formats = useFormats();
  const { result, trace } = occupancy.vacancyCost;
  const present = occupancyStates.filter((state) =>
    occupancy.units.some((unit) => unit.segments.some((segment) => segment.state === state)),
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold">{t('title')}</h3>
        {(result.costCents > 0 || result.unpricedDays > 0) && (
          <p className="flex items-center gap-1 text-sm text-muted">
            <span>
              {result.costCents > 0 && (
                <>
                  {t('costSince', { day: formatDate(occupancy.from, formats) })}{' '}
                  <Money amountCents={result.costCents} className="font-semibold text-foreground" />
                  {result.unpricedDays > 0 && ' · '}
                </>
              )}
              {result.unpricedDays > 0 && t('unpriced', { days: result.unpricedDays })}
            </span>
            <ExplainButton trace={trace} className="-me-2 text-muted" />
          </p>
        )}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {present.map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={classNames('size-2.5 rounded-[3px]', looks[state])} />
            {t(`states.${state}`)}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="relative flex justify-between text-xs text-muted">
        <span>{formatMonth(monthOf(occupancy.from), formats, 'short')}</span>
        <span
          className="absolute -translate-x-1/2 font-medium text-foreground"
          style={{ left: share(occupancy, occupancy.from, occupancy.today) }}
        >
          {t('today')}
        </span>
        <span>{formatMonth(monthOf(occupancy.to), formats, 'short')}</span>
      </div>
    </div>
  );
}

/** How much of the strip the days take, as CSS. */
const share = (occupancy: Occupancy, from: CalendarDate, to: CalendarDate) =>
  `${(daysInclusive(from, to) / daysInclusive(occupancy.from, occupancy.to)) * 100}%`;

type StripProps = { occupancy: Occupancy; unit: Unit; solve: Solve | null };

/** The picture; what can be pressed in it stands in the list below for those who cannot see or point. */
function Strip({ occupancy, unit, solve }: StripProps) {
  const title = useSegmentTitle(occupancy);
  const [first] = unit.segments;
  return (
    <div aria-hidden="true" className="relative">
      <div className="flex h-6 overflow-clip rounded-md bg-surface-tertiary">
        {first && first.from > occupancy.from && (
          <span style={{ width: `calc(${share(occupancy, occupancy.from, first.from)} - 1px)` }} />
        )}
        {unit.segments.map((segment) => {
          const shape = {
            title: title(segment),
            style: { width: share(occupancy, segment.from, segment.to) },
            className: classNames(
              'min-w-[3px] border-e border-surface last:border-e-0',
              looks[segment.state],
              solve && isSolvable(segment) && 'cursor-pointer hover:opacity-80',
            ),
          };
          return solve && isSolvable(segment) ? (
            <button
              key={segment.from}
              type="button"
              tabIndex={-1}
              onClick={() => solve(unit, segment)}
              {...shape}
            />
          ) : (
            <span key={segment.from} {...shape} />
          );
        })}
      </div>
      <span
        className="pointer-events-none absolute -inset-y-1 w-0.5 -translate-x-1/2 rounded-full bg-foreground"
        style={{ left: share(occupancy, occupancy.from, occupancy.today) }}
      />
    </div>
  );
}

const isSolvable = (segment: Segment) => segment.lettable !== null || segment.facts !== null;

/** The strip in words; days in order are only read out, what wants an answer is shown. */
function SegmentList({ occupancy, unit, solve }: StripProps) {
  const t = useTranslations('Occupancy');
  const words = useTranslations('Unit');
  const formats = useFormats();
  const title = useSegmentTitle(occupancy);
  return (
    <ol aria-label={t('daysOf', { name: unit.name })} className="mt-1 grid grid-cols-1">
      {unit.segments.map((segment) => (
        <li
          key={segment.from}
          className={
            isSolvable(segment) ? 'flex flex-wrap items-center justify-between gap-x-4 text-sm' : 'sr-only'
          }
        >
          <span className="min-w-0 py-1">
            {title(segment)}
            {segment.costCents !== null && segment.costCents > 0 && (
              <>
                {' · '}
                <Money amountCents={segment.costCents} /> {t('lost')}
              </>
            )}
            {segment.aheadCents !== null && (
              <>
                {' · '}
                <Money amountCents={segment.aheadCents} /> {t('ahead')}
              </>
            )}
          </span>
          {solve && isSolvable(segment) && (
            <Button
              look="ghost"
              size="sm"
              className="-mx-3 text-accent"
              aria-label={t(segment.lettable ? 'letFrom' : 'endOwnUseFrom', {
                name: unit.name,
                day: formatDate(segment.lettable?.from ?? segment.from, formats),
              })}
              onClick={() => solve(unit, segment)}
            >
              {segment.lettable ? words('newLease') : t('endOwnUse')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** `Gap · 04/01/2026 – 05/31/2026 · 61 days`; what has no end in sight is told by its beginning. */
function useSegmentTitle({ to: lastDay, today }: Occupancy): (segment: Segment) => string {
  const t = useTranslations('Occupancy');
  const formats = useFormats();
  return ({ state, from, to, lettable }) => {
    const first = formatDate(from, formats);
    const name = t(`states.${state}`);
    const isOpen = lettable ? lettable.to === null : to === lastDay;
    if (isOpen && (lettable === null || from > today)) return `${name} · ${t('openFrom', { day: first })}`;
    const until = isOpen ? t('today') : formatDate(to, formats);
    const days = t('days', { count: daysInclusive(from, isOpen ? today : to) });
    return `${name} · ${until === first ? first : `${first} – ${until}`} · ${days}`;
  };
}
