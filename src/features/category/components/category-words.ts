'use client';

import { useTranslations } from 'next-intl';
import { isBuiltInCode } from '../built-in-facts';

type Named = { code: string | null; name: string | null };

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
  return ({ code, name }) => {
    if (name !== null) return name;
    // One that a later edition brought and this page does not know yet.
    return code !== null && isBuiltInCode(code) ? t(`builtIn.${code}`) : (code ?? '');
  };
}
