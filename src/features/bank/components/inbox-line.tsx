import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { accountText } from '@/domain/bank-account';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { formatIban, isIban } from '@/lib/iban';
import { decisionOf } from '../rules';
import { InboxActions } from './inbox-actions';
import { type InboxPage, Proposal, type WaitingLine } from './proposal';

/** One line: what the bank says, what it probably is, and what to do with it. */
export function InboxLine({
  line,
  page,
  canEdit,
  isBusy,
  isCurrent,
  onFocus,
  onAccept,
  onLeaveOut,
  onAssign,
  onBook,
  onSplit,
}: {
  line: WaitingLine;
  page: InboxPage;
  canEdit: boolean;
  isBusy: boolean;
  isCurrent: boolean;
  onFocus: () => void;
  onAccept: () => void;
  onLeaveOut: (forGood: boolean) => void;
  onAssign: () => void;
  onBook: () => void;
  onSplit: () => void;
}) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const name = line.name ?? t('unnamed');
  const amount = formatMoney(line.amountCents, line.currency, formats);
  const canAccept = line.currency === formats.currency && decisionOf(line.match) !== null;
  const account = page.accounts.length > 1 && page.accounts.find((one) => one.id === line.bankAccountId);
  return (
    <li
      data-line
      // Arrows and letters go from line to line; Tab enters the one in hand.
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      aria-label={`${name}, ${amount}`}
      className="grid gap-x-6 gap-y-3 px-4 py-4 outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-accent md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto] md:px-5"
    >
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <Money amountCents={line.amountCents} currency={line.currency} signed className="font-medium" />
        </span>
        <span className="text-sm text-muted">
          <DateText day={line.bookedOn} />
          {line.account && ` · ${isIban(line.account) ? formatIban(line.account) : line.account}`}
        </span>
        {line.text !== '' && <span className="text-sm break-words">{line.text}</span>}
        {account && <span className="text-sm text-muted">{t('to', { account: accountText(account) })}</span>}
      </div>
      <Proposal line={line} described={page} />
      {canEdit && (
        <InboxActions
          line={line}
          canAccept={canAccept}
          isPending={isBusy && isCurrent}
          words={{ name, amount }}
          {...{ onAccept, onLeaveOut, onAssign, onBook, onSplit }}
        />
      )}
    </li>
  );
}
