import { type Explained, inputs, money, month, number, word } from '../../domain/trace.ts';
import { type CalendarDate, compareDates, type Month, monthOf, monthsBetween } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';

export type Threshold = { arrearsCents: number; limitCents: number; isReached: boolean };

/** What is overdue of a rent, and the whole rent, advances included, that was agreed for its month. */
export type OverdueRent = { periodFrom: CalendarDate; openCents: number; rentCents: number };

/**
 * The arrears with rent at which a tenancy may be ended without a notice period. On two consecutive due dates together more
 * than one month's rent: of living space by § 543 (2) no. 3 a with § 569 (3) no. 1 BGB, of other premises, for which § 569 (3) does
 * not hold (§ 578 BGB), in any case from there on (BGH 23 July 2008, XII ZR 134/06, and 13 May 2015, XII ZR 65/14: less only in
 * special circumstances, which nobody can reckon); looked up in November 2026. Or two months' rent in a period that extends
 * over more than two dates (no. 3 b), also where a date between was paid: it is to keep a tenant from paying every second rent
 * (Haufe HI15888931). What a month's rent is, the months in arrears say themselves; of two rents the higher
 * one is the limit, of several the two highest, so that it is reached in doubt too late. Only shown: whether notice may be
 * given is for a lawyer.
 */
export function noticeThresholds(input: {
  rents: readonly OverdueRent[];
  isDwelling: boolean;
}): Explained<{ twoDates: Threshold; longerTime: Threshold }> {
  const dates = datesOf(input.rents);
  const pair = highestPair(dates);
  const [highest = 0, second = 0] = dates.map((date) => date.rentCents).toSorted((a, b) => b - a);
  const totalCents = sumCents(dates.map((date) => date.openCents));
  const [first, last] = [dates.at(0), dates.at(-1)];
  const span = first && last ? monthsBetween(first.month, last.month) + 1 : 0;
  const twoDates = {
    arrearsCents: pair.openCents,
    limitCents: pair.rentCents || highest,
    isReached: pair.openCents > pair.rentCents,
  };
  // With one date in arrears twice its rent, which it cannot reach.
  const longerTime = {
    arrearsCents: totalCents,
    limitCents: highest + (dates.length > 1 ? second : highest),
    isReached: span > 2 && totalCents >= highest + second,
  };
  return {
    result: { twoDates, longerTime },
    trace: {
      rule: 'notice_thresholds',
      formula: '{two_dates} > {one_rent} ∨ ({all_rent_arrears} ≥ {two_rents} ∧ {due_dates} > 2)',
      sources: input.isDwelling
        ? ['BGB § 543 (2) no. 3', 'BGB § 569 (3) no. 1']
        : ['BGB § 543 (2) no. 3', 'BGH XII ZR 134/06 (2008-07-23)', 'BGH XII ZR 65/14 (2015-05-13)'],
      inputs: inputs({
        two_dates: money(twoDates.arrearsCents),
        one_rent: money(twoDates.limitCents),
        all_rent_arrears: money(totalCents),
        two_rents: money(longerTime.limitCents),
        due_dates: number(span),
      }),
      steps: dates.map((date) => ({
        of: [month(date.month)],
        formula: '{open_amount}',
        inputs: inputs({ monthly_rent: money(date.rentCents), open_amount: money(date.openCents) }),
        result: money(date.openCents),
      })),
      result: word(twoDates.isReached || longerTime.isReached ? 'reached' : 'not_reached'),
    },
  };
}

type DueDate = { month: Month; openCents: number; rentCents: number };

/** The months in arrears, oldest first; a month nothing is owed for has no rent to be behind with. */
function datesOf(rents: readonly OverdueRent[]): DueDate[] {
  const byMonth = new Map<Month, DueDate>();
  for (const rent of rents) {
    if (rent.rentCents <= 0 || rent.openCents <= 0) continue;
    const of = monthOf(rent.periodFrom);
    const date = byMonth.get(of);
    byMonth.set(of, {
      month: of,
      openCents: sumCents([date?.openCents ?? 0, rent.openCents]),
      rentCents: Math.max(date?.rentCents ?? 0, rent.rentCents),
    });
  }
  return [...byMonth.values()].toSorted((a, b) => compareDates(a.month, b.month));
}

/** Of two dates in a row those whose arrears go furthest over the limit, which is the higher of their rents. */
function highestPair(dates: readonly DueDate[]): { openCents: number; rentCents: number } {
  let worst = { openCents: 0, rentCents: 0 };
  let isFound = false;
  for (const [index, date] of dates.entries()) {
    const next = dates[index + 1];
    if (!next || monthsBetween(date.month, next.month) !== 1) continue;
    const pair = {
      openCents: date.openCents + next.openCents,
      rentCents: Math.max(date.rentCents, next.rentCents),
    };
    if (!isFound || pair.openCents - pair.rentCents > worst.openCents - worst.rentCents) worst = pair;
    isFound = true;
  }
  return worst;
}
