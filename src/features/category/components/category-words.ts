import { useTranslations } from 'next-intl';
import { categoryName, type Named } from '../name-rules';

/** Stands in while no category is chosen; the form is refused for that and the text never sent. */
const NO_TITLE = '–';

/** What a booking is called when nobody says: as its category. */
export function useTitleOr(): (title: unknown, category: Named | null) => unknown {
  const nameOf = useCategoryName();
  return (title, category) => title ?? (category ? nameOf(category) : NO_TITLE);
}

/** What a category is called: the user's own name for it, else the words of the built-in one. */
export function useCategoryName(): (category: Named) => string {
  const t = useTranslations('Category');
  return (category) => categoryName(category, (code) => t(`builtIn.${code}`));
}
