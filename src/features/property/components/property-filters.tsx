import { useTranslations } from 'next-intl';
import { FilterMarks, FilterSelect } from '@/components/list/list-tools';
import { propertyKinds } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import { everyProperty, type PropertySearch, propertyMarks, propertySorts } from '../search-params';

const archives = ['active', 'archived', 'all'] as const;
const EVERY = 'all';

/** How many filters narrow the list; the search is not one of them. */
export function countFilters(search: PropertySearch): number {
  const { archive, kind, city, only } = search;
  return Number(archive !== 'active') + Number(kind !== null) + Number(city !== null) + only.length;
}

/** State, kind, city, and what needs attention. */
export function PropertyFilters({
  search,
  cities: served,
  onChange,
}: {
  search: PropertySearch;
  /** As the page knew them, so that the bar stands complete from the start. */
  cities: string[];
  onChange: (part: Partial<PropertySearch>) => void;
}) {
  const t = useTranslations('PropertyList');
  const labels = useTranslations('Labels');
  const { data: cities } = trpc.property.cities.useQuery(undefined, { initialData: served });
  // A city that has gone meanwhile still says why the list is empty.
  const offered = search.city === null || cities.includes(search.city) ? cities : [search.city, ...cities];
  return (
    <>
      <FilterSelect
        label={t('filter')}
        value={search.archive}
        options={archives.map((value) => ({ value, label: t(`archive.${value}`) }))}
        onChange={(archive) => onChange({ archive })}
      />
      <FilterSelect
        label={t('columns.kind')}
        value={search.kind ?? EVERY}
        options={[
          { value: EVERY, label: t('everyKind') },
          ...propertyKinds.map((value) => ({ value, label: labels(`propertyKind.${value}`) })),
        ]}
        onChange={(kind) => onChange({ kind: kind === EVERY ? null : kind })}
      />
      {offered.length > 1 && (
        <FilterSelect
          label={t('city')}
          value={search.city ?? ''}
          options={[
            { value: '', label: t('everyCity') },
            ...offered.map((city) => ({ value: city, label: city })),
          ]}
          onChange={(city) => onChange({ city: city === '' ? null : city })}
        />
      )}
      <FilterMarks
        marks={propertyMarks}
        label={(mark) => t(`marks.${mark}`)}
        only={search.only}
        onChange={(only) => onChange({ only })}
        onClear={
          countFilters(search) > 0 ? () => onChange({ ...everyProperty, search: search.search }) : null
        }
      />
    </>
  );
}

/** In which order; the table's headers do the same. */
export function PropertyOrder({
  search,
  onChange,
}: {
  search: PropertySearch;
  onChange: (part: Partial<PropertySearch>) => void;
}) {
  const t = useTranslations('PropertyList');
  const list = useTranslations('List');
  const order = `${search.descending ? '-' : ''}${search.sort}`;
  return (
    <FilterSelect
      label={list('sort')}
      value={order}
      options={propertySorts.flatMap((sort) =>
        (sort === 'name' || sort === 'city' ? [sort, `-${sort}`] : [`-${sort}`, sort]).map((value) => ({
          value,
          label: t(`order.${value.startsWith('-') ? 'descending' : 'ascending'}.${sort}`),
        })),
      )}
      onChange={(value) =>
        onChange({
          descending: value.startsWith('-'),
          sort: propertySorts.find((sort) => sort === value.replace('-', '')) ?? 'name',
        })
      }
    />
  );
}
