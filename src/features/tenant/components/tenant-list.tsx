import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { EmptyState } from '@/components/empty-state';
import { plusIcon, searchIcon, usersIcon } from '@/components/icons';
import { ListCards } from '@/components/list/list-cards';
import { ListFoot } from '@/components/list/list-foot';
import { useListLook } from '@/components/list/list-look';
import type { ListLook } from '@/components/list/list-look-cookie';
import { ListTools } from '@/components/list/list-tools';
import { SearchBox } from '@/components/list/search-box';
import { useFound } from '@/components/list/use-found';
import { useListSearch } from '@/components/list/use-list-search';
import { useSelection } from '@/components/list/use-selection';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import {
  everyTenant,
  listTenantsOf,
  readTenantSearch,
  type TenantSearch,
  writeTenantSearch,
} from '../search-params';
import { TenantCard } from './tenant-card';
import { useTenantExport } from './tenant-export';
import { countFilters, TenantFilters, TenantOrder } from './tenant-filters';
import { tenantColumns } from './tenant-list-look';
import { TenantSelection } from './tenant-selection';
import { TenantTable } from './tenant-table';

/** The tenants as the address says: searched, filtered, sorted, a page at a time. */
export function TenantList({
  canEdit,
  onCreate,
  look: servedLook,
}: {
  canEdit: boolean;
  onCreate: () => void;
  look: ListLook;
}) {
  const t = useTranslations('TenantsPage');
  const [look, setLook] = useListLook('tenants', servedLook);
  const { search, shown, isWaiting, change } = useListSearch(readTenantSearch, writeTenantSearch);
  const { saveAll, isExporting } = useTenantExport();
  return (
    <>
      <ListTools
        search={
          <SearchBox
            label={t('search')}
            value={search.search}
            onSearch={(text) => change({ search: text })}
          />
        }
        filters={<TenantFilters search={search} onChange={change} />}
        order={<TenantOrder search={search} onChange={change} />}
        activeCount={countFilters(search)}
        look={look}
        onLook={setLook}
        columns={tenantColumns.map((key) => ({ key, label: t(key) }))}
        isExporting={isExporting}
        onExport={() => void saveAll(search)}
      />
      <div className={classNames('mt-5 transition-opacity', isWaiting && 'opacity-60')} aria-busy={isWaiting}>
        <SectionBoundary id="results" asked={JSON.stringify(shown)}>
          <Suspense fallback={<SkeletonRows count={6} />}>
            <Results search={shown} look={look} canEdit={canEdit} onChange={change} onCreate={onCreate} />
          </Suspense>
        </SectionBoundary>
      </div>
    </>
  );
}

function Results({
  search,
  look,
  canEdit,
  onChange,
  onCreate,
}: {
  search: TenantSearch;
  look: ListLook;
  canEdit: boolean;
  onChange: (part: Partial<TenantSearch>) => void;
  onCreate: () => void;
}) {
  const t = useTranslations('TenantsPage');
  const [data, query] = trpc.tenant.list.useSuspenseInfiniteQuery(listTenantsOf(search), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const { sort, descending, ...narrowing } = search;
  const selection = useSelection(JSON.stringify(narrowing));
  const { save } = useTenantExport();
  const rows = data.pages.flatMap((page) => page.rows);
  const isWhole = !query.hasNextPage;
  useFound(JSON.stringify(narrowing), rows.length, isWhole);

  if (rows.length === 0) {
    const isNarrowed = search.search !== '' || countFilters(search) > 0;
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState
          level={2}
          icon={isNarrowed ? searchIcon : usersIcon}
          title={t(isNarrowed ? 'nothingFoundTitle' : 'emptyTitle')}
          action={
            isNarrowed ? (
              <Button onClick={() => onChange(everyTenant)}>{t('showAll')}</Button>
            ) : (
              canEdit && (
                <Button look="primary" icon={plusIcon} onClick={onCreate}>
                  {t('emptyAction')}
                </Button>
              )
            )
          }
        >
          {t(isNarrowed ? 'nothingFoundText' : 'emptyText')}
        </EmptyState>
      </div>
    );
  }
  const chosen = rows.filter((row) => selection.chosen.has(row.id));
  return (
    <>
      {look.view === 'table' ? (
        <TenantTable
          rows={rows}
          isWhole={isWhole}
          columns={look.columns}
          search={search}
          onSort={onChange}
          selection={selection}
        />
      ) : (
        <ListCards
          name="tenant cards"
          label={t('caption')}
          rows={rows}
          isWhole={isWhole}
          card={(tenant) => <TenantCard tenant={tenant} />}
        />
      )}
      <ListFoot
        isWhole={isWhole}
        isLoading={query.isFetchingNextPage}
        load={async () => !(await loadMore(query)).isFetchNextPageError}
      >
        {t('shown', { count: rows.length })}
      </ListFoot>
      {look.view === 'table' && (
        <TenantSelection
          chosen={chosen}
          canEdit={canEdit}
          onClear={selection.clear}
          onExport={() => save(chosen)}
        />
      )}
    </>
  );
}
