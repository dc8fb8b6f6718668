'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense, useDeferredValue, useState } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { EmptyState } from '@/components/empty-state';
import { building2Icon, plusIcon, searchIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { CreatePropertyDialog } from './create-property-dialog';
import { PropertyCards } from './property-cards';
import { propertyListInput } from './property-list-input';
import { PropertyListTools } from './property-list-tools';
import { PropertyTable } from './property-table';

/** Sets the parts of the address's query that are given; null removes one. Nothing is fetched from the server. */
function setQuery(changes: Record<string, string | null>) {
  const query = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`);
}

/** The list of properties; search, filter and view stand in the address. */
export function PropertyList({ country, canEdit }: { country: string; canEdit: boolean }) {
  const t = useTranslations('PropertyList');
  const query = useSearchParams();
  const view = query.get('view') === 'table' ? 'table' : 'cards';
  const input = propertyListInput({ q: query.get('q'), archive: query.get('archive') });
  // The old answer stays in sight while the next one is fetched.
  const search = useDeferredValue(input.search);
  const archive = useDeferredValue(input.archive);
  const isWaiting = search !== input.search || archive !== input.archive;
  const isCreating = canEdit && query.get('new') === '1';

  return (
    <>
      <PageHead
        title={t('title')}
        actions={
          canEdit && (
            <Button look="primary" icon={plusIcon} onClick={() => setQuery({ new: '1' })}>
              {t('new')}
            </Button>
          )
        }
      />
      <PropertyListTools search={input.search} archive={input.archive} view={view} onChange={setQuery} />
      <div className={classNames('mt-5 transition-opacity', isWaiting && 'opacity-60')} aria-busy={isWaiting}>
        <Suspense fallback={<SkeletonRows />}>
          <Results input={{ ...input, search, archive }} view={view} canEdit={canEdit} />
        </Suspense>
      </div>
      <CreatePropertyDialog
        open={isCreating}
        onOpenChange={(open) => setQuery({ new: open ? '1' : null })}
        country={country}
      />
    </>
  );
}

function Results({
  input,
  view,
  canEdit,
}: {
  input: ReturnType<typeof propertyListInput>;
  view: 'cards' | 'table';
  canEdit: boolean;
}) {
  const t = useTranslations('PropertyList');
  const [data, list] = trpc.property.list.useSuspenseInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const [hasFailed, setFailed] = useState(false);
  const rows = data.pages.flatMap((page) => page.rows);

  if (rows.length === 0) {
    const isFiltered = input.search !== '';
    const which = isFiltered ? 'notFound' : input.archive === 'archived' ? 'noArchived' : 'empty';
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState
          level={2}
          icon={isFiltered ? searchIcon : building2Icon}
          title={t(`${which}.title`)}
          action={
            which === 'notFound' ? (
              <Button onClick={() => setQuery({ q: null })}>{t('notFound.action')}</Button>
            ) : which === 'noArchived' ? (
              <Button onClick={() => setQuery({ archive: null })}>{t('noArchived.action')}</Button>
            ) : (
              canEdit && (
                <Button look="primary" icon={plusIcon} onClick={() => setQuery({ new: '1' })}>
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
  return (
    <>
      {view === 'table' ? <PropertyTable rows={rows} /> : <PropertyCards rows={rows} />}
      {list.hasNextPage && (
        <div className="mt-6 flex flex-col items-center gap-2">
          <Button
            pending={list.isFetchingNextPage}
            onClick={() => {
              setFailed(false);
              void loadMore(list).then((result) => setFailed(result.isFetchNextPageError));
            }}
          >
            {t('more')}
          </Button>
          {hasFailed && (
            <p role="alert" className="text-sm text-danger">
              {t('moreFailed')}
            </p>
          )}
        </div>
      )}
    </>
  );
}
