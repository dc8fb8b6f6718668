import { useTranslations } from 'next-intl';
import { FilterMarks, FilterSelect } from '@/components/list/list-tools';
import { partyKinds } from '@/domain/vocabulary';
import { everyTenant, type TenantSearch, tenantMarks, tenantSorts } from '../search-params';

const archives = ['active', 'archived', 'all'] as const;
const EVERY = 'all';

/** How many filters narrow the list; the search is not one of them. */
export function countFilters({ archive, kind, only }: TenantSearch): number {
  return Number(archive !== 'active') + Number(kind !== null) + only.length;
}

/** State, kind, and what needs attention. */
export function TenantFilters({
  search,
  onChange,
}: {
  search: TenantSearch;
  onChange: (part: Partial<TenantSearch>) => void;
}) {
  const t = useTranslations('TenantsPage');
  const labels = useTranslations('Labels');
  return (
    <>
      <FilterSelect
        label={t('filter')}
        value={search.archive}
        options={archives.map((value) => ({ value, label: t(`archive.${value}`) }))}
        onChange={(archive) => onChange({ archive })}
      />
      <FilterSelect
        label={t('kind')}
        value={search.kind ?? EVERY}
        options={[
          { value: EVERY, label: t('everyKind') },
          ...partyKinds.map((value) => ({ value, label: labels(`partyKind.${value}`) })),
        ]}
        onChange={(kind) => onChange({ kind: kind === EVERY ? null : kind })}
      />
      <FilterMarks
        // Whoever has such tenants is told; nobody else is asked.
        marks={tenantMarks.filter((mark) => mark !== 'needless' || search.only.includes(mark))}
        label={(mark) => t(`marks.${mark}`)}
        only={search.only}
        onChange={(only) => onChange({ only })}
        onClear={countFilters(search) > 0 ? () => onChange({ ...everyTenant, search: search.search }) : null}
      />
    </>
  );
}

/** In which order; the table's headers do the same. */
export function TenantOrder({
  search,
  onChange,
}: {
  search: TenantSearch;
  onChange: (part: Partial<TenantSearch>) => void;
}) {
  const t = useTranslations('TenantsPage');
  const list = useTranslations('List');
  const order = `${search.descending ? '-' : ''}${search.sort}`;
  return (
    <FilterSelect
      label={list('sort')}
      value={order}
      options={tenantSorts.flatMap((sort) =>
        (sort === 'arrears' ? [`-${sort}`, sort] : [sort, `-${sort}`]).map((value) => ({
          value,
          label: t(`order.${value.startsWith('-') ? 'descending' : 'ascending'}.${sort}`),
        })),
      )}
      onChange={(value) =>
        onChange({
          descending: value.startsWith('-'),
          sort: tenantSorts.find((sort) => sort === value.replace('-', '')) ?? 'name',
        })
      }
    />
  );
}
