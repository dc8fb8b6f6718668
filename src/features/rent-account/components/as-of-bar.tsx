import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';

/** The balance at the end of another day, with the way back to today. */
export function AsOfBar({
  day,
  balanceCents,
  onToday,
}: {
  day: string;
  balanceCents: number;
  onToday: () => void;
}) {
  const t = useTranslations('Account');
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border-b border-separator bg-surface-secondary px-5 py-3 md:px-6"
    >
      <p>
        {t('balanceOn')} <DateText day={day} />:{' '}
        <Money amountCents={-balanceCents} tone="balance" className="font-semibold" />
      </p>
      <Button size="sm" onClick={onToday}>
        {t('backToToday')}
      </Button>
    </div>
  );
}
