import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { Icon } from '@/components/icon';
import { calendarDaysIcon, chevronDownIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Menu } from '@/components/menu';
import { SkeletonForm } from '@/components/skeleton-form';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { offeredYears, type RangeChoice, rangeOf } from '../report-range-rules';

const RangeForm = lazyPart(() => import('./range-form').then((module) => ({ default: module.RangeForm })));

/** Which days the figures are of: the last twelve months, a year, or any two days. */
export function RangeMenu({
  choice,
  today,
  onChange,
}: {
  choice: RangeChoice;
  today: CalendarDate;
  onChange: (choice: RangeChoice) => void;
}) {
  const t = useTranslations('Statistics');
  const formats = useFormats();
  const [asking, setAsking] = useState(false);
  const label = (one: RangeChoice) => {
    if (one.kind === 'last_12_months') return t('presets.last_12_months');
    if (one.kind === 'year') return String(one.year);
    return t('counted', {
      from: formatDate(one.range.from, formats),
      to: formatDate(one.range.to, formats),
    });
  };
  const entry = (one: RangeChoice) => ({
    id: label(one),
    label: label(one),
    current: label(one) === label(choice),
    onSelect: () => onChange(one),
  });
  return (
    <>
      <Menu
        label={`${t('range')}: ${label(choice)}`}
        look="outline"
        size="sm"
        trigger={
          <>
            <Icon icon={calendarDaysIcon} />
            {label(choice)}
            <Icon icon={chevronDownIcon} />
          </>
        }
        groups={[
          [entry({ kind: 'last_12_months' })],
          offeredYears(today).map((year) => entry({ kind: 'year', year })),
          [
            {
              id: 'custom',
              label: t('presets.custom'),
              current: choice.kind === 'custom',
              onSelect: () => setAsking(true),
            },
          ],
        ]}
      />
      <Dialog open={asking} onOpenChange={setAsking} title={t('customTitle')} size="sm">
        <Suspense fallback={<SkeletonForm />}>
          <RangeForm
            initial={rangeOf(choice, today)}
            onDone={(range) => {
              setAsking(false);
              onChange({ kind: 'custom', range });
            }}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
