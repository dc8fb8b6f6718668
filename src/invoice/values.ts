import { type CalendarDate, isCalendarDate } from '../lib/calendar.ts';
import { plainCents } from '../lib/plain-cents.ts';
import { childOf, childrenOf, textOf, type XmlNode } from '../lib/xml.ts';
import type { InvoiceFile } from './invoice.ts';

/**
 * An amount of XML, in cents: a point, no groups, maybe a sign. EN 16931 has two decimals in every amount that is added up;
 * more of them are taken where they are noughts. Null for anything else.
 */
export function centsOf(text: string | null): number | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text ?? '') ?? [];
  return whole + fraction === '' ? null : plainCents(whole, fraction, sign === '-');
}

/** A rate in per cent, in hundredths of one; null for none, and for one that no tax has. */
export function rateOf(text: string | null): number | null {
  const basisPoints = centsOf(text);
  return basisPoints !== null && basisPoints >= 0 && basisPoints <= 10_000 ? basisPoints : null;
}

/** `20260131` and `2026-01-31`, with what comes behind a day left out; null for a day that does not exist. */
export function dayOf(text: string | null): CalendarDate | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[TZ+-])/.exec(text ?? '') ?? [];
  const written = `${year}-${month}-${day}`;
  return year !== undefined && isCalendarDate(written) ? written : null;
}

export const centsAt = (node: XmlNode | null, ...way: string[]) => centsOf(textOf(node, ...way));
export const dayAt = (node: XmlNode | null, ...way: string[]) => dayOf(textOf(node, ...way));

export const textsOf = (node: XmlNode | null, name: string): string[] =>
  childrenOf(node, name)
    .map((one) => one.text.trim())
    .filter((text) => text !== '');

/** The lines of an address that there are. */
export const written = (lines: readonly (string | null)[]): string[] =>
  lines.filter((line): line is string => line !== null && line !== '');

type Days = { from: CalendarDate | null; to: CalendarDate | null };

/**
 * When what is billed was done: the period of the whole invoice (BG-14), else the day of delivery (BT-72), else from the first
 * to the last day of its lines (BG-26). Of a period both days are there, or it is none.
 */
export function serviceOf(period: Days, delivered: CalendarDate | null, lines: readonly Days[]) {
  if (period.from !== null && period.to !== null) return { serviceFrom: period.from, serviceTo: period.to };
  if (delivered !== null) return { serviceFrom: delivered, serviceTo: delivered };
  const days = lines.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);
  days.sort();
  return { serviceFrom: days[0] ?? null, serviceTo: days.at(-1) ?? null };
}

/** A file inside; none where what is there is no base64 (RFC 4648, 4). */
export function fileOf(node: XmlNode | null, name: string | null): InvoiceFile[] {
  const base64 = node?.text.replace(/\s/g, '') ?? '';
  if (!node || base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/.test(base64)) return [];
  const { filename, mimeCode = '' } = node.attributes;
  return [{ name: filename ?? name ?? '', mediaType: mimeCode, base64 }];
}

/** Names that several elements have in common: the first that has one. */
export const firstText = (node: XmlNode | null, ...ways: (readonly string[])[]): string | null =>
  ways.map((way) => textOf(node, ...way)).find((text) => text !== null) ?? null;

export const inside = (node: XmlNode | null, name: string, ...way: string[]): XmlNode[] =>
  childrenOf(node, name).flatMap((one) => {
    const found = childOf(one, ...way);
    return found ? [found] : [];
  });

/** What is added or taken off, with its sign. */
export const signed = (cents: number | null, isAdded: boolean) =>
  cents === null || isAdded || cents === 0 ? cents : -cents;

/** VAT stands a second time in the seller's currency where that is another one (BT-111). */
export const inCurrency = (amounts: readonly XmlNode[], currency: string | null): XmlNode | null =>
  amounts.find(({ attributes }) => attributes.currencyID === currency) ?? amounts[0] ?? null;
