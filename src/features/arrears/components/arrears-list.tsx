'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { ExplainButton } from '@/components/explain/explain-button';
import { circleCheckIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Skeleton } from '@/components/skeleton';
import { StatTile, StatTiles } from '@/components/stat-tile';
import { StatusChip } from '@/components/status-chip';
import { placeName } from '@/domain/names';
import { ARREARS_PAGE } from '@/features/rent-account/pages';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { DueReminders } from './due-reminders';
import { DunningPause } from './dunning-pause';
import { ExplainInterest } from './explain-interest';
import { Remind } from './remind';

type Page = Outputs['arrears']['list'];
type Row = Page['rows'][number];
const ages = ['days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;

/** What is overdue in the portfolio, lease by lease with the oldest first, and by age over all of them. */
export function ArrearsList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('ArrearsPage');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [pages, query] = trpc.arrears.list.useSuspenseInfiniteQuery(ARREARS_PAGE, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = pages.pages.flatMap((page) => page.rows);
  const total = pages.pages[0]?.total;
  if (rows.length === 0 || !total) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={circleCheckIcon} title={t('emptyTitle')}>
          {t('emptyText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {canEdit && (
        <div className="empty:hidden">
          <DueReminders />
        </div>
      )}
      <AgeTiles total={total} />
      <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
        <ArrearsTable
          rows={rows}
          canEdit={canEdit}
          today={portfolio.today}
          isGerman={portfolio.jurisdiction === 'DE'}
        />
      </div>
      {portfolio.jurisdiction === 'DE' && <p className="text-sm text-muted">{t('lawText')}</p>}
      {query.hasNextPage && (
        <div className="text-end">
          <Button pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function AgeTiles({ total }: { total: Page['total'] }) {
  const t = useTranslations('ArrearsPage');
  const words = useTranslations('Explain.words');
  const byAge = total.byAge.result;
  return (
    <section aria-label={t('byAge')} className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        {t('total', { leases: total.leases })}{' '}
        <Money amountCents={total.overdueCents} className="font-semibold text-danger" />
        <ExplainButton trace={total.byAge.trace} />
      </p>
      <StatTiles>
        {ages.map((age) => (
          <StatTile key={age} label={words(age)} value={<Money amountCents={byAge[age]} />} />
        ))}
      </StatTiles>
    </section>
  );
}

function ArrearsTable({
  rows,
  canEdit,
  today,
  isGerman,
}: {
  rows: readonly Row[];
  canEdit: boolean;
  today: string;
  isGerman: boolean;
}) {
  const t = useTranslations('ArrearsPage');
  const words = useTranslations('Explain.words');
  const columns: Column<Row>[] = [
    {
      key: 'who',
      header: t('who'),
      phone: 'title',
      cell: (row) => (
        <span className="flex flex-col items-start gap-1">
          <WhoAndWhere row={row} />
          <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
            {canEdit && !row.pausedUntil && (
              <Remind leaseId={row.leaseId} who={row.tenants.map((one) => one.name).join(', ')} />
            )}
            <DunningPause row={row} canEdit={canEdit} today={today} />
          </span>
          {!row.pausedUntil && <NextLetter next={row.next} />}
        </span>
      ),
    },
    {
      key: 'sum',
      header: t('sum'),
      align: 'end',
      cell: (row) => <Money amountCents={row.overdueCents} className="font-medium text-danger" />,
    },
    {
      key: 'since',
      header: t('since'),
      cell: (row) => <DateText day={row.oldestDueOn} />,
    },
    ...ages.map(
      (age): Column<Row> => ({
        key: age,
        header: words(age),
        align: 'end',
        tablet: 'never',
        isSilent: (row) => row.byAge[age] === 0,
        cell: (row) =>
          row.byAge[age] > 0 ? (
            <Money amountCents={row.byAge[age]} />
          ) : (
            <span className="text-muted" aria-hidden="true">
              –
            </span>
          ),
      }),
    ),
    {
      key: 'ages',
      header: t('ages'),
      tablet: 'only',
      cell: (row) => <Ages byAge={row.byAge} />,
    },
    ...(isGerman
      ? [
          {
            key: 'interest',
            header: t('interest'),
            align: 'end' as const,
            cell: (row: Row) => row.isGerman && <Interest leaseId={row.leaseId} />,
          },
        ]
      : []),
  ];
  return <DataTable caption={t('caption')} columns={columns} rows={rows} rowKey={(row) => row.leaseId} />;
}

/** Which letter the portfolio's rule proposes today, or from when on, or why none. */
function NextLetter({ next: { step, reason, on } }: Pick<Row, 'next'>) {
  const t = useTranslations('ArrearsPage');
  const words = useTranslations('Explain.words');
  if (step !== null) {
    return <StatusChip tone="warning">{t('nextLetter', { letter: words(`reminder_${step}`) })}</StatusChip>;
  }
  return (
    <span className="text-sm font-normal text-muted">
      {on === null
        ? words(`reminder_${reason}`)
        : t.rich('nextLetterOn', { day: () => <DateText day={on} /> })}
    </span>
  );
}

/** The ages that have something in one cell, where there is no room for a column each. */
function Ages({ byAge }: Pick<Row, 'byAge'>) {
  const words = useTranslations('Explain.words');
  return (
    <span className="inline-grid grid-cols-[auto_auto] gap-x-3">
      {ages
        .filter((age) => byAge[age] > 0)
        .map((age) => (
          <Fragment key={age}>
            <span className="whitespace-nowrap text-muted">{words(age)}</span>
            <Money amountCents={byAge[age]} className="text-end" />
          </Fragment>
        ))}
    </span>
  );
}

function WhoAndWhere({ row }: { row: Row }) {
  const t = useTranslations('ArrearsPage');
  const [tenant] = row.tenants;
  const names = row.tenants.map((one) => one.name).join(', ');
  const isReached = row.thresholds?.result.twoDates.isReached || row.thresholds?.result.longerTime.isReached;
  return (
    <span className="flex flex-col items-start gap-0.5">
      {tenant ? (
        <Link
          href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id } }}
          className="font-medium hover:underline"
        >
          {names}
        </Link>
      ) : (
        names
      )}
      {row.units.map((unit) => (
        <Link
          key={`${unit.propertyId} ${unit.name}`}
          href={{ pathname: '/property/[id]', params: { id: unit.propertyId } }}
          className="text-sm font-normal text-muted hover:text-foreground hover:underline"
        >
          {placeName({ ...unit, unitName: unit.name })}
        </Link>
      ))}
      {isReached && row.thresholds && (
        <span className="mt-1 flex items-center gap-1">
          <StatusChip tone="warning">{t(row.isDwelling ? 'threshold' : 'thresholdOther')}</StatusChip>
          <ExplainButton trace={row.thresholds.trace} />
        </span>
      )}
    </span>
  );
}

/** Row by row in the browser: what was paid late needs the history, which the list does not read. */
function Interest({ leaseId }: { leaseId: string }) {
  const t = useTranslations('ArrearsPage');
  const asked = { leaseId, isBusiness: false, ownRateBp: null };
  const { data } = trpc.arrears.interestSum.useQuery(asked);
  if (!data) return <Skeleton className="ms-auto h-5 w-16" />;
  if (data.interestCents === null) return <span className="text-muted">–</span>;
  return (
    // The amount is first, so that it stands on the line of its label on a phone.
    <span className="inline-flex flex-row-reverse items-center gap-1">
      <span>
        <Money amountCents={data.interestCents} />
        {data.estimatedCents > 0 && <span className="block text-xs text-muted">{t('estimate')}</span>}
      </span>
      <ExplainInterest asked={asked} />
    </span>
  );
}
