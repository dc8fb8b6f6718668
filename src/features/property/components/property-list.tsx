'use client';

import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { EmptyState } from '@/components/empty-state';
import { building2Icon, plusIcon, searchIcon } from '@/components/icons';
import { ListCards } from '@/components/list/list-cards';
import { ListFoot } from '@/components/list/list-foot';
import { useListLook } from '@/components/list/list-look';
import type { ListLook } from '@/components/list/list-look-cookie';
import { ListTools } from '@/components/list/list-tools';
import { replaceQuery } from '@/components/list/replace-query';
import { SearchBox } from '@/components/list/search-box';
import { useFound } from '@/components/list/use-found';
import { useListSearch } from '@/components/list/use-list-search';
import { useSelection } from '@/components/list/use-selection';
import { PageHead } from '@/components/page-head';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import {
  everyProperty,
  listPropertiesOf,
  type PropertySearch,
  readPropertySearch,
  writePropertySearch,
} from '../search-params';
import { CreatePropertyDialog } from './create-property-dialog';
import { PropertyCard } from './property-cards';
import { usePropertyExport } from './property-export';
import { countFilters, PropertyFilters, PropertyOrder } from './property-filters';
import { propertyColumns } from './property-list-look';
import { PropertySelection } from './property-selection';
import { PropertyTable } from './property-table';

/** The list of properties; what it shows stands in the address, how it looks in a cookie. */
export function PropertyList({
  country,
  canEdit,
  cities,
  look: servedLook,
}: {
  country: string;
  cities: string[];
  canEdit: boolean;
  look: ListLook;
}) {
  const t = useTranslations('PropertyList');
  const [look, setLook] = useListLook('properties', servedLook);
  const { query, search, shown, isWaiting, change } = useListSearch(readPropertySearch, writePropertySearch);
  const isCreating = canEdit && query.get('new') === '1';
  const { saveAll, isExporting } = usePropertyExport();

  return (
    <>
      <PageHead
        title={t('title')}
        actions={
          canEdit && (
            <Button look="primary" icon={plusIcon} onClick={() => replaceQuery({ new: '1' })}>
              {t('new')}
            </Button>
          )
        }
      />
      <ListTools
        search={
          <SearchBox
            label={t('search')}
            value={search.search}
            onSearch={(text) => change({ search: text })}
          />
        }
        filters={<PropertyFilters search={search} cities={cities} onChange={change} />}
        order={<PropertyOrder search={search} onChange={change} />}
        activeCount={countFilters(search)}
        look={look}
        onLook={setLook}
        columns={propertyColumns.map((key) => ({ key, label: t(`columns.${key}`) }))}
        isExporting={isExporting}
        onExport={() => void saveAll(search)}
      />
      <div className={classNames('mt-5 transition-opacity', isWaiting && 'opacity-60')} aria-busy={isWaiting}>
        <SectionBoundary id="results" asked={JSON.stringify(shown)}>
          <Suspense fallback={<SkeletonRows />}>
            <Results search={shown} look={look} canEdit={canEdit} onChange={change} />
          </Suspense>
        </SectionBoundary>
      </div>
      <CreatePropertyDialog
        open={isCreating}
        onOpenChange={(open) => replaceQuery({ new: open ? '1' : null })}
        country={country}
      />
    </>
  );
}

function Results({
  search,
  look,
  canEdit,
  onChange,
}: {
  search: PropertySearch;
  look: ListLook;
  canEdit: boolean;
  onChange: (part: Partial<PropertySearch>) => void;
}) {
  const t = useTranslations('PropertyList');
  const [data, query] = trpc.property.list.useSuspenseInfiniteQuery(listPropertiesOf(search), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const { sort, descending, ...narrowing } = search;
  const selection = useSelection(JSON.stringify(narrowing));
  const { save } = usePropertyExport();
  const rows = data.pages.flatMap((page) => page.rows);
  const isWhole = !query.hasNextPage;
  useFound(JSON.stringify(narrowing), rows.length, isWhole);

  if (rows.length === 0) return <Nothing search={search} canEdit={canEdit} onChange={onChange} />;
  const chosen = rows.filter((row) => selection.chosen.has(row.id));
  return (
    <>
      {look.view === 'table' ? (
        <PropertyTable
          rows={rows}
          isWhole={isWhole}
          columns={look.columns}
          search={search}
          onSort={onChange}
          selection={selection}
        />
      ) : (
        <ListCards
          name="property cards"
          label={t('title')}
          rows={rows}
          isWhole={isWhole}
          card={(row) => <PropertyCard row={row} />}
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
        <PropertySelection
          chosen={chosen}
          canEdit={canEdit}
          onClear={selection.clear}
          onExport={() => save(chosen)}
        />
      )}
    </>
  );
}

function Nothing({
  search,
  canEdit,
  onChange,
}: {
  search: PropertySearch;
  canEdit: boolean;
  onChange: (part: Partial<PropertySearch>) => void;
}) {
  const t = useTranslations('PropertyList');
  const isNarrowed = search.search !== '' || countFilters({ ...search, archive: 'active' }) > 0;
  const which = isNarrowed ? 'notFound' : search.archive === 'archived' ? 'noArchived' : 'empty';
  return (
    <div className="rounded-2xl bg-surface shadow-surface">
      <EmptyState
        level={2}
        icon={isNarrowed ? searchIcon : building2Icon}
        title={t(`${which}.title`)}
        action={
          which === 'notFound' ? (
            <Button onClick={() => onChange(everyProperty)}>{t('notFound.action')}</Button>
          ) : which === 'noArchived' ? (
            <Button onClick={() => onChange({ archive: 'active' })}>{t('noArchived.action')}</Button>
          ) : (
            canEdit && (
              <Button look="primary" icon={plusIcon} onClick={() => replaceQuery({ new: '1' })}>
                {t('empty.action')}
              </Button>
            )
          )
        }
      >
        {t(`${which}.text`)}
      </EmptyState>
    </div>
  );
}
