import { expect, test } from 'vitest';
import { isBlankReport, noFigures, type Report } from './report-rules';

const period = { from: '2026-01-01', to: '2026-01-31' };
const blank: Report = {
  origins: null,
  owners: null,
  currency: 'EUR',
  today: '2026-01-31',
  range: period,
  counted: period,
  previousPeriod: { from: '2025-01-01', to: '2025-01-31' },
  months: [{ month: '2026-01', ...noFigures(), vacantDays: 31, unpricedDays: 31 }],
  previousMonths: [{ month: '2025-01', ...noFigures() }],
  categories: [],
  arrears: { days_1_30: 0, days_31_60: 0, days_61_90: 0, days_over_90: 0 },
  vacancies: [],
  furtherVacancies: { costCents: 0, unpricedDays: 31 },
  yields: null,
};
const january = (part: Partial<Report['months'][number]>): Report['months'] => [
  { month: '2026-01', ...noFigures(), ...part },
];

test('a unit that only stood empty, at no price, leaves nothing to report', () => {
  expect(isBlankReport(blank)).toBe(true);
});

test.each([
  ['rent due', { months: january({ dueCents: 70_000 }) }],
  ['an expense', { months: january({ expensesCents: 4_900 }) }],
  ['a day let', { months: january({ letDays: 1 }) }],
  ['what an empty flat cost', { months: january({ vacantDays: 31, vacancyCostCents: 60_000 }) }],
  ['money of the year before', { previousMonths: january({ paidInCents: 70_000 }) }],
  ['arrears of another time', { arrears: { ...blank.arrears, days_over_90: 1 } }],
  ['days that are still to come', { counted: null }],
])('%s is reported', (_, part) => {
  expect(isBlankReport({ ...blank, ...part })).toBe(false);
});
