import { describe, expect, test } from 'vitest';
import { rules } from '@/explain/registry';
import { leaseVat } from '@/statement/index';
import { flat, lease, line, result, statement, year } from '../factories/statements.ts';

describe('results', () => {
  const found = (more: object, of: object = {}) =>
    statement({
      units: [flat('1', 60)],
      leases: [lease('A', '1', { advances: [{ dueEuro: 1200, paidEuro: 1000 }], ...of })],
      lines: [line('Tax', 1500)],
      ...more,
    });

  test('1.500 − 1.000 paid = 500 to pay; the 200 that are due and unpaid are asked for apart', () => {
    expect(found({}).leases[0]).toMatchObject({
      costsCents: 150_000,
      resultCents: 50_000,
      claimableCents: 50_000,
      advancesPaidCents: 100_000,
      advancesArrearsCents: 20_000,
    });
  });

  test('a shop with 19 %: tax 1.500 and water 1.070 with 70 VAT are net 2.500, with 475 VAT 2.975; 1.190 paid leave 1.785', () => {
    const lines = [
      line('Tax', 1500),
      line('Water', 1070, { bills: [{ amountEuro: 1070, vatEuro: 70, ...year }] }),
    ];
    const [one] = found({ lines }, { vatRateBp: 1_900, advances: [{ paidEuro: 1190 }] }).leases;
    expect(one).toMatchObject({ costsCents: 297_500, resultCents: 178_500 });
    expect(one?.vat?.result).toMatchObject({
      inputVatCents: [0, 7_000],
      netCents: 250_000,
      vatCents: 47_500,
      advancesVatCents: 19_000,
    });
  });

  test('a quarter of 1.190 with 190 VAT is 297,50, net 250; without a rate it is 297,50 and nothing is taken out', () => {
    const of = (more: object) =>
      statement({
        units: [flat('1', 25), flat('2', 75)],
        leases: [lease('A', '1', { advances: [], ...more })],
        lines: [line('Refuse', 1190, { bills: [{ amountEuro: 1190, vatEuro: 190, ...year }] })],
      }).leases[0];
    expect(of({ vatRateBp: 1_900 })).toMatchObject({
      costsCents: 29_750,
      vat: { result: { netCents: 25_000 } },
    });
    expect(of({})).toMatchObject({ costsCents: 29_750, vat: null });
  });

  test('of a share of nothing no VAT is taken, and its explanation divides by nothing', () => {
    const { result: found, trace } = leaseVat({
      rateBp: 1_900,
      shares: [{ name: 'Tax', amountCents: 0, billedCents: 0, billedVatCents: 0 }],
      paidCents: [],
    });
    expect(found).toMatchObject({ inputVatCents: [0], costsCents: 0 });
    expect(trace.steps[0]?.formula).toBe('{amount}');
  });

  test('the new advance is 1.500 ÷ 12 = 125,00 from the month after the letter', () => {
    expect(found({ receivedOn: '2026-10-12' }).leases[0]?.newAdvance?.result).toMatchObject({
      monthlyCents: 12_500,
      validFrom: '2026-11-01',
    });
  });

  test('received on 1 January 2027, a day after the deadline: nothing may be asked for, a credit is owed', () => {
    const late = { receivedOn: '2027-01-01' };
    expect(found(late)).toMatchObject({ deadline: '2026-12-31', warnings: [{ code: 'too_late' }] });
    expect(found(late).leases[0]?.claimableCents).toBe(0);
    expect(found(late, { advances: [{ paidEuro: 1600 }] }).leases[0]?.claimableCents).toBe(-10_000);
    expect(found({ receivedOn: '2026-12-31' }).leases[0]?.claimableCents).toBe(50_000);
    expect(found({ receivedOn: '2026-10-12' })).toMatchObject({ objectionsUntil: '2027-10-12' });
    expect(found({})).toMatchObject({ objectionsUntil: null });
  });

  test('a period to 15 June 2025 ends its deadline on 15 June 2026, one to 28 February 2023 on 29 February 2024', () => {
    const deadline = (from: string, to: string) =>
      statement({ period: { from, to }, units: [flat('1', 1)] }).deadline;
    expect(deadline('2024-06-16', '2025-06-15')).toBe('2026-06-15');
    expect(deadline('2022-03-01', '2023-02-28')).toBe('2024-02-29');
  });

  test('A9: a credit of 120 corrected to 40 to pay stays a credit of 120 after the deadline; 150 are owed always', () => {
    const of = (correctedEuro: number, isAfterDeadline: boolean) =>
      result('statement_correction', { firstEuro: -120, correctedEuro, isAfterDeadline });
    expect(of(40, true)).toEqual({ owedCents: -12_000, lostCents: 16_000 });
    expect(of(40, false)).toEqual({ owedCents: 4_000, lostCents: 0 });
    expect(of(-150, true)).toEqual({ owedCents: -15_000, lostCents: 0 });
    const late = { receivedOn: '2027-03-01' };
    expect(found(late, { firstResultEuro: 300 }).leases[0]?.claimableCents).toBe(30_000);
  });

  test('late without fault: a tax assessment of 10 May 2027 leaves three months, until 10 August', () => {
    const claimable = (receivedOn: string, obstacleEndedOn: string) =>
      found({ receivedOn, obstacleEndedOn }).leases[0]?.claimableCents;
    expect(claimable('2027-08-10', '2027-05-10')).toBe(50_000);
    expect(claimable('2027-08-11', '2027-05-10')).toBe(0);
    // It never takes away what the deadline leaves.
    expect(claimable('2026-12-31', '2026-01-01')).toBe(50_000);
    expect(claimable('2027-01-01', '2026-01-01')).toBe(0);
    expect(found({ receivedOn: '2027-08-10', obstacleEndedOn: '2027-05-10' })).toMatchObject({
      deadline: '2026-12-31',
      warnings: [],
    });
  });

  test('a first statement of 300 that came late itself had no claim: what corrects it asks for nothing, credits stay', () => {
    const of = (firstEuro: number, correctedEuro: number, more: object = {}) =>
      result('statement_correction', { firstEuro, correctedEuro, isFirstLate: true, ...more });
    expect(of(300, 200)).toEqual({ owedCents: 0, lostCents: 20_000 });
    expect(of(300, -50)).toEqual({ owedCents: -5_000, lostCents: 0 });
    expect(of(-120, 40)).toEqual({ owedCents: -12_000, lostCents: 16_000 });
    expect(of(-120, 40, { isObviousSlip: true })).toEqual({ owedCents: 0, lostCents: 4_000 });
    const claimable = (firstReceivedOn: string) =>
      found({ receivedOn: '2027-03-01' }, { firstResultEuro: 300, firstReceivedOn }).leases[0]
        ?.claimableCents;
    expect(claimable('2027-01-01')).toBe(0);
    expect(claimable('2026-12-31')).toBe(30_000);
  });

  test('an obvious slip may be put right after the deadline (BGH VIII ZR 133/10), not where the first came late itself', () => {
    const claimable = (of: object) =>
      found({ receivedOn: '2027-03-01' }, { firstResultEuro: 300, ...of }).leases[0]?.claimableCents;
    expect(claimable({})).toBe(30_000);
    expect(claimable({ isObviousSlip: true })).toBe(50_000);
    expect(claimable({ isObviousSlip: true, firstReceivedOn: '2027-01-01' })).toBe(0);
  });

  test('labour is certified to households (§ 35a EStG): to a flat and a garage, not to a shop', () => {
    const bills = [{ amountEuro: 100, labourEuro: 50, labourGroup: 'service', ...year }];
    const units = [
      flat('1', 50),
      flat('Garage', 10, { kind: 'parking' }),
      flat('Shop', 40, { kind: 'commercial' }),
    ];
    const leases = [lease('A', '1'), lease('G', 'Garage'), lease('S', 'Shop')];
    const of = statement({ units, leases, lines: [line('Garden', 0, { betrkvNo: 10, bills })] });
    expect(of.leases.map(({ name, labour }) => [name, labour.map((row) => row.amountCents)])).toEqual([
      ['A', [2_500]],
      ['G', [500]],
      ['S', []],
    ]);
  });

  test('a shop’s or a garage’s back-payment may be asked for after the deadline; that of a flat with a garage not', () => {
    const units = [
      flat('1', 50),
      flat('Garage 1', 10, { kind: 'parking' }),
      flat('Garage 2', 10, { kind: 'parking' }),
      flat('Shop', 30, { kind: 'commercial' }),
    ];
    const home = { name: 'A', units: [{ unit: '1' }, { unit: 'Garage 1' }], agreesAll: true };
    const leases = [home, lease('G', 'Garage 2'), lease('S', 'Shop')];
    const of = statement({ units, leases, lines: [line('Tax', 100)], receivedOn: '2027-01-01' });
    expect(of.leases.map(({ name, claimableCents }) => [name, claimableCents])).toEqual([
      ['A', 0],
      ['G', 1_000],
      ['S', 3_000],
    ]);
  });

  test('not agreed, number 17 not named, a lump sum, a line that is not recoverable: the landlord bears them', () => {
    const units = [flat('1', 25), flat('2', 25), flat('3', 50)];
    const leases = [
      lease('A', '1', { agreesAll: false, agreed: [{ line: 'Tax' }] }),
      lease('B', '2'),
      lease('C', '3', { settlement: 'lump_sum' }),
    ];
    const lines = [
      line('Tax', 100, { betrkvNo: 1 }),
      line('Garden', 100, { betrkvNo: 10 }),
      line('Gutters', 100, { betrkvNo: 17 }),
      line('Manager', 100, { isRecoverable: false }),
    ];
    const of = statement({ units, leases, lines });
    expect(of.leases.map(({ name, costsCents, resultCents }) => [name, costsCents, resultCents])).toEqual([
      ['A', 2_500, 2_500],
      ['B', 5_000, 5_000],
      ['C', 0, null],
    ]);
    expect(of.landlord).toMatchObject({ not_agreed: 7_500, lump_sum: 15_000, not_recoverable: 10_000 });
  });

  test('"operating costs" in a contract are nos. 1 to 16: no. 17 and a line without a number count where they are named', () => {
    const of = (betrkvNo: number | null, more: object = {}) => {
      const { leases, warnings, landlord } = statement({
        units: [flat('1', 60)],
        leases: [lease('A', '1', more)],
        lines: [line('Gutters', 100, { betrkvNo })],
      });
      return [leases[0]?.costsCents, landlord.not_agreed, ...warnings.map(({ code }) => code)];
    };
    expect(of(16)).toEqual([10_000, 0]);
    expect(of(17)).toEqual([0, 10_000, 'other_cost_not_named']);
    expect(of(null)).toEqual([0, 10_000, 'number_missing']);
    const named = { agreed: [{ line: 'Gutters' }] };
    expect(of(17, named)).toEqual([10_000, 0]);
    expect(of(null, named)).toEqual([10_000, 0]);
    expect(of(null, { ...named, agreesAll: false })).toEqual([10_000, 0]);
  });

  test('abroad there is no deadline and no paragraph', () => {
    const of = statement({
      isGerman: false,
      units: [flat('1', 60)],
      leases: [lease('A', '1')],
      lines: [line('Trash', 10, { betrkvNo: 17 })],
    });
    expect(of).toMatchObject({ deadline: null, leases: [{ costsCents: 1_000, labour: [] }] });
    expect(rules.operating_cost_statement.explain({ ...base, isGerman: false }).trace.sources).toEqual([]);
  });
  const base = { period: year, units: [flat('1', 60)], leases: [], lines: [] };
});

describe('what stops, and where', () => {
  const units = [flat('1', 60), flat('2', 40)];
  const leases = [lease('A', '1', { persons: [{ count: 1 }] }), lease('B', '2', { persons: [{ count: 2 }] })];
  const sound = line('Sound', 100);
  const stops = (more: object, expected: [code: string, field: string, stops: string][]) => {
    const found = statement({ units, leases, lines: [sound], ...more });
    expect(found.problems.map((one) => [one.code, one.field, one.stops])).toEqual(expected);
    for (const { sentence } of found.problems) {
      expect(sentence.en.length).toBeGreaterThan(30);
      expect(sentence.de.length).toBeGreaterThan(30);
      // Every name its sentence speaks of is filled in.
      expect(sentence.en + sentence.de).not.toMatch(/[{}]|undefined/);
    }
    return found;
  };
  const stopsLine = (odd: object, code: string, field: string, more: object = {}) => {
    const found = stops({ lines: [line('Odd', 100, odd), sound], ...more }, [[code, field, 'line']]);
    expect(found.lines.map(({ name }) => name)).toEqual(['Sound']);
  };

  test('13 months stop the whole', () => {
    const found = stops({ period: { from: '2025-01-01', to: '2026-01-31' } }, [
      ['period_too_long', 'period.to', 'statement'],
    ]);
    expect(found.lines).toEqual([]);
  });
  test('tenancies that overlap stop the lines of their unit and no other', () => {
    const overlapping = [...leases, lease('C', '2', { persons: [{ count: 1 }] }, { from: '2025-05-01' })];
    stopsLine({ circle: ['2'] }, 'leases_overlap', 'leases.2.units', {
      leases: overlapping,
      lines: [line('Odd', 100, { circle: ['2'] }), { ...sound, circle: ['1'] }],
    });
  });
  test('zero area', () => {
    stopsLine({}, 'area_missing', 'units.1.facts', {
      units: [flat('1', 60), flat('2', 0)],
      lines: [line('Odd', 100), { ...sound, key: 'units' }],
    });
  });
  test('areas of all flats that lack one are asked for in one sentence', () => {
    const units = [flat('1', 0), flat('2', 60), flat('3', 0)];
    const { problems } = statement({ units, leases: [lease('B', '2')], lines: [line('Tax', 100)] });
    expect(problems.map(({ code, sentence }) => [code, sentence.de])).toEqual([
      ['area_missing', expect.stringContaining('Die Fläche von 1, 3 ist am')],
    ]);
  });
  test('no persons', () => {
    stopsLine({ key: 'persons' }, 'persons_missing', 'leases.0.persons', {
      leases: [lease('A', '1'), leases[1]],
    });
  });
  test('nobody says how many live in a unit in own use', () => {
    const own = { ...flat('3', 50), ownUse: [{ from: '2025-01-01', to: null, persons: null }] };
    stopsLine({ key: 'persons' }, 'own_use_persons_missing', 'units.2.ownUse', {
      units: [flat('1', 60), flat('2', 60), own],
    });
  });
  test('a receipt outside of the period, without its days, without its day of payment', () => {
    const before = { from: '2024-01-01', to: '2024-12-31' };
    stopsLine({ bills: [{ amountEuro: 1, ...before }] }, 'receipt_outside_period', 'lines.0.bills.0.from');
    stopsLine({ bills: [{ amountEuro: 1 }] }, 'service_period_missing', 'lines.0.bills.0.from');
    stopsLine(
      { bills: [{ amountEuro: 1, ...year }], principle: 'payment' },
      'payment_day_missing',
      'lines.0.bills.0.paidOn',
    );
  });
  test('a result without a line that stopped says so, and proposes no advance; a receipt without a name has a number', () => {
    const paid = (paidOn: string) => ({ amountEuro: 1, paidOn });
    const odd = { principle: 'payment', circle: ['1'], bills: [paid('2025-02-01'), paid('2026-02-01')] };
    const found = stops({ lines: [line('Odd', 0, odd), sound] }, [
      ['receipt_outside_period', 'lines.0.bills.1.paidOn', 'line'],
    ]);
    expect(found.problems[0]?.sentence.en).toContain('the receipt #2 does not belong');
    expect(
      found.leases.map(({ name, missingLines, newAdvance }) => [name, missingLines, newAdvance === null]),
    ).toEqual([
      ['A', ['Odd'], true],
      ['B', [], false],
    ]);
  });
  test('a key without base', () => {
    stopsLine({ key: 'persons' }, 'key_without_base', 'lines.0.key', {
      leases: leases.map((one) => ({ ...one, persons: [{ count: 0 }] })),
    });
    stopsLine({ key: 'co_ownership' }, 'share_missing', 'units.0.facts');
    stopsLine({ key: 'consumption' }, 'meters_missing', 'lines.0.meterIds');
  });
  test('a lease without agreed lines gets no result; the others do', () => {
    const found = stops({ leases: [{ ...leases[0], agreesAll: false }, leases[1]] }, [
      ['nothing_agreed', 'leases.0.agreed', 'lease'],
    ]);
    expect(found.leases.map(({ name, resultCents }) => [name, resultCents])).toEqual([
      ['A', null],
      ['B', 4_000],
    ]);
    expect(found.landlord).toMatchObject({ nothing_agreed: 6_000 });
  });
  test('days that end before they begin, labour of no group', () => {
    stops({ leases: [lease('A', '1', {}, { from: '2025-05-01', to: '2025-04-01' })] }, [
      ['range_backwards', 'leases.0.units.0.to', 'statement'],
    ]);
    const bills = [{ amountEuro: 100, labourEuro: 50, ...year }];
    stopsLine({ bills }, 'labour_group_missing', 'lines.0.bills.0.labourGroup');
  });
  test('a part of a receipt that is more than all of it, or has the other sign', () => {
    const of = (bill: object, code: string, field: string) =>
      stopsLine({ bills: [{ ...bill, ...year }] }, code, `lines.0.bills.0.${field}`);
    const kept = 'too_much_not_recoverable';
    of({ amountEuro: 100, notRecoverableEuro: 101 }, kept, 'notRecoverableCents');
    of({ amountEuro: -130, notRecoverableEuro: 30 }, kept, 'notRecoverableCents');
    const labour = { labourGroup: 'service', labourEuro: 120 };
    of({ amountEuro: 100, ...labour }, 'too_much_labour', 'labourCents');
    of({ amountEuro: -120, ...labour }, 'too_much_labour', 'labourCents');
    const refund = { amountEuro: -130, notRecoverableEuro: -30, labourEuro: -100, labourGroup: 'craft' };
    expect(stops({ lines: [line('Odd', 0, { bills: [{ ...refund, ...year }] })] }, []).lines).toMatchObject([
      { sharedCents: -10_000 },
    ]);
  });
  test('amounts by hand that do not add up, or without a reason', () => {
    const byHand = [{ lease: 'A', amountEuro: 90 }];
    stopsLine({ key: 'by_hand', byHand, byHandReason: 'so agreed' }, 'by_hand_sum', 'lines.0.byHand');
    stopsLine({ key: 'by_hand', byHand }, 'by_hand_reason_missing', 'lines.0.byHandReason');
    const mixed = [...byHand, { lease: 'B', amountEuro: 20 }, { amountEuro: -10 }];
    const at = 'lines.0.byHand.2.amountCents';
    stopsLine({ key: 'by_hand', byHand: mixed, byHandReason: 'so agreed' }, 'by_hand_sign', at);
  });
  describe('heat and hot water', () => {
    const heat = (odd: object) => line('Heat', 100, { betrkvNo: 6, ...odd });
    const refused = (odd: object, more: object = {}, code = 'heating_by_consumption', at = 'key') => {
      const found = stops({ lines: [sound, heat(odd)], ...more }, [[code, `lines.1.${at}`, 'line']]);
      expect(found.leases.map(({ missingLines }) => missingLines)).toContainEqual(['Heat']);
    };
    const amounts = (odd: object, more: object = {}) => {
      const found = stops({ lines: [sound, heat(odd)], ...more }, []);
      return Object.fromEntries((found.lines[1]?.shares ?? []).map((one) => [one.of, one.amountCents]));
    };
    const meters = ['1', '2'].map((unit, index) => ({
      name: unit,
      unit,
      isHeat: true,
      devices: [
        {
          readings: [
            { on: '2024-12-31', reading: 0 },
            { on: '2025-12-31', reading: 30 + 40 * index },
          ],
        },
      ],
    }));
    const consumption = { key: 'consumption', meters: ['1', '2'] };

    test('by one key alone they are stopped, whatever a contract says', () => {
      for (const betrkvNo of [4, 5, 6]) refused({ betrkvNo });
      refused({ key: 'persons' });
      refused(consumption, { meters });
      const byHand = [
        { lease: 'A', amountEuro: 60 },
        { lease: 'B', amountEuro: 40 },
      ];
      const other = { ...leases[1], agreed: [{ line: 'Heat', key: 'area' }] };
      refused({ key: 'by_hand', byHand, byHandReason: 'ista 2025' }, { leases: [leases[0], other] });
    });
    test('a metering service’s amounts are taken as they are', () => {
      const byHand = [
        { lease: 'A', amountEuro: 62.5 },
        { lease: 'B', amountEuro: 37.5 },
      ];
      const handed = { key: 'by_hand', byHand, byHandReason: 'ista 2025' };
      expect(amounts(handed)).toEqual({ A: 6_250, B: 3_750 });
      const bills = [
        { amountEuro: 62.5, ...year, lease: 'A' },
        { amountEuro: 37.5, ...year, lease: 'B' },
      ];
      expect(amounts({ key: 'direct', bills })).toEqual({ A: 6_250, B: 3_750 });
    });
    test('exceptions: § 11, devices of each flat, all of it by consumption where all agreed; each for what it allows', () => {
      expect(amounts({ heatingException: 'exempt_building' })).toEqual({ A: 6_000, B: 4_000 });
      expect(amounts({ heatingException: 'own_devices', key: 'units' })).toEqual({ A: 5_000, B: 5_000 });
      const agreed = { ...consumption, heatingException: 'more_by_consumption' };
      expect(amounts(agreed, { meters })).toEqual({ A: 3_000, B: 7_000 });
      refused({ heatingException: 'more_by_consumption' });
    });
    test('§ 2: two dwellings, one of them the landlord’s own', () => {
      const two = { heatingException: 'two_dwellings' };
      const own = flat('2', 40, { ownUse: [{ persons: 1 }] });
      const of = { units: [flat('1', 60), own], leases: [leases[0]] };
      expect(amounts(two, of)).toEqual({ A: 6_000, '2 (own_use)': 4_000 });
      const code = 'heating_two_dwellings';
      refused(two, {}, code, 'heatingException');
      refused(two, { ...of, units: [...of.units, flat('3', 10)] }, code, 'heatingException');
      // The other flat is let by its rooms.
      const rooms = ['1', '3'].map((name) => flat(name, 30, { kind: 'room' }));
      expect(amounts(two, { ...of, units: [...rooms, own] })).toMatchObject({ A: 3_000 });
      refused(two, { ...of, units: [...rooms, own, flat('4', 10)] }, code, 'heatingException');
    });
    test('one user has nothing to share; a change of tenant makes two of one', () => {
      expect(amounts({ circle: ['1'] })).toEqual({ A: 10_000 });
      const [first] = leases;
      const half = { ...first, units: [{ unit: '1', to: '2025-06-30' }] };
      refused({ circle: ['1'] }, { leases: [half, leases[1]] });
    });
    test('what is not passed on, and what lies abroad, goes by any key', () => {
      expect(amounts({ isRecoverable: false })).toEqual({ A: 6_000, B: 4_000 });
      expect(amounts({}, { isGerman: false })).toEqual({ A: 6_000, B: 4_000 });
    });
  });
  test('a part beforehand that nobody bears, or that is more than there is', () => {
    stopsLine(
      { preDeduction: { amountEuro: 1 } },
      'pre_deduction_units_missing',
      'lines.0.preDeduction.unitIds',
    );
    stopsLine(
      { preDeduction: { amountEuro: 101, units: ['1'] } },
      'pre_deduction_too_large',
      'lines.0.preDeduction.amountCents',
    );
  });
  test('a block without anything in it stops itself, and is never left out in silence', () => {
    const empty = statement({ units, leases, lines: [], heating: {} });
    expect(empty.problems.map(({ code }) => code)).toEqual(['plant_without_costs']);
    expect(() => statement({ units, leases, lines: [], heating: { price: 1 } })).toThrow('Unrecognized key');
    expect(() => statement({ units, leases, lines: [], association: {} })).toThrow('lines');
  });
});

describe('what to look at before sending', () => {
  const warned = (of: object, more: object = {}) =>
    statement({
      units: [flat('1', 60), flat('Shop', 40, { kind: 'commercial' })],
      leases: [lease('A', '1'), lease('S', 'Shop')],
      lines: [line('Line', 100, of)],
      ...more,
    }).warnings.map(({ code }) => code);
  const shop = 'commercial_without_pre_deduction';

  test('nothing, where there is nothing', () => expect(warned({ betrkvNo: 1 })).toEqual([]));
  test('a shop beside flats, property tax aside', () => expect(warned({ betrkvNo: 8 })).toEqual([shop]));
  test('cable after June 2024, and not until then', () => {
    expect(warned({ betrkvNo: 1, isCable: true })).toEqual(['cable_after_june_2024']);
    expect(warned({ betrkvNo: 15, key: 'direct', bills: [{ amountEuro: 9, ...year, unit: '1' }] })).toEqual([
      'antenna_after_june_2024',
    ]);
    const until = { from: '2024-01-01', to: '2024-06-30' };
    const of = { betrkvNo: 1, isCable: true, bills: [{ amountEuro: 100, ...until }] };
    expect(warned(of, { period: { from: '2024-01-01', to: '2024-12-31' } })).toEqual([]);
  });
  test('121 after 100 last year is a jump, 120 is none; another principle is told of', () => {
    const of = (amountEuro: number, more: object = {}) =>
      warned({ betrkvNo: 1, bills: [{ amountEuro, ...year }], lastYear: { amountEuro: 100, ...more } });
    expect(of(120)).toEqual([]);
    expect(of(121)).toEqual(['cost_jump']);
    expect(of(79)).toEqual(['cost_jump']);
    expect(of(100, { principle: 'payment' })).toEqual(['principle_changed']);
  });
  test('100 € on 100 m² are 1,00 a year and square metre', () => {
    const usual = (fromEuro: number, toEuro: number) =>
      warned({ betrkvNo: 1, usualByArea: { fromEuro, toEuro } });
    expect(usual(1, 2)).toEqual([]);
    expect(usual(1.01, 2)).toEqual(['cost_unusual_per_sqm']);
  });
  test('a year that runs waits for bills: 60 after 100 is no jump before its last day has gone, 121 is one', () => {
    const of = (amountEuro: number, today: string, more: object = {}) =>
      warned({ betrkvNo: 1, bills: [{ amountEuro, ...year }], ...more }, { today });
    const lastYear = { lastYear: { amountEuro: 100 } };
    expect(of(60, '2025-12-31', lastYear)).toEqual([]);
    expect(of(60, '2026-01-01', lastYear)).toEqual(['cost_jump']);
    expect(of(121, '2025-06-30', lastYear)).toEqual(['cost_jump']);
    const usualByArea = { usualByArea: { fromEuro: 1, toEuro: 2 } };
    expect(of(60, '2025-12-31', usualByArea)).toEqual([]);
    expect(of(60, '2026-01-01', usualByArea)).toEqual(['cost_unusual_per_sqm']);
    expect(of(201, '2025-06-30', usualByArea)).toEqual(['cost_unusual_per_sqm']);
  });
  test('labour of the garden beside a caretaker', () => {
    const bills = [{ amountEuro: 100, labourEuro: 50, labourGroup: 'service', ...year }];
    const lines = [line('Caretaker', 10, { betrkvNo: 14 }), line('Garden', 0, { betrkvNo: 10, bills })];
    expect(warned({}, { lines })).toContain('caretaker_beside_labour');
  });
  test('the deadline is one of dwellings: of a house of shops nobody is told that money is lost (BGH XII ZR 22/07)', () => {
    const shops = (kind: string, settlement = 'advances') =>
      warned(
        { betrkvNo: 1 },
        {
          units: [flat('1', 60, { kind }), flat('Shop', 40, { kind: 'commercial' })],
          leases: [lease('A', '1', { settlement }), lease('S', 'Shop')],
          today: '2027-01-01',
        },
      );
    expect(shops('commercial')).toEqual([]);
    expect(shops('apartment')).toEqual(['too_late']);
    expect(shops('apartment', 'lump_sum')).toEqual([]);
  });
  test('60 days before the deadline and after it', () => {
    expect(warned({ betrkvNo: 1 }, { today: '2026-11-01' })).toEqual(['deadline_near']);
    expect(warned({ betrkvNo: 1 }, { today: '2026-06-01' })).toEqual([]);
    expect(warned({ betrkvNo: 1 }, { today: '2027-01-01' })).toEqual(['too_late']);
  });
});
