import { day, type Explained, inputs } from '../../domain/trace.ts';
import type { RentReason } from '../../domain/vocabulary.ts';
import {
  addMonths,
  type CalendarDate,
  compareDates,
  firstOfMonth,
  maxDate,
  monthOf,
  shiftMonth,
} from '../../lib/calendar.ts';

/** A rent must have stood unchanged for at least so long (§ 557b (2) BGB). */
const MONTHS_UNCHANGED = 12;

export type IndexDates = {
  /** Since when the net rent has stood; rises after modernisation do not count. */
  lastChangedOn: CalendarDate;
  /** The first day from which the index may change it again: of dwellings a first of a month. */
  earliestOn: CalendarDate;
  /** From when the new rent is owed; null while it is not known when the letter is received. */
  owedFrom: CalendarDate | null;
};

/**
 * When an index-linked rent may next change. It must have stood for a year, changes under §§ 559 to 560 BGB apart
 * (modernisation, operating costs); it is owed from the start of the second month after the letter was received, and
 * not before that year is over. Of other premises, and abroad, § 557b does not hold: the contract says from when, and that
 * day is given.
 * RangeError without a rent.
 */
export function indexDates(input: {
  rents: readonly { validFrom: CalendarDate; netCents: number; reason: RentReason }[];
  /** Of dwellings the day of the letter; else the day from which the contract lets the new rent be owed. */
  receivedOn: CalendarDate | null;
  isGerman: boolean;
  isDwelling: boolean;
}): Explained<IndexDates> {
  const byDay = input.rents.toSorted((a, b) => compareDates(a.validFrom, b.validFrom));
  const [first] = byDay;
  if (!first) throw new RangeError('there is no rent to change');
  let lastChangedOn = first.validFrom;
  for (const [index, rent] of byDay.entries()) {
    const before = byDay[index - 1];
    if (before && rent.netCents !== before.netCents && rent.reason !== 'modernisation') {
      lastChangedOn = rent.validFrom;
    }
  }
  if (!input.isGerman) return byContract(lastChangedOn, input.receivedOn, []);
  if (!input.isDwelling) return byContract(lastChangedOn, input.receivedOn, ['PrKG § 3 (1)']);
  const year = addMonths(lastChangedOn, MONTHS_UNCHANGED);
  const earliestOn = year.endsWith('-01') ? year : firstOfMonth(shiftMonth(monthOf(year), 1));
  const received = input.receivedOn;
  const byReceipt = received === null ? null : firstOfMonth(shiftMonth(monthOf(received), 2));
  const owedFrom = byReceipt === null ? null : maxDate(byReceipt, earliestOn);
  return {
    result: { lastChangedOn, earliestOn, owedFrom },
    trace: {
      rule: 'index_rent_dates',
      formula: byReceipt === null ? '{earliest_change}' : 'max({owed_by_letter}, {earliest_change})',
      sources: ['BGB § 557b (2)', 'BGB § 557b (3)'],
      inputs: inputs({
        last_change: day(lastChangedOn),
        earliest_change: day(earliestOn),
        ...(byReceipt !== null && { letter_received: day(received), owed_by_letter: day(byReceipt) }),
      }),
      steps: [],
      result: day(owedFrom ?? earliestOn),
    },
  };
}

function byContract(
  lastChangedOn: CalendarDate,
  owedOn: CalendarDate | null,
  sources: string[],
): Explained<IndexDates> {
  const owedFrom = owedOn === null ? null : maxDate(owedOn, lastChangedOn);
  return {
    result: { lastChangedOn, earliestOn: lastChangedOn, owedFrom },
    trace: {
      rule: 'index_rent_dates',
      formula: owedOn === null ? '{last_change}' : 'max({owed_by_contract}, {last_change})',
      sources,
      inputs: inputs({
        last_change: day(lastChangedOn),
        ...(owedOn !== null && { owed_by_contract: day(owedOn) }),
      }),
      steps: [],
      result: day(owedFrom ?? lastChangedOn),
    },
  };
}
