import { describe, expect, test } from 'vitest';
import {
  byDevices,
  byService,
  heat,
  lease,
  meter,
  plant,
  start,
  unit,
  user,
  withPlant,
} from '../factories/statement-plants.ts';

/**
 * A flat of 100 m² was made two of 60 and 40 m² on 1 July: the house has 200 m² before and after. 181 of 365 days with the one and
 * 184 with the two: 100 × 181 ÷ 365 = 49.59, 60 × 184 ÷ 365 = 30.25, 40 × 184 ÷ 365 = 20.16, and 100.00: 200.00 m².
 */
describe('a unit that a plant served for a part of its year counts with its days', () => {
  const change = '2025-06-30';
  const units = [
    { ...unit('Flat 1', 100), availableTo: change },
    { ...unit('Flat 1a', 60), availableFrom: '2025-07-01' },
    { ...unit('Flat 1b', 40), availableFrom: '2025-07-01' },
    unit('Flat 2', 100),
  ];
  const leases = [
    lease('Ahrens', 'Flat 1', { to: change }),
    lease('Cordes', 'Flat 1a', { from: '2025-07-01' }),
    lease('Dorn', 'Flat 1b', { from: '2025-07-01' }),
    lease('Brandt', 'Flat 2'),
  ];
  const meters = [
    meter('H1', 'Flat 1', [
      [start, 0],
      [change, 20],
    ]),
    ...['1a', '1b'].map((name) =>
      meter(`H${name}`, `Flat ${name}`, [
        [change, 0],
        ['2025-12-31', 20],
      ]),
    ),
    heat('H2', 'Flat 2', 40),
  ];
  const co2 = {
    ...{ bill: { from: '2025-01-01', to: '2025-12-31' }, grams: 4_000_000, costCents: 10_000 },
    ...{ use: 'dwelling', model: 'steps', obstacle: 'none' },
  };
  const heated = (more: object) =>
    withPlant(
      {
        ...{ units, leases, meters },
        plants: [
          plant(byDevices(more), { meters: meters.map(({ id }) => ({ meterId: id, of: 'heat' as const })) }),
        ],
      },
      {},
    );

  test('CO₂: 4,000 kg ÷ 200 m² = 20.0 is step 3, 20 % of 100.00; of 300 m² it were 13.3 and 10 %', () => {
    const found = heated({ co2 });
    expect(found.problems).toEqual([]);
    expect(found.lines[0]?.plant?.areaSqm100).toBe(20_000);
    expect(found.lines[0]?.plant?.co2).toMatchObject({ kgPerSqm: 20, step: 3, landlordCents: 2_000 });
  });

  test('by a metering service that splits nothing: 20.0 kg ÷ m² and 20.00, too', () => {
    const users = [
      ...[user('Flat 1', 'Ahrens', 20_000), user('Flat 1a', 'Cordes', 20_000)],
      ...[user('Flat 1b', 'Dorn', 20_000), user('Flat 2', 'Brandt', 40_000)],
    ];
    const found = withPlant({ units, leases, plants: [plant(byService(100_000, users, { co2 }))] });
    expect(found.problems).toEqual([]);
    expect(found.lines[0]?.plant).toMatchObject({ areaSqm100: 20_000, co2LandlordCents: 2_000 });
  });

  test('§ 9a (2): 100 m² estimated for 181 days are 49.59 of 200 m², 24.8 %: by what was counted; of 300 m² it were a third', () => {
    const estimates = [{ unitId: 'Flat 1', heat: 20_000, hotWater: null }];
    const found = heated({ estimates });
    expect(found.problems).toEqual([]);
    expect(found.lines[0]?.plant?.pots).toMatchObject({ isHeatByArea: false, heatConsumptionCents: 70_000 });
  });

  test('§ 9 (2): 32 kWh × 200 m² = 6,400 of 20,000 kWh are hot water: 320.00 of 1,000.00', () => {
    const water = meters.map(({ id, ...one }) => ({ ...one, id: `W${id}`, name: `W${id}`, isHeat: false }));
    const found = withPlant({
      ...{ units, leases, meters: [...meters, ...water] },
      plants: [
        plant(byDevices({ hotWater: { by: 'area', total: 20_000_000, source: 'boiler' } }), {
          meters: [
            ...meters.map(({ id }) => ({ meterId: id, of: 'heat' as const })),
            ...water.map(({ id }) => ({ meterId: id, of: 'hot_water' as const })),
          ],
        }),
      ],
    });
    expect(found.problems).toEqual([]);
    expect(found.lines[0]?.plant?.pots?.hotWaterCents).toBe(32_000);
  });
});
