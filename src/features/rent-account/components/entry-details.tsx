import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import {
  arrowRightIcon,
  banIcon,
  banknoteIcon,
  landmarkIcon,
  listFilterIcon,
  pencilIcon,
  percentIcon,
  undo2Icon,
} from '@/components/icons';
import { Money } from '@/components/money';
import { chargeTraits, paymentTraits } from '@/domain/account-kinds';
import { prorationOf, reductionOf } from '@/domain/charge-basis';
import { ownTitle } from '../statement-rules';
import type { AccountRow } from './account-entry';
import { useChargeTitle } from './charge-words';
import { useLineName } from './line-words';
import { ProrationText, ReductionText } from './proration-text';

export type EntryActions = {
  pay: (row: AccountRow) => void;
  waive: (row: AccountRow, title: string) => void;
  reduce: (row: AccountRow) => void;
  edit: (row: AccountRow) => void;
  undo: (row: AccountRow) => void;
  move: (row: AccountRow) => void;
  reallocate: (row: AccountRow) => void;
  return: (row: AccountRow) => void;
  revertReturn: (row: AccountRow) => void;
  cancel: (row: AccountRow, title: string) => void;
  revertWaiver: (row: AccountRow, title: string) => void;
};

/** What an open entry is made of, what settled what, and what can be done with it. */
export function EntryDetails({
  row,
  title,
  actions,
}: {
  row: AccountRow;
  title: string;
  actions: EntryActions | null;
}) {
  return (
    <>
      <EntryParts row={row} />
      {actions && <EntryButtons row={row} title={title} actions={actions} />}
    </>
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
  const isReducible = row.kind === 'rent' && row.correctsChargeId === null && (row.totalCents ?? 0) > 0;
  const isWaiver = row.correctionReason === 'waiver' && row.creditCents > 0 && !row.isReverted;
  if (!isOpen && !isIncoming && !isUndoable && !isMistakable && !isOneOff && !isReducible && !isWaiver)
    return null;
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
      {isReducible && (
        <Button size="sm" look="tertiary" icon={percentIcon} onClick={() => actions.reduce(row)}>
          {t('reduce')}
        </Button>
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
          {t(reductionOf(row.basis) ? 'revertReduction' : 'revertWaiver')}
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

function EntryParts({ row }: { row: AccountRow }) {
  const t = useTranslations('Account');
  const labels = useTranslations('Labels');
  const lineName = useLineName();
  const chargeTitle = useChargeTitle();
  const proration = prorationOf(row.basis);
  const reduction = row.revertsChargeId === null ? reductionOf(row.basis) : null;
  const allocatedCents = row.settlements.reduce((sum, part) => sum + part.amountCents, 0);
  const { refundedCents, carriedCents } = row;
  const leftCents = refundedCents + carriedCents;
  const restCents = row.creditCents - allocatedCents - leftCents;
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
      {reduction && <ReductionText reduction={reduction} />}
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
      {row.type === 'payment' && (row.settlements.length > 0 || leftCents > 0) && (
        <Lines title={row.settlements.length > 0 ? t('settles') : undefined}>
          {row.settlements.map((part) => (
            <Line key={part.chargeId} name={chargeTitle(part)} cents={part.amountCents} />
          ))}
          {refundedCents > 0 && <Line name={t('paidBack')} cents={refundedCents} />}
          {carriedCents > 0 && <Line name={labels('paymentMethod.account_transfer')} cents={carriedCents} />}
          {restCents > 0 && <Line name={t('restCredit')} cents={restCents} />}
        </Lines>
      )}
      {row.type === 'payment' &&
        row.settlements.length === 0 &&
        leftCents === 0 &&
        restCents > 0 &&
        !row.isReversed &&
        !row.bearsRefund && <p className="text-muted">{t('allCredit')}</p>}
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

function Lines({ title, children }: { title?: string | undefined; children: ReactNode }) {
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
