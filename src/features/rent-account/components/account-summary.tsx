import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { StatTile, StatTiles } from '@/components/stat-tile';
import type { Outputs } from '@/trpc/outputs';

/** Where an account stands today; what one figure says no other says again. */
export function AccountSummary({
  summary,
  isOver,
}: {
  summary: Outputs['ledger']['account']['summary'];
  /** No lease goes on: no rent will use credit up. */
  isOver: boolean;
}) {
  const t = useTranslations('Account');
  const { balanceCents, overdueCents, openCents, creditCents } = summary;
  const isAllOverdue = openCents > 0 && overdueCents === openCents;
  return (
    <StatTiles>
      <StatTile
        label={t('open')}
        value={<Money amountCents={openCents} />}
        tone={isAllOverdue ? 'danger' : 'neutral'}
        hint={isAllOverdue ? t('overdueHint') : openCents > 0 ? t('openHint') : t('isSettled')}
      />
      {overdueCents > 0 && !isAllOverdue && (
        <StatTile
          label={t('overdue')}
          value={<Money amountCents={overdueCents} />}
          tone="danger"
          hint={t('overdueHint')}
        />
      )}
      {creditCents > 0 && (
        <StatTile
          label={t('credit')}
          value={<Money amountCents={creditCents} />}
          hint={t(isOver ? 'creditOver' : 'creditHint')}
        />
      )}
      {creditCents > 0 && openCents > 0 && (
        <StatTile
          label={t('balance')}
          // The account is the tenant's: what is owed stands as a minus.
          value={<Money amountCents={-balanceCents} tone="balance" />}
          hint={balanceCents > 0 ? t('isOwed') : balanceCents < 0 ? t('isCredit') : t('isSettled')}
        />
      )}
    </StatTiles>
  );
}

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
