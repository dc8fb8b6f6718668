import { useTranslations } from 'next-intl';
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
