import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Icon } from '@/components/icon';
import { chevronDownIcon, searchIcon } from '@/components/icons';
import { type DocumentCategory, documentCategories } from '@/domain/vocabulary';

export type DocumentFilter = { search: string; category: DocumentCategory | null; shelf: 'kept' | 'deleted' };

/** What the list shows: a search as it is typed, one category, or what was deleted lately. */
export function DocumentTools({
  filter,
  canRestore,
  onChange,
}: {
  filter: DocumentFilter;
  canRestore: boolean;
  onChange: (filter: DocumentFilter) => void;
}) {
  const t = useTranslations('Documents');
  const categories = useTranslations('DocumentCategory');
  const id = useId();
  return (
    <search className="grid gap-2 border-b border-separator px-5 py-3 md:px-6 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-between">
      <span className="relative flex">
        <Icon
          icon={searchIcon}
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
        />
        <input
          type="search"
          data-page-search
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
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
          value={filter.shelf === 'deleted' ? 'deleted' : (filter.category ?? '')}
          onChange={(event) => {
            const { value } = event.target;
            onChange({
              ...filter,
              shelf: value === 'deleted' ? 'deleted' : 'kept',
              category: documentCategories.find((category) => category === value) ?? null,
            });
          }}
          className="input input--full-width appearance-none pe-9"
        >
          <option value="">{t('everyCategory')}</option>
          {documentCategories.map((category) => (
            <option key={category} value={category}>
              {categories(category)}
            </option>
          ))}
          {canRestore && <option value="deleted">{t('deletedLately')}</option>}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
    </search>
  );
}
