import {
  type CalendarDate,
  type Month,
  monthOf,
  monthsBetween,
  shiftMonth,
  yearOf,
} from '../../lib/calendar.ts';
import { nameWords } from './said-words.ts';

/** Letters and digits alone, in upper case: a reference as it is compared. */
export const plainReference = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Shorter ones are words. */
const MIN_REFERENCE = 4;

/** Finds known references in texts. A reference may be cut into groups, but begins and ends where words do. */
export class ReferenceIndex {
  readonly #leases = new Map<string, Set<string>>();
  #longest = 0;

  constructor(references: readonly { leaseId: string; reference: string }[]) {
    for (const { leaseId, reference } of references) {
      const plain = plainReference(reference);
      if (plain.length < MIN_REFERENCE) continue;
      this.#longest = Math.max(this.#longest, plain.length);
      const leases = this.#leases.get(plain) ?? new Set();
      leases.add(leaseId);
      this.#leases.set(plain, leases);
    }
  }

  /** Leases in the order in which the text names them; the longest reference at a place counts. */
  find(text: string): string[] {
    if (this.#longest === 0) return [];
    const words = text
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .filter(Boolean);
    const found = new Set<string>();
    for (let at = 0; at < words.length; at += 1) {
      let joined = '';
      let best: { end: number; leases: Set<string> } | null = null;
      for (let end = at; end < words.length && joined.length < this.#longest; end += 1) {
        joined += words[end];
        const leases = this.#leases.get(joined);
        if (leases) best = { end, leases };
      }
      if (!best) continue;
      for (const leaseId of best.leases) found.add(leaseId);
      at = best.end;
    }
    return [...found];
  }
}

const monthNames = [
  /^(jan|januar|january|janner)$/,
  /^(feb|februar|february)$/,
  /^(mar|marz|march|mrz)$/,
  /^(apr|april)$/,
  /^(mai|may)$/,
  /^(jun|juni|june|juno)$/,
  /^(jul|juli|july)$/,
  /^(aug|august)$/,
  /^(sep|sept|september)$/,
  /^(okt|oktober|oct|october)$/,
  /^(nov|november)$/,
  /^(dez|dezember|dec|december)$/,
];

/** `Mai 2026`, `Mai 26`, `Mai` (the nearest one), `05/2026`, `05.26`, `2026-05`: the months a text names, each once. */
export function statedMonths(text: string, bookedOn: CalendarDate): Month[] {
  const found = new Set<Month>();
  for (const match of text.matchAll(
    /(?<![\d.,/-])(\d{1,2})[./-](20\d{2}|\d{2})(?![\d.,/-])|(?<![\d.,/-])(20\d{2})[-/](\d{2})(?![\d.,/-])/g,
  )) {
    add(found, Number(match[3] ?? match[2]), Number(match[1] ?? match[4]), bookedOn);
  }
  const words = nameWords(text);
  for (const [at, word] of words.entries()) {
    const month = monthNames.findIndex((pattern) => pattern.test(word)) + 1;
    if (month === 0) continue;
    const next = words[at + 1] ?? '';
    if (/^(20\d{2}|\d{2})$/.test(next)) add(found, Number(next), month, bookedOn);
    else found.add(nearest(month, bookedOn));
  }
  return [...found];
}

/** Text with a day (`03.05.2026`) names no month; a year far off is none. */
function add(found: Set<Month>, written: number, month: number, bookedOn: CalendarDate) {
  const year = written < 100 ? 2000 + written : written;
  if (month < 1 || month > 12 || Math.abs(year - yearOf(bookedOn)) > 5) return;
  found.add(`${year}-${String(month).padStart(2, '0')}`);
}

function nearest(month: number, bookedOn: CalendarDate): Month {
  const here = monthOf(bookedOn);
  const offset = month - Number(here.slice(5));
  const candidates = [offset - 12, offset, offset + 12].map((months) => shiftMonth(here, months));
  return (
    candidates.toSorted((a, b) => Math.abs(monthsBetween(here, a)) - Math.abs(monthsBetween(here, b)))[0] ??
    here
  );
}

// Settling a deposit is no paying of it, and American banks call each transfer a direct or mobile deposit.
const deposits =
  /kaution(?!s?(?:ab|rück|rueck))|mietsicherheit|(?<!\b(?:direct|mobile|ach|atm|cash|cheque|check|counter|remote|payroll) )\bdeposit\b/i;
export const saysDeposit = (text: string) => deposits.test(text);
export const saysRent = (text: string) => /miete\b|\brent\b/i.test(text);
