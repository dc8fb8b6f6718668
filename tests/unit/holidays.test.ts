import { expect, test } from 'vitest';
import { germanStates, holidaysBetween, publicHolidays } from '../../src/features/rent/holiday-rules';
import { holidaysByLaw } from '../independent/holidays.ts';

// The npm package date-holidays 3.37.0, asked by hand, has the same days in all these years.
test.each(germanStates)('%s has the holidays of its law in every year from 1995 to 2199', (state) => {
  for (let year = 1995; year <= 2199; year += 1) {
    const days = publicHolidays(year, state).map((holiday) => holiday.day);
    expect([...new Set(days)].sort(), String(year)).toEqual(holidaysByLaw(state, year));
  }
});

test('between two days, both included, over the turn of a year', () => {
  const days = holidaysBetween('DE-BY', '2025-12-26', '2026-01-06');
  expect([...days]).toEqual(['2025-12-26', '2026-01-01', '2026-01-06']);
});

test('none where no law is known: elsewhere, without a state, before 1995', () => {
  expect(holidaysBetween('AT-9', '2026-01-01', '2026-12-31').size).toBe(0);
  expect(holidaysBetween('DE-XX', '2026-01-01', '2026-12-31').size).toBe(0);
  expect(holidaysBetween(null, '2026-01-01', '2026-12-31').size).toBe(0);
  expect([...holidaysBetween('DE-BE', '1990-01-01', '1995-01-01')]).toEqual(['1995-01-01']);
  expect(holidaysBetween('DE-BE', '2199-12-26', '2300-01-01').size).toBe(1);
});

test('of Germany without a state those days are holidays that are in every state', () => {
  expect([...holidaysBetween('DE', '2026-01-01', '2026-12-31')]).toEqual([
    ...['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-05-14', '2026-05-25'],
    ...['2026-10-03', '2026-12-25', '2026-12-26'],
  ]);
  // 500 years of the Reformation, in 2017 everywhere.
  expect(holidaysBetween('DE', '2017-10-31', '2017-10-31').size).toBe(1);
  expect(holidaysBetween('AT', '2026-01-01', '2026-12-31').size).toBe(0);
});
