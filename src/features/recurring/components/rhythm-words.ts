'use client';

import { useTranslations } from 'next-intl';

/** How often an item comes back and on which day: "quarterly, on the 15th". */
export function useRhythmWords(): (item: { everyMonths: number; anchorDay: number }) => string {
  const t = useTranslations('Recurring');
  return ({ everyMonths, anchorDay }) =>
    t('rhythm', {
      rhythm: t('every', { months: everyMonths }),
      day: anchorDay === 31 ? t('lastDay') : t('dayOfMonth', { day: anchorDay }),
    });
}
