import { useTranslations } from 'next-intl';
import { isBuiltInCode } from '../../category/built-in-facts';
import type { AssociationYearView } from './year-form';

/** What a line of a paper may be: not passed on, the reserve, or a kind of operating cost. */
export function useKindOptions(kinds: AssociationYearView['kinds']) {
  const t = useTranslations('Association');
  const builtIn = useTranslations('Category.builtIn');
  return [
    { value: '', label: t('staysWithOwner') },
    { value: 'reserve', label: t('reserve') },
    ...kinds.map(({ id: value, code, name }) => ({
      value,
      label: name ?? (code !== null && isBuiltInCode(code) ? builtIn(code) : (code ?? '')),
    })),
  ];
}
