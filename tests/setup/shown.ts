import { firstOfMonth, monthOf, shiftMonth, todayIn } from '../../src/lib/calendar.ts';
import { type Language, languageFacts } from '../../src/lib/languages.ts';

/** Days and amounts as a page shows them, written by Intl and not by the product's own formats. */

const berlin = 'Europe/Berlin';
export const today = (timeZone = berlin) => todayIn(timeZone, new Date());
/** The first day of the month so many months from now; elsewhere it may be another month for some hours. */
export const monthStart = (months: number, timeZone = berlin) =>
  firstOfMonth(shiftMonth(monthOf(today(timeZone)), months));
export const firstOfThisMonth = () => monthStart(0);

/** Cents as `$1,234.56` or `1.234,56 $`. */
export const money = (cents: number, language: Language, currency: string) =>
  new Intl.NumberFormat(languageFacts[language].locale, { style: 'currency', currency }).format(cents / 100);

/** Cents as `€1,234.56` or `1.234,56 €`. */
export const euro = (cents: number, language: Language) => money(cents, language, 'EUR');

/** `11/21/2026` or `21.11.2026`. */
export const shownDay = (day: string, language: Language) =>
  new Intl.DateTimeFormat(languageFacts[language].locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** `November 2026`. */
export const shownMonth = (day: string, language: Language) =>
  new Intl.DateTimeFormat(languageFacts[language].locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
export const thisMonth = (language: Language) => shownMonth(today(), language);

/** A desk and a phone, each in another language and light: what most walks are done on. */
export const screens = [
  { language: 'en', width: 1440, colorScheme: 'light' },
  { language: 'de', width: 390, colorScheme: 'dark' },
] as const;
