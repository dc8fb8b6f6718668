'use client';

import { useTranslations } from 'next-intl';
import { Money } from '@/components/money';
import { StatTile, StatTiles } from '@/components/stat-tile';
import type { Outputs } from '@/trpc/outputs';

/** Where an account stands today, in four figures. */
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
      <StatTile
        label={t('overdue')}
        value={<Money amountCents={overdueCents} />}
        tone={overdueCents > 0 ? 'danger' : 'neutral'}
        hint={overdueCents > 0 ? t('overdueHint') : t('nothingOverdue')}
      />
      <StatTile label={t('open')} value={<Money amountCents={openCents} />} hint={t('openHint')} />
      <StatTile label={t('credit')} value={<Money amountCents={creditCents} />} hint={t('creditHint')} />
    </StatTiles>
  );
}
