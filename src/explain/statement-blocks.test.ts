import { describe, expect, test } from 'vitest';
import { flat, lease, line, shares, statement, year } from '../../tests/factories/statements';

/** Blocks of a statement as an accountant types them: a plant, a service's bill, CO₂ costs of a line, a condominium. */
const units = [flat('Flat 1', 60), flat('Flat 2', 140)];
const leases = [lease('Ahrens', 'Flat 1'), lease('Brandt', 'Flat 2')];
const house = { units, leases };
const codes = (found: ReturnType<typeof statement>) => found.problems.map(({ code }) => code);
/** A vacancy from July on. */
const left = [lease('Ahrens', 'Flat 1', {}, { to: '2025-06-30' }), lease('Brandt', 'Flat 2')];

describe('heating', () => {
  const heating = {
    costs: [
      { name: 'Gas', amountEuro: 900 },
      { name: 'Wartung', amountEuro: 100, labourEuro: 80 },
    ],
    units: [
      { name: 'Flat 1', heat: 30 },
      { name: 'Flat 2', heat: 70 },
    ],
  };

  test('900 + 100, 30 % by 60 and 140 m², 70 % by 30 and 70: 300 and 700; of 80 labour 24 and 56', () => {
    const found = statement({ ...house, heating });
    expect(codes(found)).toEqual([]);
    expect(found.lines.map(({ name }) => name)).toEqual(['Heating']);
    expect(shares(found)).toEqual({ Ahrens: 300, Brandt: 700 });
    expect(found.leases.map(({ labour }) => labour[0]?.amountCents)).toEqual([2_400, 5_600]);
  });

  test('with 50 %, and the same of a line and of meters: 500 × 0.3 + 500 × 0.3', () => {
    const meters = [30, 70].map((used, at) => ({
      name: `Meter ${at + 1}`,
      unit: `Flat ${at + 1}`,
      isHeat: true,
      devices: [
        {
          readings: [
            { on: '31.12.2024', reading: 5 },
            { on: '31.12.2025', reading: 5 + used },
          ],
        },
      ],
    }));
    const found = statement({
      ...house,
      lines: [line('Heizkosten', 1_000, { betrkvNo: 4 })],
      meters,
      heating: [{ name: 'Heizung', lines: ['Heizkosten'], meters: ['Meter 1', 'Meter 2'], heatPercent: 50 }],
    });
    expect(codes(found)).toEqual([]);
    expect(shares(found)).toEqual({ Ahrens: 300, Brandt: 700 });
  });

  test('interim reading 20 of 30: 90 × 583.33 ‰ + 700 × 20 %; without one 210 × 583.33 ‰', () => {
    const hands = [
      { name: 'Ahrens', heat: 20 },
      { name: 'leer', from: '01.07.2025', heat: 10 },
    ];
    const read = { ...heating, units: [{ name: 'Flat 1', hands }, heating.units[1]] };
    expect(shares(statement({ ...house, leases: left, heating: read }))).toEqual({
      Ahrens: 192.5,
      'Flat 1 (vacancy)': 107.5,
      Brandt: 700,
    });
    expect(shares(statement({ ...house, leases: left, heating }))).toEqual({
      Ahrens: 175,
      'Flat 1 (vacancy)': 125,
      Brandt: 700,
    });
  });

  test('hot water by formula, CO₂ by kilograms, fuel out of a tank: 950 burnt, 20 % of 100 are the landlord’s', () => {
    const found = statement({
      ...house,
      heating: {
        fuel: {
          opening: { quantity: 500, amountEuro: 450 },
          deliveries: [{ on: '01.09.2025', quantity: 1_000, amountEuro: 1_000 }],
          closingQuantity: 500,
        },
        costs: [{ name: 'Schornsteinfeger', amountEuro: 50 }],
        hotWater: { by: 'formula', volumeM3: 20, totalKwh: 10_000 },
        units: [
          { name: 'Flat 1', heat: 30, hotWater: 5 },
          { name: 'Flat 2', heat: 70, hotWater: 15 },
        ],
        co2: { co2Kg: 4_000, co2CostEuro: 100 },
      },
    });
    expect(codes(found)).toEqual([]);
    // Water: 2.5 × 20 × 50 = 2,500 of 10,000 kWh: 250. Heat 750: 225 × 0.3 + 525 × 0.3; water 75 × 0.3 + 175 × 0.25.
    // 225 + 22.50 + 43.75 = 291.25, less 2 %.
    expect(shares(found)).toEqual({ Ahrens: 285.42, Brandt: 694.58 });
    expect(found.lines[0]).toMatchObject({ totalCents: 100_000, notRecoverableCents: 2_000 });
  });

  test('a service’s figures by lease: deducted, shown and none', () => {
    const users = (one: number, other: number) => [
      { lease: 'Ahrens', amountEuro: one },
      { lease: 'Brandt', amountEuro: other },
    ];
    const by = (service: object, more: object = {}) =>
      statement({ ...house, heating: { costs: [{ amountEuro: 1_000 }], service, ...more } });
    const co2 = { co2LandlordEuro: 20 };
    expect(shares(by({ ...co2, co2Way: 'deducted', users: users(294, 686) }))).toEqual({
      Ahrens: 294,
      Brandt: 686,
    });
    expect(shares(by({ ...co2, co2Way: 'shown', users: users(300, 700) }))).toEqual({
      Ahrens: 294,
      Brandt: 686,
    });
    const split = { co2: { co2Kg: 4_000, co2CostEuro: 100 } };
    expect(shares(by({ users: users(300, 700) }, split))).toEqual({ Ahrens: 294, Brandt: 686 });
    expect(by({ users: users(300, 700) }).warnings.map(({ code }) => code)).toContain('service_without_co2');
    expect(codes(by({ ...co2, co2Way: 'deducted', users: users(300, 700) }))).toEqual([
      'service_co2_not_deducted',
    ]);
    expect(by({ users: users(300, 600) }).problems[0]?.sentence.en).toBe(
      'Heating: the users’ amounts are 900.00, which does not fit the total of 1,000.00. Compare both with the metering service’s bill.',
    );
  });

  test('groups measured first: 570 and 430 of 1,000, the first by 10 and 30 counted; a change of hands inside one', () => {
    const found = statement({
      units: [flat('1', 50), flat('2', 50), flat('3', 100)],
      leases: [
        lease('Ahrens', '1'),
        lease('Brandt', '2'),
        lease('Cordes', '3', {}, { to: '2025-06-30' }),
        lease('Dorn', '3', {}, { from: '2025-07-01' }),
      ],
      heating: {
        costs: [{ amountEuro: 1_000 }],
        units: [
          { name: '1', heat: 10 },
          { name: '2', heat: 30 },
          { name: '3', heat: 20_000 },
        ],
        groups: [
          { name: 'Allocators', units: ['1', '2'], heat: 30_000 },
          { name: 'Meters', units: ['3'], heat: 20_000 },
        ],
      },
    });
    expect(codes(found)).toEqual([]);
    // 430 × 583.33 ‰: 129 and 301 each by degree days.
    expect(shares(found)).toEqual({ Ahrens: 185.25, Brandt: 384.75, Cordes: 250.83, Dorn: 179.17 });
    expect(found.lines[0]?.shares.map(({ parts }) => parts.length)).toEqual([2, 2, 2, 2]);
  });

  test('of a lease with a flat and a garage the service’s figure is the flat’s', () => {
    const found = statement({
      units: [flat('Flat', 60), { name: 'Garage', kind: 'parking' }],
      leases: [{ ...lease('Ahrens', 'Flat'), units: [{ unit: 'Flat' }, { unit: 'Garage' }] }],
      heating: {
        units: ['Flat'],
        costs: [{ amountEuro: 900 }],
        service: { users: [{ lease: 'Ahrens', amountEuro: 900 }] },
      },
    });
    expect(codes(found)).toEqual([]);
    expect(shares(found)).toEqual({ Ahrens: 900 });
  });

  test('what is missing stops the plant in a sentence, and the letters with it', () => {
    const without = statement({
      ...house,
      lines: [line('Tax', 200)],
      heating: { ...heating, co2: { co2CostEuro: 1 } },
    });
    expect(codes(without)).toEqual(['co2_kilograms_missing']);
    expect(without.lines.map(({ name }) => name)).toEqual(['Tax']);
    expect(without.leases.map(({ missingLines }) => missingLines)).toEqual([['Heating'], ['Heating']]);
    expect(
      codes(statement({ ...house, heating: { ...heating, units: [{ name: 'Flat 1', heat: 1 }, 'Flat 2'] } })),
    ).toEqual(['plant_unit_without_heat_meter']);
  });
});

describe('CO₂ costs of a line that is no plant', () => {
  const co2 = { co2Kg: 4_000, co2CostEuro: 100 };
  const amount = (name: string, amountEuro: number) => ({ amountEuro, lease: name, ...year });

  test('a service’s amounts by lease, 300 and 700: 20 of 1,000 are the landlord’s, 6 and 14 taken off', () => {
    const bills = [amount('Ahrens', 300), amount('Brandt', 700)];
    const found = statement({ ...house, co2, lines: [{ name: 'Heizkosten', key: 'direct', bills }] });
    expect(codes(found)).toEqual([]);
    expect(shares(found)).toEqual({ Ahrens: 294, Brandt: 686 });
    expect(found.lines[0]).toMatchObject({ totalCents: 100_000, notRecoverableCents: 2_000 });
  });

  test('by hand too', () => {
    const byHand = [
      { lease: 'Ahrens', amountEuro: 300 },
      { lease: 'Brandt', amountEuro: 700 },
    ];
    const own = {
      key: 'by_hand',
      byHand,
      byHandReason: 'Messdienst',
      bills: [{ amountEuro: 1_000, ...year }],
    };
    const found = statement({ ...house, co2, lines: [{ name: 'Heizkosten', ...own }] });
    expect(codes(found)).toEqual([]);
    expect(shares(found)).toEqual({ Ahrens: 294, Brandt: 686 });
  });

  test('beside a credit of the supplier too: 300 and 900 less 200 are 1,000; of 20 fall 6 and 18 − 4 on them', () => {
    const bills = [
      ...[amount('Ahrens', 300), amount('Brandt', 900)],
      { ...amount('Brandt', 200), amountEuro: -200 },
    ];
    const found = statement({ ...house, co2, lines: [{ name: 'Heizkosten', key: 'direct', bills }] });
    expect(codes(found)).toEqual([]);
    // 20.00 × 300, 900 and −200 ÷ 1,000 = 6.00, 18.00 and −4.00.
    expect(shares(found)).toEqual({ Ahrens: 294, Brandt: 686 });
    expect(found.lines[0]).toMatchObject({ totalCents: 100_000, notRecoverableCents: 2_000 });
  });

  test('of a flat that was sold on 1 July the days until then: 4,000 kg ÷ (60 × 181 ÷ 365 + 140 = 169.75 m²) = 23.6, step 4', () => {
    const [first, ...others] = house.units;
    const units = [{ ...first, availableTo: '2025-06-30' }, ...others];
    const leases = house.leases.map((lease) =>
      lease.name === 'Ahrens' ? { ...lease, units: [{ unit: 'Flat 1', to: '2025-06-30' }] } : lease,
    );
    const bills = [amount('Ahrens', 300), amount('Brandt', 700)];
    const found = statement({
      ...{ ...house, units, leases, co2 },
      lines: [{ name: 'Heizkosten', key: 'direct', bills }],
    });
    expect(codes(found)).toEqual([]);
    expect(found.lines[0]).toMatchObject({ notRecoverableCents: 3_000 });
  });

  test('without a line of heat, or without kilograms, nothing is taken off in silence', () => {
    expect(codes(statement({ ...house, co2, lines: [line('Tax', 200)] }))).toEqual(['co2_line_unknown']);
    const heat = { name: 'Heizkosten', key: 'direct', bills: [amount('Ahrens', 300)] };
    const found = statement({ ...house, co2: { co2CostEuro: 100 }, lines: [heat, line('Tax', 200)] });
    expect(codes(found)).toEqual(['co2_kilograms_missing']);
    expect(found.lines.map(({ name }) => name)).toEqual(['Tax']);
  });
});

describe('a condominium', () => {
  const condominium = {
    units: [flat('Wohnung', 85)],
    leases: [lease('Ahrens', 'Wohnung', { advances: [{ paidEuro: 1_500 }] })],
    association: {
      lines: [
        { name: 'Wasser', totalEuro: 4_800, numerator: 85, denominator: 1_000 },
        { name: 'Hausmeister', totalEuro: 6_000, ownEuro: 510, recoverablePercent: 80, labourEuro: 300 },
        { name: 'Heizkosten', totalEuro: 9_000, ownEuro: 702.5 },
        { name: 'Gebäudeversicherung', totalEuro: 2_000, ownEuro: 170 },
        { name: 'Verwaltung', totalEuro: 3_600, ownEuro: 300 },
        { name: 'Erhaltungsrücklage', totalEuro: 12_000, numerator: 85, denominator: 1_000 },
      ],
      receipts: [{ name: 'Grundsteuer', amountEuro: 320 }],
    },
  };

  test('408 + 80 % of 510 + 702.50 + 170 + 320 = 2,008.50, less 1,500 paid: 508.50; manager and reserve are the owner’s', () => {
    const found = statement(condominium);
    expect(codes(found)).toEqual([]);
    expect(found.rows.map(({ line: name, amountCents }) => [name, amountCents])).toEqual([
      ['Grundsteuer', 32_000],
      ['Wasser', 40_800],
      ['Heizkosten', 70_250],
      ['Gebäudeversicherung', 17_000],
      ['Hausmeister', 40_800],
    ]);
    expect(found.leases[0]).toMatchObject({ costsCents: 200_850, resultCents: 50_850 });
    expect(found.leases[0]?.labour).toMatchObject([{ group: 'service', amountCents: 30_000 }]);
  });

  test('empty in the last quarter: 273 of 365 days are the tenant’s', () => {
    const { association } = condominium;
    const found = statement({
      ...condominium,
      leases: [lease('Ahrens', 'Wohnung', {}, { to: '2025-09-30' })],
      association: { ...association, lines: [], receipts: [{ name: 'Grundsteuer', amountEuro: 365 }] },
    });
    expect(shares(found)).toEqual({ Ahrens: 273, 'Wohnung (vacancy)': 92 });
  });

  test('lines that exceed their total, and no flat named, stop it', () => {
    const lines = [{ name: 'Wasser', totalEuro: 100, ownEuro: 200 }];
    expect(codes(statement({ ...condominium, association: { lines } }))).toEqual([
      'association_part_exceeds_line',
    ]);
    expect(codes(statement({ ...house, association: condominium.association }))).toEqual([
      'association_unit_missing',
    ]);
    const { association } = condominium;
    expect(codes(statement({ ...condominium, association: { ...association, statedTotalEuro: 1 } }))).toEqual(
      ['association_total_differs'],
    );
  });
});
