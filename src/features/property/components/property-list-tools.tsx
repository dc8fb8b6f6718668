'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { chevronDownIcon, layoutDashboardIcon, menuIcon, searchIcon } from '@/components/icons';

const TYPING_PAUSE_MS = 250;

/** Search, archive filter, and cards or table. */
export function PropertyListTools({
  search,
  archive,
  view,
  onChange,
}: {
  search: string;
  archive: string;
  view: 'cards' | 'table';
  onChange: (changes: Record<string, string | null>) => void;
}) {
  const t = useTranslations('PropertyList');
  const [typed, setTyped] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Emptied from outside, e.g. by “Show all”.
  useEffect(() => {
    if (search === '') setTyped('');
  }, [search]);

  return (
    <search className="flex flex-wrap items-center gap-3">
      <div className="relative min-w-0 flex-1 basis-56 sm:max-w-sm">
        <Icon
          icon={searchIcon}
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
        />
        <input
          type="search"
          value={typed}
          aria-label={t('search')}
          placeholder={t('search')}
          onChange={(event) => {
            const { value } = event.target;
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => onChange({ q: value.trim() || null }), TYPING_PAUSE_MS);
          }}
          className="input input--full-width ps-9"
        />
      </div>
      <span className="relative flex">
        <select
          aria-label={t('filter')}
          value={archive}
          onChange={(event) =>
            onChange({ archive: event.target.value === 'active' ? null : event.target.value })
          }
          className="input appearance-none pe-9"
        >
          {(['active', 'archived', 'all'] as const).map((value) => (
            <option key={value} value={value}>
              {t(`archive.${value}`)}
            </option>
          ))}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
      <fieldset className="ms-auto hidden gap-1 rounded-xl bg-default p-1 md:flex">
        <legend className="sr-only">{t('view')}</legend>
        {(
          [
            ['cards', layoutDashboardIcon],
            ['table', menuIcon],
          ] as const
        ).map(([value, icon]) => (
          <button
            key={value}
            type="button"
            aria-pressed={view === value}
            aria-label={t(`views.${value}`)}
            title={t(`views.${value}`)}
            onClick={() => onChange({ view: value === 'cards' ? null : value })}
            className={classNames(
              'grid size-8 place-items-center rounded-lg transition-colors',
              view === value ? 'bg-segment text-segment-foreground shadow-surface' : 'text-muted',
            )}
          >
            <Icon icon={icon} />
          </button>
        ))}
      </fieldset>
    </search>
  );
}
