import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, yearOf } from '../../lib/calendar.ts';
import { fieldOfBooking, letOf, NEAR_DAYS, nearYearOf, partsOfReceipt, taxYear } from './rules.ts';

const counted = (paidOn: string, dueOn: string | null, belongsTo: number | null) =>
  taxYear({ paidIn: yearOf(paidOn), nearYear: nearYearOf(paidOn, dueOn), belongsTo });

describe('around New Year (§ 11 (1) sentence 2 EStG)', () => {
  test.each([
    ['2025-12-22', '2026-01-05', 2026, 2026],
    ['2025-12-21', '2026-01-05', 2026, 2025],
    ['2026-01-10', '2025-12-31', 2025, 2025],
    ['2026-01-11', '2025-12-31', 2025, 2026],
    // Due before the ten days, or after them.
    ['2026-01-05', '2025-12-03', 2025, 2026],
    ['2025-12-28', '2026-01-11', 2026, 2025],
    // A year ahead, due around another New Year.
    ['2025-12-28', '2026-12-28', 2026, 2025],
    ['2026-01-03', '2027-01-04', 2027, 2026],
    // It belongs to the year it was paid in, or to none that is beside it.
    ['2026-01-02', '2026-01-02', 2026, 2026],
    ['2025-12-28', '2026-01-05', null, 2025],
    ['2025-12-28', null, 2026, 2025],
  ])('paid %s, due %s, for %s: counts in %s', (paidOn, dueOn, belongsTo, year) => {
    expect(counted(paidOn, dueOn, belongsTo)).toBe(year);
  });

  test('what counts in another year than it was paid in lies in the ten days, which is what is asked for', () => {
    const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2023-06-01', days));
    fc.assert(
      fc.property(day, day, fc.integer({ min: 2022, max: 2029 }), (paidOn, dueOn, belongsTo) => {
        const year = counted(paidOn, dueOn, belongsTo);
        if (year === yearOf(paidOn)) return;
        expect(paidOn >= addDays(`${year}-01-01`, -NEAR_DAYS)).toBe(true);
        expect(paidOn < addDays(`${year + 1}-01-01`, NEAR_DAYS)).toBe(true);
      }),
    );
  });
});

describe('what a tenant paid', () => {
  const net = {
    kind: 'rent' as const,
    component: 'net' as const,
    settlement: 'none' as const,
    vatRateBp: 0,
    periodYear: 2025,
  };
  const paid = { paidIn: 2025, nearYear: null, cents: 11_900, method: 'transfer' as const };
  const partsOf = (settled: typeof net | null, more = {}) =>
    partsOfReceipt({ ...paid, ...more, settled }, 'rent_dwelling').map(({ field, cents }) => [field, cents]);

  test('119 € with 19 % are 100 € of rent and 19 € of VAT', () => {
    expect(partsOf({ ...net, vatRateBp: 1_900 })).toEqual([
      ['rent_dwelling', 10_000],
      ['vat_received', 1_900],
    ]);
  });
  test('credit of a statement that settles a rent is that rent, and as much given back', () => {
    expect(partsOf(net, { method: 'statement_credit' })).toEqual([
      ['rent_dwelling', 11_900],
      ['settled_costs', -11_900],
    ]);
    expect(partsOf(null, { method: 'statement_credit', cents: -500 })).toEqual([['settled_costs', -500]]);
  });
  test('credit of a statement that settles a deposit is given back; the deposit is none of the tenant’s rent', () => {
    const deposit = { ...net, kind: 'deposit' as const, component: 'deposit' as const };
    expect(partsOf(deposit as never, { method: 'statement_credit' })).toEqual([['settled_costs', -11_900]]);
  });
  test('119 € of a deposit that were kept for a claim corrected since: line 25 all the same', () => {
    expect(partsOf(null, { method: 'deposit' })).toEqual([['earlier_rents', 11_900]]);
  });
  test('advances are recovered costs, of whatever year; a rent of the year before stands apart', () => {
    const advance = { ...net, component: 'operating_costs' as const, settlement: 'advance' as const };
    expect(partsOf({ ...advance, periodYear: 2024 } as never)).toEqual([['recovered_costs', 11_900]]);
    expect(partsOf({ ...net, periodYear: 2024 })).toEqual([['earlier_rents', 11_900]]);
  });
});

test('a flat with its garage is a dwelling, a garage alone is none, and neither is a shop with one', () => {
  expect(letOf(['apartment', 'parking'])).toBe('rent_dwelling');
  expect(letOf(['parking'])).toBe('rent_garage');
  expect(letOf(['commercial', 'parking'])).toBe('rent_other');
  expect(letOf([])).toBe('rent_other');
});

test('operating costs that no key passes on are not recovered; a refund of them lowers its own field', () => {
  const group = 'operating_recovered' as const;
  expect(fieldOfBooking({ direction: 'expense', group, isPassedOn: true })).toBe(group);
  expect(fieldOfBooking({ direction: 'expense', group, isPassedOn: false })).toBe('operating_not_recovered');
  expect(fieldOfBooking({ direction: 'expense', group: null, isPassedOn: true })).toBeNull();
  // Administration that the lease of a shop passes on.
  expect(fieldOfBooking({ direction: 'expense', group: 'operating_not_recovered', isPassedOn: true })).toBe(
    group,
  );
});
