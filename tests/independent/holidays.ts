import { toDay, toIso } from './days.ts';

/**
 * The public holidays of the German states, state by state from their laws, where the program goes holiday by holiday;
 * Easter by Gauß with Lichtenberg's corrections, the Day of Repentance from Advent.
 */

/** Easter Sunday as a day of March (Lichtenberg, Historia Mathematica 24, 1997). */
function easter(year: number): number {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const seed = (19 * cycle + moon) % 30;
  const correction =
    Math.floor(seed / 29) + (Math.floor(seed / 28) - Math.floor(seed / 29)) * Math.floor(cycle / 11);
  const full = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  return toDay(`${year}-03-01`) + full + (7 - ((full - firstSunday) % 7)) - 1;
}

/** Wednesday eleven days before the first Sunday of Advent, which is the fourth before Christmas Day. */
function repentance(year: number): number {
  const christmas = toDay(`${year}-12-25`);
  // 1 January 1970 was a Thursday.
  const weekday = (christmas + 4) % 7;
  return christmas - (weekday || 7) - 21 - 11;
}

/** What every state has. */
const everywhere = [
  '01-01',
  'good friday',
  'easter monday',
  '05-01',
  'ascension',
  'whit monday',
  '10-03',
  '12-25',
  '12-26',
];

/** What a state has beside, and from or in which years. */
const beside: Record<string, string[]> = {
  BW: ['01-06', 'corpus christi', '11-01', '10-31 in 2017'],
  BY: ['01-06', 'corpus christi', '11-01', '10-31 in 2017'],
  BE: ['03-08 since 2019', '05-08 in 2020', '05-08 in 2025', '06-17 in 2028', '10-31 in 2017'],
  BB: ['easter', 'whit', '10-31'],
  HB: ['10-31 in 2017', '10-31 since 2018'],
  HH: ['10-31 in 2017', '10-31 since 2018'],
  HE: ['corpus christi', '10-31 in 2017'],
  MV: ['03-08 since 2023', '10-31'],
  NI: ['10-31 in 2017', '10-31 since 2018'],
  NW: ['corpus christi', '11-01', '10-31 in 2017'],
  RP: ['corpus christi', '11-01', '10-31 in 2017'],
  SL: ['corpus christi', '08-15', '11-01', '10-31 in 2017'],
  SN: ['10-31', 'repentance'],
  ST: ['01-06', '10-31'],
  SH: ['10-31 in 2017', '10-31 since 2018'],
  TH: ['09-20 since 2019', '10-31'],
};

/** The holidays of a state in a year, as `YYYY-MM-DD` in order. */
export function holidaysByLaw(state: string, year: number): string[] {
  const sunday = easter(year);
  const movable: Record<string, number> = {
    'good friday': sunday - 2,
    easter: sunday,
    'easter monday': sunday + 1,
    ascension: sunday + 39,
    whit: sunday + 49,
    'whit monday': sunday + 50,
    'corpus christi': sunday + 60,
    repentance: repentance(year),
  };
  const days = [...everywhere, ...(beside[state] ?? [])].flatMap((text) => {
    const [, name = '', word, bound] = /^(.*?)(?: (since|in) (\d{4}))?$/.exec(text) ?? [];
    if (word === 'since' && year < Number(bound)) return [];
    if (word === 'in' && year !== Number(bound)) return [];
    return [toIso(movable[name] ?? toDay(`${year}-${name}`))];
  });
  return [...new Set(days)].sort();
}
