import { useTranslations } from 'next-intl';
import { startTransition, useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { banknoteIcon, plusIcon, receiptTextIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Section } from '@/components/section';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { ACCOUNT_PAGE } from '../pages';
import { withoutUndone } from '../statement-rules';
import { AccountDialog, actionsOn, type OpenDialog } from './account-dialog';
import { AccountEntry } from './account-entry';
import './account-statement.css';
import { AccountSummary } from './account-summary';
import { StatementMenu } from './statement-menu';

// For who looks at another day than today.
const AsOfBar = lazyPart(() => import('./as-of-bar').then((part) => ({ default: part.AsOfBar })));

/** The tenant's account (Mietkonto) like a bank statement, the latest on top. */
export function AccountStatement({
  tenantId,
  leases,
  canEdit,
}: {
  tenantId: string;
  /** The leases the account covers and that still stand, the latest first. */
  leases: readonly { id: string; label: string; isEnded: boolean }[];
  canEdit: boolean;
}) {
  const t = useTranslations('Account');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [asOf, setAsOf] = useState<string | null>(null);
  const [pages, query] = trpc.ledger.account.useSuspenseInfiniteQuery(
    { tenantId, ...ACCOUNT_PAGE, ...(asOf && { asOf }) },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const [showsUndone, setShowsUndone] = useState(false);
  const entries = pages.pages.flatMap((page) => page.rows);
  const standing = withoutUndone(entries);
  const rows = showsUndone ? entries : standing.rows;
  const summary = pages.pages[0]?.summary;
  const isOver = leases.every((lease) => lease.isEnded);
  const refund =
    canEdit && leases.length > 0 && (summary?.creditCents ?? 0) > 0
      ? () => setDialog({ kind: 'refund' })
      : null;
  // The rows in sight stay until those of the other day are there.
  const showAsOf = (day: string | null) => startTransition(() => setAsOf(day));
  return (
    <Section
      id="account"
      title={t('title')}
      flush
      description={entries.length > 0 ? t('text') : undefined}
      actions={
        <>
          {canEdit && leases.length > 0 && (
            <Button look="tertiary" icon={plusIcon} onClick={() => setDialog({ kind: 'charge' })}>
              {t('newCharge')}
            </Button>
          )}
          {isOver && refund && (
            <Button look="tertiary" onClick={refund}>
              {t('refund')}
            </Button>
          )}
          {/* The menu never stands on a line of its own. */}
          <span className="flex items-center gap-2">
            {canEdit && leases.length > 0 && (
              <Button look="primary" icon={banknoteIcon} onClick={() => setDialog({ kind: 'payment' })}>
                {t('recordPayment')}
              </Button>
            )}
            {(entries.length > 0 || asOf !== null) && (
              <StatementMenu tenantId={tenantId} showAsOf={showAsOf} refund={refund} />
            )}
          </span>
        </>
      }
    >
      {asOf !== null && (
        <AsOfBar day={asOf} balanceCents={summary?.balanceCents ?? 0} onToday={() => showAsOf(null)} />
      )}
      {entries.length === 0 && asOf === null ? (
        <EmptyState icon={receiptTextIcon} title={t('emptyTitle')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          {summary && asOf === null && (
            <div className="border-b border-separator bg-surface-secondary p-3 md:p-4">
              <AccountSummary summary={summary} isOver={isOver} />
            </div>
          )}
          <div
            aria-hidden="true"
            className="account-grid hidden px-6 py-2.5 text-[0.8125rem] font-medium text-muted md:grid"
          >
            <span>{t('date')}</span>
            <span className="ps-5">{t('what')}</span>
            <span className="text-end">{t('debit')}</span>
            <span className="text-end">{t('creditSide')}</span>
            <span className="text-end">{t('balanceShort')}</span>
          </div>
          <ul className="md:border-t md:border-separator">
            {rows.map((row) => (
              <AccountEntry
                key={row.id}
                row={row}
                place={
                  leases.length > 1 ? leases.find((lease) => lease.id === row.leaseId)?.label : undefined
                }
                actions={canEdit && asOf === null ? actionsOn(setDialog) : null}
              />
            ))}
          </ul>
          {standing.hiddenCount > 0 && (
            <div className="border-t border-separator p-2 text-center">
              <Button
                look="ghost"
                size="sm"
                className="text-muted"
                onClick={() => setShowsUndone(!showsUndone)}
              >
                {showsUndone ? t('hideUndone') : t('showUndone', { count: standing.hiddenCount })}
              </Button>
            </div>
          )}
          {query.hasNextPage && (
            <div className="border-t border-separator p-3 text-center">
              <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
                {t('earlier')}
              </Button>
            </div>
          )}
        </>
      )}
      {dialog && <AccountDialog dialog={dialog} leases={leases} today={portfolio.today} onClose={close} />}
    </Section>
  );
}
