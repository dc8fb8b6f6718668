import { useTranslations } from 'next-intl';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatDate, formatMoney, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Described, WaitingLine } from './proposal';

type Part = WaitingLine['match']['parts'][number];

/** What a part of a line probably is, and what accepting it does. */
export function PartWords({
  part,
  line,
  described,
}: {
  part: Part;
  line: WaitingLine;
  described: Described;
}) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const nameOf = usePurposeName(described);
  const isOfExpenses = ({ categoryId }: { categoryId: string }) =>
    described.categories.find((one) => one.id === categoryId)?.direction === 'expense';
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const lease = 'leaseId' in part ? described.leases.find((one) => one.id === part.leaseId) : undefined;
  const who = lease
    ? t('pays', { tenants: lease.tenants.join(', '), place: lease.place })
    : t('unknownLease');
  const payment =
    'paymentId' in part ? described.payments.find((one) => one.id === part.paymentId) : undefined;
  const paidOn = formatDate(payment?.paidOn ?? line.bookedOn, formats);
  switch (part.kind) {
    case 'rent':
    case 'deposit': {
      const items = described.items.filter((item) => part.itemIds.includes(item.id));
      const names = items.map((item) => {
        if (item.kind === 'rent' && item.month)
          return t('itemRent', { month: formatMonth(item.month, formats) });
        return item.kind === 'deposit'
          ? t('itemDeposit')
          : t('itemOther', { day: formatDate(item.dueOn, formats) });
      });
      const left = (lease?.openCents ?? 0) - part.amountCents;
      const effect =
        left > 0
          ? t('thenOpen', { amount: money(left) })
          : left === 0
            ? t('thenEven')
            : t('thenCredit', { amount: money(-left) });
      return (
        <p>
          <span className="font-medium">{who}</span>
          <br />
          {[
            line.match.parts.length > 1 && money(part.amountCents),
            names.join(', ') || t('onAccount'),
            effect,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      );
    }
    case 'evidence':
      return (
        <p>
          <span className="font-medium">{who}</span>
          <br />
          {t('evidence', { day: paidOn })}
        </p>
      );
    case 'reversal':
      return (
        <p>
          <span className="font-medium">{who}</span>
          <br />
          {t('return', { day: paidOn })}
        </p>
      );
    case 'deposit_paid':
    case 'deposit_returned':
      return (
        <p>
          <span className="font-medium">{who}</span>
          <br />
          {t(part.kind === 'deposit_paid' ? 'depositPaid' : 'depositReturned')}
        </p>
      );
    case 'order': {
      const tenants = described.leases
        .filter((one) => part.leaseIds.includes(one.id))
        .flatMap((one) => one.tenants);
      return (
        <p>
          <span className="font-medium">
            {t(part.order === 'payout' ? 'wholePayout' : 'wholeCollection', { count: part.leaseIds.length })}
          </span>
          <br />
          <span className="break-words">{[...new Set(tenants)].join(', ')}</span>
        </p>
      );
    }
    case 'return_charge':
      return <p>{t('returnFee', { amount: money(-part.amountCents) })}</p>;
    case 'refund':
      return <p>{t('refund', { tenants: lease?.tenants.join(', ') ?? t('unknownLease') })}</p>;
    case 'own_transfer':
      return <p>{t('ownTransfer')}</p>;
    case 'category':
      return (
        <p>
          <span className="font-medium">{nameOf(part)}</span>
          <br />
          {t(part.amountCents < 0 ? 'asExpense' : isOfExpenses(part) ? 'asRefund' : 'asIncome')}
        </p>
      );
    case 'booked': {
      const booking = described.bookings.find((one) => one.id === part.bookingId && one.dueOn === part.dueOn);
      return (
        <p>
          <span className="font-medium">{booking?.names.join(' · ')}</span>
          <br />
          {[
            booking && nameOf(booking),
            t(part.dueOn === null ? 'bookedOn' : 'bookedAhead', {
              day: formatDate(booking?.on ?? line.bookedOn, formats),
            }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      );
    }
    case 'left_out':
      return <p>{t('leftOutRule')}</p>;
  }
}

/** As what something is booked, and where. */
function usePurposeName({ categories, properties }: Described) {
  const categoryName = useCategoryName();
  return ({ categoryId, propertyId }: { categoryId: string; propertyId: string | null }) => {
    const category = categories.find((one) => one.id === categoryId);
    const place = properties.find((one) => one.id === propertyId)?.name;
    return [category && categoryName(category), place].filter(Boolean).join(', ');
  };
}
