import type { Sheet } from '../domain/sheet.ts';
import type { Language } from '../domain/vocabulary.ts';
import {
  type CalendarDate,
  firstOfMonth,
  isCalendarDate,
  type Month,
  parseCalendarDate,
  todayIn,
} from '../lib/calendar.ts';
import type { CsvDialect } from '../lib/csv.ts';
import type { DateFormat, NumberFormat } from '../lib/format-names.ts';
import { languageFacts } from '../lib/languages.ts';
import { assertCents, MAX_CENTS } from '../lib/money.ts';
import { withoutUnseen } from '../lib/pasted.ts';
import { monthNamed } from './month-named.ts';
import type { Wording } from './wording.ts';

export type UserFormats = {
  language: Language;
  /** BCP 47; decides month names, the clock and the place of the currency sign. */
  locale: string;
  dateFormat: DateFormat;
  /** de `1.234,56` · en `1,234.56` · ch `1’234.56` · fr `1 234,56`. */
  numberFormat: NumberFormat;
  /** ISO 4217; the one `parseMoney` takes. */
  currency: string;
  /** What homes are measured in where the portfolio is; kept are square metres everywhere. */
  areaUnit: AreaUnit;
  /** Whose words they stand between: those of the language, or of a country that has some otherwise. */
  wording: Wording;
  /** Whether explanations may cite German law; they may where nothing else is said. */
  citesGermanLaw?: boolean;
  /** Whether accounts there have an IBAN; they have one where nothing else is said. */
  hasIbans?: boolean;
  /** What papers are printed on there; A4 where nothing else is said. */
  sheet?: Sheet | undefined;
};
export type AreaUnit = 'sqm' | 'sqft';

// Number and unit belong on one line.
const NBSP = '\u00a0';

const separators: Record<NumberFormat, { group: string; decimal: ',' | '.' }> = {
  de: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
  ch: { group: '’', decimal: '.' },
  fr: { group: NBSP, decimal: ',' },
};

/** Regions that write otherwise than most who speak their language, and what one pays in where we know it. */
const regions: Record<string, Partial<Omit<UserFormats, 'language' | 'locale' | 'wording'>>> = {
  'en-US': { currency: 'USD' },
  'en-GB': { dateFormat: 'dd/mm/yyyy', currency: 'GBP' },
  'de-AT': {},
  'de-CH': { numberFormat: 'ch', currency: 'CHF' },
};

/** The formats of a language, refined by the region of a browser's locale where we know it (`en-GB`, `de-CH`). */
export function defaultFormats(language: Language, locale?: string): UserFormats {
  const { locale: usual, dateFormat, numberFormat } = languageFacts[language];
  const known = locale?.startsWith(`${language}-`) && regions[locale] ? locale : usual;
  const base = { currency: 'EUR', areaUnit: 'sqm' } as const;
  return { language, locale: known, wording: language, dateFormat, numberFormat, ...base, ...regions[known] };
}

const currencySigns: Record<string, string> = { EUR: '€', USD: '$', GBP: '£' };
const currencyWords: Record<string, string[]> = {
  EUR: ['€', 'EURO', 'EUROS'],
  USD: ['$'],
  GBP: ['£'],
  CHF: ['FR', 'FR.', 'SFR', 'SFR.'],
};

/** `1.234,56 €`, `-$1,234.56`, `CHF 1’234.56`. Always two decimals. RangeError outside ±2^51 cents. */
export function formatMoney(amountCents: number, currency: string, formats: UserFormats): string {
  return withCurrency(assertCents(amountCents), 2, currency, formats);
}

/** Without the cents, as the axis of a chart has it: `1.235 €`. Rounded half up in magnitude. */
export function formatWholeMoney(amountCents: number, currency: string, formats: UserFormats): string {
  return withCurrency(Math.round(Math.abs(amountCents) / 100) * Math.sign(amountCents), 0, currency, formats);
}

function withCurrency(scaled: number, decimals: number, currency: string, formats: UserFormats): string {
  const sign = scaled < 0 ? '-' : '';
  const digits = formatScaled(Math.abs(scaled), decimals, formats);
  const symbol = currencySigns[currency] ?? currency;
  if (isSignBehind(formats)) return `${sign}${digits}${NBSP}${symbol}`;
  const isApart = symbol.length > 1 || languageFacts[formats.language].isSignBehind;
  return `${sign}${symbol}${isApart ? NBSP : ''}${digits}`;
}

/** Whether the sign of a currency follows the amount, `5 €`, or stands before it, `$5`, in Austria `€ 5`. */
export const isSignBehind = ({ language, locale, numberFormat }: UserFormats) =>
  languageFacts[language].isSignBehind && numberFormat !== 'ch' && locale !== 'de-AT';

/** The amount without a currency, as a field beside its sign shows it: `1.234,56`. */
export function formatAmount(amountCents: number, formats: UserFormats): string {
  const cents = assertCents(amountCents);
  return (cents < 0 ? '-' : '') + formatScaled(Math.abs(cents), 2, formats);
}

/** With blanks of one kind, and without the signs nobody sees that are copied along. */
const plain = (text: string) => withoutUnseen(text).replaceAll(/\s/g, ' ').trim();

/** An amount as it stands in a field beside which a sign behind numbers is shown, or with its sign before it. */
export const writeMoney = (amountCents: number, formats: UserFormats): string =>
  isSignBehind(formats)
    ? formatAmount(amountCents, formats)
    : formatMoney(amountCents, formats.currency, formats);

export type NumberFault = 'empty' | 'not_a_number' | 'separators' | 'too_many_decimals' | 'too_large';
export type MoneyFault = NumberFault | 'other_currency';
export type MoneyResult = { ok: true; cents: number } | { ok: false; reason: MoneyFault };

/**
 * Reads an amount as the user types it, in whole cents, exactly. Takes the user's separators only: `1.234` is
 * 123400 cents in German format and too many decimals in English, `1.5` in German format is refused rather than
 * guessed. Spaces and apostrophes may group thousands in every format; the sign, code or name of the user's currency may
 * stand before or behind, `500,-` is 500. The sign of another currency is refused.
 */
export function parseMoney(text: string, formats: UserFormats): MoneyResult {
  let rest = plain(text);
  let negative = false;
  const takeSign = () => {
    if (!negative && /^[-−]/.test(rest)) {
      negative = true;
      rest = rest.slice(1).trimStart();
    }
  };
  takeSign();
  const written = /^([€$£]|[a-z]+\.?)|([€$£]|[a-z]+\.?)$/i.exec(rest);
  if (written && /\d/.test(rest)) {
    const word = written[0].toUpperCase();
    if (word !== formats.currency && !currencyWords[formats.currency]?.includes(word)) {
      return {
        ok: false,
        reason: word.length === 1 || word.length === 3 ? 'other_currency' : 'not_a_number',
      };
    }
    rest = (rest.slice(0, written.index) + rest.slice(written.index + word.length)).trim();
    takeSign();
  }
  const number = parseUnsigned(
    rest.replace(/([.,])[-–—]{1,2}$/, (_, decimal: string) => `${decimal}00`),
    2,
    formats,
  );
  if (!number.ok) return number;
  return { ok: true, cents: negative && number.scaled !== 0 ? -number.scaled : number.scaled };
}

export type DecimalResult = { ok: true; scaled: number } | { ok: false; reason: NumberFault };

/**
 * Reads a decimal number in the user's format as an integer scaled by 10^decimals (area 85,5 with two decimals is
 * 8550). A leading minus is taken; a value outside ±2^51 is `too_large`.
 */
export function parseDecimal(text: string, decimals: number, formats: UserFormats): DecimalResult {
  const trimmed = plain(text);
  const negative = /^[-−]/.test(trimmed);
  const result = parseUnsigned(negative ? trimmed.slice(1).trimStart() : trimmed, decimals, formats);
  if (!result.ok || !negative || result.scaled === 0) return result;
  return { ok: true, scaled: -result.scaled };
}

function parseUnsigned(text: string, decimals: number, formats: UserFormats): DecimalResult {
  if (text === '') return { ok: false, reason: 'empty' };
  if (!/^[\d.,'’ ]+$/.test(text) || !/\d/.test(text)) return { ok: false, reason: 'not_a_number' };
  const { group, decimal } = separators[formats.numberFormat];
  const at = text.indexOf(decimal);
  const whole = at < 0 ? text : text.slice(0, at);
  const fraction = at < 0 ? '' : text.slice(at + 1);
  if (!/^\d*$/.test(fraction)) return { ok: false, reason: 'separators' };
  const groupSign = /[^\d]/.exec(whole)?.[0];
  if (groupSign !== undefined) {
    if (![group, "'", '’', ' '].includes(groupSign)) return { ok: false, reason: 'separators' };
    const [head = '', ...groups] = whole.split(groupSign);
    const wellFormed = /^\d{1,3}$/.test(head) && groups.every((digits) => /^\d{3}$/.test(digits));
    if (!wellFormed) return { ok: false, reason: 'separators' };
  }
  if (fraction.length > decimals) return { ok: false, reason: 'too_many_decimals' };
  const scaled = BigInt(whole.replaceAll(/\D/g, '') + fraction.padEnd(decimals, '0') || '0');
  if (scaled > BigInt(MAX_CENTS)) return { ok: false, reason: 'too_large' };
  return { ok: true, scaled: Number(scaled) };
}

/** A plain number with the user's separators, at most so many decimals (rounded), no trailing zeros. */
export function formatNumber(value: number, formats: UserFormats, maxDecimals = 2): string {
  const scale = 10 ** maxDecimals;
  const scaled = Math.round(Math.abs(value) * scale);
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`cannot show the number ${value}`);
  return (
    (value < 0 && scaled !== 0 ? '-' : '') + trimZeros(formatScaled(scaled, maxDecimals, formats), formats)
  );
}

/** An integer scaled by 10^decimals, without trailing zeros: 8550 with two decimals is `85,5`. */
export function formatDecimal(scaled: number, decimals: number, formats: UserFormats): string {
  const value = assertCents(scaled);
  return (value < 0 ? '-' : '') + trimZeros(formatScaled(Math.abs(value), decimals, formats), formats);
}

/** A foot is 0.3048 m, so a square foot is 0.09290304 m² (BIPM, SI brochure, 9th ed., app.; NIST SP 811, B.8). */
const SQM100_PER_SQFT = 9.290304;

/**
 * How an area is typed and shown: square metres with two decimals, square feet as whole ones. A whole number of square
 * feet comes back as it was typed: half a hundredth of a square metre is a twentieth of a square foot.
 */
export const areaUnits = {
  sqm: { sign: 'm²', decimals: 2, fromSqm100: (area: number) => area, toSqm100: (area: number) => area },
  sqft: {
    sign: `sq${NBSP}ft`,
    decimals: 0,
    fromSqm100: (area: number) => Math.round(area / SQM100_PER_SQFT),
    toSqm100: (area: number) => Math.round(area * SQM100_PER_SQFT),
  },
} as const;

/** Hundredths of a square metre: 8550 is `85,5 m²`, or `920 sq ft`. */
export function formatArea(areaSqmHundredths: number, formats: UserFormats): string {
  const unit = areaUnits[formats.areaUnit];
  return `${formatDecimal(unit.fromSqm100(areaSqmHundredths), unit.decimals, formats)}${NBSP}${unit.sign}`;
}

/** The size of a file, as it is printed beside a download: 1234567 is `1,2 MB`. A megabyte is a million bytes. */
export function formatFileSize(bytes: number, formats: UserFormats): string {
  const [unit, factor] =
    bytes >= 1e9 ? (['GB', 1e9] as const) : bytes >= 1e6 ? (['MB', 1e6] as const) : (['kB', 1e3] as const);
  const value = bytes / factor;
  if (bytes > 0 && value < 1) return `1${NBSP}${unit}`;
  return `${formatNumber(value, formats, value < 10 && factor > 1e3 ? 1 : 0)}${NBSP}${unit}`;
}

const percentSign = ({ language }: UserFormats) =>
  languageFacts[language].isPercentApart ? `${NBSP}%` : '%';

/** Basis points (hundredths of a per cent): 1900 is `19 %` in German, `19%` in English. */
export function formatPercent(basisPoints: number, formats: UserFormats): string {
  return formatDecimal(basisPoints, 2, formats) + percentSign(formats);
}

/**
 * A share that was worked out, always with both decimals it was rounded to, so that several can be compared and nothing is
 * rounded twice: 9487 is `94,87 %`.
 */
export const formatShare = (basisPoints: number, formats: UserFormats): string =>
  (basisPoints < 0 ? '-' : '') +
  formatScaled(Math.abs(assertCents(basisPoints)), 2, formats) +
  percentSign(formats);

/**
 * How a spreadsheet reads tables where numbers are written so: it cuts at semicolons wherever the comma stands before decimals,
 * and in Switzerland, though a point does (list separator of Windows for de-CH and fr-CH).
 */
export const csvDialect = ({ numberFormat }: Pick<UserFormats, 'numberFormat'>): CsvDialect => ({
  decimal: separators[numberFormat].decimal,
  separator: numberFormat === 'en' ? ',' : ';',
});

function formatScaled(magnitude: number, decimals: number, formats: UserFormats): string {
  const { group, decimal } = separators[formats.numberFormat];
  const digits = String(magnitude).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, group);
  return decimals === 0 ? whole : `${whole}${decimal}${digits.slice(-decimals)}`;
}

function trimZeros(text: string, formats: UserFormats): string {
  const at = text.indexOf(separators[formats.numberFormat].decimal);
  if (at < 0) return text;
  const fraction = text.slice(at + 1).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, at) : text.slice(0, at + 1) + fraction;
}

/** RangeError for a day that does not exist. */
export function formatDate(day: CalendarDate, formats: Pick<UserFormats, 'dateFormat'>): string {
  const [year = '', month = '', date = ''] = parseCalendarDate(day).split('-');
  return formats.dateFormat.replace('yyyy', year).replace('mm', month).replace('dd', date);
}

export type DateFault = 'empty' | 'not_a_date' | 'no_such_day';
export type DateResult = { ok: true; day: CalendarDate } | { ok: false; reason: DateFault };

/**
 * Reads a day as the user types it: `21.11.2026`, `1.2.26`, `11/21/2026`, `21112026`, always also ISO
 * `2026-11-21`, and the month as a word, `1. Februar 2026`, `Feb 1, 2026`. Day and month stand in the order of the user's format whatever the separator; a day that does not
 * exist in that order is an error, never swapped. Two-digit years mean 1969–2068 (POSIX).
 */
export function parseDate(text: string, formats: Pick<UserFormats, 'dateFormat'>): DateResult {
  const typed = plain(text);
  if (typed === '') return { ok: false, reason: 'empty' };
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (iso) return existingDay(iso[1], iso[2], iso[3]);
  const inWords = (dayFirst.exec(typed) ?? monthFirst.exec(typed))?.groups;
  const month = inWords?.word && monthNamed(inWords.word);
  if (month) return existingDay(inWords.year, month, inWords.day);
  const parts =
    /^(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{4}|\d{2})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  // In year-first formats day and month have no order of their own, so only the full ISO form is clear.
  if (!parts || formats.dateFormat === 'yyyy-mm-dd') return { ok: false, reason: 'not_a_date' };
  const [, first, second, year] = parts;
  return formats.dateFormat === 'mm/dd/yyyy'
    ? existingDay(year, first, second)
    : existingDay(year, second, first);
}

const dayFirst =
  /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)?\s*(?:of\s)?(?<word>\p{L}{3,})\.?,?\s+(?<year>\d{4}|\d{2})$/iu;
const monthFirst = /^(?<word>\p{L}{3,})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4}|\d{2})$/iu;

function existingDay(year = '', month = '', day = ''): DateResult {
  const fullYear = year.length === 2 ? `${Number(year) < 69 ? '20' : '19'}${year}` : year;
  const text = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(text) ? { ok: true, day: text } : { ok: false, reason: 'no_such_day' };
}

/** `November 2026`, short `Nov 2026` (`Nov. 2026` in German). */
export function formatMonth(month: Month, formats: UserFormats, style: 'long' | 'short' = 'long'): string {
  const formatter = intlFormatter(formats.locale, { month: style, year: 'numeric', timeZone: 'UTC' });
  return formatter.format(new Date(`${firstOfMonth(month)}T00:00:00Z`));
}

/** The month alone: `November`, short as a column is headed `Nov`. */
export function formatMonthName(
  month: Month,
  formats: UserFormats,
  style: 'long' | 'short' = 'long',
): string {
  const formatter = intlFormatter(formats.locale, { month: style, timeZone: 'UTC' });
  return formatter.format(new Date(`${firstOfMonth(month)}T00:00:00Z`));
}

/** Several in a sentence: `Anna, Ben and Carl`. */
export const formatList = (names: readonly string[], { language }: UserFormats): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

/** Days of one month in words, without the year: `November 15 – 30`, `15.–30. November`. */
export function formatDayRange(from: CalendarDate, to: CalendarDate, formats: UserFormats): string {
  const formatter = intlFormatter(formats.locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const instant = (day: CalendarDate) => new Date(`${parseCalendarDate(day)}T00:00:00Z`);
  // Runtimes differ in the kind of space around the dash.
  return formatter.formatRange(instant(from), instant(to)).replaceAll(/\s/g, NBSP);
}

/** Day in the user's format and time of day in the locale's clock, as seen in the time zone. */
export function formatInstant(instant: Date, timeZone: string, formats: UserFormats): string {
  const clock = intlFormatter(formats.locale, { timeStyle: 'short', timeZone });
  // Runtimes differ in the space before AM/PM; one kind everywhere, or server and browser texts differ.
  const time = clock.format(instant).replaceAll(/\s/g, NBSP);
  return `${formatDate(todayIn(timeZone, instant), formats)}, ${time}`;
}

/** `22 November 2026, 19:40 CET`: for readers whose clock may be another, as of a mail. */
export function formatZonedInstant(instant: Date, timeZone: string, locale: string): string {
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return intlFormatter(locale, { ...date, ...time, timeZone })
    .format(instant)
    .replaceAll(/\s/g, ' ');
}

/** A moment as the reader's own clock shows it; of today the time alone. Only in the browser. */
export function formatMoment(instant: Date, formats: UserFormats): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const text = formatInstant(instant, timeZone, formats);
  const isToday = todayIn(timeZone, instant) === todayIn(timeZone, new Date());
  return isToday ? text.slice(text.indexOf(', ') + 2) : text;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function intlFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', numberingSystem: 'latn' });
  formatters.set(key, made);
  return made;
}
