'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { DateText } from '@/components/date-text';
import { Icon } from '@/components/icon';
import {
  arrowRightIcon,
  banIcon,
  banknoteIcon,
  chevronRightIcon,
  landmarkIcon,
  listFilterIcon,
  pencilIcon,
  undo2Icon,
} from '@/components/icons';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { chargeTraits, paymentTraits } from '@/domain/account-kinds';
import { prorationOf } from '@/domain/charge-basis';
import type { Outputs } from '@/trpc/outputs';
import { ownTitle, reversalTitle } from '../statement-rules';
import { ChargeStateChip, useChargeTitle } from './charge-words';
import { useLineName } from './line-words';
import { ProrationText } from './proration-text';

export type AccountRow = Outputs['ledger']['account']['rows'][number];

export type EntryActions = {
  pay: (row: AccountRow) => void;
  waive: (row: AccountRow, title: string) => void;
  edit: (row: AccountRow) => void;
  undo: (row: AccountRow) => void;
  move: (row: AccountRow) => void;
  reallocate: (row: AccountRow) => void;
  return: (row: AccountRow) => void;
  revertReturn: (row: AccountRow) => void;
  cancel: (row: AccountRow, title: string) => void;
  revertWaiver: (row: AccountRow, title: string) => void;
};

/** What an entry of the account is called, charges and payments alike. */
export function useEntryTitle(): (row: AccountRow) => string {
  const t = useTranslations('Account');
  const labels = useTranslations('Labels');
  const chargeTitle = useChargeTitle();
  return (row) => {
    if (row.type === 'charge') return row.kind ? chargeTitle({ ...row, kind: row.kind }) : '';
    if (row.reversesPaymentId) return t(reversalTitle(row));
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
          <EntryDetails row={row} />
          {actions && <EntryButtons row={row} title={title} actions={actions} />}
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

function EntryButtons({ row, title, actions }: { row: AccountRow; title: string; actions: EntryActions }) {
  const t = useTranslations('Account');
  const isOpen = row.type === 'charge' && (row.openCents ?? 0) > 0;
  const isStanding = row.type === 'payment' && !row.isReversed && !row.reversesPaymentId;
  const isIncoming = isStanding && row.direction === 'in';
  const method = isStanding && row.method !== null ? paymentTraits[row.method] : null;
  const isUndoable = method?.undoneWith === 'payment';
  // What was carried over between two accounts goes back on both sides or not at all.
  const isMoney = method?.isMoney === true;
  const isMistakable = row.reversesPaymentId !== null && row.isReturned && !row.isReplaced;
  const isOneOff =
    row.kind !== null &&
    chargeTraits[row.kind].isVoidable &&
    (row.totalCents ?? 0) > 0 &&
    row.carriedKind === null;
  const isWaiver = row.correctionReason === 'waiver' && row.creditCents > 0 && !row.isReverted;
  if (!isOpen && !isIncoming && !isUndoable && !isMistakable && !isOneOff && !isWaiver) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isOpen && (
        <>
          <Button size="sm" icon={banknoteIcon} onClick={() => actions.pay(row)}>
            {t('recordPayment')}
          </Button>
          <Button size="sm" look="tertiary" icon={banIcon} onClick={() => actions.waive(row, title)}>
            {t('waive')}
          </Button>
        </>
      )}
      {isMoney && (
        <Button size="sm" look="tertiary" icon={pencilIcon} onClick={() => actions.edit(row)}>
          {t('edit')}
        </Button>
      )}
      {isIncoming && (
        <Button size="sm" look="tertiary" icon={listFilterIcon} onClick={() => actions.reallocate(row)}>
          {t('reallocate')}
        </Button>
      )}
      {isIncoming && isMoney && (
        <Button size="sm" look="tertiary" icon={arrowRightIcon} onClick={() => actions.move(row)}>
          {t('move')}
        </Button>
      )}
      {isIncoming && isMoney && (
        <Button size="sm" look="tertiary" icon={landmarkIcon} onClick={() => actions.return(row)}>
          {t('return')}
        </Button>
      )}
      {isUndoable && (
        <Button size="sm" look="tertiary" icon={undo2Icon} onClick={() => actions.undo(row)}>
          {t('undo')}
        </Button>
      )}
      {isOneOff && (
        <Button size="sm" look="tertiary" icon={undo2Icon} onClick={() => actions.cancel(row, title)}>
          {t('cancelCharge')}
        </Button>
      )}
      {isWaiver && (
        <Button size="sm" look="tertiary" icon={undo2Icon} onClick={() => actions.revertWaiver(row, title)}>
          {t('revertWaiver')}
        </Button>
      )}
      {isMistakable && (
        <Button size="sm" look="tertiary" icon={undo2Icon} onClick={() => actions.revertReturn(row)}>
          {t('revertReturn')}
        </Button>
      )}
    </div>
  );
}

function EntryDetails({ row }: { row: AccountRow }) {
  const t = useTranslations('Account');
  const labels = useTranslations('Labels');
  const lineName = useLineName();
  const chargeTitle = useChargeTitle();
  const proration = prorationOf(row.basis);
  const allocatedCents = row.settlements.reduce((sum, part) => sum + part.amountCents, 0);
  const restCents = row.creditCents - allocatedCents;
  return (
    <div className="flex flex-col gap-3 text-sm">
      {row.lines.length > 0 && (
        <Lines>
          {row.lines.map((line) => (
            <Line
              key={`${line.component} ${line.settlement} ${line.amountCents}`}
              name={
                line.vatCents === 0 ? (
                  lineName(line)
                ) : (
                  <>
                    {lineName(line)}{' '}
                    <span className="text-muted">
                      {t('vat')} <Money amountCents={line.vatCents} />
                    </span>
                  </>
                )
              }
              cents={line.amountCents}
            />
          ))}
        </Lines>
      )}
      {proration && <ProrationText proration={proration} />}
      {row.type === 'charge' && row.settlements.length > 0 && (
        <Lines title={t('paidWith')}>
          {row.settlements.map((part) => (
            <Line
              key={part.paymentId}
              name={
                <>
                  {t('paymentOf')} <DateText day={part.paidOn} />
                </>
              }
              cents={part.amountCents}
            />
          ))}
        </Lines>
      )}
      {row.type === 'charge' && (row.openCents ?? 0) > 0 && row.settlements.length > 0 && (
        <Lines>
          <Line name={<strong className="font-medium">{t('stillOpen')}</strong>} cents={row.openCents ?? 0} />
          {row.openLines.length > 0 &&
            row.lines.length > 1 &&
            row.openLines.map((line) => (
              <Line
                key={`${line.component} ${line.settlement} ${line.openCents}`}
                name={<span className="ps-4 text-muted">{lineName(line)}</span>}
                cents={line.openCents}
              />
            ))}
        </Lines>
      )}
      {row.type === 'payment' && row.method && !ownTitle(row.method) && (
        <p className="text-muted">
          {[
            labels(`paymentMethod.${row.method}`),
            row.cameIn && paymentTraits[row.method].isMoney && t(cameInWords(row.cameIn)),
            row.reference,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {row.type === 'payment' && row.settlements.length > 0 && (
        <Lines title={t('settles')}>
          {row.settlements.map((part) => (
            <Line key={part.chargeId} name={chargeTitle(part)} cents={part.amountCents} />
          ))}
          {restCents > 0 && <Line name={t('restCredit')} cents={restCents} />}
        </Lines>
      )}
      {row.type === 'payment' && row.settlements.length === 0 && restCents > 0 && !row.isReversed && (
        <p className="text-muted">{t('allCredit')}</p>
      )}
      {row.replaces && (
        <p className="text-muted">
          {row.replaces.leaseId !== row.leaseId ? (
            t('movedHere')
          ) : (
            <>
              {t(row.replaces.isReturned ? 'wasReturned' : 'was')}{' '}
              <Money amountCents={row.replaces.amountCents} /> · <DateText day={row.replaces.paidOn} />
            </>
          )}
        </p>
      )}
      {row.note && <p className="whitespace-pre-line">{row.note}</p>}
    </div>
  );
}

function Lines({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div>
      {title && <p className="mb-0.5 text-xs text-muted">{title}</p>}
      <dl className="flex max-w-md flex-col gap-0.5">{children}</dl>
    </div>
  );
}

function Line({ name, cents }: { name: ReactNode; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0">{name}</dt>
      <dd>
        <Money amountCents={cents} />
      </dd>
    </div>
  );
}

const cameInWords = ({ origin, isProven }: NonNullable<AccountRow['cameIn']>) =>
  `cameIn.${origin === 'typed' && isProven ? 'proven' : origin}` as const;
