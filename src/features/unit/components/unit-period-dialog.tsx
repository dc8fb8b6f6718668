import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { CalendarDate } from '@/lib/calendar';
import type { NamedUnit } from './unit-state';

const UnitPeriodForm = lazyPart(() =>
  import('./unit-period-form').then((module) => ({ default: module.UnitPeriodForm })),
);

/** Area, share or own use: changed from a day on, or corrected where they were entered wrongly. */
export function UnitPeriodDialog({
  unit,
  changeFrom,
  onClose,
}: {
  unit: NamedUnit | null;
  /** Known beforehand: own use ends on that day. */
  changeFrom?: CalendarDate;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  return (
    <Dialog
      open={unit !== null}
      onOpenChange={onClose}
      title={t('periodTitle')}
      description={unit ? unit.name : undefined}
    >
      {unit && (
        <Suspense fallback={<SkeletonForm fields={3} />}>
          <UnitPeriodForm unit={unit} changeFrom={changeFrom} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}
