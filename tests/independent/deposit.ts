import { toDay, toIso } from './days.ts';

/** A deposit kept like a savings book (§ 551 (3) BGB): day by day, credited when a calendar year ends. */

export type DepositEntry = { kind: string; on: string; cents: number };

/** What comes in and goes out; what is held back stays where it is. */
const sign: Record<string, number> = {
  received: 1,
  interest: 1,
  moved_in: 1,
  deduction: -1,
  returned: -1,
  handed_over: -1,
  moved_out: -1,
};

/**
 * What is still to be credited at a rate in hundredths of a per cent, for the days from the one after the last credit up
 * to a day. A day is paid for by what lay there when it began; of days alike each run is rounded to the cent, half of one
 * away from zero.
 */
export function interestDue(entries: readonly DepositEntry[], rate: number, through: string): number {
  const ofDay = new Map<number, number>();
  for (const entry of entries.filter((one) => one.kind === 'interest')) {
    ofDay.set(toDay(entry.on), (ofDay.get(toDay(entry.on)) ?? 0) + entry.cents);
  }
  // A credit that was taken back was none.
  const credits = [...ofDay].filter(([, cents]) => cents > 0).map(([day]) => day);
  const settled = credits.length > 0 ? Math.max(...credits) : null;
  const days = entries.map((entry) => toDay(entry.on));
  if (days.length === 0) return 0;
  const first = settled === null ? Math.min(...days) : settled + 1;
  let due = 0;
  let earnedThisYear = 0;
  let run = { balance: 0, days: 0 };
  const yearOf = (day: number) => Number(toIso(day).slice(0, 4));
  const lengthOf = (year: number) => toDay(`${year + 1}-01-01`) - toDay(`${year}-01-01`);
  const close = (year: number) => {
    const [of, by] = [run.balance * rate * run.days, 10_000 * lengthOf(year)];
    const cents = Math.floor((2 * Math.abs(of) + by) / (2 * by));
    earnedThisYear += of < 0 ? -cents : cents;
    run = { balance: 0, days: 0 };
  };
  for (let day = first; day <= toDay(through); day += 1) {
    const moved = entries
      .filter((entry) => toDay(entry.on) <= day)
      .reduce((sum, entry) => sum + (sign[entry.kind] ?? 0) * entry.cents, 0);
    const isNewYear = day > first && yearOf(day) !== yearOf(day - 1);
    if (isNewYear) {
      close(yearOf(day - 1));
      due += earnedThisYear;
      earnedThisYear = 0;
    }
    const balance = moved + due;
    const hasMoved = entries.some((entry) => toDay(entry.on) === day && sign[entry.kind]);
    if (run.days > 0 && (balance !== run.balance || hasMoved)) close(yearOf(day));
    run = { balance, days: run.days + 1 };
  }
  if (run.days > 0) close(yearOf(toDay(through)));
  return due + earnedThisYear;
}
