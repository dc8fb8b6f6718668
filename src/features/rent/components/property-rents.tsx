'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { banknoteIcon, receiptIcon, refreshCwIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { showFailure, showSuccess } from '@/components/toast';
import { ChargeStateChip, useChargeTitle } from '@/features/charge/components/charge-words';
import { useAccountRefresh } from '@/features/ledger/components/use-account-refresh';
import { CHARGE_PAGE } from '@/features/ledger/pages';
import { PaymentDialog } from '@/features/payment/components/payment-dialog';
import { useErrorWords } from '@/i18n/error-words';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { ProrationText, readProration } from './proration-text';

type Charge = Outputs['charge']['list']['rows'][number];

/** The posted months of a property's leases, the latest first, each with what is paid and open. */
export function PropertyRents({ propertyId }: { propertyId: string }) {
  const t = useTranslations('PropertyRents');
  const [{ role }] = trpc.portfolio.get.useSuspenseQuery();
  const [pages, query] = trpc.charge.list.useSuspenseInfiniteQuery(
    { propertyId, ...CHARGE_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const [paying, setPaying] = useState<Charge | null>(null);
  const charges = pages.pages.flatMap((page) => page.rows);
  const canEdit = role !== 'viewer';
  return (
    <Section
      id="rent"
      title={t('title')}
      flush
      description={charges.length > 0 ? t('text') : undefined}
      actions={canEdit && <PostDueRent />}
    >
      {charges.length === 0 ? (
        <EmptyState icon={receiptIcon} title={t('emptyTitle')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ChargeTable charges={charges} onPay={canEdit ? setPaying : null} />
      )}
      {query.hasNextPage && (
        <div className="border-t border-separator p-3 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('earlier')}
          </Button>
        </div>
      )}
      {paying && (
        <PaymentDialog
          leases={[{ id: paying.leaseId, label: partiesOf(paying) }]}
          leaseId={paying.leaseId}
          chargeId={paying.id}
          onClose={() => setPaying(null)}
        />
      )}
    </Section>
  );
}

const partiesOf = (charge: Charge) =>
  [charge.tenants.map((tenant) => tenant.name).join(', '), charge.unitNames.join(' + ')]
    .filter(Boolean)
    .join(' · ');

function ChargeTable({
  charges,
  onPay,
}: {
  charges: readonly Charge[];
  onPay: ((charge: Charge) => void) | null;
}) {
  const t = useTranslations('PropertyRents');
  const titleOf = useChargeTitle();
  const columns: Column<Charge>[] = [
    {
      key: 'what',
      header: t('what'),
      phone: 'title',
      cell: (charge) => {
        const proration = readProration(charge.basis);
        return (
          <>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
              {titleOf(charge)} <ChargeStateChip state={charge.state} />
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
              href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }}
              className="block whitespace-nowrap hover:underline"
            >
              {tenant.name}
            </Link>
          ))}
          <span className="block text-xs whitespace-nowrap text-muted">{charge.unitNames.join(' + ')}</span>
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

/** What the hourly job does, now: for someone who does not want to wait for it. */
function PostDueRent() {
  const t = useTranslations('PropertyRents');
  const words = useErrorWords();
  const refresh = useAccountRefresh();
  const post = trpc.rent.post.useMutation({ retry: retryTransient });
  return (
    <Button
      look="tertiary"
      size="sm"
      icon={refreshCwIcon}
      pending={post.isPending}
      onClick={() =>
        post.mutate(undefined, {
          onSuccess: ({ charges }) => {
            refresh();
            showSuccess(t('posted', { count: charges }));
          },
          onError: (error) => showFailure(words.failure(error)),
        })
      }
    >
      {t('post')}
    </Button>
  );
}
