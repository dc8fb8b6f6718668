'use client';

import { useFormats } from '@/i18n/formats-provider';

/** Days within a month in words: `15.–30. November`, `November 15 – 30`. */
export function useDayRange(): (from: string, to: string) => string {
  const { locale } = useFormats();
  const formatter = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (from, to) =>
    formatter
      .formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
      // Runtimes differ in the kind of space around the dash.
      .replaceAll(/\s/g, ' ');
}
