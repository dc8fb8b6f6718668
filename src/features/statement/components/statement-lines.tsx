import type { ReactNode } from 'react';
import { EmptyState } from '@/components/empty-state';
import { FactList } from '@/components/fact-list';
import { fileTextIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';
import { LineSharing, Share, stoppedLines } from './statement-line-sharing';

/** The costs line by line with their receipts, and what of them stays with the landlord. */
export function StatementLines({
  view,
  words,
  propertyId,
  isOpen,
}: {
  view: StatementView;
  words: CostStatementWords;
  propertyId: string;
  /** It may still be said how costs are shared out. */
  isOpen: boolean;
}) {
  const { t, money } = words;
  const reasons = Object.entries(view.landlord).filter(([, cents]) => cents !== 0);
  const stopped = stoppedLines(view);
  return (
    <>
      <Section id="lines" title={t('lines')} description={t('linesText')} flush>
        {view.lines.length + stopped.length === 0 ? (
          <EmptyState
            icon={fileTextIcon}
            title={t('noLines')}
            action={
              <LinkButton
                look="secondary"
                href={{ pathname: '/property/[id]/recurring', params: { id: propertyId } }}
              >
                {t('mend.bookings')}
              </LinkButton>
            }
          >
            {t('noLinesText')}
          </EmptyState>
        ) : (
          <div className="divide-y divide-separator">
            {view.lines.map((line) => (
              <Line key={line.lineId} line={line} words={words}>
                {isOpen && !line.plant && (
                  <Share lineId={line.lineId} view={view} words={words} propertyId={propertyId} />
                )}
              </Line>
            ))}
            {stopped.map((lineId) => (
              <p key={lineId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-3 md:px-6">
                <span className="min-w-0 font-medium">{words.numbered(lineId)}</span>
                <StatusChip tone="danger">{t('stopped')}</StatusChip>
                {isOpen && <Share lineId={lineId} view={view} words={words} propertyId={propertyId} />}
              </p>
            ))}
            <p className="flex justify-between gap-4 px-5 py-3 font-medium md:px-6">
              {t('together')}
              <span className="tabular-nums">{money(view.summary.billsCents)}</span>
            </p>
          </div>
        )}
      </Section>
      {reasons.length > 0 && (
        <Section id="landlord" title={t('landlordBears')} description={t('landlordText')}>
          <FactList
            facts={reasons.map(([reason, cents]) => ({
              label: t(`reasons.${reason as keyof StatementView['landlord']}`),
              value: money(cents),
            }))}
          />
        </Section>
      )}
    </>
  );
}

type ShownLine = StatementView['lines'][number];

function Line({
  line,
  words,
  children,
}: {
  line: ShownLine;
  words: CostStatementWords;
  children: ReactNode;
}) {
  const { t, money, day } = words;
  return (
    <details className="px-5 py-3 md:px-6">
      <summary className="unfolds">
        <span className="inline-flex w-[calc(100%-1.25em)] flex-wrap items-baseline justify-between gap-x-4 align-top">
          <span className="min-w-0 font-medium">{words.numbered(line.lineId)}</span>
          <span className="ms-auto tabular-nums">{money(line.totalCents)}</span>
          <span className="w-full text-sm text-muted">
            {words.key(line.key)} · {t(`principles.${line.principle}`)} ·{' '}
            {t('tenantsOf', { cents: money(line.tenantsCents) })}
          </span>
        </span>
      </summary>
      <LineSharing line={line} words={words} />
      <ul className="mt-3 grid gap-2 text-sm">
        {line.bills.map((bill) => (
          <li key={bill.transactionId} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              {[bill.title, bill.payee].filter(Boolean).join(' · ')}
              <span className="block text-muted">
                {bill.days === null || bill.daysOfBill === null
                  ? bill.paidOn && t('paidOn', { day: day(bill.paidOn) })
                  : t('billDays', {
                      cents: money(bill.amountCents),
                      days: String(bill.days),
                      of: String(bill.daysOfBill),
                    })}
              </span>
            </span>
            <span className="tabular-nums">{money(bill.partCents)}</span>
          </li>
        ))}
        {line.landlordShares.map((share, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index} className="flex items-baseline justify-between gap-4 text-muted">
            <span>
              {[
                share.reason && t(`reasons.${share.reason}`),
                share.leaseId ? words.lease(share.leaseId) : share.of,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="tabular-nums">{money(share.amountCents)}</span>
          </li>
        ))}
      </ul>
      {children && <div className="mt-2">{children}</div>}
    </details>
  );
}
