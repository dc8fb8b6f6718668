import { noFigures, type Report } from '@/features/statistics/report-rules';

/** A report of January 2026 in which nothing happened; tests put in what they are about. */
export const blankReport: Report = {
  origins: null,
  owners: null,
  currency: 'EUR',
  today: '2026-01-31',
  range: { from: '2026-01-01', to: '2026-01-31' },
  counted: { from: '2026-01-01', to: '2026-01-31' },
  previousPeriod: { from: '2025-01-01', to: '2025-01-31' },
  months: [{ month: '2026-01', ...noFigures() }],
  previousMonths: [{ month: '2025-01', ...noFigures() }],
  categories: [],
  arrears: { days_1_30: 0, days_31_60: 0, days_61_90: 0, days_over_90: 0 },
  vacancies: [],
  furtherVacancies: { costCents: 0, unpricedDays: 0 },
  yields: null,
};
