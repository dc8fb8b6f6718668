import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { landmarkIcon, undo2Icon } from '@/components/icons';
import { Money } from '@/components/money';
import { showFailure, showSuccess } from '@/components/toast';
import { useCategoryName } from '@/features/category/components/category-words';
import { useErrorWords } from '@/i18n/error-words';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { DECIDED_PAGE } from '../pages';
import { LEFT_OUT_DAYS } from '../rules';

type Page = Outputs['bank']['decided'];
type Row = Page['rows'][number] & { leases: Page['leases'] };

/** What was accepted or left out, the newest first; each can be taken back. */
export function DecidedLines({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Bank');
  const [pages, query] = trpc.bank.decided.useSuspenseInfiniteQuery(DECIDED_PAGE, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = pages.pages.flatMap((page) => page.rows.map((row): Row => ({ ...row, leases: page.leases })));
  if (rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={landmarkIcon} title={t('decidedEmptyTitle')}>
          {t('decidedEmptyText')}
        </EmptyState>
      </div>
    );
  }
  const columns: Column<Row>[] = [
    { key: 'line', header: t('line'), phone: 'title', cell: (row) => <LineWords row={row} /> },
    { key: 'day', header: t('day'), cell: (row) => <DateText day={row.bookedOn} /> },
    { key: 'what', header: t('what'), cell: (row) => <Became row={row} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (row) => <Money amountCents={row.amountCents} currency={row.currency} signed />,
    },
  ];
  if (canEdit) {
    columns.push({
      key: 'reopen',
      header: <span className="sr-only">{t('reopen')}</span>,
      align: 'end',
      cell: (row) => <Reopen row={row} />,
    });
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
        <DataTable caption={t('decidedList')} columns={columns} rows={rows} rowKey={(row) => row.id} />
      </div>
      {query.hasNextPage && (
        <div className="text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        </div>
      )}
      <p className="text-sm text-muted">{t('leftOutNote', { days: LEFT_OUT_DAYS })}</p>
    </div>
  );
}

function LineWords({ row }: { row: Row }) {
  const t = useTranslations('Bank');
  if (row.forgottenAt !== null) return <span className="font-normal text-muted">{t('forgotten')}</span>;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium break-words">{row.name ?? t('unnamed')}</span>
      {row.text !== '' && <span className="text-sm font-normal break-words text-muted">{row.text}</span>}
    </span>
  );
}

function Became({ row }: { row: Row }) {
  const t = useTranslations('Bank');
  const categoryName = useCategoryName();
  const kinds = [
    ...new Set(row.parts.map(({ kind, booking }) => (booking && kind === 'evidence' ? 'booked' : kind))),
  ];
  const bookings = row.parts.flatMap((part) => part.booking ?? []);
  const leases = row.leases.filter((lease) => row.parts.some((part) => part.leaseId === lease.id));
  return (
    <span className="flex flex-col items-end md:items-start">
      <span>
        {kinds.length === 0 ? t('became.left_out') : kinds.map((kind) => t(`became.${kind}`)).join(', ')}
      </span>
      {row.parts.some((part) => part.isByItself) && (
        <span className="text-sm text-muted">{t('byItself')}</span>
      )}
      {row.parts.some((part) => part.isTakenBack) && (
        <span className="text-sm text-muted">{t('notInBooks')}</span>
      )}
      {bookings.map((booking) => (
        <span key={booking.id} className="text-sm text-muted">
          {[categoryName({ code: booking.categoryCode, name: booking.categoryName }), booking.propertyName]
            .filter(Boolean)
            .join(', ')}
        </span>
      ))}
      {leases.map((lease) =>
        lease.tenantId === null ? null : (
          <Link
            key={lease.id}
            href={{ pathname: '/tenant/[id]/account', params: { id: lease.tenantId } }}
            className="text-sm text-muted hover:text-foreground hover:underline"
          >
            {lease.tenants.join(', ')}
          </Link>
        ),
      )}
    </span>
  );
}

function Reopen({ row }: { row: Row }) {
  const t = useTranslations('Bank');
  const words = useErrorWords();
  const formats = useFormats();
  const reopen = trpc.bank.reopen.useMutation({ retry: retryTransient });
  const name = row.name ?? t('unnamed');
  async function takeBack() {
    try {
      await reopen.mutateAsync({ lineId: row.id, version: row.version });
      showSuccess(t('reopened', { name }));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  return (
    <Button
      size="sm"
      look="ghost"
      icon={undo2Icon}
      pending={reopen.isPending}
      aria-label={t('reopenOf', { amount: formatMoney(row.amountCents, row.currency, formats), name })}
      onClick={() => void takeBack()}
    >
      {t('reopen')}
    </Button>
  );
}
