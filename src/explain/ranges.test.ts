import { expect, test } from 'vitest';
import type { RuleName } from '@/domain/trace-names';
import { rules } from './registry';

const backwards = { from: '2025-06-01', to: '2025-05-31' };

test.each<[RuleName, object]>([
  ['proration', { leaseEndsOn: '2026-03-14' }],
  ['posting_months', { endsOn: '2019-04-30' }],
  ['lease_state', { endsOn: '2024-01-31' }],
  ['recurrence', { to: '2025-12-31' }],
  ['recurrence', { endsOn: '2026-01-30' }],
  ['expected_rents', { endsOn: '2024-01-31' }],
  ['expected_bookings', { endsOn: '2026-01-30' }],
  ['expected_bookings', { lastMonth: '2025-12' }],
  ['next_due_day', { endsOn: '2026-01-30' }],
  ['occupancy', { to: '2024-12-31' }],
  ['occupancy', { units: [{ lets: [backwards] }] }],
  ['occupancy', { units: [{ ownUse: [backwards] }] }],
  ['occupancy', { units: [{ availableFrom: '2025-06-01', availableTo: '2025-05-31' }] }],
  ['occupancy_segments', { unit: { lets: [backwards] } }],
  ['occupancy_segments', { unit: { ownUse: [backwards] } }],
  ['occupancy_segments', { unit: { availableFrom: '2025-06-01', availableTo: '2025-05-31' } }],
  ['net_yield', { period: backwards }],
])('%s refuses days or months that run backwards: %j', (name, change) => {
  const explain = () => rules[name].explain({ ...Object(rules[name].example), ...change });
  expect(explain).toThrow('the end lies before the start');
});
