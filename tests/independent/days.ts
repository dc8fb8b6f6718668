/** Calendar days as numbers of days since 1970, so that arithmetic needs no calendar. */
export const toDay = (iso: string): number => Math.round(Date.parse(`${iso}T00:00:00Z`) / 86_400_000);
export const toIso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** `2024-06` of a day. */
export const monthOfDay = (day: number): string => toIso(day).slice(0, 7);

export function monthSpan(month: string): { first: number; last: number; length: number } {
  const first = toDay(`${month}-01`);
  let last = first + 27;
  while (monthOfDay(last + 1) === month) last += 1;
  return { first, last, length: last - first + 1 };
}

/** The months from one day's to another's. */
export function monthsFrom(first: number, last: number): string[] {
  const months: string[] = [];
  for (let day = first; day <= last; day = monthSpan(monthOfDay(day)).last + 1) months.push(monthOfDay(day));
  return months;
}

/**
 * The public holidays of Berlin, copied from calendars: the fixed ones, Women's Day since 2019, Liberation Day of
 * 2020 and 2025, Good Friday, Easter Monday, Ascension and Whit Monday.
 */
const movable: Record<string, string[]> = {
  2020: ['04-10', '04-13', '05-08', '05-21', '06-01'],
  2021: ['04-02', '04-05', '05-13', '05-24'],
  2022: ['04-15', '04-18', '05-26', '06-06'],
  2023: ['04-07', '04-10', '05-18', '05-29'],
  2024: ['03-29', '04-01', '05-09', '05-20'],
  2025: ['04-18', '04-21', '05-08', '05-29', '06-09'],
  2026: ['04-03', '04-06', '05-14', '05-25'],
};
const everyYear = ['01-01', '03-08', '05-01', '10-03', '12-25', '12-26'];
const holidays = new Set(
  Object.entries(movable).flatMap(([year, days]) =>
    [...everyYear, ...days].map((day) => toDay(`${year}-${day}`)),
  ),
);

/** The third working day from a day on; Saturdays, Sundays and holidays do not count (§ 556b BGB). */
export function thirdWorkingDay(from: number): number {
  let day = from - 1;
  for (let count = 0; count < 3; ) {
    day += 1;
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6 && !holidays.has(day)) count += 1;
  }
  return day;
}
