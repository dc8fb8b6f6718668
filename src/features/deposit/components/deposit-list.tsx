import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { pencilIcon, plusIcon, trash2Icon, undo2Icon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type Deposit, type Doing, type LeaseDeposits, missingCents } from './deposit-doing';

/** The deposits of each lease, with what the law says of them and what happened to them. */
export function DepositList({
  leases,
  nameOf,
  onDo,
  today,
}: {
  leases: readonly LeaseDeposits[];
  nameOf: (leaseId: string) => string | undefined;
  /** Nothing where one only looks. */
  onDo: ((doing: Doing) => void) | null;
  today: string;
}) {
  return (
    <div className="flex flex-col gap-8">
      {leases.map((lease) => (
        <div key={lease.leaseId} className="flex flex-col gap-4">
          {leases.length > 1 && <h3 className="font-medium">{nameOf(lease.leaseId)}</h3>}
          <LeaseNotices lease={lease} />
          <HoldBack lease={lease} onDo={onDo} />
          <Sold lease={lease} onDo={onDo} />
          <ul className="divide-y divide-separator *:not-first:pt-5 *:not-last:pb-5">
            {lease.deposits.map((deposit) => (
              <DepositItem key={deposit.id} lease={lease} deposit={deposit} onDo={onDo} today={today} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function LeaseNotices({ lease }: { lease: LeaseDeposits }) {
  const t = useTranslations('Deposit');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const excessCents = lease.cap?.result.excessCents ?? 0;
  return (
    <>
      {lease.cap && excessCents > 0 && (
        <Notice
          tone="warning"
          title={t(lease.isGerman ? 'overCap' : 'overOwnCap', { amount: money(excessCents) })}
        >
          {t(lease.isGerman ? 'capText' : 'ownCapText', { cap: money(lease.cap.result.capCents) })}{' '}
          <ExplainButton trace={lease.cap.trace} />
        </Notice>
      )}
      {!lease.isGerman && <p className="text-sm text-muted">{t(lease.cap ? 'ownLaw' : 'noLaw')}</p>}
      {lease.threshold?.isReached && (
        <Notice tone="info">
          {t('threshold', {
            arrears: money(lease.threshold.arrearsCents),
            limit: money(lease.threshold.limitCents),
          })}
        </Notice>
      )}
    </>
  );
}

/** What of the deposit of a tenancy that has ended may wait until its costs are settled. */
function HoldBack({ lease, onDo }: { lease: LeaseDeposits; onDo: ((doing: Doing) => void) | null }) {
  const t = useTranslations('Deposit');
  const formats = useFormats();
  const [deposit] = lease.deposits.toSorted((a, b) => b.balance.balanceCents - a.balance.balanceCents);
  const until = lease.holdBack?.result.until ?? null;
  if (!lease.holdBack || !deposit || until === null) return null;
  const amountCents = Math.min(lease.holdBack.result.amountCents, deposit.balance.balanceCents);
  const proposal = { amountCents, heldUntil: until, reason: t('holdBackReason') };
  return (
    <Notice title={t('holdBackTitle', { amount: formatMoney(amountCents, formats.currency, formats) })}>
      <p>
        {t('holdBackText', { day: formatDate(until, formats) })}{' '}
        <ExplainButton trace={lease.holdBack.trace} />
      </p>
      {onDo && (
        <Button size="sm" className="mt-2" onClick={() => onDo({ kind: 'record', lease, deposit, proposal })}>
          {t('holdBackDo')}
        </Button>
      )}
    </Notice>
  );
}

/** What is still held of a deposit although the house it was given for is the buyer's. */
function Sold({ lease, onDo }: { lease: LeaseDeposits; onDo: ((doing: Doing) => void) | null }) {
  const { soldOn } = lease;
  const t = useTranslations('Deposit');
  const formats = useFormats();
  const deposit = lease.deposits.find(({ balance }) => balance.balanceCents > 0);
  if (!deposit || soldOn === null) return null;
  return (
    <Notice title={t('soldTitle', { amount: formatMoney(lease.balanceCents, formats.currency, formats) })}>
      <p>{lease.isGerman ? t('soldText', { day: formatDate(soldOn, formats) }) : t('soldTextElsewhere')}</p>
      {onDo && (
        <Button size="sm" className="mt-2" onClick={() => onDo({ kind: 'record', lease, deposit })}>
          {t('soldDo')}
        </Button>
      )}
    </Notice>
  );
}

function DepositItem({
  lease,
  deposit,
  onDo,
  today,
}: {
  lease: LeaseDeposits;
  deposit: Deposit;
  onDo: ((doing: Doing) => void) | null;
  today: string;
}) {
  const t = useTranslations('Deposit');
  const labels = useTranslations('Labels');
  const { balance } = deposit;
  const isMissing = missingCents(deposit) > 0;
  return (
    <li>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">
            {labels(`depositForm.${deposit.form}`)} · <Money amountCents={deposit.agreedCents} />
          </p>
          {deposit.heldAt && <p className="text-sm text-muted">{deposit.heldAt}</p>}
        </div>
        {onDo && (
          <div className="flex gap-2">
            <Button size="sm" icon={plusIcon} onClick={() => onDo({ kind: 'record', lease, deposit })}>
              {t('record')}
            </Button>
            <Button
              size="sm"
              look="ghost"
              icon={pencilIcon}
              iconOnly
              aria-label={t('edit')}
              onClick={() => onDo({ kind: 'edit', deposit })}
            />
            {deposit.movements.length === 0 && (
              <Button
                size="sm"
                look="ghost"
                icon={trash2Icon}
                iconOnly
                aria-label={t('remove')}
                onClick={() => onDo({ kind: 'remove', deposit })}
              />
            )}
          </div>
        )}
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Figure label={t('held')} cents={balance.balanceCents} />
        <Figure label={t('received')} cents={balance.receivedCents} />
        {balance.movedCents !== 0 && <Figure label={t('moved')} cents={balance.movedCents} />}
        {balance.heldBackCents > 0 && <Figure label={t('heldBack')} cents={balance.heldBackCents} />}
        {balance.heldBackCents > 0 && <Figure label={t('returnable')} cents={balance.returnableCents} />}
      </dl>
      {isMissing && deposit.instalments && (
        <div className="mt-4 text-sm">
          <p className="flex items-center gap-1 text-muted">
            {t('instalments')} <ExplainButton trace={deposit.instalments.trace} />
          </p>
          <ul className="mt-1 max-w-md">
            {deposit.instalments.result.map((part) => (
              <li key={part.dueOn} className="flex justify-between gap-4">
                <span className={part.openCents > 0 && part.dueOn < today ? 'text-danger' : undefined}>
                  <DateText day={part.dueOn} />
                  {part.openCents === 0 && ` · ${t('paid')}`}
                </span>
                <Money amountCents={part.amountCents} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {deposit.movements.length > 0 && (
        <ul className="mt-4 divide-y divide-separator border-t border-separator text-sm">
          {deposit.movements
            .filter((movement) => !movement.isReversed && movement.reversesMovementId === null)
            .map((movement) => (
              <li key={movement.id} className="flex items-center justify-between gap-4 py-2">
                <span className="min-w-0">
                  <DateText day={movement.bookedOn} /> · {labels(`depositMovement.${movement.kind}`)}
                  {movement.reason && <span className="text-muted"> – {movement.reason}</span>}
                  {movement.kind === 'deduction' &&
                    movement.paymentId === null &&
                    deposit.form === 'cash' && <span className="block text-muted">{t('countsNowhere')}</span>}
                  {movement.heldUntil && (
                    <span className="text-muted">
                      {' '}
                      {t('until')} <DateText day={movement.heldUntil} />
                    </span>
                  )}
                </span>
                <span className="flex items-center gap-1">
                  <Money amountCents={movement.amountCents} />
                  {onDo && (
                    <Button
                      size="sm"
                      look="ghost"
                      iconOnly
                      icon={undo2Icon}
                      aria-label={t('undo')}
                      onClick={() => onDo({ kind: 'undo', movement })}
                    />
                  )}
                </span>
              </li>
            ))}
        </ul>
      )}
      {deposit.returnDueOn && (
        <p className="mt-3 text-sm text-muted">
          {t('returnDueOn')} <DateText day={deposit.returnDueOn} />
        </p>
      )}
      {deposit.note && <p className="mt-3 whitespace-pre-line text-sm text-muted">{deposit.note}</p>}
    </li>
  );
}

function Figure({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium">
        <Money amountCents={cents} />
      </dd>
    </div>
  );
}
