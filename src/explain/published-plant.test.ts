import { describe, expect, test } from 'vitest';
import type { RuleName } from '@/domain/trace-names';
import { rules } from './registry';

/** Worked examples of heating, CO₂ costs and fuel that others have published, and what stops a rule. */
const result = (name: RuleName, input: unknown): unknown => rules[name].explain(input).result;
const year = { from: '2025-01-01', to: '2025-12-31' };
const one = [{ name: 'Flat', areaSqm: 100, heat: 1, hotWater: 1 }];
const code = (name: RuleName, input: unknown) =>
  (result(name, input) as { problem?: { code: string; sentence: Record<string, string> } }).problem;

describe('degree days', () => {
  // hilfe.immobilien.software, Hausverwaltung 2026, page 650: 378,702 and 621,281 from values rounded a day.
  const change = {
    period: { from: '2023-01-01', to: '2023-12-31' },
    changes: [
      { name: 'before', from: '2023-01-01' },
      { name: 'after', from: '2023-03-15' },
    ],
  };
  test('moved out on 14 March: 170 + 150 + 130 × 14 ÷ 31 = 378.71 thousandths, the rest is 621.29', () => {
    expect(result('degree_days', change)).toMatchObject({
      total: 1_000,
      parts: [{ thousandths: 378.7097 }, { thousandths: 621.2903 }],
    });
  });

  test('620,59 € fixed costs over 200 m², a flat of 60: 186,18 €, of it 70,51 and 115,67', () => {
    const found = result('heating_costs', {
      period: change.period,
      // All of it fixed: more than a quarter of the area was estimated.
      costs: [{ amountEuro: 620.59 }],
      units: [
        { name: 'Flat', areaSqm: 60, heat: 1, isHeatEstimated: true, hands: change.changes },
        { name: 'Rest', areaSqm: 140, heat: 1 },
      ],
    });
    expect(found).toMatchObject({
      isHeatByArea: true,
      users: [{ costsCents: 7_051 }, { costsCents: 11_567 }, { costsCents: 43_441 }],
    });
  });

  test('17 of 31 days of January, 14 of 28 of February; June to August by 14/13/13', () => {
    const of = (from: string, to: string) =>
      result('degree_days', { period: { from, to }, summerThousandths: [14, 13, 13] });
    expect(of('2025-01-15', '2025-02-14')).toMatchObject({ total: 168.2258 });
    expect(of('2025-06-01', '2025-07-31')).toMatchObject({ total: 27 });
  });
});

describe('hot water', () => {
  // haufe.de HI14906593: 17,35 % of 3.253,50 € = 564,48 by the rounded per cent; exactly 564,58.
  test('2.5 × 47.2 m³ × (60 − 10) = 5,900 of 34,000 kWh: 3,253.50 × 5,900 ÷ 34,000 = 564.58', () => {
    const found = result('heating_costs', {
      period: year,
      costs: [{ amountEuro: 3_253.5 }],
      hotWater: { by: 'formula', volumeM3: 47.2, totalKwh: 34_000 },
      units: one,
    });
    expect(found).toMatchObject({ hotWaterCents: 56_458, heatCents: 268_892 });
  });

  test('by the upper heating value 1.11 times as much, of heat bought ready-made by 1.15 less', () => {
    const of = (source: string) =>
      result('heating_costs', {
        period: year,
        costs: [{ amountEuro: 1_000 }],
        hotWater: { by: 'formula', volumeM3: 40, totalKwh: 10_000, source },
        units: one,
      });
    expect(of('boiler')).toMatchObject({ hotWaterCents: 50_000 });
    expect(of('boiler_upper_value')).toMatchObject({ hotWaterCents: 55_500 });
    expect(of('delivered_heat')).toMatchObject({ hotWaterCents: 43_478 });
    expect(of('heat_pump')).toMatchObject({ hotWaterCents: 15_000 });
  });
});

describe('hot water by area', () => {
  // haufe.de HI14906595: 32 × 1,000 m² = 32,000 kWh a year, 16,000 in half of one.
  test('32 kWh for each m² and year: 32,000 of 64,000 kWh, and 16,000 × (181 ÷ 182.5) in half a year', () => {
    const of = (period: object) =>
      result('heating_costs', {
        period,
        costs: [{ amountEuro: 1_000 }],
        hotWater: { by: 'area', totalKwh: 64_000 },
        units: [{ name: 'House', areaSqm: 1_000, heat: 1, hotWater: 1 }],
      });
    expect(of(year)).toMatchObject({ hotWaterCents: 50_000 });
    // 32,000 × 181 ÷ 365 = 15,868.49 of 64,000.
    expect(of({ from: '2025-01-01', to: '2025-06-30' })).toMatchObject({ hotWaterCents: 24_795 });
  });
});

describe('hot water by area, of other sources', () => {
  // haufe.de HI14906595: ÷ 1.15 of heat bought ready-made, × 1.11 of gas by the upper value, × 0.30 of a heat pump.
  test.each([
    ['delivered_heat', 43_478],
    ['boiler_upper_value', 55_500],
    ['heat_pump', 15_000],
  ])('32,000 of 64,000 kWh are of %s %i of 100,000 cents', (source, hotWaterCents) => {
    const found = result('heating_costs', {
      period: year,
      costs: [{ amountEuro: 1_000 }],
      hotWater: { by: 'area', totalKwh: 64_000, source },
      units: [{ name: 'House', areaSqm: 1_000, heat: 1, hotWater: 1 }],
    });
    expect(found).toMatchObject({ hotWaterCents });
  });
});

describe('by area and by units of an allocator', () => {
  // gutefrage.net, answer of a heating fitter: 60 of 1,000 m² and 500 of 10,000 units are 5.3 % by 30/70, 5.5 % by 50/50.
  test.each([
    [70, 53_000],
    [50, 55_000],
  ])(
    '%i %% by 500 of 10,000 units, the rest by 60 of 1,000 m²: of 10,000.00 %i cents',
    (heatPercent, cents) => {
      const found = result('heating_costs', {
        ...{ period: year, costs: [{ amountEuro: 10_000 }], heatPercent },
        units: [
          { name: 'Flat', areaSqm: 60, heat: 500 },
          { name: 'Rest', areaSqm: 940, heat: 9_500 },
        ],
      });
      expect(found).toMatchObject({ users: [{ costsCents: cents }, { costsCents: 1_000_000 - cents }] });
    },
  );
});

describe('users with other devices than the rest, measured first', () => {
  const groups = [
    { name: 'Allocators', units: ['1', '2'], heat: 30_000 },
    { name: 'Meters', units: ['3'], heat: 20_000 },
  ];
  const units = [
    { name: '1', areaSqm: 50, heat: 10 },
    { name: '2', areaSqm: 50, heat: 30 },
    { name: '3', areaSqm: 100, heat: 20_000 },
  ];
  const of = (more: object = {}) =>
    result('heating_costs', { period: year, costs: [{ amountEuro: 1_000 }], units, groups, ...more });

  test('70 % by 30,000 and 20,000 kWh, 30 % by 100 and 100 m²: 570 and 430; in the first 30 % by area, 70 % by 10 and 30', () => {
    expect(of()).toMatchObject({
      totalCents: 100_000,
      // 570 × 0.3 ÷ 2 + 570 × 0.7 × 10 ÷ 40 = 85.50 + 99.75; + 299.25.
      users: [{ costsCents: 18_525 }, { costsCents: 38_475 }, { costsCents: 43_000 }],
    });
    // All of it by what was measured: 600 and 400.
    expect(of({ groupPercent: 100 })).toMatchObject({
      users: [{ costsCents: 19_500 }, { costsCents: 40_500 }, { costsCents: 40_000 }],
    });
  });

  test('half at least goes by the meters, and every unit is in one group', () => {
    const stop = (more: object) => (of(more) as { problem?: { code: string } }).problem?.code;
    expect(stop({ groupPercent: 40 })).toBe('consumption_share_out_of_range');
    expect(stop({ groups: groups.slice(1) })).toBe('heat_group_not_one');
    expect(
      stop({
        hotWater: { by: 'share', sharePercent: 20 },
        units: units.map((unit) => ({ ...unit, hotWater: 1 })),
      }),
    ).toBe('hot_water_not_read');
  });

  test('estimates for a quarter of a group send that group to the area alone', () => {
    const estimated = units.map((unit) => (unit.name === '1' ? { ...unit, isHeatEstimated: true } : unit));
    // 570 over 50 and 50 m².
    expect(of({ units: estimated })).toMatchObject({
      users: [{ costsCents: 28_500 }, { costsCents: 28_500 }, { costsCents: 43_000 }],
    });
  });
});

describe('CO₂ costs', () => {
  // hewagmbh.de, "CO2-Kostenaufteilungsgesetz": 7.074,39 kg, 212,23 € net, 18,62 kg/m²; 42,45 and 169,78 €.
  test('39,000 kWh gas, 380 m², 30 € a tonne: 7,074.39 kg are 18.6 kg/m², step 3, of 212.23 the landlord bears 42.45', () => {
    expect(
      result('co2_split', {
        period: { from: '2023-01-01', to: '2023-12-31' },
        areaSqm: 380,
        fuel: { fuel: 'gas_kwh_upper', quantity: 39_000, billedOn: '2023-12-31', vatPercent: 0 },
      }),
    ).toMatchObject({
      kgPerSqm: 18.6,
      step: 3,
      costCents: 21_223,
      landlordCents: 4_245,
      tenantCents: 16_978,
    });
  });

  const gasIn2023 = (quantity: number) =>
    result('co2_split', {
      period: { from: '2023-01-01', to: '2023-12-31' },
      areaSqm: 100,
      fuel: { fuel: 'gas_kwh_lower', quantity, billedOn: '2023-12-31', vatPercent: 0 },
    });
  // maingau-energie.de, "CO2-Kostenaufteilungsgesetz": 40,176 kg/m², 120,53 €; landlord 72,32, tenant 48,21 €.
  test('20,000 kWh by the lower value × 0.20088 on 100 m²: 40.2 kg/m², step 7, 60 % of 120.53 are 72.32', () => {
    expect(gasIn2023(20_000)).toMatchObject({
      ...{ kgPerSqm: 40.2, step: 7, costCents: 12_053, landlordCents: 7_232, tenantCents: 4_821 },
    });
  });

  // test.de (Stiftung Warentest, June 2023): 3,013 t, 30,1 kg/m², 90,40 € a year, 40 % of it the landlord's.
  test('15,000 kWh on 100 m²: 3,013.2 kg, 30.1 kg/m², step 5, 40 % of 90.40 are 36.16', () => {
    expect(gasIn2023(15_000)).toMatchObject({
      ...{ kgPerSqm: 30.1, step: 5, costCents: 9_040, landlordCents: 3_616 },
    });
  });

  const of = (more: object) => result('co2_split', { period: year, areaSqm: 100, co2CostEuro: 100, ...more });

  test('26.95 kg/m² are 27.0 before the step is chosen: 40 % instead of 30 %', () => {
    expect(of({ co2Kg: 2_695 })).toMatchObject({ kgPerSqm: 27, step: 5, landlordCents: 4_000 });
    expect(of({ co2Kg: 2_694 })).toMatchObject({ kgPerSqm: 26.9, step: 4, landlordCents: 3_000 });
    expect(of({ co2Kg: 5_200 })).toMatchObject({ step: 10, landlordCents: 9_500, tenantCents: 500 });
    expect(of({ co2Kg: 1_194 })).toMatchObject({ step: 1, landlordCents: 0 });
  });

  test('half a year halves the bounds: 13.4 kg/m² in 181 of 365 days are step 5, 13.3 step 4', () => {
    const half = { period: { from: '2025-01-01', to: '2025-06-30' } };
    expect(of({ ...half, co2Kg: 1_340 })).toMatchObject({ kgPerSqm: 13.4, step: 5 });
    expect(of({ ...half, co2Kg: 1_330 })).toMatchObject({ kgPerSqm: 13.3, step: 4 });
  });

  test('a bill from July to June: 181 of 365 days of its kilograms and of its cost', () => {
    expect(
      of({ co2Kg: 3_650, co2CostEuro: 365, bill: { from: '2024-07-01', to: '2025-06-30' } }),
    ).toMatchObject({ kgPerSqm: 18.1, costCents: 18_100, landlordCents: 3_620 });
  });

  test('half each outside dwellings and under § 5a, half of the part under one obstacle, none under two', () => {
    expect(of({ co2Kg: 1, use: 'other' })).toMatchObject({ step: null, landlordCents: 5_000 });
    expect(of({ co2Kg: 1, model: 'half' })).toMatchObject({ landlordCents: 5_000 });
    expect(of({ co2Kg: 5_500, obstacle: 'one' })).toMatchObject({ landlordBp: 4_750, landlordCents: 4_750 });
    expect(of({ co2Kg: 5_500, obstacle: 'both' })).toMatchObject({ landlordCents: 0 });
  });

  test('a tenant’s own contract: 40.00 to claim, 5 % less with a gas cooker: 38.00; before 2023 nothing', () => {
    expect(of({ co2Kg: 3_000, ownContract: {} })).toMatchObject({ claimCents: 4_000 });
    expect(of({ co2Kg: 3_000, ownContract: { hasOtherUse: true } })).toMatchObject({ claimCents: 3_800 });
    const before = { period: { from: '2022-07-01', to: '2023-06-30' } };
    expect(of({ ...before, co2Kg: 5_500 })).toMatchObject({ landlordCents: 0, tenantCents: 10_000 });
  });

  test('without kilograms or cost, and for a year without a price, it says what to enter', () => {
    expect(code('co2_split', { period: year, areaSqm: 100, co2CostEuro: 1 })?.code).toBe(
      'co2_kilograms_missing',
    );
    expect(code('co2_split', { period: year, areaSqm: 100, co2Kg: 1 })?.sentence.de).toContain(
      'CO₂-Kosten fehlen',
    );
    const gas = { fuel: 'gas_m3', quantity: 3_900, billedOn: '2023-12-31', vatPercent: 0 };
    expect(code('co2_split', { period: year, areaSqm: 380, fuel: gas })?.code).toBe(
      'gas_calorific_value_missing',
    );
    // 3,900 m³ × 10 kWh are the 39,000 kWh above.
    expect(result('co2_split', { period: year, areaSqm: 380, fuel: { ...gas, kwhPerM3: 10 } })).toMatchObject(
      {
        kgPerSqm: 18.6,
        costCents: 21_223,
      },
    );
    const fuel = { fuel: 'lpg_kg', quantity: 1, billedOn: '2031-01-01' };
    expect(code('co2_split', { period: year, areaSqm: 100, fuel })?.code).toBe('co2_price_unknown');
  });
});

describe('fuel', () => {
  // studylibde.com 10739268 (May 2010), after DIN 4713-5: what is left is worth 980,00 €.
  const tank = {
    opening: { quantity: 1_500, amountEuro: 525 },
    deliveries: [
      { on: '2025-02-01', quantity: 3_500, amountEuro: 1_295 },
      { on: '2025-06-01', quantity: 3_000, amountEuro: 1_140 },
      { on: '2025-11-01', quantity: 1_000, amountEuro: 410 },
    ],
    closingQuantity: 2_500,
  };
  test('2,500 l left of 9,000: 1,500 × 0.38 + 1,000 × 0.41 = 980.00, so 3,370 − 980 = 2,390.00 burnt', () => {
    expect(result('fuel_stock', tank)).toMatchObject({
      consumed: 6_500,
      closingCents: 98_000,
      consumedCents: 239_000,
    });
    expect(code('fuel_stock', { ...tank, closingQuantity: 9_001 })?.code).toBe('more_left_than_there_was');
  });

  // mietrecht.de, a landlord's way: 1,700 l at 0.60 first, then of 2,000 l at 0.70; there by a slip 1,200 l, which makes 1,860 €.
  test('1,900 l left of 4,700: 1,700 × 0.60 + 1,100 × 0.70 = 1,790.00 burnt; 900 × 0.70 + 1,000 × 1.00 = 1,630.00 left', () => {
    const found = result('fuel_stock', {
      opening: { quantity: 1_700, amountEuro: 1_020 },
      deliveries: [
        { on: '2020-05-15', quantity: 2_000, amountEuro: 1_400 },
        { on: '2020-12-01', quantity: 1_000, amountEuro: 1_000 },
      ],
      closingQuantity: 1_900,
    });
    expect(found).toMatchObject({ consumed: 2_800, consumedCents: 179_000, closingCents: 163_000 });
  });
});

describe('what stops heating costs', () => {
  const plant = { period: year, costs: [{ amountEuro: 100 }], units: one };
  test.each([
    [{ heatPercent: 80 }, 'consumption_share_out_of_range'],
    [{ units: [{ name: 'Flat', areaSqm: 100 }] }, 'heat_not_read'],
    [{ units: [{ name: 'Flat', areaSqm: 0, heat: 1 }] }, 'plant_area_missing'],
    [{ units: [{ name: 'Flat', areaSqm: 100, heat: 0 }] }, 'nothing_counted'],
    [{ hotWater: { by: 'meter', hotWaterKwh: 11, totalKwh: 10 } }, 'hot_water_exceeds_heat'],
    [
      {
        hotWater: { by: 'meter', hotWaterKwh: 1, totalKwh: 10 },
        units: [{ name: 'Flat', areaSqm: 100, heat: 1 }],
      },
      'hot_water_not_read',
    ],
    [
      {
        units: [
          {
            name: 'Flat',
            areaSqm: 100,
            heat: 10,
            hands: [
              { name: 'A', from: '2025-01-01', heat: 4 },
              { name: 'B', from: '2025-05-01', heat: 5 },
            ],
          },
        ],
      },
      'hands_readings_differ',
    ],
    [
      {
        units: [
          {
            name: 'Flat',
            areaSqm: 100,
            hands: [
              { name: 'A', from: '2025-01-01', heat: 4 },
              { name: 'B', from: '2025-05-01' },
            ],
          },
        ],
      },
      'heat_not_read',
    ],
  ])('%j', (more, expected) => {
    const problem = code('heating_costs', { ...plant, ...more });
    expect(problem?.code).toBe(expected);
    expect(problem?.sentence.en).not.toContain('{');
  });

  test('more than 70 % where it was agreed; exactly a quarter estimated is still shared out by what was found', () => {
    expect(result('heating_costs', { ...plant, heatPercent: 100, isMoreAgreed: true })).toMatchObject({
      heatFixedCents: 0,
    });
    const units = [
      { name: '1', areaSqm: 25, heat: 1, isHeatEstimated: true },
      { name: '2', areaSqm: 75, heat: 1 },
    ];
    expect(result('heating_costs', { ...plant, units })).toMatchObject({ isHeatByArea: false });
  });

  test('15 % and three times 3 % of 100.00 are at risk: 15.00 and 3.00 each', () => {
    const cuts = ['not_by_consumption', 'not_remote', 'no_information', 'no_co2_split'];
    const found = result('heating_costs', { ...plant, cuts });
    expect(found).toMatchObject({
      users: [{ dueCents: 10_000, cuts: [1_500, 300, 300, 300].map((amountCents) => ({ amountCents })) }],
    });
  });
});

describe('a condominium', () => {
  test('4,800 × 85 ÷ 1,000 = 408.00; caretaker 510.00 to 80 % = 408.00; manager and reserve are the owner’s', () => {
    expect(result('hausgeld', rules.hausgeld.example)).toMatchObject({
      recoverableCents: 40_800 + 40_800 + 32_000,
      landlordCents: 10_200 + 30_000 + 102_000,
      // 408 + 510 + 300 + 1,020 less 2,400 due.
      balanceCents: -16_200,
    });
  });

  test('lines that do not add up to the total, or exceed it, stop it', () => {
    const line = { name: 'Water', totalEuro: 100, ownEuro: 101 };
    expect(code('hausgeld', { lines: [line] })?.code).toBe('association_part_exceeds_line');
    expect(code('hausgeld', { lines: [{ ...line, ownEuro: 1 }], statedTotalEuro: 99 })?.code).toBe(
      'association_total_differs',
    );
    expect(code('hausgeld', { lines: [{ name: 'Water', totalEuro: 1 }] })?.code).toBe(
      'association_part_missing',
    );
  });
});
