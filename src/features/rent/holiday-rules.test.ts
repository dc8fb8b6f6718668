import { describe, expect, it } from 'vitest';
import { weekday } from '../../lib/calendar.ts';
import { easterSunday } from '../../lib/easter.ts';
import { germanStates, publicHolidays } from './holiday-rules.ts';

const days = (year: number, state: (typeof germanStates)[number]) =>
  publicHolidays(year, state).map((holiday) => holiday.day);
const statesWith = (day: string) =>
  germanStates.filter((state) => days(Number(day.slice(0, 4)), state).includes(day));

describe('easterSunday', () => {
  it.each([
    '1818-03-22',
    '1943-04-25',
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2015-04-05',
    '2016-03-27',
    '2019-04-21',
    '2020-04-12',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2035-03-25',
    '2038-04-25',
    '2076-04-19',
  ])('%s', (day) => expect(easterSunday(Number(day.slice(0, 4)))).toBe(day));
  it('is a Sunday from 22 March to 25 April in every year', () => {
    for (let year = 1900; year <= 2199; year++) {
      const day = easterSunday(year);
      expect(weekday(day)).toBe(7);
      expect(day >= `${year}-03-22` && day <= `${year}-04-25`).toBe(true);
    }
  });
});

describe('publicHolidays', () => {
  it('Bavaria 2026: 12 days', () => {
    expect(days(2026, 'BY')).toEqual([
      '2026-01-01',
      '2026-01-06',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-25',
      '2026-06-04',
      '2026-10-03',
      '2026-11-01',
      '2026-12-25',
      '2026-12-26',
    ]);
  });
  it.each([
    ['BB', 12],
    ['BE', 10],
    ['BW', 12],
    ['BY', 12],
    ['HB', 10],
    ['HE', 10],
    ['HH', 10],
    ['MV', 11],
    ['NI', 10],
    ['NW', 11],
    ['RP', 11],
    ['SH', 10],
    ['SL', 12],
    ['SN', 11],
    ['ST', 11],
    ['TH', 11],
  ] as const)('%s has %i in 2026', (state, count) => expect(days(2026, state)).toHaveLength(count));

  it.each([
    ['2016-10-31', 'BB MV SN ST TH'],
    ['2017-10-31', germanStates.join(' ')],
    ['2018-10-31', 'BB HB HH MV NI SH SN ST TH'],
    ['2018-03-08', ''],
    ['2019-03-08', 'BE'],
    ['2022-03-08', 'BE'],
    ['2023-03-08', 'BE MV'],
    ['2018-09-20', ''],
    ['2019-09-20', 'TH'],
    ['2020-05-08', 'BE'],
    ['2021-05-08', ''],
    ['2025-05-08', 'BE'],
    ['2028-06-17', 'BE'],
    ['2026-08-15', 'SL'],
    ['2026-01-06', 'BW BY ST'],
    ['2026-11-01', 'BW BY NW RP SL'],
    ['2026-06-04', 'BW BY HE NW RP SL'],
    ['2026-11-18', 'SN'],
    ['2023-11-22', 'SN'],
    ['2022-11-16', 'SN'],
    ['2026-04-05', 'BB'],
    ['2026-05-24', 'BB'],
    ['2026-10-03', germanStates.join(' ')],
  ])('%s is a holiday in: %s', (day, states) => {
    expect(statesWith(day).join(' ')).toBe(states);
  });

  it('a day and name occur once per state and year, in order, with a source', () => {
    for (let year = 2015; year <= 2035; year++) {
      for (const state of germanStates) {
        const holidays = publicHolidays(year, state);
        const keys = holidays.map((holiday) => `${holiday.day} ${holiday.nameCode}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).toEqual(keys.toSorted());
        expect(holidays.every((holiday) => holiday.source !== '')).toBe(true);
        expect(holidays.every((holiday) => holiday.day.startsWith(String(year)))).toBe(true);
      }
    }
  });
  it('refuses years it has no rules for', () => {
    expect(() => publicHolidays(1994, 'BE')).toThrow(RangeError);
    expect(() => publicHolidays(2026.5, 'BE')).toThrow(RangeError);
  });
});
