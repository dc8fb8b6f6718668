import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { banknoteIcon, receiptTextIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { prorationOf } from '@/domain/charge-basis';
import { ChargeStateChip, useChargeTitle } from '@/features/rent-account/components/charge-words';
import { ProrationText } from '@/features/rent-account/components/proration-text';
import { CHARGE_PAGE } from '@/features/rent-account/pages';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { type Payable, partiesOf } from './parties';

type Charge = Outputs['charge']['list']['rows'][number];

/** Everything that was charged to a property's leases, the latest first, each with what is paid and open. */
export default function ChargeList({
  propertyId,
  onPay,
}: {
  propertyId: string;
  onPay: ((charge: Payable) => void) | null;
}) {
  const t = useTranslations('PropertyRents');
  const [pages, query] = trpc.charge.list.useSuspenseInfiniteQuery(
    { propertyId, ...CHARGE_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const charges = pages.pages.flatMap((page) => page.rows);
  if (charges.length === 0) {
    return (
      <EmptyState icon={receiptTextIcon} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ChargeTable charges={charges} onPay={onPay} />
      {query.hasNextPage && (
        <div className="border-t border-separator p-3 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('earlier')}
          </Button>
        </div>
      )}
    </>
  );
}

function ChargeTable({
  charges,
  onPay,
}: {
  charges: readonly Charge[];
  onPay: ((charge: Payable) => void) | null;
}) {
  const t = useTranslations('PropertyRents');
  const titleOf = useChargeTitle();
  const columns: Column<Charge>[] = [
    {
      key: 'what',
      header: t('what'),
      phone: 'title',
      cell: (charge) => {
        const proration = prorationOf(charge.basis);
        return (
          <>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
              <span className="lg:whitespace-nowrap">{titleOf(charge)}</span>{' '}
              <ChargeStateChip state={charge.state} />
            </span>
            {proration && (
              <span className="font-normal">
                <ProrationText proration={proration} />
              </span>
            )}
          </>
        );
      },
    },
    {
      key: 'who',
      header: t('who'),
      cell: (charge) => (
        <>
          {charge.tenants.map((tenant) => (
            <Link
              key={tenant.id}
              href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id } }}
              className="block text-pretty hover:underline md:min-w-36"
            >
              {tenant.name}
            </Link>
          ))}
          <span className="block text-xs text-pretty text-muted">{charge.unitNames.join(' + ')}</span>
        </>
      ),
    },
    { key: 'due', header: t('due'), cell: (charge) => <DateText day={charge.dueOn} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (charge) => <Money amountCents={charge.totalCents} />,
    },
    {
      key: 'paid',
      header: t('paid'),
      phone: 'wide',
      align: 'end',
      cell: (charge) => <Money amountCents={charge.totalCents - charge.openCents} />,
    },
    {
      key: 'open',
      header: t('open'),
      align: 'end',
      cell: (charge) => (
        <Money
          amountCents={charge.openCents}
          className={charge.openCents === 0 ? 'text-muted' : 'font-medium'}
        />
      ),
    },
  ];
  if (onPay) {
    columns.push({
      key: 'pay',
      header: <span className="sr-only">{t('pay')}</span>,
      align: 'end',
      cell: (charge) =>
        charge.openCents > 0 && (
          <Button
            size="sm"
            icon={banknoteIcon}
            aria-label={t('payFor', { title: titleOf(charge), parties: partiesOf(charge) })}
            onClick={() => onPay(charge)}
          >
            {t('pay')}
          </Button>
        ),
    });
  }
  return <DataTable caption={t('title')} columns={columns} rows={charges} rowKey={(charge) => charge.id} />;
}
