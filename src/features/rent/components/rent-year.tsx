import './rent-year.css';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { banknoteIcon, chevronLeftIcon, chevronRightIcon, receiptTextIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { useScrollEdges } from '@/components/use-scroll-edges';
import { YEAR_PAGE } from '@/features/rent-account/pages';
import { formatAmount, formatMonth, formatMonthName } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { eachMonth, type Month, monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { yearCells } from '../year-cell-rules';
import { PartMonths } from './part-months';
import type { Payable } from './parties';
import { MonthCell, StateLegend } from './rent-year-cell';

const PayOverdueDialog = lazyDialog(() =>
  import('./pay-overdue-dialog').then((part) => part.PayOverdueDialog),
);

type Year = Outputs['charge']['year'];
export type YearRow = Year['rows'][number];

/** A year of the leases of a property or of all: a row per lease, a column per month; open cells are paid from here. */
export function RentYear({
  propertyId,
  year,
  isLoading,
  onYear,
  onPay,
}: {
  /** null: all. */
  propertyId: string | null;
  year: number;
  isLoading: boolean;
  onYear: (year: number) => void;
  onPay: ((charge: Payable) => void) | null;
}) {
  const t = useTranslations('PropertyRents');
  const [pages, query] = trpc.charge.year.useSuspenseInfiniteQuery(
    { propertyId, year, ...YEAR_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const [isPayingAll, setPayingAll] = useState(false);
  const [head] = pages.pages;
  const rows = pages.pages.flatMap((page) => page.rows);
  if (!head) return null;
  const { years, overdue } = head;
  const isEmpty = rows.length === 0 && years.first === years.last;
  return (
    <>
      {!isEmpty && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 pt-4 pb-2 md:px-6">
          <YearSwitch year={year} years={years} onYear={onYear} />
          <StateLegend states={rows.flatMap((row) => row.charges.map((charge) => charge.state))} />
          {onPay && overdue.count > 1 && (
            <Button size="sm" icon={banknoteIcon} onClick={() => setPayingAll(true)}>
              {t('payAll', { count: overdue.count })}
            </Button>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={receiptTextIcon}
          title={isEmpty ? t('emptyTitle') : t('emptyYear', { year: String(year) })}
        >
          {isEmpty && t('emptyText')}
        </EmptyState>
      ) : (
        <div aria-busy={isLoading}>
          <YearTable year={head} rows={rows} onPay={onPay} />
          <PartMonths rows={rows} />
        </div>
      )}
      {query.hasNextPage && (
        <div className="border-t border-separator p-3 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('moreLeases')}
          </Button>
        </div>
      )}
      {isPayingAll && <PayOverdueDialog propertyId={propertyId} onClose={() => setPayingAll(false)} />}
    </>
  );
}

function YearSwitch({
  year,
  years,
  onYear,
}: {
  year: number;
  years: Year['years'];
  onYear: (year: number) => void;
}) {
  const t = useTranslations('PropertyRents');
  return (
    <div className="-ms-2 flex items-center gap-1">
      <Button
        look="ghost"
        size="sm"
        iconOnly
        icon={chevronLeftIcon}
        aria-label={t('yearBefore', { year: String(year - 1) })}
        disabled={year <= years.first}
        onClick={() => onYear(year - 1)}
      />
      <span role="status" className="min-w-12 text-center font-semibold tabular-nums">
        {year}
      </span>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        icon={chevronRightIcon}
        aria-label={t('yearAfter', { year: String(year + 1) })}
        disabled={year >= years.last}
        onClick={() => onYear(year + 1)}
      />
    </div>
  );
}

function YearTable({
  year: { year, today, months: sums },
  rows,
  onPay,
}: {
  year: Year;
  rows: readonly YearRow[];
  onPay: ((charge: Payable) => void) | null;
}) {
  const t = useTranslations('PropertyRents');
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const months = eachMonth(`${year}-01`, `${year}-12`);
  const currentMonth = monthOf(today);

  useScrollEdges(box);

  // On a phone the year is wider than the screen: whole months up to the one that matters are seen.
  useEffect(() => {
    if (box.current) scrollToCurrentMonth(box.current);
  }, []);

  const sumOf = (month: Month) => sums.find((sum) => sum.month === month);
  const amount = (cents: number | undefined) => (cents === undefined ? '' : formatAmount(cents, formats));
  return (
    <div ref={box} className="rent-year-box relative overflow-x-auto">
      <table className="rent-year">
        <caption className="sr-only">{t('yearCaption', { year: String(year) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('lease')}</th>
            {months.map((month) => (
              <th key={month} scope="col" aria-current={month === currentMonth ? 'date' : undefined}>
                <abbr title={formatMonth(month, formats)} className="no-underline">
                  {formatMonthName(month, formats, 'short')}
                </abbr>
              </th>
            ))}
            <th scope="col">{t('open')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LeaseRow key={row.leaseId} row={row} months={months} onPay={onPay} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('dueSum')}</th>
            {months.map((month) => (
              <td key={month}>{amount(sumOf(month)?.dueCents)}</td>
            ))}
            <td />
          </tr>
          <tr>
            <th scope="row">{t('open')}</th>
            {months.map((month) => (
              <td key={month} className={sumOf(month)?.openCents ? 'font-medium text-foreground' : undefined}>
                {amount(sumOf(month)?.openCents)}
              </td>
            ))}
            <td className="font-semibold text-foreground">
              {amount(sumCents(sums.map((sum) => sum.openCents)))}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function scrollToCurrentMonth(box: HTMLElement) {
  const [lease, ...months] = box.querySelectorAll<HTMLElement>('thead th');
  const current = months.find((month) => month.ariaCurrent !== null);
  if (!lease || !current) return;
  const room = box.clientWidth - lease.offsetWidth;
  const end = current.offsetLeft + current.offsetWidth;
  const first = months.find((month) => end - month.offsetLeft <= room) ?? current;
  box.scrollLeft = first.offsetLeft - lease.offsetWidth;
}

function LeaseRow({
  row,
  months,
  onPay,
}: {
  row: YearRow;
  months: readonly Month[];
  onPay: ((charge: Payable) => void) | null;
}) {
  const formats = useFormats();
  const cells = yearCells(row.charges);
  const openCents = sumCents(row.charges.map((charge) => charge.openCents));
  return (
    <tr>
      <th scope="row">
        {row.tenants.map((tenant) => (
          <Link
            key={tenant.id}
            href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id } }}
            className="block truncate py-0.5 font-medium hover:underline"
          >
            {tenant.name}
          </Link>
        ))}
        <span className="block truncate text-xs text-muted">{row.unitNames.join(' + ')}</span>
      </th>
      {months.map((month) => (
        <td key={month}>
          <MonthCell cell={cells.get(month)} row={row} onPay={onPay} />
        </td>
      ))}
      <td className={openCents > 0 ? 'font-medium' : 'text-muted'}>{formatAmount(openCents, formats)}</td>
    </tr>
  );
}
