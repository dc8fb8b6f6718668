'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { plusIcon, searchIcon, usersIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { useDebounced } from '@/components/use-debounced';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { listTenantsOf, readTenantSearch, type TenantView } from '../search-params';
import { TenantFilters } from './tenant-filters';

type Row = Outputs['tenant']['list']['rows'][number];

/** The tenants as the address says: searched, filtered, a page at a time. */
export function TenantList({ canEdit, onCreate }: { canEdit: boolean; onCreate: () => void }) {
  const t = useTranslations('TenantsPage');
  const address = readTenantSearch(useSearchParams());
  const [search, setSearch] = useState(address.search);
  const [view, setView] = useState(address.view);
  const settled = useDebounced(search, 200);
  // The rows in sight stay until the next are there.
  const shown = { search: useDeferredValue(settled), view: useDeferredValue(view) };
  const [pages, query] = trpc.tenant.list.useSuspenseInfiniteQuery(listTenantsOf(shown), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = pages.pages.flatMap((page) => page.rows);
  const isWhole = search.trim() === '' && view === 'all';

  function go(next: { search: string; view: TenantView }) {
    setSearch(next.search);
    setView(next.view);
    const params = new URLSearchParams();
    if (next.search.trim() !== '') params.set('q', next.search.trim());
    if (next.view !== 'all') params.set('show', next.view);
    const text = params.toString();
    window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`);
  }

  if (rows.length === 0 && isWhole) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState
          level={2}
          icon={usersIcon}
          title={t('emptyTitle')}
          action={
            canEdit && (
              <Button look="primary" icon={plusIcon} onClick={onCreate}>
                {t('emptyAction')}
              </Button>
            )
          }
        >
          {t('emptyText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <TenantFilters search={search} view={view} onChange={go} />
      <div
        className="overflow-clip rounded-2xl bg-surface shadow-surface"
        aria-busy={shown.search !== search || shown.view !== view}
      >
        {rows.length === 0 ? (
          <EmptyState
            level={2}
            icon={searchIcon}
            title={t('nothingFoundTitle')}
            action={<Button onClick={() => go({ search: '', view: 'all' })}>{t('showAll')}</Button>}
          >
            {t('nothingFoundText')}
          </EmptyState>
        ) : (
          <TenantTable rows={rows} />
        )}
      </div>
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted">
          {!query.hasNextPage && t('shown', { count: rows.length })}
        </p>
        {query.hasNextPage && (
          <Button pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}

function TenantTable({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('TenantsPage');
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('name'),
      phone: 'title',
      cell: (tenant) => (
        <Link
          href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }}
          className="font-medium hover:underline"
        >
          {tenant.name}
        </Link>
      ),
    },
    {
      key: 'home',
      header: t('home'),
      cell: (tenant) =>
        tenant.units.length === 0 ? (
          <span className="text-muted">{t('noHome')}</span>
        ) : (
          tenant.units.map((unit) => (
            <Link
              key={unit.unitId}
              href={{ pathname: '/property/[id]', params: { id: unit.propertyId } }}
              className="block hover:underline"
            >
              {placeName(unit)}
            </Link>
          ))
        ),
    },
    {
      key: 'contact',
      header: t('contact'),
      phone: 'wide',
      cell: (tenant) => (
        <span className="text-muted">
          {[tenant.emails[0], tenant.phones[0]].filter(Boolean).map((contact) => (
            <span key={contact} className="block truncate">
              {contact}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'arrears',
      header: t('arrears'),
      align: 'end',
      cell: (tenant) =>
        tenant.arrearsCents > 0 ? (
          <Money amountCents={tenant.arrearsCents} className="font-medium text-danger" />
        ) : (
          <span className="text-muted">{t('noArrears')}</span>
        ),
    },
  ];
  return <DataTable caption={t('caption')} columns={columns} rows={rows} rowKey={(tenant) => tenant.id} />;
}

/** A flat that is the whole property is called like it: said once. */
export function placeName(unit: { propertyName: string; unitName: string }): string {
  return unit.unitName === unit.propertyName ? unit.propertyName : `${unit.propertyName}, ${unit.unitName}`;
}
