import { StatTile } from '@/components/stat-tile';
import { readyResults } from '../result-rules';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';

/** What the results come to that stand; of those that do not, how many. */
export function ResultTile({
  view,
  words: { t, money },
}: {
  view: StatementView;
  words: CostStatementWords;
}) {
  const { count, waiting, backPaymentsCents, creditsCents } = readyResults(view.leases);
  const credits = t('creditsHint', { cents: money(creditsCents) });
  const waits = t('waitingHint', { count: waiting });
  if (count === 0 && waiting > 0) return <StatTile label={t('backPayments')} value="–" hint={waits} />;
  return (
    <StatTile
      label={t('backPayments')}
      value={money(backPaymentsCents)}
      hint={waiting > 0 ? `${credits} · ${waits}` : credits}
    />
  );
}
