import { expect, test } from 'vitest';
import { advanceChange, advanceFrom, withAdvances } from './advance-rules.ts';

const net = { component: 'net' as const, amountCents: 70_000, settlement: 'none' as const };
const costs = { component: 'operating_costs' as const, amountCents: 10_000, settlement: 'advance' as const };
const heating = { component: 'heating' as const, amountCents: 5_000, settlement: 'advance' as const };

test('declared on 10 February a new advance begins in April, on a later month where a rent begins then', () => {
  expect(advanceFrom('2026-02-10', [])).toBe('2026-04-01');
  expect(advanceFrom('2026-11-30', ['2027-01-01'])).toBe('2027-02-01');
});

test('180 € instead of 100 € and 50 € are 120 € and 60 €; the net rent stays', () => {
  expect(withAdvances([net, costs, heating], 18_000)?.map(({ amountCents }) => amountCents)).toEqual([
    70_000, 12_000, 6_000,
  ]);
  expect(withAdvances([net], 18_000)).toBeNull();
});

test('a lease that ends before, or pays what fits, is asked for nothing new', () => {
  const rents = [{ id: 'first', validFrom: '2025-01-01', lines: [net, costs] }];
  const of = { id: 'own', leaseId: 'a', rents, endsOn: null, today: '2026-02-10' };
  expect(advanceChange({ ...of, fittingCents: 12_000 })).toMatchObject({
    validFrom: '2026-04-01',
    beforeCents: 10_000,
    monthlyCents: 12_000,
    isAgreed: false,
  });
  expect(advanceChange({ ...of, fittingCents: 10_000 })).toBeNull();
  expect(advanceChange({ ...of, fittingCents: null })).toBeNull();
  expect(advanceChange({ ...of, fittingCents: 12_000, endsOn: '2026-03-31' })).toBeNull();
});

test('what was agreed is told as it was, whatever rent came later', () => {
  const rents = [
    { id: 'later', validFrom: '2026-09-01', lines: [net, { ...costs, amountCents: 15_000 }] },
    { id: 'own', validFrom: '2026-04-01', lines: [net, { ...costs, amountCents: 12_000 }] },
    { id: 'first', validFrom: '2025-01-01', lines: [net, costs] },
  ];
  expect(
    advanceChange({
      id: 'own',
      leaseId: 'a',
      fittingCents: 12_000,
      rents,
      endsOn: null,
      today: '2026-10-01',
    }),
  ).toMatchObject({ validFrom: '2026-04-01', beforeCents: 10_000, monthlyCents: 12_000, isAgreed: true });
});
