import { addDays, type CalendarDate, compareDates, weekday } from '../../lib/calendar.ts';
import { easterSunday } from '../../lib/easter.ts';

/** The German states by the second half of their ISO 3166-2 code. */
export const germanStates = [
  'BB',
  'BE',
  'BW',
  'BY',
  'HB',
  'HE',
  'HH',
  'MV',
  'NI',
  'NW',
  'RP',
  'SH',
  'SL',
  'SN',
  'ST',
  'TH',
] as const;
export type GermanState = (typeof germanStates)[number];

export type PublicHoliday = { day: CalendarDate; nameCode: string; source: string };

/** The holiday law of each state; 3 October is federal (Unification Treaty, Art. 2(2)). */
const laws: Record<GermanState, string> = {
  BB: 'FTG Brandenburg § 2',
  BE: 'FeiertG Berlin § 1',
  BW: 'FTG Baden-Württemberg § 1',
  BY: 'BayFTG Art. 1',
  HB: 'FeiertG Bremen § 2',
  HE: 'HFeiertagsG § 1',
  HH: 'FeiertG Hamburg § 1',
  MV: 'FTG M-V § 2',
  NI: 'NFeiertagsG § 2',
  NW: 'Feiertagsgesetz NW § 2',
  RP: 'LFtG Rheinland-Pfalz § 2',
  SH: 'SFTG Schleswig-Holstein § 2',
  SL: 'SFG Saarland § 2',
  SN: 'SächsSFG § 1',
  ST: 'FeiTG Sachsen-Anhalt § 2',
  TH: 'ThürFGtG § 2',
};

const firstYear = 1995;
const lastYear = 2199;

type Rule = {
  nameCode: string;
  on: (year: number, easter: CalendarDate) => CalendarDate;
  /** Left out: every state. */
  states?: readonly GermanState[];
  since?: number;
  only?: number;
  source?: string;
};

const fixed = (monthDay: string) => (year: number) => `${year}-${monthDay}`;
const easterPlus = (days: number) => (_: number, easter: CalendarDate) => addDays(easter, days);

const rules: readonly Rule[] = [
  { nameCode: 'new_year', on: fixed('01-01') },
  { nameCode: 'epiphany', on: fixed('01-06'), states: ['BW', 'BY', 'ST'] },
  { nameCode: 'womens_day', on: fixed('03-08'), states: ['BE'], since: 2019 },
  { nameCode: 'womens_day', on: fixed('03-08'), states: ['MV'], since: 2023 },
  { nameCode: 'good_friday', on: easterPlus(-2) },
  { nameCode: 'easter_sunday', on: easterPlus(0), states: ['BB'] },
  { nameCode: 'easter_monday', on: easterPlus(1) },
  { nameCode: 'labour_day', on: fixed('05-01') },
  { nameCode: 'liberation_day', on: fixed('05-08'), states: ['BE'], only: 2020 },
  { nameCode: 'liberation_day', on: fixed('05-08'), states: ['BE'], only: 2025 },
  { nameCode: 'ascension', on: easterPlus(39) },
  { nameCode: 'whit_sunday', on: easterPlus(49), states: ['BB'] },
  { nameCode: 'whit_monday', on: easterPlus(50) },
  // In Saxony and Thuringia some municipalities only, so not the state's.
  { nameCode: 'corpus_christi', on: easterPlus(60), states: ['BW', 'BY', 'HE', 'NW', 'RP', 'SL'] },
  { nameCode: 'uprising_day', on: fixed('06-17'), states: ['BE'], only: 2028 },
  // In Bavaria by municipality (Art. 1(1) no. 2 BayFTG), so not the state's.
  { nameCode: 'assumption', on: fixed('08-15'), states: ['SL'] },
  { nameCode: 'childrens_day', on: fixed('09-20'), states: ['TH'], since: 2019 },
  { nameCode: 'german_unity', on: fixed('10-03'), source: 'Einigungsvertrag Art. 2 Abs. 2' },
  { nameCode: 'reformation_day', on: fixed('10-31'), states: ['BB', 'MV', 'SN', 'ST', 'TH'] },
  { nameCode: 'reformation_day', on: fixed('10-31'), states: ['HB', 'HH', 'NI', 'SH'], since: 2018 },
  // 500 years of the Reformation: once, in the states that did not have the day anyway.
  {
    nameCode: 'reformation_day',
    on: fixed('10-31'),
    states: ['BE', 'BW', 'BY', 'HB', 'HE', 'HH', 'NI', 'NW', 'RP', 'SH', 'SL'],
    only: 2017,
    source: '500 Jahre Reformation, einmalig 2017',
  },
  { nameCode: 'all_saints', on: fixed('11-01'), states: ['BW', 'BY', 'NW', 'RP', 'SL'] },
  { nameCode: 'repentance_day', on: repentanceDay, states: ['SN'] },
  { nameCode: 'christmas_day', on: fixed('12-25') },
  { nameCode: 'second_christmas_day', on: fixed('12-26') },
];

/**
 * The public holidays of a state in a year, by day: the law from 1995 (before, the Day of Repentance was a holiday
 * everywhere) as of 2026. Holidays of single municipalities (Augsburg, Catholic places in BY, SN, TH) are left out.
 * @throws RangeError for a year before 1995 or after 2199
 */
export function publicHolidays(year: number, state: GermanState): PublicHoliday[] {
  if (!Number.isInteger(year) || year < firstYear || year > lastYear) {
    throw new RangeError(`no holiday rules for the year ${year}`);
  }
  const easter = easterSunday(year);
  return rules
    .filter(
      (rule) =>
        (rule.states?.includes(state) ?? true) &&
        (rule.since === undefined || year >= rule.since) &&
        (rule.only === undefined || year === rule.only),
    )
    .map((rule) => ({
      day: rule.on(year, easter),
      nameCode: rule.nameCode,
      source: rule.source ?? laws[state],
    }))
    .toSorted((a, b) => compareDates(a.day, b.day));
}

const isGermanState = (code: string): code is GermanState => germanStates.some((state) => state === code);

/** The days that are public holidays in every state: they hold in Germany wherever a house is. */
function holidaysEverywhere(year: number): CalendarDate[] {
  const [first, ...others] = germanStates.map((state) => publicHolidays(year, state).map(({ day }) => day));
  return (first ?? []).filter((day) => others.every((days) => days.includes(day)));
}

/**
 * The public holidays of a state (`DE-BE`) between two days, both included; of Germany (`DE`), where nobody said the state, those
 * of all states; none where we know no law.
 */
export function holidaysBetween(
  state: string | null | undefined,
  from: CalendarDate,
  to: CalendarDate,
): Set<CalendarDate> {
  const code = state?.startsWith('DE-') ? state.slice('DE-'.length) : '';
  const days = new Set<CalendarDate>();
  if (state !== 'DE' && !isGermanState(code)) return days;
  const until = Math.min(Number(to.slice(0, 4)), lastYear);
  for (let year = Math.max(Number(from.slice(0, 4)), firstYear); year <= until; year += 1) {
    const ofYear = isGermanState(code)
      ? publicHolidays(year, code).map(({ day }) => day)
      : holidaysEverywhere(year);
    for (const day of ofYear) if (day >= from && day <= to) days.add(day);
  }
  return days;
}

/** Buß- und Bettag: the Wednesday before 23 November. */
function repentanceDay(year: number): CalendarDate {
  const last = `${year}-11-22`;
  return addDays(last, -((weekday(last) + 4) % 7));
}
