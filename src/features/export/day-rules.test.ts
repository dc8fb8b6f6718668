import { expect, test } from 'vitest';
import { commonDays, tenanciesOf, tenancyOf } from './day-rules';

const lease = { leaseId: 'l', startsOn: '2024-01-01', endsOn: '2025-12-31' };

test('whoever came with a lease and stayed to its end has all of it', () => {
  const whole = { leaseId: 'l', from: null, to: null };
  expect(tenancyOf({ ...lease, fromOn: '2024-01-01', toOn: null })).toEqual(whole);
  expect(tenancyOf({ ...lease, fromOn: '2023-12-01', toOn: '2025-12-31' })).toEqual(whole);
});

test('whoever came later or left before has their days', () => {
  const days = { leaseId: 'l', from: '2024-03-01', to: '2025-06-30' };
  expect(tenancyOf({ ...lease, fromOn: '2024-03-01', toOn: '2025-06-30' })).toEqual(days);
  expect(tenancyOf({ ...lease, endsOn: null, fromOn: '2024-03-01', toOn: '2025-06-30' })).toEqual(days);
});

test('times that follow day upon day are one, a day between them makes two', () => {
  const rows = (second: string) => [
    { ...lease, fromOn: second, toOn: null },
    { ...lease, fromOn: '2024-01-01', toOn: '2024-06-30' },
  ];
  expect(tenanciesOf(rows('2024-07-01'))).toEqual([{ leaseId: 'l', from: null, to: null }]);
  expect(tenanciesOf(rows('2024-07-02'))).toEqual([
    { leaseId: 'l', from: null, to: '2024-06-30' },
    { leaseId: 'l', from: '2024-07-02', to: null },
  ]);
  expect(tenanciesOf(rows('2024-07-01').map((row, at) => ({ ...row, leaseId: `${at}` })))).toHaveLength(2);
});

test('of two times the days that are in both, or none', () => {
  const open = { from: null, to: null };
  const [spring, late] = [
    { from: '2024-03-01', to: '2024-05-31' },
    { from: '2024-05-31', to: null },
  ];
  expect(commonDays(open, spring)).toEqual(spring);
  expect(commonDays(spring, late)).toEqual({ from: '2024-05-31', to: '2024-05-31' });
  expect(commonDays(spring, { from: '2024-06-01', to: null })).toBe(null);
});
