import { type CalendarDate, isCalendarDate } from '../../lib/calendar.ts';
import { plainCents } from '../../lib/plain-cents.ts';

export const decimalSigns = [',', '.'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/**
 * An amount as banks write it, in cents with its sign: `1.234,56`, `-3,9`, `−12,00`, `12,00-`, `1.000` (a thousand where
 * the comma is the decimal sign), `+5 EUR`. Null for anything else: groups that are no threes, more than two decimals
 * that are not zero, no digit at all. An amount that could be read in two ways is read in neither.
 */
export function parseAmount(written: string, decimal: DecimalSign): number | null {
  const text = written.replace(/[\s\u00a0\u202f]|€|EUR/g, '').replace(/[\u2212\u2012\u2013]/g, '-');
  const group = decimal === ',' ? '.' : ',';
  const parts = /^([+-]?)(\d[\d.,']*)([+-]?)$/.exec(text);
  if (!parts) return null;
  const [, before = '', digits = '', after = ''] = parts;
  if (before && after) return null;
  const [whole = '', fraction = '', more] = digits.split(decimal);
  if (more !== undefined || !/^\d*$/.test(fraction)) return null;
  if (digits.includes(decimal) && fraction === '') return null;
  const plain = whole.replaceAll("'", group);
  if (!/^\d+$/.test(plain) && !new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(plain)) return null;
  return plainCents(plain.replaceAll(group, ''), fraction, `${before}${after}` === '-');
}

/** Digits with a point and without groups (ISO 20022), or with a comma that always stands (SWIFT), without a sign. */
export function parsePlainAmount(text: string, decimal: DecimalSign): number | null {
  const parts = (decimal === '.' ? /^(\d+)(?:\.(\d*))?$/ : /^(\d+),(\d*)$/).exec(text.trim());
  return parts ? plainCents(parts[1] ?? '', parts[2] ?? '', false) : null;
}

export const dayOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DayOrder = (typeof dayOrders)[number];

/**
 * A day as tables write it: `3.5.2026`, `03.05.26`, `03/05/2026`, `2026-05-03`, with a time after it. Two digits of a
 * year are of this century: no bank hands out older lines. Null for anything else, and for days that do not exist.
 */
export function parseDay(written: string, order: DayOrder): CalendarDate | null {
  const text = written.trim().replace(/[T\s]\d{1,2}:\d{2}.*$/, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(text);
  if (!parts || order === 'ymd') return null;
  const [, first, second, year] = parts;
  return order === 'mdy' ? dayOf(year, first, second) : dayOf(year, second, first);
}

function dayOf(year = '', month = '', day = ''): CalendarDate | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(text) && text >= '1970-01-01' && text < '2100-01-01' ? text : null;
}

/** `YYMMDD` or `YYYYMMDD`; null for a day that does not exist. */
export function parseCompactDay(text: string): CalendarDate | null {
  const parts = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(text);
  return parts ? dayOf(parts[1], parts[2], parts[3]) : null;
}
