import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import type { Outputs } from '@/trpc/outputs';
import type { CostStatementWords } from '../words';

type Outlook = NonNullable<Outputs['costStatement']['get']['outlook']>;

/** How a running period will probably end for each lease, and what of last year is still without a bill. */
export function StatementOutlook({
  outlook,
  words,
  named,
}: {
  outlook: Outlook;
  words: CostStatementWords;
  /** The words of lines that have no bill yet. */
  named: CostStatementWords;
}) {
  const { t, money } = words;
  if (outlook.leases.length === 0) return null;
  return (
    <Section id="outlook" title={t('outlook.title')} description={t('outlook.text')} flush>
      <ul className="divide-y divide-separator text-sm">
        {outlook.leases.map(({ leaseId, resultCents, fittingCents, shouldChange }) => (
          <li
            key={leaseId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3 md:px-6"
          >
            <span className="min-w-0 font-medium">{words.lease(leaseId)}</span>
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
              {t(resultCents < 0 ? 'outlook.credit' : 'outlook.backPayment', {
                cents: money(Math.abs(resultCents)),
              })}
              {shouldChange && fittingCents !== null && (
                <StatusChip tone="warning">{t('outlook.fitting', { cents: money(fittingCents) })}</StatusChip>
              )}
            </span>
          </li>
        ))}
        {outlook.missing.map(({ lineId, toComeCents }) => (
          <li key={lineId} className="px-5 py-3 text-muted md:px-6">
            {t('outlook.missing', { line: named.line(lineId), cents: money(toComeCents) })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
