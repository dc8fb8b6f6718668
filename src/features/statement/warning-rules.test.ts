import { expect, test } from 'vitest';
import { mendOfWarning } from './warning-rules.ts';

const plant = {
  id: 'boiler',
  name: 'Boiler',
  period: { from: '2025-01-01', to: '2025-12-31' },
  missing: null,
};
const view = {
  parties: { one: { name: 'Ahrens', tenantId: 'ahrens', place: 'Flat 1' } },
  plants: [plant],
};

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
  expect(
    mendOfWarning({ code: 'bill_of_other_owner', params: { line: 'boiler', bill: 'x', cents: 1 } }, view),
  ).toEqual({ at: 'bookings' });
  expect(mendOfWarning({ code: 'service_without_co2', params: { line: 'boiler' } }, view)).toEqual({
    at: 'plant',
    plantId: 'boiler',
  });
  expect(mendOfWarning({ code: 'vacancy', params: { unit: 'Flat 2' } }, view)).toEqual({ at: 'property' });
  expect(mendOfWarning({ code: 'too_late', params: { deadline: '2026-12-31' } }, view)).toBeNull();
});

test('what is said of how a cost is shared out is mended where it is said; of an association’s paper among the bookings', () => {
  const of = (line: string) =>
    mendOfWarning({ code: 'commercial_without_pre_deduction', params: { line, units: 'Shop' } }, view);
  expect(of('refuse:area')).toEqual({ at: 'sharing', lineId: 'refuse:area' });
  expect(of('paper')).toEqual({ at: 'bookings' });
});
