import { describe, expect, test } from 'vitest';
import { computeStatement, type StatementInput } from '@/statement/index';
import {
  bill,
  byService,
  codes,
  house,
  lease,
  line,
  plant,
  sharesIn,
  user,
  year,
} from '../factories/statement-plants.ts';

describe('by a metering service: 1,000.00, of which 20.00 are the landlord’s part of the CO₂ costs', () => {
  const service = (users: ReturnType<typeof user>[], more: object = {}, rest: Partial<StatementInput> = {}) =>
    computeStatement(house({ plants: [plant(byService(100_000, users, more))], ...rest }));
  const full = [user('Flat 1', 'Ahrens', 30_000), user('Flat 2', 'Brandt', 70_000)];
  const less = [user('Flat 1', 'Ahrens', 29_400), user('Flat 2', 'Brandt', 68_600)];

  test('deducted: its users’ figures are what they bear', () => {
    const found = service(less, { co2Way: 'deducted', co2LandlordCents: 2_000 });
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: 29_400, Brandt: 68_600 });
    expect(found.lines[0]).toMatchObject({ totalCents: 100_000, notRecoverableCents: 2_000, betrkvNo: 6 });
    expect(found.lines[0]?.plant?.co2LandlordCents).toBe(2_000);
  });

  test('shown: taken off in proportion, or as each was told', () => {
    const way = { co2Way: 'shown', co2LandlordCents: 2_000 };
    expect(sharesIn(service(full, way))).toEqual({ Ahrens: 29_400, Brandt: 68_600 });
    const told = [user('Flat 1', 'Ahrens', 30_000, 500), user('Flat 2', 'Brandt', 70_000, 1_500)];
    expect(sharesIn(service(told, way))).toEqual({ Ahrens: 29_500, Brandt: 68_500 });
    expect(sharesIn(service(told, { co2Way: 'shown' }))).toEqual({ Ahrens: 29_500, Brandt: 68_500 });
    const half = [user('Flat 1', 'Ahrens', 30_000, 500), user('Flat 2', 'Brandt', 70_000)];
    expect(sharesIn(service(half, way))).toEqual({ Ahrens: 29_500, Brandt: 68_500 });
    expect(
      codes(service([user('Flat 1', 'Ahrens', 30_000, 900), user('Flat 2', 'Brandt', 70_000, 1_500)], way)),
    ).toEqual(['service_co2_differs']);
  });

  test('shown, and told to all but one who gets something back: that one has the rest of it', () => {
    const users = [user('Flat 1', 'Ahrens', 120_000, 500), user('Flat 2', 'Brandt', -20_000)];
    const found = service(users, { co2Way: 'shown', co2LandlordCents: 2_000 });
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: 119_500, Brandt: -21_500 });
  });

  test('none: by an own split, or 3 % are at risk', () => {
    const co2 = {
      bill: year,
      grams: 4_000_000,
      costCents: 10_000,
      use: 'dwelling',
      model: 'steps',
      obstacle: 'none',
    };
    const split = service(full, { co2 });
    expect(sharesIn(split)).toEqual({ Ahrens: 29_400, Brandt: 68_600 });
    expect(split.lines[0]?.plant?.cuts).toEqual([]);
    const unsplit = service(full);
    expect(sharesIn(unsplit)).toEqual({ Ahrens: 30_000, Brandt: 70_000 });
    expect(unsplit.warnings.map(({ code }) => code)).toContain('service_without_co2');
    expect(unsplit.lines[0]?.plant?.cuts).toEqual([
      { leaseId: 'Ahrens', reason: 'no_co2_split', amountCents: 900 },
      { leaseId: 'Brandt', reason: 'no_co2_split', amountCents: 2_100 },
    ]);
  });

  test('a cent of rounding is none; two are, and the wrong way is called by its name', () => {
    const by = (cents: number) => [
      user('Flat 1', 'Ahrens', 29_400 + cents),
      user('Flat 2', 'Brandt', 68_600),
    ];
    const way = { co2Way: 'deducted', co2LandlordCents: 2_000 };
    expect(codes(service(by(1), way))).toEqual([]);
    expect(codes(service(by(2), way))).toEqual(['service_sum_differs']);
    expect(codes(service(full, way))).toEqual(['service_co2_not_deducted']);
    expect(codes(service(less, { ...way, co2Way: 'shown' }))).toEqual(['service_co2_deducted']);
    expect(codes(service(less))).toEqual(['service_sum_differs']);
    expect(codes(service(less, { co2Way: 'deducted' }))).toEqual(['service_co2_missing']);
    expect(codes(service(full, { co2LandlordCents: 2_000 }))).toEqual(['service_co2_twice']);
  });

  test('everybody of the circle has a figure, and nobody else', () => {
    expect(service([full[0] ?? user('', null, 0)]).problems).toMatchObject([
      { code: 'service_user_missing', params: { unit: 'Flat 2', lease: 'Brandt' } },
    ]);
    expect(codes(service([]))).toEqual(['service_users_missing']);
    expect(codes(service([...full, user('Flat 9', null, 0)]))).toEqual(['service_unit_not_served']);
    expect(codes(service([...full, user('Flat 1', 'Brandt', 1)]))).toEqual(['service_user_not_there']);
    expect(codes(service([...full, user('Flat 1', null, 1)]))).toEqual(['service_not_vacant']);
    const leases = [lease('Ahrens', 'Flat 1', { to: '2025-03-31' }), lease('Brandt', 'Flat 2')];
    expect(service(full, {}, { leases }).problems).toMatchObject([
      { code: 'service_vacancy_missing', params: { unit: 'Flat 1' } },
    ]);
    const vacant = [
      user('Flat 1', 'Ahrens', 20_000),
      user('Flat 1', null, 10_000),
      user('Flat 2', 'Brandt', 70_000),
    ];
    expect(service(vacant, {}, { leases }).landlord.vacancy).toBe(10_000);
  });

  test('what is booked is not what it shares out: said, not stopped', () => {
    const found = service(full, {}, { lines: [line('Gas', [bill(90_000)])] });
    expect(found.problems).toEqual([]);
    expect(found.warnings).toContainEqual({
      code: 'service_total_differs',
      params: { line: 'Boiler', bookedCents: 90_000, totalCents: 100_000 },
    });
  });
});
