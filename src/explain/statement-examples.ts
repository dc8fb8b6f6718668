/** A house of two flats and a shop: a change of tenant, an empty month, a bill over New Year, a swapped meter. */
export const house = {
  period: { from: '2025-01-01', to: '2025-12-31' },
  units: [
    { name: 'Flat 1', facts: [{ areaSqm100: 6_000 }] },
    { name: 'Flat 2', facts: [{ areaSqm100: 8_000 }] },
    { name: 'Shop', kind: 'commercial' as const, facts: [{ areaSqm100: 6_000 }] },
  ],
  leases: [
    {
      name: 'Ahrens',
      units: [{ unit: 'Flat 1', to: '2025-06-30' }],
      persons: [{ count: 2 }],
      agreesAll: true,
      advances: [{ of: '2025', dueCents: 60_000, paidCents: 50_000 }],
    },
    {
      name: 'Brandt',
      units: [{ unit: 'Flat 1', from: '2025-08-01' }],
      persons: [{ validFrom: '2025-08-01', count: 1 }],
      agreesAll: true,
      advances: [{ of: '2025', dueCents: 50_000, paidCents: 50_000 }],
      monthlyAdvanceCents: 10_000,
    },
    {
      name: 'Celik',
      units: [{ unit: 'Flat 2' }],
      persons: [{ count: 3 }],
      agreed: [{ line: 'Property tax' }, { line: 'Insurance' }, { line: 'Refuse' }, { line: 'Water' }],
      advances: [{ of: '2025', dueCents: 180_000, paidCents: 180_000 }],
    },
    {
      name: 'Delikat GmbH',
      units: [{ unit: 'Shop' }],
      persons: [{ count: 1 }],
      agreesAll: true,
      advances: [{ of: '2025', dueCents: 120_000, paidCents: 120_000 }],
    },
  ],
  lines: [
    {
      name: 'Property tax',
      betrkvNo: 1,
      key: 'area' as const,
      bills: [{ name: 'Assessment 2025', amountCents: 80_000, from: '2025-01-01', to: '2025-12-31' }],
    },
    {
      name: 'Refuse',
      betrkvNo: 8,
      key: 'persons' as const,
      circle: ['Flat 1', 'Flat 2'],
      bills: [{ name: 'Refuse 2025', amountCents: 48_000, from: '2025-01-01', to: '2025-12-31' }],
    },
    {
      name: 'Insurance',
      betrkvNo: 13,
      key: 'area' as const,
      preDeduction: {
        amountCents: 20_000,
        restFor: 'all' as const,
        reason: 'Higher class of risk of the shop',
      },
      bills: [
        { name: 'Policy to June 2025', amountCents: 100_000, from: '2024-07-01', to: '2025-06-30' },
        { name: 'Policy from July 2025', amountCents: 110_000, from: '2025-07-01', to: '2026-06-30' },
      ],
    },
    {
      name: 'Water',
      betrkvNo: 2,
      key: 'consumption' as const,
      meters: ['Water 1', 'Water 2', 'Water main'],
      bills: [{ name: 'Works 2025', amountCents: 90_000, from: '2025-01-01', to: '2025-12-31' }],
    },
  ],
  heating: {
    name: 'Boiler',
    costs: [
      { name: 'Gas', amountCents: 300_000 },
      { name: 'Maintenance', amountCents: 30_000, labourCents: 20_000 },
    ],
    hotWater: { by: 'formula' as const, volumeM3: 60, totalKwh: 40_000 },
    units: [
      { name: 'Flat 1', heat: 1_800, hotWater: 22 },
      { name: 'Flat 2', heat: 3_200, hotWater: 28 },
      { name: 'Shop', heat: 900, hotWater: 2, isHotWaterEstimated: true },
    ],
    co2: { co2Kg: 5_400, co2CostCents: 30_000 },
    cuts: ['not_remote' as const],
  },
  meters: [
    {
      name: 'Water 1',
      unit: 'Flat 1',
      devices: [
        {
          readings: [
            { on: '2024-12-31', reading: 100 },
            { on: '2025-06-30', reading: 140 },
            { on: '2025-08-01', reading: 140.5 },
            { on: '2025-12-31', reading: 160 },
          ],
        },
      ],
    },
    {
      name: 'Water 2',
      unit: 'Flat 2',
      devices: [
        {
          number: 'old',
          removedOn: '2025-04-10',
          readings: [
            { on: '2024-12-31', reading: 812.4 },
            { on: '2025-04-10', reading: 842.4 },
          ],
        },
        {
          number: 'new',
          installedOn: '2025-04-10',
          readings: [
            { on: '2025-04-10', reading: 0 },
            { on: '2025-12-31', reading: 80 },
          ],
        },
      ],
    },
    {
      name: 'Water main',
      devices: [
        {
          readings: [
            { on: '2024-12-31', reading: 5_000 },
            { on: '2025-12-31', reading: 5_200 },
          ],
        },
      ],
    },
  ],
};

/** 30 m³ by the old device, 80 by the new. */
export const waterMeter = {
  name: 'Water 2',
  period: { from: '2025-01-01', to: '2025-12-31' },
  devices: house.meters[1]?.devices ?? [],
};
