'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Icon } from '@/components/icon';
import { chevronDownIcon, searchIcon } from '@/components/icons';
import { type TenantView, tenantViews } from '../search-params';

/** What the list shows: a search as it is typed, and one of a few views. */
export function TenantFilters({
  search,
  view,
  onChange,
}: {
  search: string;
  view: TenantView;
  onChange: (next: { search: string; view: TenantView }) => void;
}) {
  const t = useTranslations('TenantsPage');
  const id = useId();
  return (
    <search className="grid gap-2 sm:grid-cols-[minmax(0,22rem)_auto] sm:justify-between">
      <span className="relative flex">
        <Icon
          icon={searchIcon}
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
        />
        <input
          type="search"
          value={search}
          onChange={(event) => onChange({ search: event.target.value, view })}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={200}
          className="input input--full-width ps-9"
        />
      </span>
      <span className="relative flex">
        <label htmlFor={id} className="sr-only">
          {t('filter')}
        </label>
        <select
          id={id}
          value={view}
          onChange={(event) =>
            onChange({ search, view: tenantViews.find((known) => known === event.target.value) ?? 'all' })
          }
          className="input input--full-width appearance-none pe-9"
        >
          {tenantViews.map((known) => (
            <option key={known} value={known}>
              {t(`filters.${known}`)}
            </option>
          ))}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
    </search>
  );
}
