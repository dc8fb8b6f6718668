import { expect, test } from 'vitest';
import { mendOfWarning } from './warning-rules.ts';

const view = { parties: { one: { name: 'Ahrens', tenantId: 'ahrens', place: 'Flat 1' } } };

test('what a contract does not agree on is mended on its page, a jump of cost among the bookings', () => {
  expect(
    mendOfWarning({ code: 'not_agreed', params: { line: 'x', lease: 'one', cents: 100 } }, view),
  ).toEqual({
    at: 'lease',
    leaseId: 'one',
    tenantId: 'ahrens',
  });
  expect(mendOfWarning({ code: 'cost_jump', params: { line: 'x', percent: 40 } }, view)).toEqual({
    at: 'bookings',
  });
  expect(mendOfWarning({ code: 'vacancy', params: { unit: 'Flat 2' } }, view)).toEqual({ at: 'property' });
  expect(mendOfWarning({ code: 'too_late', params: { deadline: '2026-12-31' } }, view)).toBeNull();
});
