'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense, useDeferredValue } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { historyIcon } from '@/components/icons';
import { FilterSelect } from '@/components/list/list-tools';
import { useFound } from '@/components/list/use-found';
import { SkeletonRows } from '@/components/skeleton';
import { type AuditedEntity, auditedEntities } from '@/domain/entities';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import {
  ACTIVITY_PAGE,
  type ActivityFilter,
  activityAuthors,
  readActivityFilter,
  writeActivityFilter,
} from '../activity-params';
import { ActivityRow } from './activity-row';

const ALL = 'all';
/** There is SEPA in euro only. */
const ofSepa: readonly AuditedEntity[] = ['collection', 'mandate', 'payout'];

/** Who changed what, all of it, the newest first; narrowed to a kind of thing and to who it was by the address. */
export function ActivityList({ timeZone }: { timeZone: string }) {
  const t = useTranslations('Activity');
  const { currency } = useFormats();
  const address = useSearchParams().toString();
  // What is in sight stays until the next is there.
  const shownAddress = useDeferredValue(address);
  const filter = readActivityFilter(new URLSearchParams(address));
  const shown = readActivityFilter(new URLSearchParams(shownAddress));

  function go(next: ActivityFilter) {
    const text = writeActivityFilter(next).toString();
    window.history.replaceState(null, '', `${window.location.pathname}${text === '' ? '' : `?${text}`}`);
  }

  return (
    <>
      <search className="flex flex-wrap gap-2 pb-4">
        <FilterSelect
          label={t('of')}
          value={filter.entity ?? ALL}
          options={[
            { value: ALL, label: t('everything') },
            ...auditedEntities
              .filter((entity) => entity !== 'upload')
              .filter((entity) => currency === 'EUR' || !ofSepa.includes(entity))
              .map((entity) => ({ value: entity, label: t(`entities.${entity}`) }))
              .toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
          onChange={(value) => go({ ...filter, entity: value === ALL ? null : value })}
        />
        <FilterSelect
          label={t('by')}
          value={filter.by}
          options={activityAuthors.map((author) => ({ value: author, label: t(`authors.${author}`) }))}
          onChange={(by) => go({ ...filter, by })}
        />
      </search>
      <Suspense fallback={<SkeletonRows count={10} />}>
        <Events
          filter={shown}
          timeZone={timeZone}
          isLoading={shownAddress !== address}
          onAll={() => go({ entity: null, by: 'anybody' })}
        />
      </Suspense>
    </>
  );
}

function Events({
  filter,
  timeZone,
  isLoading,
  onAll,
}: {
  filter: ActivityFilter;
  timeZone: string;
  isLoading: boolean;
  onAll: () => void;
}) {
  const t = useTranslations('Activity');
  const [pages, query] = trpc.overview.activity.useSuspenseInfiniteQuery(
    { ...filter, ...ACTIVITY_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const rows = pages.pages.flatMap((page) => page.rows);
  useFound(JSON.stringify(filter), rows.length, !query.hasNextPage);
  return (
    <div aria-busy={isLoading} className="overflow-clip rounded-2xl bg-surface shadow-surface">
      {rows.length === 0 ? (
        <EmptyState
          level={2}
          icon={historyIcon}
          title={t('nothing')}
          action={<Button onClick={onAll}>{t('showAll')}</Button>}
        />
      ) : (
        <ol aria-label={t('title')} className="divide-y divide-separator">
          {rows.map((event) => (
            <ActivityRow key={event.id} event={event} timeZone={timeZone} />
          ))}
        </ol>
      )}
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
