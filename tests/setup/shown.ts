import { firstOfMonth, monthOf, shiftMonth, todayIn } from '../../src/lib/calendar.ts';
import type { Language } from './browser.ts';

/** Days and amounts as a page shows them, written by Intl and not by the product's own formats. */

const locales = { en: 'en-US', de: 'de-DE' };

export const today = () => todayIn('Europe/Berlin', new Date());
/** The first day of the month so many months from now. */
export const monthStart = (months: number) => firstOfMonth(shiftMonth(monthOf(today()), months));
export const firstOfThisMonth = () => monthStart(0);

/** Cents as `€1,234.56` or `1.234,56 €`. */
export const euro = (cents: number, language: Language) =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** `11/21/2026` or `21.11.2026`. */
export function shownDay(day: string, language: Language): string {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  return language === 'de' ? `${dayOfMonth}.${month}.${year}` : `${month}/${dayOfMonth}/${year}`;
}

/** `November 2026`. */
export const shownMonth = (day: string, language: Language) =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
export const thisMonth = (language: Language) => shownMonth(today(), language);
