import { expect, test } from 'vitest';
import { blankReport } from '../../../tests/factories/blank-report.ts';
import { isBlankReport, noFigures, type Report } from './report-rules';

const blank: Report = {
  ...blankReport,
  months: [{ month: '2026-01', ...noFigures(), vacantDays: 31, unpricedDays: 31 }],
  furtherVacancies: { costCents: 0, unpricedDays: 31 },
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
