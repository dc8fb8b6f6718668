import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { circleCheckIcon, receiptTextIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { ChargeStateChip } from '@/features/rent-account/components/charge-words';
import { MONTH_PAGE } from '@/features/rent-account/pages';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { firstOfMonth, type Month, monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import type { Payable } from './parties';
import { ReceiveRent } from './receive-rent';

type Page = Outputs['charge']['month'];
export type MonthRow = Page['rows'][number];

/** What the page and the server's first answer both ask. */
export const monthInput = (view: { month: Month; openOnly: boolean }) => ({
  month: firstOfMonth(view.month),
  openOnly: view.openOnly,
  ...MONTH_PAGE,
});

/** The rents of a month, a row per lease: what is open is received with one click. */
export function RentMonth({
  view,
  isLoading,
  onAll,
  onPay,
  remind,
}: {
  view: { month: Month; openOnly: boolean };
  isLoading: boolean;
  onAll: () => void;
  onPay: ((charge: Payable) => void) | null;
  remind: (row: MonthRow) => ReactNode;
}) {
  const t = useTranslations('RentPage');
  const [pages, query] = trpc.charge.month.useSuspenseInfiniteQuery(monthInput(view), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const [head] = pages.pages;
  const rows = pages.pages.flatMap((page) => page.rows);
  if (!head) return null;
  if (rows.length === 0) {
    if (view.openOnly && head.total.leases > 0) {
      return (
        <EmptyState
          icon={circleCheckIcon}
          title={t('allPaidTitle')}
          action={<Button onClick={onAll}>{t('showAll')}</Button>}
        >
          {t('allPaidText')}
        </EmptyState>
      );
    }
    const current = monthOf(head.today);
    return (
      <EmptyState icon={receiptTextIcon} title={t(view.month > current ? 'comingTitle' : 'emptyTitle')}>
        {t(view.month > current ? 'comingText' : view.month < current ? 'pastText' : 'emptyText')}
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isLoading}>
      <MonthTable rows={rows} today={head.today} onPay={onPay} remind={remind} />
      {query.hasNextPage && (
        <div className="border-t border-separator p-3 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function MonthTable({
  rows,
  today,
  onPay,
  remind,
}: {
  rows: readonly MonthRow[];
  today: string;
  onPay: ((charge: Payable) => void) | null;
  remind: (row: MonthRow) => ReactNode;
}) {
  const t = useTranslations('RentPage');
  const columns: Column<MonthRow>[] = [
    { key: 'who', header: t('who'), phone: 'title', cell: (row) => <WhoAndWhere row={row} /> },
    {
      key: 'state',
      header: t('state'),
      cell: (row) => (
        <span className="flex flex-wrap justify-end gap-1.5 md:justify-start">
          {row.rents.length === 0 ? (
            <span className="text-muted">{t('noRent')}</span>
          ) : (
            row.rents.map((rent) => <ChargeStateChip key={rent.id} state={rent.state} />)
          )}
        </span>
      ),
    },
    {
      key: 'due',
      header: t('due'),
      tablet: 'never',
      cell: (row) => row.rents[0] && <DateText day={row.rents[0].dueOn} />,
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (row) => row.rents.length > 0 && <Money amountCents={row.totalCents} />,
    },
    {
      key: 'open',
      header: t('open'),
      align: 'end',
      isSilent: (row) => row.openCents === 0,
      cell: (row) => (
        <Money amountCents={row.openCents} className={row.openCents === 0 ? 'text-muted' : 'font-medium'} />
      ),
    },
  ];
  if (onPay) {
    columns.push({
      key: 'pay',
      header: <span className="sr-only">{t('receive')}</span>,
      align: 'end',
      cell: (row) => (
        <span className="flex flex-wrap items-center justify-end gap-2">
          {isBehind(row, today) && remind(row)}
          <ReceiveRent row={row} today={today} onPay={onPay} />
        </span>
      ),
    });
  }
  return <DataTable caption={t('caption')} columns={columns} rows={rows} rowKey={(row) => row.leaseId} />;
}

const isBehind = (row: MonthRow, today: string): boolean =>
  row.behind !== null || row.rents.some((rent) => rent.openCents > 0 && rent.dueOn < today);

function WhoAndWhere({ row }: { row: MonthRow }) {
  const t = useTranslations('RentPage');
  const formats = useFormats();
  const [tenant] = row.tenants;
  const place = row.unitNames.join(' + ');
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      {row.tenants.map(({ id, name }) => (
        <Link
          key={id}
          href={{ pathname: '/tenant/[id]/account', params: { id } }}
          className="font-medium hover:underline"
        >
          {name}
        </Link>
      ))}
      {row.propertyId ? (
        <Link
          href={{ pathname: '/property/[id]/rent', params: { id: row.propertyId } }}
          className="text-sm font-normal text-muted hover:text-foreground hover:underline"
        >
          {place}
        </Link>
      ) : (
        <span className="text-sm font-normal text-muted">{place}</span>
      )}
      {row.behind && tenant && (
        <Link
          href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id }, hash: '#arrears' }}
          className="text-sm font-normal text-danger hover:underline"
        >
          {t('behind', {
            amount: formatMoney(row.behind.openCents, formats.currency, formats),
            count: row.behind.count,
          })}
        </Link>
      )}
    </span>
  );
}
