import { describe, expect, test } from 'vitest';
import { rules } from '@/explain/registry';
import { flat, lease, line, result, shares, statement, year } from '../factories/statements.ts';

describe('keys', () => {
  test('1.200 € by area, 60 of 200 m², 181 of 365 days: 1.200 × 60 × 181 ÷ (200 × 365) = 178,52', () => {
    const found = statement({
      units: [flat('1', 60), flat('2', 140)],
      leases: [lease('A', '1', {}, { to: '2025-06-30' }), lease('B', '2')],
      lines: [line('Tax', 1200)],
    });
    expect(shares(found)).toEqual({ A: 178.52, '1 (vacancy)': 181.48, B: 840 });
    expect(found.warnings.map(({ code }) => code)).toEqual(['vacancy']);
    expect(found.landlord).toMatchObject({ vacancy: 18_148 });
  });

  test('an area that grows on 1 July: (50 × 181 + 60 × 184) of (50 × 181 + 60 × 184 + 100 × 365) of 1.000 = 355,01', () => {
    const facts = [{ areaSqm: 50 }, { validFrom: '2025-07-01', areaSqm: 60 }];
    const found = statement({
      units: [{ name: '1', facts }, flat('2', 100)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [line('Tax', 1000)],
    });
    // 20.090 ÷ 56.590
    expect(shares(found)).toEqual({ A: 355.01, B: 644.99 });
  });

  test('persons: 2 × 365 + 1 × 181 let + 1 × 184 vacant = 1.095 person-days; 365 € × 730 ÷ 1.095 = 243,333, the spare cent to the first unit', () => {
    const found = statement({
      units: [flat('1', 1), flat('2', 1)],
      leases: [
        lease('A', '1', { persons: [{ count: 2 }] }),
        lease('B', '2', { persons: [{ count: 1 }] }, { to: '2025-06-30' }),
      ],
      lines: [line('Refuse', 365, { key: 'persons' })],
    });
    expect(shares(found)).toEqual({ A: 243.34, B: 60.33, '2 (vacancy)': 61.33 });
  });

  test('vacant flats set to count nobody: 365 € × 181 ÷ 911 = 72,52', () => {
    const found = statement({
      vacantPersons: 0,
      units: [flat('1', 1), flat('2', 1)],
      leases: [
        lease('A', '1', { persons: [{ count: 2 }] }),
        lease('B', '2', { persons: [{ count: 1 }] }, { to: '2025-06-30' }),
      ],
      lines: [line('Refuse', 365, { key: 'persons' })],
    });
    expect(shares(found)).toEqual({ A: 292.48, B: 72.52, '2 (vacancy)': 0 });
    // Nothing falls on it: there is nothing to look at.
    expect(found.warnings).toEqual([]);
  });

  test('units in a leap year: 366 € over two units, 60 days of 366 for one: 366 × 60 ÷ 732 = 30,00', () => {
    const leap = { from: '2024-01-01', to: '2024-12-31' };
    const found = statement({
      period: leap,
      units: [flat('1', 1), flat('2', 1)],
      leases: [lease('A', '1', {}, { to: '2024-02-29' }), lease('B', '2')],
      lines: [line('Antenna', 366, { key: 'units', bills: [{ amountEuro: 366, ...leap }] })],
    });
    expect(shares(found)).toEqual({ A: 30, '1 (vacancy)': 153, B: 183 });
  });

  test('co-ownership: 87 ÷ 1000 and 1 ÷ 20 of 1.370 €: 870,00 and 500,00', () => {
    const share = (coOwnershipNumerator: number, coOwnershipDenominator: number) => ({
      facts: [{ coOwnershipNumerator, coOwnershipDenominator }],
    });
    const found = statement({
      units: [
        { name: '1', ...share(87, 1000) },
        { name: '2', ...share(1, 20) },
      ],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [line('Insurance', 1370, { key: 'co_ownership' })],
    });
    expect(shares(found)).toEqual({ A: 870, B: 500 });
  });

  test('flat and garage on one contract are one share: 100 € over 70 + 10 of 100 m² = 80,00; the household counts once', () => {
    const units = [flat('1', 70), flat('Garage', 10, { kind: 'parking' }), flat('2', 20)];
    const both = {
      name: 'A',
      units: [{ unit: 'Garage' }, { unit: '1' }],
      agreesAll: true,
      persons: [{ count: 3 }],
    };
    const leases = [both, lease('B', '2', { persons: [{ count: 1 }] })];
    expect(shares(statement({ units, leases, lines: [line('Tax', 100)] }))).toEqual({ A: 80, B: 20 });
    const byPersons = line('Refuse', 100, { key: 'persons' });
    expect(shares(statement({ units, leases, lines: [byPersons] }))).toEqual({ A: 75, B: 25 });
  });

  test('a household with two flats counts once in every circle: in both houses, and once in the whole', () => {
    const units = ['Front 1', 'Front 2', 'Rear 1', 'Rear 2'].map((name) => flat(name, 50));
    const both = {
      name: 'A',
      units: [{ unit: 'Front 1' }, { unit: 'Rear 1' }],
      agreesAll: true,
      persons: [{ count: 3 }],
    };
    const leases = [
      both,
      lease('B', 'Front 2', { persons: [{ count: 1 }] }),
      lease('C', 'Rear 2', { persons: [{ count: 2 }] }),
    ];
    const of = (circle: string[] | null) =>
      shares(statement({ units, leases, lines: [line('Refuse', 60, { key: 'persons', circle })] }));
    expect(of(['Front 1', 'Front 2'])).toEqual({ A: 45, B: 15 });
    expect(of(['Rear 2', 'Rear 1'])).toEqual({ A: 36, C: 24 });
    expect(of(null)).toEqual({ A: 30, B: 10, C: 20 });
  });

  test('own use bears its part: 900 € over 60 let and 30 m² own = 600,00 and 300,00', () => {
    const found = statement({
      units: [flat('1', 60), flat('2', 30, { ownUse: [{ persons: 1 }] })],
      leases: [lease('A', '1')],
      lines: [line('Tax', 900)],
    });
    expect(shares(found)).toEqual({ A: 600, '2 (own_use)': 300 });
  });

  test('100 € over three equal flats: 33,34 to the first by name, whatever its id', () => {
    const units = ['10', '9', '2'].map((name, index) => ({ ...flat(name, 50), id: `id ${9 - index}` }));
    const leases = units.map(({ name, id }) => lease(`of ${name}`, id));
    const found = statement({ units, leases, lines: [line('Tax', 100)] });
    expect(shares(found)).toEqual({ 'of 2': 33.34, 'of 9': 33.33, 'of 10': 33.33 });
  });

  test('direct: a bill for March of a flat that changed hands on the 11th: 93 € × 10 ÷ 31 = 30,00 and 63,00', () => {
    const found = statement({
      units: [flat('1', 60), flat('2', 60)],
      leases: [
        lease('A', '1', {}, { to: '2025-03-10' }),
        lease('B', '1', {}, { from: '2025-03-11' }),
        lease('C', '2'),
      ],
      lines: [
        line('Smoke detectors', 0, {
          key: 'direct',
          bills: [
            { amountEuro: 93, from: '2025-03-01', to: '2025-03-31', unit: '1' },
            { amountEuro: 7, ...year, lease: 'C' },
          ],
        }),
      ],
    });
    expect(shares(found)).toEqual({ A: 30, B: 63, C: 7 });
  });

  test('by hand: 70 € and 20 €, 10 € stay with the landlord', () => {
    const found = statement({
      units: [flat('1', 60), flat('2', 60)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [
        line('Lift', 100, {
          key: 'by_hand',
          byHandReason: 'agreed with both',
          byHand: [{ lease: 'A', amountEuro: 70 }, { lease: 'B', amountEuro: 20 }, { amountEuro: 10 }],
        }),
      ],
    });
    expect(shares(found)).toEqual({ A: 70, B: 20, '(landlord)': 10 });
  });

  test('by hand, of 100 € that came back: 70 € and 20 € to the tenants, 10 € to the landlord, and so the wages in it', () => {
    const byHand = [{ lease: 'A', amountEuro: -70 }, { lease: 'B', amountEuro: -20 }, { amountEuro: -10 }];
    const bills = [{ amountEuro: -100, labourEuro: -50, labourGroup: 'craft', ...year }];
    const found = statement({
      units: [flat('1', 60), flat('2', 60)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [line('Lift', 0, { key: 'by_hand', byHandReason: 'agreed with both', byHand, bills })],
    });
    expect(shares(found)).toEqual({ A: -70, B: -20, '(landlord)': -10 });
    expect(found.lines[0]?.shares.map(({ labourCents }) => labourCents)).toEqual([-3_500, -1_000, -500]);
  });

  test('a contract with another key: A by persons 3 ÷ 4 of 100 = 75, B by area 20 ÷ 100 = 20, 5 stay', () => {
    const found = statement({
      units: [flat('1', 80), flat('2', 20)],
      leases: [
        lease('A', '1', { persons: [{ count: 3 }], agreed: [{ line: 'Refuse', key: 'persons' }] }),
        lease('B', '2', { persons: [{ count: 1 }] }),
      ],
      lines: [line('Refuse', 100)],
    });
    expect(shares(found)).toEqual({ A: 75, B: 20, '(landlord)': 5 });
    expect(found.landlord).toMatchObject({ unallocated: 500 });
  });
});

describe('consumption', () => {
  const meter = (name: string, unit: string | null, ...readings: [string, number][]) => ({
    name,
    unit,
    devices: [{ readings: readings.map(([on, reading]) => ({ on, reading })) }],
  });
  const water = (meters: object[], more: object = {}) => ({
    units: [flat('1', 60), flat('2', 60)],
    leases: [
      lease('A', '1', {}, { to: '2025-06-30' }),
      lease('B', '1', {}, { from: '2025-07-01' }),
      lease('C', '2'),
    ],
    lines: [
      line('Water', 200, {
        key: 'consumption',
        meters: meters.map((one) => ('name' in one ? one.name : '')),
      }),
    ],
    meters,
    ...more,
  });
  const first = meter('W1', '1', ['2024-12-31', 10], ['2025-06-30', 40], ['2025-12-31', 50]);
  const second = meter('W2', '2', ['2024-12-31', 0], ['2025-12-31', 60]);

  test('200 € over 30, 10 and 60 m³: 60,00, 20,00 and 120,00', () => {
    expect(shares(statement(water([first, second])))).toEqual({ A: 60, B: 20, C: 120 });
  });

  test('main meter 100 less sub-meter 40 is 60 of the one flat without a meter', () => {
    const main = meter('Main', null, ['2025-01-01', 500], ['2026-01-01', 600]);
    expect(shares(statement(water([first, main])))).toEqual({ A: 60, B: 20, C: 120 });
  });

  test('of two flats without a meter the rest of 60 stays with the landlord: 200 × 60 ÷ 100 = 120,00', () => {
    const main = meter('Main', null, ['2025-01-01', 500], ['2026-01-01', 600]);
    const units = [flat('1', 60), flat('2', 60), flat('3', 60)];
    const found = statement(water([first, main], { units }));
    expect(shares(found)).toEqual({ A: 60, B: 20, '(landlord)': 120 });
    expect(found.warnings).toContainEqual(expect.objectContaining({ code: 'landlord_keeps_unmetered' }));
  });

  test('a change nobody read, divided by days: 40 m³ × 181 ÷ 365 of 100 for 200 € = 39,67', () => {
    const unread = { ...meter('W1', '1', ['2024-12-31', 10], ['2025-12-31', 50]), unread: 'by_days' };
    const found = statement(water([unread, second]));
    expect(shares(found)).toEqual({ A: 39.67, B: 40.33, C: 120 });
    expect(found.warnings).toContainEqual(expect.objectContaining({ code: 'read_by_days' }));
  });

  test('a swap on 10 April: 842,4 − 812,4 + 80 − 0 = 110', () => {
    expect(result('consumption', rules.consumption.example)).toMatchObject({ total: 110, problem: null });
  });

  const odd = (readings: [string, number][], code: string, more: object = {}) => {
    const found = statement(water([{ ...meter('W1', '1', ...readings), ...more }, second]));
    expect(found.problems.map((one) => [one.code, one.stops])).toEqual([[code, 'line']]);
    expect(found.lines).toEqual([]);
    return found.problems[0];
  };
  test('a reading that goes down, two on one day, one that is missing, heat without one: each stops its line', () => {
    const end: [string, number] = ['2025-12-31', 50];
    odd([['2024-12-31', 60], ['2025-06-30', 61], end], 'reading_goes_down');
    odd([['2024-12-31', 1], ['2025-06-30', 4], ['2025-06-30', 5], end], 'readings_on_one_day');
    odd(
      [
        ['2024-12-31', 1],
        ['2025-06-30', 4],
      ],
      'reading_missing',
    );
    odd([['2024-12-31', 1], end], 'reading_missing');
    odd([['2024-12-31', 1], end], 'heat_reading_missing', { isHeat: true, unread: 'by_days' });
  });

  test('a swapped meter without its last reading says what to do, in both languages', () => {
    const devices = [
      { number: 'old', readings: [{ on: '2024-12-31', reading: 10 }] },
      {
        number: 'new',
        installedOn: '2025-04-10',
        readings: [
          { on: '2025-04-10', reading: 0 },
          { on: '2025-06-30', reading: 10 },
          { on: '2025-12-31', reading: 30 },
        ],
      },
    ];
    const problem = odd([], 'swap_end_missing', { devices });
    expect(problem?.field).toBe('meters.0.devices.0');
    expect(problem?.sentence.de).toBe(
      'Water: W1 (old) wurde am 10.04.2025 getauscht, und der Endstand fehlt. Tragen Sie ein, was er beim Ausbau zeigte.',
    );
    expect(problem?.sentence.en).toContain('Enter what it showed when it was taken out.');
  });

  const fresh = {
    number: 'new',
    installedOn: '2025-02-10',
    readings: [
      { on: '2025-02-10', reading: 0 },
      { on: '2025-06-30', reading: 10 },
      { on: '2025-12-31', reading: 30 },
    ],
  };
  test('a device that was taken out and never read, or of which nothing is known, is not left out in silence', () => {
    const removed = { number: 'old', removedOn: '2025-02-10', readings: [] };
    const problem = odd([], 'swap_end_missing', { devices: [removed, fresh] });
    expect(problem?.sentence.en).toContain('W1 (old) was swapped on 02/10/2025');
    odd([], 'swap_end_missing', { devices: [fresh, removed] });
    const unknown = odd([], 'device_undated', { devices: [{ number: 'old', readings: [] }, fresh] });
    expect(unknown?.field).toBe('meters.0.devices.0');
    const next = { number: 'next', installedOn: '2025-09-01', readings: [] };
    odd([], 'swap_end_missing', { devices: [fresh, next] });
  });
  test('devices of other years do not matter: one taken out in 2019, one put in in April 2026', () => {
    const read = [
      { on: '2024-12-31', reading: 10 },
      { on: '2025-06-30', reading: 40 },
      { on: '2025-12-31', reading: 50 },
    ];
    const devices = [
      { number: 'older', removedOn: '2019-05-01', readings: [] },
      { number: 'old', installedOn: '2019-05-01', readings: [{ on: '2019-05-01', reading: 0 }, ...read] },
      { number: 'new', installedOn: '2026-04-10', readings: [] },
    ];
    const found = statement(water([{ name: 'W1', unit: '1', devices }, second]));
    expect(found.problems).toEqual([]);
    expect(shares(found)).toEqual({ A: 60, B: 20, C: 120 });
  });
});

describe('bills', () => {
  const one = { units: [flat('1', 60)], leases: [lease('A', '1')] };

  test('1.200 € from July 2025 to June 2026: 1.200 × 184 ÷ 365 = 604,93, and 595,07 the year after', () => {
    const of = (period: object) => result('boundary_bill', { ...bill, period });
    const bill = { amountEuro: 1200, bill: { from: '2025-07-01', to: '2026-06-30' } };
    expect(of(year)).toMatchObject({ partCents: 60_493, days: 184, daysOfBill: 365 });
    expect(of({ from: '2026-01-01', to: '2026-12-31' })).toMatchObject({ partCents: 59_507, days: 181 });
  });

  test('bought on 1 July, let from August: of 365 € for the year 153 days are the tenant’s, those before the seller’s', () => {
    const units = [flat('1', 60, { availableFrom: '2025-07-01' })];
    const leases = [lease('A', '1', {}, { from: '2025-08-01' })];
    const found = statement({ units, leases, lines: [line('Insurance', 365)] });
    expect(shares(found)).toEqual({ A: 153, '1 (vacancy)': 31 });
    const sold = [flat('1', 60, { availableTo: '2025-06-30' })];
    const until = statement({ units: sold, leases: [lease('A', '1')], lines: [line('Insurance', 365)] });
    expect(shares(until)).toEqual({ A: 181 });
    // Of a flat that came later its own bill begins later; what the house pays goes on.
    const both = statement({
      units: [...units, flat('2', 60)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [
        line('Own', 0, { key: 'direct', bills: [{ amountEuro: 365, unit: '1', ...year }] }),
        line('Shared', 365, { key: 'units' }),
      ],
    });
    expect(shares(both)).toEqual({ A: 184 });
    expect(both.lines[1]?.sharedCents).toBe(36_500);
  });

  test('a bill for none of one’s own days is the other owner’s: told, and in no share; a line of such alone is none', () => {
    const units = [flat('1', 60, { availableFrom: '2025-07-01' })];
    const before = { amountEuro: 181, from: '2025-01-01', to: '2025-06-30', name: 'Seller' };
    const since = { amountEuro: 184, from: '2025-07-01', to: '2025-12-31' };
    const of = (...bills: object[]) =>
      statement({ units, leases: [lease('A', '1')], lines: [line('Insurance', 0, { bills })] });
    const both = of(before, since);
    expect(both.problems).toEqual([]);
    expect(shares(both)).toEqual({ A: 184 });
    const told = {
      code: 'bill_of_other_owner',
      params: { line: 'Insurance', bill: 'Seller', cents: 18_100 },
    };
    expect(both.warnings).toContainEqual(expect.objectContaining(told));
    const none = of(before);
    expect([none.lines, none.problems]).toEqual([[], []]);
    expect(none.warnings).toContainEqual(expect.objectContaining(told));
  });

  test('by payment a bill counts whole in the year it was paid', () => {
    const bills = [{ amountEuro: 1200, from: '2024-07-01', to: '2025-06-30', paidOn: '2025-02-01' }];
    const found = statement({ ...one, lines: [line('Tax', 0, { bills, principle: 'payment' })] });
    expect(shares(found)).toEqual({ A: 1200 });
  });

  test('a caretaker’s 1.000 € with 200 € repair: 800,00 are shared out', () => {
    const bills = [{ amountEuro: 1000, notRecoverableEuro: 200, ...year }];
    const found = statement({ ...one, lines: [line('Caretaker', 0, { bills })] });
    expect(found.lines[0]).toMatchObject({
      totalCents: 100_000,
      notRecoverableCents: 20_000,
      sharedCents: 80_000,
    });
  });

  describe('cable television', () => {
    const leap = { from: '2024-01-01', to: '2024-12-31' };
    const cable = (bill: object, more: object = {}, of: object = { period: leap }) =>
      statement({
        ...one,
        ...of,
        lines: [line('Cable', 0, { betrkvNo: 15, isCable: true, bills: [bill], ...more })],
      });
    const figures = (found: ReturnType<typeof cable>) => [
      found.lines[0]?.totalCents,
      found.lines[0]?.notRecoverableCents,
      found.leases[0]?.costsCents,
    ];

    test('366 € for 2024: 366 × 182 ÷ 366 = 182,00 until 30 June, 184,00 after it are the landlord’s', () => {
      const found = cable({ amountEuro: 366, ...leap });
      expect(figures(found)).toEqual([36_600, 18_400, 18_200]);
      expect(found.warnings).toEqual([
        expect.objectContaining({ code: 'cable_after_june_2024', params: { line: 'Cable', cents: 18_400 } }),
      ]);
    });
    test('2025: nothing of it; what no. 15 still allows is a line of its own and charged', () => {
      const of = { period: year };
      expect(figures(cable({ amountEuro: 120, ...year }, {}, of))).toEqual([12_000, 12_000, 0]);
      const power = cable({ amountEuro: 24, ...year }, { isCable: false }, of);
      expect(figures(power)).toEqual([2_400, 0, 2_400]);
      expect(power.warnings.map(({ code }) => code)).toEqual(['antenna_after_june_2024']);
    });
    test('a year from July 2023, settled for 2023 and for 2024: both halves are charged, and its last day is 30 June', () => {
      const bill = { amountEuro: 366, from: '2023-07-01', to: '2024-06-30' };
      expect(figures(cable(bill, {}, { period: { from: '2023-01-01', to: '2023-12-31' } }))).toEqual([
        18_400, 0, 18_400,
      ]);
      expect(figures(cable(bill))).toEqual([18_200, 0, 18_200]);
    });
    test('paid in 2023 for October 2023 to September 2024: 274 of 366 days; without its days it is refused from 2024 on', () => {
      const byPayment = { principle: 'payment' };
      const bill = { amountEuro: 366, from: '2023-10-01', to: '2024-09-30', paidOn: '2023-10-05' };
      const of = { period: { from: '2023-01-01', to: '2023-12-31' } };
      expect(figures(cable(bill, byPayment, of))).toEqual([36_600, 9_200, 27_400]);
      const undated = { amountEuro: 366, paidOn: '2024-05-05' };
      const found = cable(undated, byPayment);
      expect(found.problems).toEqual([expect.objectContaining({ code: 'cable_days_missing' })]);
      expect(figures(cable({ ...undated, paidOn: '2023-05-05' }, byPayment, of))).toEqual([
        36_600, 0, 36_600,
      ]);
    });
    test('a part that may not be passed on anyway is taken out of both sides; abroad there is no such law', () => {
      const bill = { amountEuro: 366, notRecoverableEuro: 183, ...leap };
      expect(figures(cable(bill))).toEqual([36_600, 18_300 + 9_200, 9_100]);
      expect(figures(cable(bill, {}, { period: leap, isGerman: false }))).toEqual([36_600, 18_300, 18_300]);
    });
  });

  test('a shop’s 300 € beforehand, 700 € over the flats: 60 of 100 m² = 420,00', () => {
    const found = statement({
      units: [flat('1', 60), flat('2', 40), flat('Shop', 100, { kind: 'commercial' })],
      leases: [lease('A', '1'), lease('B', '2'), lease('S', 'Shop')],
      lines: [line('Refuse', 1000, { preDeduction: { amountEuro: 300, reason: 'own bins' } })],
    });
    expect(shares(found)).toEqual({ A: 420, B: 280, S: 300 });
  });

  test('labour is at most what is passed on: of 1.000 € with 300 of repair and 800 labour 700, of a refund likewise', () => {
    const labour = (sign: number) =>
      statement({
        units: [flat('1', 60), flat('2', 40)],
        leases: [lease('A', '1'), lease('B', '2')],
        lines: [
          line('Caretaker', 0, {
            bills: [
              {
                ...{ amountEuro: sign * 1_000, notRecoverableEuro: sign * 300, labourEuro: sign * 800 },
                ...{ labourGroup: 'service', ...year },
              },
            ],
          }),
        ],
      }).leases.map((one) => one.labour[0]?.amountCents);
    expect(labour(1)).toEqual([42_000, 28_000]);
    expect(labour(-1)).toEqual([-42_000, -28_000]);
  });

  test('§ 35a: of 500 € garden 400 € are labour; 60 of 100 m² bear 240,00', () => {
    const bills = [
      { amountEuro: 500, labourEuro: 400, labourGroup: 'service', provider: 'Grün GmbH', ...year },
    ];
    const found = statement({
      units: [flat('1', 60), flat('2', 40)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [line('Garden', 0, { bills })],
    });
    expect(found.leases.map(({ labour }) => labour)).toEqual([
      [{ group: 'service', line: 'Garden', providers: ['Grün GmbH'], amountCents: 24_000 }],
      [{ group: 'service', line: 'Garden', providers: ['Grün GmbH'], amountCents: 16_000 }],
    ]);
  });
});
