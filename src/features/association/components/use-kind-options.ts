import { useTranslations } from 'next-intl';
import { useCategoryName } from '../../category/components/category-words';
import type { AssociationYearView } from './year-form';

/** What a line of a paper may be: not passed on, the reserve, or a kind of operating cost. */
export function useKindOptions(kinds: AssociationYearView['kinds']) {
  const t = useTranslations('Association');
  const nameOf = useCategoryName();
  return [
    { value: '', label: t('staysWithOwner'), isArchived: false },
    { value: 'reserve', label: t('reserve'), isArchived: false },
    ...kinds.map(({ id: value, isArchived, ...kind }) => ({
      value,
      isArchived,
      label: nameOf(kind),
    })),
  ];
}
