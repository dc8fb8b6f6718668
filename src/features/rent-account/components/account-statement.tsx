'use client';

import { useTranslations } from 'next-intl';
import { startTransition, useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { banknoteIcon, plusIcon, receiptTextIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { ACCOUNT_PAGE } from '../pages';
import { withoutUndone } from '../statement-rules';
import { AccountEntry, type AccountRow } from './account-entry';
import { PaymentDialog } from './payment-dialog';
import { UndoPaymentDialog } from './undo-payment-dialog';
import './account-statement.css';
import { lazyDialog } from '@/components/lazy-dialog';
import { AccountSummary, AsOfBar } from './account-summary';
import { StatementMenu } from './statement-menu';

const PostChargeDialog = lazyDialog(async () => (await import('./post-charge-dialog')).PostChargeDialog);
const VoidChargeDialog = lazyDialog(async () => (await import('./void-charge-dialog')).VoidChargeDialog);
const RevertWaiverDialog = lazyDialog(
  async () => (await import('./revert-waiver-dialog')).RevertWaiverDialog,
);
const WaiveChargeDialog = lazyDialog(async () => (await import('./waive-charge-dialog')).WaiveChargeDialog);
const ReturnPaymentDialog = lazyDialog(
  async () => (await import('./return-payment-dialog')).ReturnPaymentDialog,
);
const EditPaymentDialog = lazyDialog(async () => (await import('./edit-payment-dialog')).EditPaymentDialog);
const MovePaymentDialog = lazyDialog(async () => (await import('./move-payment-dialog')).MovePaymentDialog);
const ReallocatePaymentDialog = lazyDialog(
  async () => (await import('./reallocate-payment-dialog')).ReallocatePaymentDialog,
);
const RevertReturnDialog = lazyDialog(
  async () => (await import('./revert-return-dialog')).RevertReturnDialog,
);
const RefundDialog = lazyDialog(async () => (await import('./refund-dialog')).RefundDialog);

type OpenDialog =
  | { kind: 'payment'; leaseId?: string; chargeId?: string }
  | { kind: 'charge' }
  | { kind: 'waive' | 'cancel' | 'revertWaiver'; row: AccountRow; title: string }
  | { kind: 'edit'; row: AccountRow }
  | { kind: 'undo'; row: AccountRow }
  | { kind: 'move' | 'reallocate'; row: AccountRow }
  | { kind: 'return'; row: AccountRow }
  | { kind: 'revertReturn'; row: AccountRow; paymentId: string }
  | { kind: 'refund' };

/** The tenant's account (Mietkonto) like a bank statement, the latest on top. */
export function AccountStatement({
  tenantId,
  leases,
  canEdit,
}: {
  tenantId: string;
  /** The leases the account covers and that still stand, the latest first. */
  leases: readonly { id: string; label: string }[];
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
          {/* The menu never stands on a line of its own. */}
          <span className="flex items-center gap-2">
            {canEdit && leases.length > 0 && (
              <Button look="primary" icon={banknoteIcon} onClick={() => setDialog({ kind: 'payment' })}>
                {t('recordPayment')}
              </Button>
            )}
            {(entries.length > 0 || asOf !== null) && (
              <StatementMenu
                tenantId={tenantId}
                showAsOf={showAsOf}
                refund={
                  canEdit && leases.length > 0 && (summary?.creditCents ?? 0) > 0
                    ? () => setDialog({ kind: 'refund' })
                    : null
                }
              />
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
              <AccountSummary summary={summary} />
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
                actions={
                  canEdit && asOf === null
                    ? {
                        pay: ({ leaseId, id }) => setDialog({ kind: 'payment', leaseId, chargeId: id }),
                        cancel: (entry, title) => setDialog({ kind: 'cancel', row: entry, title }),
                        waive: (entry, title) => setDialog({ kind: 'waive', row: entry, title }),
                        revertWaiver: (entry, title) =>
                          setDialog({ kind: 'revertWaiver', row: entry, title }),
                        edit: (entry) => setDialog({ kind: 'edit', row: entry }),
                        undo: (entry) => setDialog({ kind: 'undo', row: entry }),
                        move: (entry) => setDialog({ kind: 'move', row: entry }),
                        reallocate: (entry) => setDialog({ kind: 'reallocate', row: entry }),
                        return: (entry) => setDialog({ kind: 'return', row: entry }),
                        revertReturn: (entry) =>
                          entry.reversesPaymentId &&
                          setDialog({ kind: 'revertReturn', row: entry, paymentId: entry.reversesPaymentId }),
                      }
                    : null
                }
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
      {dialog?.kind === 'payment' && (
        <PaymentDialog leases={leases} leaseId={dialog.leaseId} chargeId={dialog.chargeId} onClose={close} />
      )}
      {dialog?.kind === 'charge' && (
        <PostChargeDialog leases={leases} today={portfolio.today} onClose={close} />
      )}
      {dialog?.kind === 'cancel' && (
        <VoidChargeDialog chargeId={dialog.row.id} title={dialog.title} onClose={close} />
      )}
      {dialog?.kind === 'revertWaiver' && (
        <RevertWaiverDialog
          waiverId={dialog.row.id}
          title={dialog.title}
          amountCents={dialog.row.creditCents}
          onClose={close}
        />
      )}
      {dialog?.kind === 'waive' && (
        <WaiveChargeDialog
          chargeId={dialog.row.id}
          title={dialog.title}
          openCents={dialog.row.openCents ?? 0}
          onClose={close}
        />
      )}
      {dialog?.kind === 'move' && <MovePaymentDialog row={dialog.row} onClose={close} />}
      {dialog?.kind === 'reallocate' && <ReallocatePaymentDialog paymentId={dialog.row.id} onClose={close} />}
      {dialog?.kind === 'revertReturn' && (
        <RevertReturnDialog
          paymentId={dialog.paymentId}
          amountCents={dialog.row.debitCents}
          returnedOn={dialog.row.on}
          onClose={close}
        />
      )}
      {dialog?.kind === 'return' && (
        <ReturnPaymentDialog
          paymentId={dialog.row.id}
          amountCents={dialog.row.creditCents}
          paidOn={dialog.row.on}
          today={portfolio.today}
          onClose={close}
        />
      )}
      {dialog?.kind === 'refund' && <RefundDialog leases={leases} today={portfolio.today} onClose={close} />}
      {dialog?.kind === 'edit' && <EditPaymentDialog paymentId={dialog.row.id} onClose={close} />}
      {dialog?.kind === 'undo' && (
        <UndoPaymentDialog
          paymentId={dialog.row.id}
          amountCents={dialog.row.creditCents}
          paidOn={dialog.row.on}
          onClose={close}
        />
      )}
    </Section>
  );
}
