import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import type { RentLine } from '@/features/rent/rules';
import { sumCents } from '@/lib/money';
import { useLastRent } from './use-last-rent';

/** What the units were let for last, to be taken over for the next lease. */
export function LastRent({
  unitIds,
  onTake,
}: {
  unitIds: readonly string[];
  onTake: (lines: readonly RentLine[]) => void;
}) {
  const t = useTranslations('LeaseForm');
  const last = useLastRent(unitIds);
  if (!last) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-surface-secondary px-4 py-2.5 text-sm">
      <p>
        {t.rich('lastRent', {
          amount: () => <Money amountCents={sumCents(last.lines.map((line) => line.amountCents))} />,
          day: () => <DateText day={last.endsOn} />,
        })}
      </p>
      <Button look="tertiary" size="sm" onClick={() => onTake(last.lines)}>
        {t('takeLastRent')}
      </Button>
    </div>
  );
}
