import { useTranslations } from 'next-intl';
import { isBuiltInCode } from '../../category/built-in-facts';
import type { AssociationYearView } from './year-form';

/** What a line of a paper may be: not passed on, the reserve, or a kind of operating cost. */
export function useKindOptions(kinds: AssociationYearView['kinds']) {
  const t = useTranslations('Association');
  const builtIn = useTranslations('Category.builtIn');
  return [
    { value: '', label: t('staysWithOwner'), isArchived: false },
    { value: 'reserve', label: t('reserve'), isArchived: false },
    ...kinds.map(({ id: value, code, name, isArchived }) => ({
      value,
      isArchived,
      label: name ?? (code !== null && isBuiltInCode(code) ? builtIn(code) : (code ?? '')),
    })),
  ];
}
