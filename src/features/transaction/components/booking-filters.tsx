import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { classNames } from '@/components/class-names';
import { DateField } from '@/components/form/date-field';
import { Icon } from '@/components/icon';
import { chevronDownIcon, searchIcon } from '@/components/icons';
import { bookingDirections } from '@/domain/vocabulary';
import { categoryGroups } from '@/features/category/components/category-field';
import { useCategoryName } from '@/features/category/components/category-words';
import { trpc } from '@/trpc/client';
import { type BookingFilter, bookingPeriods } from '../search-params';

/** Search, period, income or expense, category, and where there are several, the property. */
export function BookingFilters({
  filter,
  hasPlaces,
  onChange,
}: {
  filter: BookingFilter;
  hasPlaces: boolean;
  onChange: (change: Partial<BookingFilter>) => void;
}) {
  const t = useTranslations('Bookings');
  const labels = useTranslations('Labels');
  const nameOf = useCategoryName();
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const [categories] = trpc.category.list.useSuspenseQuery({});
  const properties = trpc.property.list.useQuery({ archive: 'all', limit: 200 }, { enabled: hasPlaces });
  return (
    <search
      className={classNames(
        'flex flex-wrap gap-2 px-5 pt-5 pb-4 md:px-6',
        // Four choices beside the search, still on one line.
        hasPlaces && 'sm:[&_select]:max-w-46',
      )}
    >
      <span className="relative flex min-w-0 flex-1 basis-full sm:basis-48">
        <Icon
          icon={searchIcon}
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
        />
        <input
          type="search"
          value={filter.search}
          onChange={(event) => onChange({ search: event.target.value })}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={200}
          className="input input--full-width ps-9"
        />
      </span>
      <Choice
        label={t('period')}
        value={filter.period}
        onChange={(value) => onChange({ period: bookingPeriods.find((known) => known === value) ?? 'year' })}
      >
        {bookingPeriods.map((period) => (
          <option key={period} value={period}>
            {t(`periods.${period}`)}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('kind')}
        value={filter.kind ?? ''}
        onChange={(value) =>
          onChange({
            kind: bookingDirections.find((known) => known === value) ?? null,
            categoryId: null,
          })
        }
      >
        <option value="">{t('bothKinds')}</option>
        {bookingDirections.map((kind) => (
          <option key={kind} value={kind}>
            {labels(`bookingDirections.${kind}`)}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('category')}
        value={filter.categoryId ?? ''}
        onChange={(value) => onChange({ categoryId: value === '' ? null : value })}
      >
        <option value="">{t('allCategories')}</option>
        {categoryGroups(categories, filter.kind, jurisdiction).map((group) => (
          <optgroup key={group.id} label={nameOf(group)}>
            <option value={group.id}>{t('wholeGroup', { group: nameOf(group) })}</option>
            {group.leaves.map((leaf) => (
              <option key={leaf.id} value={leaf.id}>
                {nameOf(leaf)}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
      {hasPlaces && (
        <Choice
          label={t('place')}
          value={filter.place ?? ''}
          onChange={(value) => onChange({ place: value === '' ? null : value })}
        >
          <option value="">{t('allPlaces')}</option>
          <option value="portfolio">{t('portfolioOnly')}</option>
          {properties.data?.rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.name}
            </option>
          ))}
        </Choice>
      )}
      {filter.period === 'range' && (
        <div className="grid w-full grid-cols-2 gap-2 sm:max-w-sm">
          <DateField
            name={null}
            label={t('from')}
            defaultDay={filter.from}
            onDayChange={(from) => onChange({ from })}
          />
          <DateField
            name={null}
            label={t('to')}
            defaultDay={filter.to}
            onDayChange={(to) => onChange({ to })}
          />
        </div>
      )}
    </search>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <span className="relative flex max-w-full min-w-36 grow sm:grow-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="input input--full-width max-w-full appearance-none truncate pe-9 max-sm:field-sizing-content sm:max-w-56"
      >
        {children}
      </select>
      <Icon
        icon={chevronDownIcon}
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
      />
    </span>
  );
}
