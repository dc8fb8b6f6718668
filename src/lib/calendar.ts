/** A day without time or zone, `YYYY-MM-DD`, years 0001–9999. Sorts as text. */
export type CalendarDate = string;
/** A calendar month, `YYYY-MM`. Sorts as text. */
export type Month = string;
/** Both ends belong to the range; `to: null` is open. */
export type DateRange = { from: CalendarDate; to: CalendarDate | null };

const DAY_MS = 86_400_000;

/** The days that people enter lie between these: leases, births and loans, and what is computed from them. */
export const FIRST_DAY: CalendarDate = '1900-01-01';
export const LAST_DAY: CalendarDate = '2199-12-31';

export function isMonth(text: string): boolean {
  return text.length === 7 && startsWithMonth(text);
}

/** True for a day that exists: not for 30 February. */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text[7] !== '-' || !startsWithMonth(text)) return false;
  const day = digits(text, 8, 10);
  return day >= 1 && day <= lastDay(digits(text, 0, 4), digits(text, 5, 7));
}

/** RangeError unless the text is an existing day. */
export function parseCalendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text;
}

/** RangeError unless the text is a month. */
export function parseMonth(text: string): Month {
  if (!isMonth(text)) throw new RangeError(`not a month: ${text}`);
  return text;
}

/** Negative, zero or positive as a is before, the same as or after b. Works on months too. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The earliest of the days (or months); nulls are left out. */
export function minDate(first: CalendarDate, ...others: (CalendarDate | null | undefined)[]): CalendarDate {
  let earliest = first;
  for (const other of others) if (other && other < earliest) earliest = other;
  return earliest;
}

/** The latest of the days (or months); nulls are left out. */
export function maxDate(first: CalendarDate, ...others: (CalendarDate | null | undefined)[]): CalendarDate {
  let latest = first;
  for (const other of others) if (other && other > latest) latest = other;
  return latest;
}

export function monthOf(day: CalendarDate): Month {
  return parseCalendarDate(day).slice(0, 7);
}

/** 1–31. */
export function dayOfMonth(day: CalendarDate): number {
  return Number(parseCalendarDate(day).slice(8));
}

export function yearOf(dayOrMonth: CalendarDate | Month): number {
  return Number(dayOrMonth.slice(0, 4));
}

/** 28–31. */
export function daysInMonth(month: Month): number {
  parseMonth(month);
  return lastDay(digits(month, 0, 4), digits(month, 5, 7));
}

/** The day with that number in the month; a number beyond its end gives the last day. */
export function dayInMonth(month: Month, day: number): CalendarDate {
  if (!Number.isInteger(day) || day < 1 || day > 31) throw new RangeError(`not a day of a month: ${day}`);
  return `${month}-${pad(Math.min(day, daysInMonth(month)), 2)}`;
}

export function firstOfMonth(month: Month): CalendarDate {
  return dayInMonth(month, 1);
}

export function lastOfMonth(month: Month): CalendarDate {
  return dayInMonth(month, 31);
}

export function addDays(day: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(toEpochDay(day) + assertWhole(days));
}

/** Months from a to b, negative when b is earlier. */
export function monthsBetween(a: Month, b: Month): number {
  return monthIndex(b) - monthIndex(a);
}

/** The month that many months later (earlier when negative). RangeError outside the years 1–9999. */
export function shiftMonth(month: Month, months: number): Month {
  const index = monthIndex(month) + assertWhole(months);
  const year = Math.floor(index / 12);
  if (year < 1 || year > 9999) throw new RangeError(`no month ${months} months from ${month}`);
  return `${pad(year, 4)}-${pad((index % 12) + 1, 2)}`;
}

/**
 * The same day of a later month, clamped to its end. Give the anchor day (1–31) in a series, so that a clamped
 * step does not shorten the next: 31 Jan, 28 Feb, 31 Mar.
 */
export function addMonths(day: CalendarDate, months: number, anchorDay = dayOfMonth(day)): CalendarDate {
  return dayInMonth(shiftMonth(monthOf(day), months), anchorDay);
}

/** Days from a to b, the first not counted: 0 for the same day. */
export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return toEpochDay(b) - toEpochDay(a);
}

/** Days from first to last, both counted; 0 when last is before first. */
export function daysInclusive(first: CalendarDate, last: CalendarDate): number {
  return Math.max(0, daysBetween(first, last) + 1);
}

/** ISO weekday: 1 Monday … 7 Sunday. */
export function weekday(day: CalendarDate): number {
  // 1970-01-01 was a Thursday; the second modulo keeps days before it positive.
  return ((((toEpochDay(day) + 3) % 7) + 7) % 7) + 1;
}

/** Every month from first to last, both included; empty when last is before first. */
export function eachMonth(first: Month, last: Month): Month[] {
  const count = Math.max(0, monthsBetween(first, last) + 1);
  return Array.from({ length: count }, (_, index) => shiftMonth(first, index));
}

/** True when the two closed ranges share at least one day. */
export function overlaps(a: DateRange, b: DateRange): boolean {
  return (b.to === null || a.from <= b.to) && (a.to === null || b.from <= a.to);
}

const dayFormatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar day at that instant in an IANA time zone. RangeError for an unknown zone. */
export function todayIn(timeZone: string, now: Date): CalendarDate {
  let formatter = dayFormatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormatters.set(timeZone, formatter);
  }
  const parts = new Map(formatter.formatToParts(now).map((part) => [part.type, part.value]));
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return parseCalendarDate(`${year}-${parts.get('month')}-${parts.get('day')}`);
}

/** True when this runtime knows the IANA time zone. A distance (`+02:00`) is none: Postgres reads it the other way round. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

// A year of statistics compares days hundreds of thousands of times; patterns and parsed instants take ten times as long.

/** Digits as a number; NaN where one is none. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function startsWithMonth(text: string): boolean {
  const month = digits(text, 5, 7);
  return digits(text, 0, 4) >= 1 && text[4] === '-' && month >= 1 && month <= 12;
}

function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function toEpochDay(day: CalendarDate): number {
  parseCalendarDate(day);
  // Years below 100 would mean the 20th century; 400 years are always 146,097 days.
  return Date.UTC(digits(day, 0, 4) + 400, digits(day, 5, 7) - 1, digits(day, 8, 10)) / DAY_MS - 146_097;
}

function fromEpochDay(epochDay: number): CalendarDate {
  const instant = new Date(epochDay * DAY_MS);
  const year = instant.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) throw new RangeError('day outside the years 1–9999');
  return instant.toISOString().slice(0, 10);
}

function monthIndex(month: Month): number {
  parseMonth(month);
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

function assertWhole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return value;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
