import { describe, expect, test } from 'vitest';
import type { StatementInput } from '@/statement/index';
import {
  bill,
  both,
  byDevices,
  codes,
  end,
  heat,
  line,
  meter,
  meters,
  plant,
  start,
  unit,
  withPlant,
  year,
} from '../factories/statement-plants.ts';

describe('what stops a plant, and only the plant', () => {
  const tax = line('Tax', [bill(20_000)], { betrkvNo: 1 });
  const stops = (more: Partial<StatementInput>, own: Parameters<typeof plant>[1] = {}) => {
    const found = withPlant({ lines: [line('Gas', [bill(100_000)]), tax], ...more }, own);
    // The rest goes on, and whoever would bear it gets no letter.
    expect(found.lines.map(({ name }) => name)).toEqual(['Tax']);
    expect(found.leases.map(({ missingLines }) => missingLines)).toEqual([['Boiler'], ['Boiler']]);
    return codes(found);
  };
  const swapped = {
    ...heat('H1', 'Flat 1', 30),
    devices: [
      {
        number: 'old',
        installedOn: null,
        removedOn: '2025-05-02',
        calibratedUntil: null,
        readings: [{ on: start, thousandths: 0 }],
      },
      {
        number: 'new',
        installedOn: '2025-05-02',
        removedOn: null,
        calibratedUntil: null,
        readings: [
          { on: '2025-05-02', thousandths: 0 },
          { on: end, thousandths: 9_000 },
        ],
      },
    ],
  };
  const second = meters[1] as (typeof meters)[number];
  test.each([
    [
      'no reading at the end',
      { meters: [meter('H1', 'Flat 1', [[start, 1]]), second] },
      {},
      'heat_reading_missing',
    ],
    ['a swapped device without its last reading', { meters: [swapped, second] }, {}, 'swap_end_missing'],
    ['a unit no device measures', {}, { meters: both.slice(1) }, 'plant_unit_without_heat_meter'],
    ['a meter that is not there', {}, { meters: [{ meterId: 'X', of: 'heat' as const }] }, 'meter_unknown'],
    ['a meter twice', {}, { meters: [...both, ...both] }, 'meter_twice'],
    [
      'a main meter',
      { meters: [...meters, meter('M', null, [])] },
      { meters: [...both, { meterId: 'M', of: 'heat' as const }] },
      'plant_meter_elsewhere',
    ],
    [
      'a line that is not there',
      {},
      {
        lines: [
          { lineId: 'Oil', of: 'both' as const },
          { lineId: 'Gas', of: 'both' as const },
        ],
      },
      'plant_line_unknown',
    ],
    [
      'a share of 80 % nobody agreed on',
      {},
      { shared: byDevices({ heatBp: 8_000 }) },
      'consumption_share_out_of_range',
    ],
    [
      'a heating year that ends later',
      {},
      { period: { from: '2025-05-01', to: '2026-04-30' } },
      'plant_period_outside',
    ],
    [
      'a bill of another year',
      { lines: [line('Gas', [bill(1, { from: '2023-01-01', to: '2023-12-31' })]), tax] },
      {},
      'receipt_outside_period',
    ],
    [
      'no area',
      {
        units: [{ ...unit('Flat 1', 60), facts: [] }, unit('Flat 2', 140)],
        lines: [line('Gas', [bill(1)]), { ...tax, key: 'units' as const }],
      },
      {},
      'area_missing',
    ],
    [
      'labour without its group',
      { lines: [line('Gas', [bill(100_000, { labourCents: 1 })]), tax] },
      {},
      'labour_group_missing',
    ],
  ])('%s', (_, more, own, code) => {
    expect(stops(more as Partial<StatementInput>, own)).toEqual([code]);
  });

  test('what is deducted beforehand for shops: nothing is ignored in silence', () => {
    const preDeduction = { amountCents: 1, unitIds: null, restFor: 'all' as const, reason: '' };
    expect(stops({ lines: [line('Gas', [bill(100_000)], { preDeduction }), tax] })).toEqual([
      'plant_line_pre_deducted',
    ]);
  });

  test('of units that no device measures, each is named at once', () => {
    const { problems } = withPlant({}, { meters: [] });
    expect(problems).toMatchObject([
      { code: 'plant_unit_without_heat_meter', params: { unit: 'Flat 1, Flat 2' } },
    ]);
  });

  test('CO₂ costs above all there is', () => {
    const co2 = { bill: year, grams: 1, costCents: 900_000, use: 'other', model: 'steps', obstacle: 'none' };
    expect(stops({}, { shared: byDevices({ co2 }) })).toEqual(['co2_exceeds_costs']);
  });

  test('two plants with one line, and two of one name', () => {
    const plants = [plant(byDevices(), { meters: both }), plant(byDevices(), { meters: both, id: 'second' })];
    expect(codes(withPlant({ plants }))).toEqual([
      'plant_twice',
      'plant_twice',
      'plant_line_twice',
      'plant_line_twice',
    ]);
  });
});
