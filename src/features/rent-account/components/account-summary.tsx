'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { StatTile, StatTiles } from '@/components/stat-tile';
import type { Outputs } from '@/trpc/outputs';

/** Where an account stands today; a figure that would say the same as the one before it is left out. */
export function AccountSummary({ summary }: { summary: Outputs['ledger']['account']['summary'] }) {
  const t = useTranslations('Account');
  const { balanceCents, overdueCents, openCents, creditCents } = summary;
  return (
    <StatTiles>
      <StatTile
        label={t('balance')}
        // The account is the tenant's: what is owed stands as a minus.
        value={<Money amountCents={-balanceCents} tone="balance" />}
        hint={balanceCents > 0 ? t('isOwed') : balanceCents < 0 ? t('isCredit') : t('isSettled')}
      />
      {(overdueCents > 0 || openCents === 0) && (
        <StatTile
          label={t('overdue')}
          value={<Money amountCents={overdueCents} />}
          tone={overdueCents > 0 ? 'danger' : 'neutral'}
          hint={overdueCents > 0 ? t('overdueHint') : t('nothingOverdue')}
        />
      )}
      {openCents !== overdueCents && (
        <StatTile label={t('open')} value={<Money amountCents={openCents} />} hint={t('openHint')} />
      )}
      {creditCents > 0 && creditCents !== -balanceCents && (
        <StatTile label={t('credit')} value={<Money amountCents={creditCents} />} hint={t('creditHint')} />
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
