import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { DialogActions } from '@/components/dialog';
import { pencilIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { accountText } from '@/domain/bank-account';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatDayRange, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { Receipts } from './receipts';
import { TransactionHistory } from './transaction-history';

/** Everything known of a booking, how it is split, and how it came to be. */
export default function TransactionDetails({ id, onEdit }: { id: string; onEdit: (() => void) | null }) {
  const t = useTranslations('BookingForm');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const nameOf = useCategoryName();
  const [row] = trpc.transaction.get.useSuspenseQuery({ id });
  const [accounts] = trpc.bankAccount.list.useSuspenseQuery({ archive: 'all' });
  const account = accounts.find((known) => known.id === row.bankAccountId);
  const facts: [string, ReactNode][] = [
    [t('bookedOn'), <DateText key="day" day={row.bookedOn} />],
    [t('category'), nameOf({ code: row.categoryCode, name: row.categoryName })],
    [t('bookedAt'), [row.propertyName, row.unitName].filter(Boolean).join(' · ') || t('wholePortfolio')],
    ...(row.payee ? [fact(row.direction === 'expense' ? t('payee') : t('payer'), row.payee)] : []),
    ...(row.serviceFrom && row.serviceTo
      ? [fact(t('servicePeriod'), formatDayRange(row.serviceFrom, row.serviceTo, formats))]
      : []),
    ...(row.vatCents !== 0
      ? [
          fact(
            t('vat'),
            <>
              <Money amountCents={row.vatCents} /> ({formatPercent(row.vatRateBp, formats)})
            </>,
          ),
        ]
      : []),
    ...(row.labourCents !== 0 ? [fact(t('labour'), <Money amountCents={row.labourCents} />)] : []),
    ...(row.recoverableKey ? [fact(t('recoverable'), labels(`distributionKey.${row.recoverableKey}`))] : []),
    ...(row.invoiceOn ? [fact(t('invoiceOn'), <DateText day={row.invoiceOn} />)] : []),
    ...(row.invoiceNumber ? [fact(t('invoiceNumber'), row.invoiceNumber)] : []),
    ...(account
      ? [
          fact(
            t('bankAccount'),
            <>
              {account.holder} ·{' '}
              <span className="inline-block whitespace-nowrap">{accountText(account)}</span>
            </>,
          ),
        ]
      : []),
    ...(row.note ? [fact(t('note'), row.note)] : []),
  ];
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="text-sm text-muted">{labels(`bookingDirection.${row.direction}`)}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-lg font-semibold">{row.title}</span>
          <Money
            amountCents={row.direction === 'income' ? row.amountCents : -row.amountCents}
            signed
            className="text-lg font-semibold"
          />
        </p>
      </div>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-break-word">{value}</dd>
          </div>
        ))}
      </dl>
      {row.splitMethod && row.shares.length > 0 && (
        <section aria-labelledby={`${id}-split`} className="flex flex-col gap-2">
          <h3 id={`${id}-split`} className="text-sm font-medium">
            {t('splitBy', { method: labels(`splitMethod.${row.splitMethod}`) })}
          </h3>
          <ul className="divide-y divide-separator rounded-xl border border-border text-sm">
            {row.shares.map((share) => (
              <li key={share.unitId} className="flex justify-between gap-4 px-3.5 py-2">
                <span className="truncate">{share.unitName}</span>
                <Money amountCents={share.amountCents} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {row.isStanding && <Receipts id={id} canEdit={onEdit !== null} />}
      <TransactionHistory id={id} />
      {onEdit && row.isStanding && (
        <DialogActions>
          <Button look="primary" icon={pencilIcon} onClick={onEdit}>
            {t('edit')}
          </Button>
        </DialogActions>
      )}
    </div>
  );
}

const fact = (label: string, value: ReactNode): [string, ReactNode] => [label, value];
