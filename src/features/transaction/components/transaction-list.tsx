import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import {
  downloadIcon,
  ellipsisIcon,
  historyIcon,
  paperclipIcon,
  pencilIcon,
  receiptTextIcon,
  refreshCwIcon,
  searchIcon,
  trash2Icon,
} from '@/components/icons';
import { Menu } from '@/components/menu';
import { Money } from '@/components/money';
import { SectionBoundary } from '@/components/section-boundary';
import { useDebounced } from '@/components/use-debounced';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import {
  type BookingFilter,
  everyBooking,
  listBookingsOf,
  periodDays,
  withBookingFilter,
  writeBookingFilter,
} from '../search-params';
import { BookingFilters } from './booking-filters';
import { NewTransactionDialog, TransactionDialog } from './transaction-dialog';
import type { BookingPlace } from './transaction-form';
import { useBookingExport } from './use-booking-export';
import { useRemoveTransaction } from './use-remove-transaction';

type Row = Outputs['transaction']['list']['rows'][number];

/** What is booked on a property, or in the whole portfolio, as the address narrows it; a page at a time. */
export function TransactionList({
  property,
  initialFilter,
  today,
  canEdit,
  isBooking,
  onClose,
}: {
  property: BookingPlace | null;
  initialFilter: BookingFilter;
  today: string;
  canEdit: boolean;
  /** Whether a new one is being entered. */
  isBooking: boolean;
  onClose: () => void;
}) {
  const [filter, setFilter] = useState(initialFilter);
  const settled = useDebounced(filter, 200);
  // The rows in sight stay until the next are there.
  const shown = useDeferredValue(settled);
  function narrow(change: Partial<BookingFilter>) {
    const next = { ...filter, ...change };
    setFilter(next);
    const { pathname, hash, search } = window.location;
    const text = withBookingFilter(new URLSearchParams(search), next).toString();
    window.history.replaceState(null, '', `${pathname}${text === '' ? '' : `?${text}`}${hash}`);
  }

  /** What was just booked is seen: one of another year widens the list. */
  function keepInSight(day: string) {
    const { from, to } = periodDays(filter, today);
    if ((from !== null && day < from) || (to !== null && day > to)) narrow({ period: 'all' });
  }

  return (
    <>
      <BookingFilters filter={filter} hasPlaces={property === null} onChange={narrow} />
      <div aria-busy={shown !== filter}>
        <SectionBoundary id="booked" asked={JSON.stringify(shown)}>
          <Booked
            filter={shown}
            property={property}
            today={today}
            canEdit={canEdit}
            onBooked={keepInSight}
            onShowAll={() => narrow(emptinessOf(filter) === 'year' ? { period: 'all' } : everyBooking)}
          />
        </SectionBoundary>
      </div>
      {isBooking && <NewTransactionDialog {...{ property, today, onClose }} onBooked={keepInSight} />}
    </>
  );
}

/** Why nothing is shown: none in this year, which nobody asked for; none at all; or none of what was looked for. */
function emptinessOf(filter: BookingFilter): 'year' | 'all' | 'search' {
  const narrowed = writeBookingFilter(filter);
  if (narrowed.size === 0) return 'year';
  return narrowed.size === 1 && filter.period === 'all' ? 'all' : 'search';
}

function Booked({
  filter,
  property,
  today,
  canEdit,
  onBooked,
  onShowAll,
}: {
  filter: BookingFilter;
  property: BookingPlace | null;
  today: string;
  canEdit: boolean;
  onBooked: (day: string) => void;
  onShowAll: () => void;
}) {
  const t = useTranslations('Bookings');
  const [pages, query] = trpc.transaction.list.useSuspenseInfiniteQuery(
    listBookingsOf(filter, property?.id ?? null, today),
    { getNextPageParam: (page) => page.nextCursor },
  );
  const list = useTranslations('List');
  const { saveAll, isExporting } = useBookingExport();
  const [opened, setOpened] = useState<{ id: string; startsEditing: boolean } | null>(null);
  const rows = pages.pages.flatMap((page) => page.rows);
  const totals = pages.pages[0]?.totals;

  const emptiness = emptinessOf(filter);
  return (
    <>
      {totals && totals.count > 0 && <Totals {...totals} />}
      {rows.length === 0 ? (
        <EmptyState
          icon={filter.search === '' ? receiptTextIcon : searchIcon}
          title={t(emptiness === 'year' ? 'emptyYearTitle' : 'emptyTitle')}
          action={
            emptiness !== 'all' && (
              <Button onClick={onShowAll}>{t(emptiness === 'year' ? 'allYears' : 'showAll')}</Button>
            )
          }
        >
          {emptiness === 'search' ? t('nothingFound') : canEdit && t('emptyText')}
        </EmptyState>
      ) : (
        <TransactionTable
          rows={rows}
          hasPlaces={property === null}
          canEdit={canEdit}
          onOpen={(id, startsEditing) => setOpened({ id, startsEditing })}
        />
      )}
      {rows.length > 0 && (
        <div className="flex flex-wrap justify-center gap-2 border-t border-separator p-3 print:hidden">
          {query.hasNextPage && (
            <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
              {t('more')}
            </Button>
          )}
          <Button
            look="ghost"
            icon={downloadIcon}
            pending={isExporting}
            onClick={() => void saveAll(listBookingsOf(filter, property?.id ?? null, today))}
          >
            {list('export')}
          </Button>
        </div>
      )}
      {opened && (
        <TransactionDialog
          {...opened}
          property={property}
          today={today}
          canEdit={canEdit}
          onBooked={onBooked}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** What all rows of the filter add up to, in sight or not. */
function Totals({ incomeCents, expenseCents }: { incomeCents: number; expenseCents: number }) {
  const t = useTranslations('Bookings');
  const figures = [
    { key: 'in', label: t('in'), cents: incomeCents },
    { key: 'out', label: t('out'), cents: -expenseCents },
    { key: 'net', label: t('net'), cents: incomeCents - expenseCents },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 border-y border-separator bg-surface-secondary px-5 py-3 text-sm md:px-6">
      {figures.map(({ key, label, cents }) => (
        <div key={key} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={key === 'net' ? 'font-semibold' : undefined}>
            <Money amountCents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TransactionTable({
  rows,
  hasPlaces,
  canEdit,
  onOpen,
}: {
  rows: readonly Row[];
  hasPlaces: boolean;
  canEdit: boolean;
  onOpen: (id: string, startsEditing: boolean) => void;
}) {
  const t = useTranslations('Bookings');
  const nameOf = useCategoryName();
  const formats = useFormats();
  const remove = useRemoveTransaction();
  const marks = (row: Row): Mark[] => [
    ...(row.recurringId === null ? [] : [{ icon: refreshCwIcon, label: t('isRecurring') }]),
    ...(row.receiptCount > 0
      ? [{ icon: paperclipIcon, label: t('receipts', { count: row.receiptCount }) }]
      : []),
  ];
  const columns: Column<Row>[] = [
    { key: 'day', header: t('day'), phone: 'wide', cell: (row) => <DateText day={row.bookedOn} /> },
    {
      key: 'what',
      header: t('what'),
      phone: 'title',
      cell: (row) => (
        <>
          <span className="flex items-baseline gap-2">
            <span className="min-w-0">
              <button
                type="button"
                onClick={() => onOpen(row.id, false)}
                className="inline text-start font-medium hover:underline"
              >
                <MarkedTitle title={row.title} marks={marks(row)} />
              </button>
              {marks(row).map(({ label }) => (
                <span key={label} className="sr-only">
                  {label}
                </span>
              ))}
            </span>
            <span className="ms-auto md:hidden">
              <Amount row={row} />
            </span>
          </span>
          <span className="block text-xs font-normal text-muted">
            {[nameOf({ code: row.categoryCode, name: row.categoryName }), row.payee]
              .filter((part) => part !== null && part !== row.title)
              .join(' · ')}
          </span>
          <span className="flex flex-wrap gap-x-2 text-xs font-normal text-muted md:hidden">
            <DateText day={row.bookedOn} />
            <Where row={row} namesProperty={hasPlaces} />
          </span>
        </>
      ),
    },
    {
      key: 'where',
      header: t('where'),
      phone: 'wide',
      cell: (row) => <Where row={row} namesProperty={hasPlaces} />,
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      phone: 'wide',
      cell: (row) => <Amount row={row} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      phone: 'corner',
      cell: (row) => (
        <Menu
          label={t('actionsOf', { title: `${row.title}, ${formatDate(row.bookedOn, formats)}` })}
          size="sm"
          iconOnly
          trigger={<Icon icon={ellipsisIcon} />}
          groups={[
            [
              ...(canEdit
                ? [{ id: 'edit', label: t('edit'), icon: pencilIcon, onSelect: () => onOpen(row.id, true) }]
                : []),
              {
                id: 'details',
                label: t('details'),
                icon: historyIcon,
                onSelect: () => onOpen(row.id, false),
              },
            ],
            ...(canEdit
              ? [
                  [
                    {
                      id: 'remove',
                      label: t('remove'),
                      icon: trash2Icon,
                      tone: 'danger' as const,
                      onSelect: () => remove(row.id),
                    },
                  ],
                ]
              : []),
          ]}
        />
      ),
    },
  ];
  return <DataTable caption={t('bookings')} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

function Amount({ row }: { row: Row }) {
  return <Money amountCents={row.direction === 'income' ? row.amountCents : -row.amountCents} signed />;
}

function Where({ row, namesProperty }: { row: Row; namesProperty: boolean }) {
  const t = useTranslations('Bookings');
  const labels = useTranslations('Labels');
  const unit = row.unitName !== null && row.unitName !== row.propertyName ? row.unitName : null;
  const detail = row.splitMethod ? t('splitBy', { method: labels(`splitMethod.${row.splitMethod}`) }) : unit;
  if (row.propertyId === null) return <span className="text-muted">{t('portfolio')}</span>;
  if (!namesProperty) return <span className="text-muted">{detail ?? t('wholeProperty')}</span>;
  return (
    <>
      <Link
        href={{ pathname: '/property/[id]/recurring', params: { id: row.propertyId } }}
        className="hover:underline"
      >
        {row.propertyName}
      </Link>
      {detail && <span className="text-xs text-muted md:block">{detail}</span>}
    </>
  );
}

type Mark = { icon: string; label: string };

/** Marks stay behind the last word of a title, whose button is a box of its own: outside it they would wrap alone. */
function MarkedTitle({ title, marks }: { title: string; marks: readonly Mark[] }) {
  const lastWord = title.slice(title.lastIndexOf(' ') + 1);
  return (
    <>
      {title.slice(0, title.length - lastWord.length)}
      <span className={lastWord.length <= 20 ? 'whitespace-nowrap' : undefined}>
        {lastWord}
        {marks.map(({ icon, label }) => (
          <span
            key={label}
            title={label}
            aria-hidden="true"
            className="ms-2 inline-flex align-[-0.125em] text-muted"
          >
            <Icon icon={icon} className="size-3.5" />
          </span>
        ))}
      </span>
    </>
  );
}
