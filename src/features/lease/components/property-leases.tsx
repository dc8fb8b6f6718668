'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { fileTextIcon, plusIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { Skeleton } from '@/components/skeleton';
import type { Remedy } from '@/features/occupancy/components/occupancy-strip';
import { isSold } from '@/features/occupancy/owned-rules';
import { LEASE_PAGE } from '@/features/rent-account/pages';
import { UnitPeriodDialog } from '@/features/unit/components/unit-period-dialog';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { LeaseActions } from './lease-actions';
import { LeaseDialog } from './lease-dialog';
import { type LeaseRow, LeaseStateChip, presentOf } from './lease-words';

// Most look at the table first.
const OccupancyStrip = lazyPart(() => import('@/features/occupancy/components/occupancy-strip'));

/** Who rents what in this property, the running leases first; each leads to the tenant's account. */
export function PropertyLeases({ propertyId, isEditor }: { propertyId: string; isEditor: boolean }) {
  const t = useTranslations('PropertyLeases');
  const [isAdding, setAdding] = useState(false);
  const [remedy, setRemedy] = useState<Remedy | null>(null);
  const [showsEnded, setShowsEnded] = useState(false);
  const [data, list] = trpc.lease.list.useSuspenseInfiniteQuery(
    { propertyId, ...LEASE_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  // The page has it; an archived property is not let anew, and a sold one not by the seller.
  const { data: property } = trpc.property.get.useQuery({ id: propertyId });
  const canEdit = isEditor && property?.archivedAt === null;
  const canLet = canEdit && !isSold(property, portfolio.today);
  const leases = data.pages.flatMap((page) => page.rows);
  const isOver = (lease: LeaseRow) => lease.state === 'ended' || lease.state === 'void';
  const over = leases.filter(isOver);
  const rows = [...leases.filter((lease) => !isOver(lease)), ...(showsEnded ? over : [])];

  return (
    <Section
      id="tenants"
      title={t('title')}
      flush
      actions={
        <>
          {over.length > 0 && (
            <Button look="ghost" size="sm" onClick={() => setShowsEnded(!showsEnded)}>
              {t(showsEnded ? 'hideEnded' : 'showEnded', { count: over.length })}
            </Button>
          )}
          {canLet && rows.length > 0 && (
            <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setAdding(true)}>
              {t('new')}
            </Button>
          )}
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          icon={fileTextIcon}
          title={t(over.length > 0 ? 'noneRunning' : 'none')}
          action={
            canLet && (
              <Button icon={plusIcon} onClick={() => setAdding(true)}>
                {t('new')}
              </Button>
            )
          }
        >
          {t('noneText')}
        </EmptyState>
      ) : (
        <DataTable
          caption={t('title')}
          rows={rows}
          rowKey={(lease) => lease.id}
          columns={[
            {
              key: 'tenants',
              header: t('columns.tenants'),
              phone: 'title',
              cell: (lease) => <Tenants lease={lease} />,
            },
            {
              key: 'units',
              header: t('columns.units'),
              cell: (lease) =>
                presentOf(lease.units)
                  .map((unit) =>
                    unit.propertyId === propertyId ? unit.name : `${unit.name} (${unit.propertyName})`,
                  )
                  .join(', '),
            },
            {
              key: 'state',
              header: t('columns.state'),
              cell: (lease) => <LeaseStateChip lease={lease} />,
            },
            {
              key: 'term',
              header: t('columns.term'),
              cell: (lease) => (
                <span className="whitespace-nowrap md:max-lg:whitespace-normal">
                  <DateText day={lease.startsOn} /> –{' '}
                  {lease.endsOn ? <DateText day={lease.endsOn} /> : t('open')}
                </span>
              ),
            },
            {
              key: 'rent',
              header: t('columns.rent'),
              align: 'end',
              cell: (lease) => <Money amountCents={lease.monthlyRentCents} />,
            },
            {
              key: 'open',
              header: t('columns.open'),
              align: 'end',
              isSilent: (lease) => lease.openCents === 0,
              cell: (lease) => (
                <Money
                  amountCents={lease.openCents}
                  className={lease.overdueCents > 0 ? 'text-danger' : undefined}
                />
              ),
            },
            {
              key: 'actions',
              header: <span className="sr-only">{t('columns.actions')}</span>,
              align: 'end',
              phone: 'corner',
              cell: (lease) => <LeaseActions lease={lease} today={portfolio.today} canEdit={canEdit} />,
            },
          ]}
        />
      )}
      {list.hasNextPage && (
        <div className="flex justify-center border-t border-separator p-4">
          <Button pending={list.isFetchingNextPage} onClick={() => void loadMore(list)}>
            {t('more')}
          </Button>
        </div>
      )}
      <Suspense fallback={<Skeleton className="m-5 h-24" />}>
        <OccupancyStrip propertyId={propertyId} onRemedy={canLet ? setRemedy : null} />
      </Suspense>
      {remedy?.what === 'lease' && (
        <LeaseDialog
          propertyId={propertyId}
          unitId={remedy.unit.id}
          within={remedy.free}
          onDone={() => setRemedy(null)}
        />
      )}
      <UnitPeriodDialog
        unit={remedy?.what === 'period' ? remedy.unit : null}
        changeFrom={remedy?.what === 'period' ? remedy.from : undefined}
        onClose={() => setRemedy(null)}
      />
      {isAdding && <LeaseDialog propertyId={propertyId} onDone={() => setAdding(false)} />}
    </Section>
  );
}

function Tenants({ lease }: { lease: LeaseRow }) {
  return presentOf(lease.tenants).map((tenant, index) => (
    <span key={tenant.id}>
      {index > 0 && ', '}
      <Link
        href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id } }}
        className="font-medium hover:underline"
      >
        {tenant.name}
      </Link>
    </span>
  ));
}
