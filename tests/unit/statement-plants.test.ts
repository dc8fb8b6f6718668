import { describe, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { computeStatement, forecast, type StatementPlant, statementTrace } from '@/statement/index';
import {
  annex,
  bill,
  both,
  byDevices,
  end,
  heat,
  house,
  lease,
  line,
  meter,
  meters,
  plant,
  sharesIn,
  start,
  unit,
  withPlant,
  year,
} from '../factories/statement-plants.ts';
import { worked } from '../independent/formula.ts';
import { slowness, spentSince } from '../setup/machine.ts';

/** Heat inside the statement: one line for a plant, whose shares are the cost to the cent. */
describe('by devices', () => {
  test('1,000.00: 30 % by 60 and 140 m² (90 + 210), 70 % by 30 and 70 counted (210 + 490): 300 and 700', () => {
    const found = withPlant();
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: 30_000, Brandt: 70_000 });
    const [row] = found.lines;
    expect(row).toMatchObject({
      lineId: 'boiler',
      name: 'Boiler',
      betrkvNo: 4,
      key: 'heating',
      sharedCents: 100_000,
    });
    expect(row?.shares[0]?.parts).toEqual([
      { role: 'heat_fixed', amountCents: 30_000, weight: 6_000, of: 20_000, partCents: 9_000 },
      { role: 'heat_used', amountCents: 70_000, weight: 30_000, of: 100_000, partCents: 21_000 },
    ]);
    expect(found.leases.map(({ name, costsCents }) => [name, costsCents])).toEqual([
      ['Ahrens', 30_000],
      ['Brandt', 70_000],
    ]);
  });

  test('a credit note larger than the costs is given back as they were borne: 300.00 and 700.00', () => {
    const labour = { labourCents: 1_000, labourGroup: 'craft' as const };
    const found = withPlant({ lines: [line('Gas', [bill(20_000, labour), bill(-120_000)])] });
    expect(found.problems).toEqual([]);
    expect(sharesIn(found)).toEqual({ Ahrens: -30_000, Brandt: -70_000 });
    expect(found.lines[0]?.shares.map(({ labourCents }) => labourCents)).toEqual([300, 700]);
  });

  test('CO₂ costs nobody has entered: 3 % of 1,000.00 may be cut, and that is said before it goes', () => {
    const cut = (cuts: StatementPlant['cuts']) =>
      withPlant({ plants: [plant(byDevices(), { meters: both, cuts })] }).warnings;
    expect(cut(['no_co2_split'])).toContainEqual({
      code: 'plant_without_co2',
      params: { line: 'Boiler', cents: 3_000 },
    });
    expect(cut(['not_remote']).map(({ code }) => code)).not.toContain('plant_without_co2');
  });

  test('CO₂: 4,000 kg on 200 m² is step 3, 20 %: 20.00 of 100.00 are the landlord’s, 6.00 and 14.00 taken off', () => {
    const co2 = {
      bill: year,
      grams: 4_000_000,
      costCents: 10_000,
      use: 'dwelling',
      model: 'steps',
      obstacle: 'none',
    };
    const found = withPlant({ plants: [plant(byDevices({ co2 }), { meters: both, cuts: ['not_remote'] })] });
    expect(sharesIn(found)).toEqual({ Ahrens: 29_400, Brandt: 68_600 });
    const [row] = found.lines;
    expect([row?.totalCents, row?.notRecoverableCents, row?.sharedCents]).toEqual([100_000, 2_000, 98_000]);
    expect(row?.plant?.co2).toMatchObject({ step: 3, landlordBp: 2_000, landlordCents: 2_000 });
    expect(row?.shares[0]?.parts.at(-1)).toEqual({
      role: 'co2_of_landlord',
      amountCents: -2_000,
      weight: 30_000,
      of: 100_000,
      partCents: -600,
    });
    // 3 % of 294.00 and 686.00.
    expect(row?.plant?.cuts.map(({ leaseId, amountCents }) => [leaseId, amountCents])).toEqual([
      ['Ahrens', 882],
      ['Brandt', 2_058],
    ]);
  });

  test('a change read on the day: 10 of 30 counted for the first, degree days 170+150+130+80+40+13⅓ of 1,000 for the fixed part', () => {
    const leases = [
      lease('Ahrens', 'Flat 1', { to: '2025-06-30' }),
      lease('Cordes', 'Flat 1', { from: '2025-07-01' }),
      lease('Brandt', 'Flat 2'),
    ];
    const read = [heat('H1', 'Flat 1', 30, [['2025-06-30', 110]]), meters[1]].filter(
      (one) => one !== undefined,
    );
    const found = withPlant({ leases, meters: read });
    // 90.00 × 583.33 ÷ 1000 = 52.50; 700.00 × 10 ÷ 100 = 70.00.
    expect(sharesIn(found)).toEqual({ Ahrens: 5_250 + 7_000, Cordes: 3_750 + 14_000, Brandt: 70_000 });
    expect(found.warnings.map(({ code }) => code)).not.toContain('change_not_read');

    // Nobody read it: consumption follows the degree days, too (§ 9b (3)): 210.00 × 0.58333 = 122.50.
    const unread = withPlant({ leases });
    expect(sharesIn(unread)).toEqual({ Ahrens: 5_250 + 12_250, Cordes: 3_750 + 8_750, Brandt: 70_000 });
    expect(unread.warnings.map(({ code }) => code)).toContain('change_not_read');
  });

  test('of three hands one change was read: the two without a reading share what was counted between', () => {
    const leases = [
      lease('Ahrens', 'Flat 1', { to: '2025-01-31' }),
      lease('Cordes', 'Flat 1', { from: '2025-02-01', to: '2025-02-28' }),
      lease('Dorn', 'Flat 1', { from: '2025-03-01' }),
      lease('Brandt', 'Flat 2'),
    ];
    const read = [heat('H1', 'Flat 1', 30, [['2025-02-28', 116]]), meters[1]].filter(
      (one) => one !== undefined,
    );
    const used = withPlant({ leases, meters: read }).lines[0]?.shares.map(
      ({ parts }) => parts.find(({ role }) => role === 'heat_used')?.weight,
    );
    // 16 counted until February: 170 and 150 degree days of 320; 14 from March.
    expect(used).toEqual([8_500, 7_500, 14_000, 70_000]);
  });

  test('two devices in a flat add up; where one of them was not read at the change, neither counts: 210 × 583.33 ‰', () => {
    const leases = [
      lease('Ahrens', 'Flat 1', { to: '2025-06-30' }),
      lease('Cordes', 'Flat 1', { from: '2025-07-01' }),
      lease('Brandt', 'Flat 2'),
    ];
    const of = (second_: (readonly [string, number])[]) => {
      const devices = [
        heat('H1', 'Flat 1', 20, [['2025-06-30', 108]]),
        heat('H3', 'Flat 1', 10, second_),
        heat('H2', 'Flat 2', 70),
      ];
      const own = [...both, { meterId: 'H3', of: 'heat' as const }];
      return sharesIn(withPlant({ leases, meters: devices }, { meters: own }));
    };
    expect(of([])).toEqual({ Ahrens: 5_250 + 12_250, Cordes: 3_750 + 8_750, Brandt: 70_000 });
    // 8 and 2 of 100 counted until June.
    expect(of([['2025-06-30', 102]])).toEqual({
      Ahrens: 5_250 + 7_000,
      Cordes: 3_750 + 14_000,
      Brandt: 70_000,
    });
  });

  test('vacancy and own use are the landlord’s, with their own readings', () => {
    const leases = [lease('Ahrens', 'Flat 1', { to: '2025-06-30' })];
    const read = [heat('H1', 'Flat 1', 30, [['2025-06-30', 130]]), meters[1]].filter(
      (one) => one !== undefined,
    );
    const flat2 = { ...unit('Flat 2', 140), ownUse: [{ from: '1900-01-01', to: null, persons: 2 }] };
    const found = withPlant({ units: [unit('Flat 1', 60), flat2], leases, meters: read });
    expect(sharesIn(found)).toEqual({
      Ahrens: 5_250 + 21_000,
      'vacancy Flat 1': 3_750,
      'own_use Flat 2': 70_000,
    });
    expect(found.landlord).toMatchObject({ vacancy: 3_750, own_use: 70_000 });
  });

  test('an area that grew on 1 July counts by degree days before and after: 60 × 583.33 + 80 × 416.67 of 1,000', () => {
    const grown = unit('Flat 1', 60);
    const facts = [...grown.facts, { ...grown.facts[0], validFrom: '2025-07-01', areaSqm100: 8_000 }];
    const found = withPlant({
      units: [{ ...grown, facts: facts as typeof grown.facts }, unit('Flat 2', 140)],
    });
    const fixed = found.lines[0]?.shares[0]?.parts[0];
    expect(fixed?.weight).toBeCloseTo(6_000 * 0.583_333 + 8_000 * 0.416_667, 1);
    // 60 m² for 181 days and 80 m² for 184: 70.08 m².
    expect(found.lines[0]?.plant?.areaSqm100).toBe(7_008 + 14_000);
  });

  test('hot water by its own meter and days: no. 6, 40 % of 1,000.00 by share; four pots', () => {
    const water = [
      meter(
        'W1',
        'Flat 1',
        [
          [start, 0],
          [end, 20],
        ],
        { isHeat: false },
      ),
      meter(
        'W2',
        'Flat 2',
        [
          [start, 0],
          [end, 60],
        ],
        { isHeat: false },
      ),
    ];
    const all = [
      ...both,
      { meterId: 'W1', of: 'hot_water' as const },
      { meterId: 'W2', of: 'hot_water' as const },
    ];
    const shared = byDevices({ hotWater: { by: 'share', shareBp: 4_000 }, heatBp: 5_000, hotWaterBp: 5_000 });
    const found = withPlant({ meters: [...meters, ...water], plants: [plant(shared, { meters: all })] });
    // Heat 300 × 0.3 + 300 × 0.3; water 200 × 0.3 + 200 × 0.25.
    expect(sharesIn(found)).toEqual({ Ahrens: 9_000 + 9_000 + 6_000 + 5_000, Brandt: 71_000 });
    expect(found.lines[0]?.betrkvNo).toBe(6);
    expect(found.lines[0]?.plant?.pots).toMatchObject({ heatCents: 60_000, hotWaterCents: 40_000 });
  });

  test('hot water alone is no. 5, and by area where more than a quarter of it was estimated: 300 of 1,000', () => {
    const water = [
      meter('W1', 'Flat 1', [
        [start, 0],
        [end, 20],
      ]),
      meter('W2', 'Flat 2', [
        [start, 0],
        [end, 60],
      ]),
    ];
    const own = { lines: [{ lineId: 'Gas', of: 'hot_water' as const }] };
    const of = (estimates: object[], meters_: typeof water) =>
      withPlant({
        meters: water,
        plants: [
          plant(byDevices({ estimates }), {
            ...own,
            meters: meters_.map(({ id }) => ({ meterId: id, of: 'hot_water' as const })),
          }),
        ],
      });
    // 300 × 0.3 + 700 × 0.25.
    expect(sharesIn(of([], water))).toEqual({ Ahrens: 26_500, Brandt: 73_500 });
    expect(of([], water).lines[0]?.betrkvNo).toBe(5);
    const estimates = [{ unitId: 'Flat 1', heat: null, hotWater: 20_000 }];
    expect(sharesIn(of(estimates, water.slice(1)))).toEqual({ Ahrens: 30_000, Brandt: 70_000 });
  });

  test('an estimate counts like a reading up to a quarter of the area, beyond it all goes by area: 300 of 1,000', () => {
    const estimates = [{ unitId: 'Flat 1', heat: 25_000, hotWater: null }];
    const own = { meters: both.slice(1) };
    const found = withPlant({ plants: [plant(byDevices({ estimates }), own)] });
    expect(found.lines[0]?.plant?.pots?.isHeatByArea).toBe(true);
    expect(sharesIn(found)).toEqual({ Ahrens: 30_000, Brandt: 70_000 });
    const larger = withPlant({
      units: [unit('Flat 1', 60), unit('Flat 2', 180)],
      plants: [plant(byDevices({ estimates }), own)],
    });
    expect(larger.lines[0]?.plant?.pots?.isHeatByArea).toBe(false);
    expect(larger.lines[0]?.plant?.estimated).toEqual([{ unitId: 'Flat 1', heat: true, hotWater: false }]);
  });

  test('oil out of a stock is a cost: 500 at 0.90 and 500 of 1,000 at 1.00 left: 500 × 0.90 + 500 × 1.00 = 950.00', () => {
    const fuel = {
      of: 'both' as const,
      opening: { quantity: 500_000, amountCents: 45_000 },
      deliveries: [{ on: '2025-09-01', quantity: 1_000_000, amountCents: 100_000 }],
      closingQuantity: 500_000,
      method: 'first_in_first_out' as const,
    };
    const found = withPlant({ lines: [line('Gas', [bill(5_000)])] }, { fuel });
    expect(found.lines[0]).toMatchObject({ totalCents: 100_000, sharedCents: 100_000 });
    expect(found.lines[0]?.plant?.fuel).toMatchObject({ consumed: 1_000, consumedCents: 95_000 });
    const twice = withPlant({ lines: [line('Gas', [bill(100_000)])] }, { fuel });
    expect(twice.warnings.map(({ code }) => code)).toContain('fuel_billed_twice');
  });

  test('two bills on CO₂ for the same days are told: of one fuel they count twice', () => {
    const part = (from: string, to: string) => ({ bill: { from, to }, grams: 1_000_000, costCents: 5_000 });
    const warned = (second: string) => {
      const co2 = {
        ...part('2025-01-01', '2025-06-30'),
        more: [part(second, '2025-12-31')],
        ...{ use: 'dwelling', model: 'steps', obstacle: 'none' },
      };
      const found = withPlant({ plants: [plant(byDevices({ co2 }), { meters: both })] });
      expect(found.problems).toEqual([]);
      return found.warnings.filter(({ code }) => code === 'co2_bills_overlap');
    };
    expect(warned('2025-07-01')).toEqual([]);
    expect(warned('2025-06-30')).toEqual([
      { code: 'co2_bills_overlap', params: { line: 'Boiler', day: '2025-06-30' } },
    ]);
  });

  test('labour goes as the costs do: 100.00 of it, 30.00 and 70.00', () => {
    const bills = [bill(100_000, { labourCents: 10_000, labourGroup: 'craft', provider: 'Fitter' })];
    const found = withPlant({ lines: [line('Gas', bills)] });
    expect(found.leases.map(({ labour }) => labour)).toEqual([
      [{ group: 'craft', line: 'Boiler', providers: ['Fitter'], amountCents: 3_000 }],
      [{ group: 'craft', line: 'Boiler', providers: ['Fitter'], amountCents: 7_000 }],
    ]);
  });

  test('what may not be passed on is nobody’s: of 1,000.00 less 100.00, and a line that is a repair', () => {
    const lines = [
      line('Gas', [bill(100_000, { notRecoverableCents: 10_000 })]),
      line('Repair', [bill(20_000)], { isRecoverable: false }),
    ];
    const own = [
      { lineId: 'Gas', of: 'both' as const },
      { lineId: 'Repair', of: 'both' as const },
    ];
    const found = withPlant({ lines }, { lines: own });
    expect(found.lines).toHaveLength(1);
    expect(found.lines[0]).toMatchObject({
      totalCents: 120_000,
      notRecoverableCents: 30_000,
      sharedCents: 90_000,
    });
  });

  test('whoever agreed on one cost of the plant owes the plant; a lump sum and nothing of heat do not', () => {
    const leases = (more: object) => [lease('Ahrens', 'Flat 1', {}, more), lease('Brandt', 'Flat 2')];
    const reasonOf = (more: object, lines = [line('Gas', [bill(100_000)])]) =>
      withPlant({ leases: leases(more), lines }).lines.find(({ key }) => key === 'heating')?.shares[0]
        ?.landlordReason;
    expect(reasonOf({ agreesAll: false, agreed: [{ lineId: 'Gas', key: null }] })).toBe(null);
    expect(reasonOf({ agreesAll: false, agreed: [{ lineId: 'boiler', key: null }] })).toBe(null);
    const tax = line('Tax', [bill(1_000)], { betrkvNo: 1 });
    const other = { agreesAll: false, agreed: [{ lineId: 'Tax', key: null }] };
    expect(reasonOf(other, [line('Gas', [bill(100_000)]), tax])).toBe('not_agreed');
    expect(reasonOf({ settlement: 'lump_sum' })).toBe('lump_sum');
    // Part of a plant it needs no number: it is heating all the same.
    expect(reasonOf({}, [line('Gas', [bill(100_000)], { betrkvNo: null })])).toBe(null);
  });

  test('its steps are what comes out, and how the heat was shared out stands beside', () => {
    const found = withPlant();
    const trace = statementTrace(found, ({ leaseId }) => leaseId ?? '');
    const figures = trace.steps.map(({ formula, inputs }) =>
      worked(formula, (name) => {
        const value = inputs.find((one) => one.name === name)?.value;
        return value?.kind === 'money' ? value.cents : undefined;
      }),
    );
    expect(figures).toEqual([30_000, 70_000]);
    expect(trace.inputs.some(({ trace: own }) => own?.rule === 'heating_costs')).toBe(true);
  });
});

test('the outlook of a running year shares a plant by area: 600.00 so far and 400.00 to come, 60 and 140 m²', () => {
  const lines = [
    line('Gas', [bill(60_000, { to: '2025-06-30' })], {
      lastYear: { amountCents: 100_000, principle: 'service' },
    }),
  ];
  const { result } = forecast(
    house({ lines, plants: [plant(byDevices(), { meters: both })], meters: [] }),
    '2025-07-01',
  );
  expect(result.problems).toEqual([]);
  expect(result.leases.map(({ name, costsCents }) => [name, costsCents])).toEqual([
    ['Ahrens', 30_000],
    ['Brandt', 70_000],
  ]);
});

test('60 flats, 300 devices, 20 changes: under a second of this machine’s work', () => {
  const units = Array.from({ length: 60 }, (_, at) => unit(`Flat ${at + 1}`, 40 + (at % 50)));
  const leases = units.flatMap(({ name }, at) => {
    if (at >= 20) return [lease(`Tenant ${at}`, name)];
    const border = addDays(year.from, 30 + at * 11);
    return [
      lease(`Tenant ${at} a`, name, { to: addDays(border, -1) }),
      lease(`Tenant ${at} b`, name, { from: border }),
    ];
  });
  const devices = units.flatMap(({ name }, at) =>
    [0, 1, 2, 3, 4].map((place) => {
      const border = addDays(year.from, 29 + at * 11);
      const between = at < 10 ? [[border, 400 + at] as const] : [];
      return meter(`D${at}.${place}`, name, [
        ['2023-12-31', 50],
        [start, 100],
        ...between,
        [end, 900 + at + place],
      ]);
    }),
  );
  const input = house({
    units,
    leases,
    lines: [line('Gas', [bill(6_000_000, { labourCents: 100_000, labourGroup: 'craft' })])],
    meters: devices,
    plants: [
      plant(byDevices({ hotWater: { by: 'share', shareBp: 2_500 } }), {
        meters: devices.map(({ id }, at) => ({ meterId: id, of: at % 5 === 4 ? 'hot_water' : 'heat' })),
        annex: annex(devices),
      }),
    ],
  });
  const spent = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    const { problems, lines } = computeStatement(input);
    const ms = spentSince(before);
    expect(problems).toEqual([]);
    expect(lines[0]?.shares).toHaveLength(80);
    expect(lines[0]?.plant?.annex?.users.filter(({ before }) => before).length).toBe(60);
    expect(lines[0]?.shares.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(6_000_000);
    return ms;
  });
  expect(Math.min(...spent)).toBeLessThan(1_000 * slowness());
});
