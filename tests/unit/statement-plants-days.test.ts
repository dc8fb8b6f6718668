import { describe, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { computeStatement, type StatementInput } from '@/statement/index';
import {
  bill,
  both,
  byDevices,
  house,
  lease,
  line,
  meter,
  plant,
  sharesIn,
  unit,
  withPlant,
  year,
} from '../factories/statement-plants.ts';

describe('a heating year of its own', () => {
  const period = { from: '2024-07-01', to: '2025-06-30' };
  const read = [
    meter('H1', 'Flat 1', [
      ['2024-06-30', 0],
      ['2025-06-30', 30],
    ]),
    meter('H2', 'Flat 2', [
      ['2024-06-30', 0],
      ['2025-06-30', 70],
    ]),
  ];
  const lines = [line('Gas', [bill(100_000, period)])];

  test('ends in the period; its days, bills and readings count', () => {
    const found = withPlant({ meters: read, lines }, { period });
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: 30_000, Brandt: 70_000 });
  });

  test('what was vacant in the heating year alone is the landlord’s', () => {
    const leases = [lease('Ahrens', 'Flat 1', { from: '2025-01-01' }), lease('Brandt', 'Flat 2')];
    const found = withPlant({ meters: read, lines, leases }, { period });
    expect(sharesIn(found)).toMatchObject({ Brandt: 70_000 });
    expect(found.landlord.unallocated).toBeGreaterThan(0);
    expect(found.lines[0]?.shares.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(100_000);
  });

  test('a tenant of the heating year alone has a statement of the plant: 153 days, degree days of July to November', () => {
    const leases = [
      lease('Ahrens', 'Flat 1', { to: '2024-11-30' }, { agreed: [{ lineId: 'Tax', key: 'units' }] }),
      lease('Cordes', 'Flat 1', { from: '2024-12-01' }),
      lease('Brandt', 'Flat 2'),
      lease('Dorn', 'Flat 2', { to: '2020-12-31' }),
    ];
    leases[2] = lease('Brandt', 'Flat 2', { from: '2021-01-01' });
    const tax = line('Tax', [bill(20_000)], { betrkvNo: 1 });
    const found = withPlant({ meters: read, lines: [...lines, tax], leases }, { period });
    expect(found.problems).toEqual([]);
    // 26⅔ + 30 + 80 + 120 of 1,000: 90.00 and 210.00 × 0.256667, nobody read at the change.
    const ahrens = found.leases.find(({ name }) => name === 'Ahrens');
    expect(ahrens).toMatchObject({
      from: '2024-07-01',
      to: '2024-11-30',
      days: 153,
      costsCents: 2_310 + 5_390,
    });
    expect(ahrens?.lines.map(({ name }) => name)).toEqual(['Boiler']);
    expect(ahrens?.newAdvance).toBeNull();
    expect(found.leases.map(({ name }) => name).sort()).toEqual(['Ahrens', 'Brandt', 'Cordes']);
    expect(
      found.lines.map(({ shares }) => shares.reduce((all, { amountCents }) => all + amountCents, 0)),
    ).toEqual([20_000, 100_000]);
    expect(found.warnings.map(({ code }) => code)).toContain('plant_former_lease');
  });

  test('that stops with the plant, and is no party of anything else', () => {
    const leases = [
      lease('Ahrens', 'Flat 1', { to: '2024-11-30' }),
      lease('Cordes', 'Flat 1', { from: '2024-12-01' }),
      lease('Brandt', 'Flat 2'),
    ];
    const tax = line('Tax', [], { betrkvNo: 1, isPrincipleOpen: true });
    const found = withPlant({ lines: [...lines, tax], leases, meters: [] }, { period, meters: [] });
    const missing = new Map(found.leases.map(({ name, missingLines }) => [name, missingLines]));
    expect(missing.get('Ahrens')).toEqual(['Boiler']);
    expect(missing.get('Cordes')).toEqual(['Tax', 'Boiler']);
  });
});

/** § 566 BGB: who was landlord settles his days (BGH 3 Dec 2003, VIII ZR 168/03: what had ended before is the seller's). */
describe('in a house that was bought or sold within the year', () => {
  const since = (days: Partial<StatementInput['units'][number]>, own: [string, string]) => {
    const units = [
      { ...unit('Flat 1', 60), ...days },
      { ...unit('Flat 2', 140), ...days },
    ];
    const read = (name: string, unitId: string, used: number) =>
      meter(name, unitId, [
        [addDays(own[0], -1), 100],
        [own[1], 100 + used],
      ]);
    return { units, meters: [read('H1', 'Flat 1', 30), read('H2', 'Flat 2', 70)] };
  };
  const bought = since({ availableFrom: '2025-07-01' }, ['2025-07-01', '2025-12-31']);

  test('bought on 1 July: of 1,000.00 for the year 184 of 365 days are 504.11: 151.23 by 60 and 140 m², 352.88 by 30 and 70', () => {
    const found = withPlant(bought);
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: 4_537 + 10_586, Brandt: 10_586 + 24_702 });
    expect(found.lines[0]?.plant?.period).toEqual({ from: '2025-07-01', to: '2025-12-31' });
    expect(found.warnings).toContainEqual({
      code: 'plant_bill_by_days',
      params: { line: 'Boiler', bill: 'bill', days: 184, of: 365 },
    });
  });

  test('its own bill since the purchase counts whole; the seller’s of 495.89 is told, and in no share', () => {
    const lines = [
      line('Gas', [
        bill(49_589, { name: 'before', from: '2025-01-01', to: '2025-06-30' }),
        bill(100_000, { name: 'since', from: '2025-07-01', to: '2025-12-31' }),
      ]),
      line('Tax', [bill(18_100, { name: 'tax', from: '2025-01-01', to: '2025-06-30' })], { betrkvNo: 1 }),
    ];
    const own = { lines: [{ lineId: 'Gas', of: 'both' as const }] };
    const found = withPlant({ ...bought, lines }, own);
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: 30_000, Brandt: 70_000 });
    const told = found.warnings.filter(({ code }) => code === 'bill_of_other_owner');
    expect(told.map(({ params }) => params)).toEqual([
      { line: 'Tax', bill: 'tax', cents: 18_100 },
      { line: 'Boiler', bill: 'before', cents: 49_589 },
    ]);
    expect(found.warnings.map(({ code }) => code)).not.toContain('plant_bill_by_days');
  });

  test('CO₂ of the year: 3,650 kg are 1,840 in 184 days, 9.2 kg on 200 m², step 3 of bounds as short: 20 % of 184.00', () => {
    const co2 = {
      ...{ bill: year, grams: 3_650_000, costCents: 36_500, use: 'dwelling', model: 'steps' },
      obstacle: 'none',
    };
    const shared = byDevices({ co2 });
    const found = computeStatement(house({ ...bought, plants: [plant(shared, { meters: both })] }));
    expect(found.problems).toEqual([]);
    expect(found.lines[0]?.plant?.co2).toMatchObject({ kgPerSqm: 9.2, step: 3, landlordCents: 3_680 });
  });

  test('sold on 1 July: 181 of 365 days, 495.89, by what was read on the last day; the buyer’s bill is his', () => {
    const sold = since({ availableTo: '2025-06-30' }, ['2025-01-01', '2025-06-30']);
    const later = bill(20_000, { name: 'later', from: '2025-08-01', to: '2025-12-31' });
    const lines = [line('Gas', [bill(100_000), later])];
    const found = withPlant({ ...sold, lines }, { lines: [{ lineId: 'Gas', of: 'both' as const }] });
    expect(found.problems).toEqual([]);
    expect(Object.values(sharesIn(found)).reduce((a, b) => a + b, 0)).toBe(49_589);
    expect(found.warnings.map(({ code }) => code)).toContain('bill_of_other_owner');
  });
});
