import { monthSpan, toDay, toIso } from './days.ts';

/** Default interest between businesses and the lump sums, day by day from §§ 247, 288 BGB and Art. 229 § 34 EGBGB. */

/** What the Bundesbank announced, in hundredths of a per cent, wherever it changed. */
const announced: [string, number][] = [
  ['2012-01-01', 12],
  ['2013-01-01', -13],
  ['2013-07-01', -38],
  ['2014-01-01', -63],
  ['2014-07-01', -73],
  ['2015-01-01', -83],
  ['2016-07-01', -88],
  ['2023-01-01', 162],
  ['2023-07-01', 312],
  ['2024-01-01', 362],
  ['2024-07-01', 337],
  ['2025-01-01', 227],
  ['2025-07-01', 127],
  ['2026-07-01', 152],
];
/** Nothing was announced for the half-year from here on when this was written. */
const unknownFrom = toDay('2027-01-01');

export type OwedRent = {
  month: string;
  contract: string;
  due: string;
  cents: number;
  paid: { on: string; cents: number }[];
};

/** Since 29 July 2014; for leases of before, for what they give from July 2016 on. */
const isNewLaw = (rent: OwedRent) => toDay(rent.contract) >= toDay('2014-07-29') || rent.month >= '2016-07';

const pointsOver = (rent: OwedRent, bothBusiness: boolean) => {
  if (!bothBusiness) return 500;
  return isNewLaw(rent) ? 900 : 800;
};

const openBefore = (rent: OwedRent, day: number) =>
  rent.paid.reduce((open, payment) => open - (toDay(payment.on) < day ? payment.cents : 0), rent.cents);

/** In cents, and how much of it falls on days whose rate was announced. */
export function defaultInterestOf(rents: readonly OwedRent[], through: string, bothBusiness: boolean) {
  let [all, known] = [0, 0];
  for (const rent of rents) {
    const runs: { like: string; days: number; open: number; rate: number; year: number; isKnown: boolean }[] =
      [];
    for (let day = toDay(rent.due) + 1; day <= toDay(through); day += 1) {
      const open = openBefore(rent, day);
      if (open <= 0) break;
      const base = announced.findLast(([from]) => toDay(from) <= day)?.[1] ?? 0;
      const rate = base + pointsOver(rent, bothBusiness);
      const year = monthSpan(`${toIso(day).slice(0, 4)}-02`).length === 29 ? 366 : 365;
      const isKnown = day < unknownFrom;
      const like = `${open} ${rate} ${year} ${isKnown}`;
      const last = runs.at(-1);
      if (last?.like === like) last.days += 1;
      else runs.push({ like, days: 1, open, rate, year, isKnown });
    }
    for (const run of runs) {
      // Half a cent goes up; whole numbers throughout.
      const [of, by] = [run.open * run.rate * run.days, 10_000 * run.year];
      const cents = Math.floor((2 * of + by) / (2 * by));
      all += cents;
      if (run.isKnown) known += cents;
    }
  }
  return { all, known };
}

/** 40 € for every rent that was still open, be it a cent, on the day after it was due; not under the old law. */
export const lumpSumsOf = (rents: readonly OwedRent[], through: string): number =>
  rents.filter((rent) => {
    const dayAfter = toDay(rent.due) + 1;
    return isNewLaw(rent) && dayAfter <= toDay(through) && openBefore(rent, dayAfter) > 0;
  }).length * 4_000;
