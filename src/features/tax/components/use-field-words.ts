import { useTranslations } from 'next-intl';
import type { AnlageVGroup } from '@/features/category/built-in-facts';
import type { TaxField } from '../fill-rules';
import type { AnlageVField } from '../line-facts';

const hasOwnWords = (field: AnlageVField): field is Exclude<AnlageVField, AnlageVGroup> =>
  field === 'settled_costs' ||
  field === 'earlier_rents' ||
  field === 'rent_garage' ||
  field === 'vat_received';

/** What a field of a form is called; one that categories name as they do. */
export function useFieldWords(): (field: TaxField) => string {
  const t = useTranslations('Tax');
  const groups = useTranslations('Categories.anlageVGroups');
  return (field) => {
    if (typeof field === 'number') return t(`scheduleE.${field}`);
    return hasOwnWords(field) ? t(`anlageV.${field}`) : groups(field);
  };
}
