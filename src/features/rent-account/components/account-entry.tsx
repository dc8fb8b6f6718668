import { useTranslations } from 'next-intl';
import { Suspense, useId, useState } from 'react';
import { classNames } from '@/components/class-names';
import { DateText } from '@/components/date-text';
import { Icon } from '@/components/icon';
import { chevronRightIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Money } from '@/components/money';
import { SkeletonRows } from '@/components/skeleton';
import { StatusChip } from '@/components/status-chip';
import type { Outputs } from '@/trpc/outputs';
import { ownTitle, reversalTitle } from '../statement-rules';
import { ChargeStateChip, useChargeTitle } from './charge-words';
import type { EntryActions } from './entry-details';

// Most rows of an account are never opened.
const EntryDetails = lazyPart(async () => ({ default: (await import('./entry-details')).EntryDetails }));

export type AccountRow = Outputs['ledger']['account']['rows'][number];

/** What an entry of the account is called, charges and payments alike. */
export function useEntryTitle(): (row: AccountRow) => string {
  const t = useTranslations('Account');
  const labels = useTranslations('Labels');
  const chargeTitle = useChargeTitle();
  return (row) => {
    if (row.type === 'charge') return row.kind ? chargeTitle({ ...row, kind: row.kind }) : '';
    if (row.reversesPaymentId) return t(reversalTitle(row));
    if (row.bearsRefund) return t('refundBorne');
    const own = ownTitle(row.method);
    if (own) return labels(`paymentMethod.${own}`);
    return row.direction === 'out' ? t('paymentOut') : t('paymentIn');
  };
}

/** One line of the account; opens to its parts, its calculation, and what settled what. */
export function AccountEntry({
  row,
  place,
  actions,
}: {
  row: AccountRow;
  /** Which lease it belongs to, when the account has several. */
  place: string | undefined;
  actions: EntryActions | null;
}) {
  const t = useTranslations('Account');
  const titleOf = useEntryTitle();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const title = titleOf(row);
  const isTakenBack = row.reversesPaymentId !== null && row.isReturned && row.isReplaced;
  const isGone = row.isReversed || isTakenBack || row.isReverted || row.correctionReason === 'void';
  return (
    <li className="border-t border-separator first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="account-grid w-full px-5 py-3 text-start text-sm transition-colors hover:bg-surface-secondary md:px-6"
      >
        <span className="account-date text-muted">
          <DateText day={row.on} />
        </span>
        <span className="account-what flex min-w-0 items-center gap-1.5">
          <Icon
            icon={chevronRightIcon}
            className={classNames('size-3.5 text-muted transition-transform', isOpen && 'rotate-90')}
          />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className={classNames('font-medium', isGone && 'text-muted line-through')}>{title}</span>
            {row.state && row.state !== 'paid' && <ChargeStateChip state={row.state} />}
            {row.isReversed && (
              <StatusChip>
                {t(
                  row.isReturned
                    ? 'returned'
                    : row.isMoved
                      ? 'moved'
                      : row.isReplaced
                        ? 'corrected'
                        : 'undone',
                )}
              </StatusChip>
            )}
            {(isTakenBack || row.isReverted) && <StatusChip>{t('undone')}</StatusChip>}
            {row.type === 'payment' && !row.isReversed && <Settled row={row} />}
            {place && <span className="text-xs text-muted">{place}</span>}
          </span>
        </span>
        <Amount label={t('debit')} cents={row.debitCents} className="account-debit" />
        <Amount label={t('creditSide')} cents={row.creditCents} className="account-credit" />
        <span className="account-balance text-end">
          <span className="account-label">{t('balanceShort')}</span>
          <Money amountCents={-row.balanceCents} tone="balance" />
        </span>
      </button>
      {isOpen && (
        <div id={id} className="px-5 pb-4 md:px-6 md:ps-[10.25rem]">
          <Suspense fallback={<SkeletonRows count={2} />}>
            <EntryDetails row={row} title={title} actions={actions} />
          </Suspense>
        </div>
      )}
    </li>
  );
}

/** For which month or what else a payment was, without opening it. */
function Settled({ row }: { row: AccountRow }) {
  const t = useTranslations('Account');
  const chargeTitle = useChargeTitle();
  const [first, ...others] = row.settlements;
  if (!first) return null;
  return (
    <span className="text-xs text-muted">
      {others.length === 0
        ? chargeTitle(first)
        : t('settledMore', { first: chargeTitle(first), count: others.length })}
    </span>
  );
}

function Amount({ label, cents, className }: { label: string; cents: number; className: string }) {
  return (
    <span className={classNames(className, 'text-end', cents === 0 && 'account-empty')}>
      {cents !== 0 && (
        <>
          <span className="sr-only">{label} </span>
          <Money amountCents={cents} />
        </>
      )}
    </span>
  );
}
