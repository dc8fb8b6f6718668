import { describe, expect, it } from 'vitest';
import { accessory, oneOff, paid, rent } from '../../tests/factories/open-lines.ts';
import {
  allocateCredits,
  allocatePayment,
  type Debt,
  type LineShare,
  type OpenLine,
  splitTransfer,
} from './allocation-rules.ts';

const settled = (result: { allocations: readonly LineShare[] }) =>
  Object.fromEntries(result.allocations.map((share) => [share.lineId, share.amountCents]));

const september = rent('sep', '2026-09-03', { net: 55_000, costs: 15_000 });
const october = rent('oct', '2026-10-05', { net: 55_000, costs: 15_000 });

describe('inside one rent the advances come first (BGH VIII ZR 68/17)', () => {
  it('600 € on 500 € net and 250 € advance: 250 + 350, and 150 € of the net rent stay open', () => {
    const july = rent('jul', '2019-07-03', { net: 50_000, costs: 25_000 });
    expect(settled(allocatePayment({ amountCents: 60_000, openLines: july }))).toEqual({
      'jul costs': 25_000,
      'jul net': 35_000,
    });
  });
  it('100 € on 150 € operating costs and 50 € heating, 800 € net: both advances by what they are, 75 + 25', () => {
    const may = rent('may', '2026-05-06', { net: 80_000, costs: 15_000, heating: 5_000 });
    expect(settled(allocatePayment({ amountCents: 10_000, openLines: may }))).toEqual({
      'may costs': 7_500,
      'may heating': 2_500,
    });
  });
  it('a lump sum is no advance: 95 € on 700 € net, 200 € lump sum, 50 € parking share 70 + 20 + 5', () => {
    const may = rent('may', '2026-05-06', { net: 70_000, lumpSum: 20_000, parking: 5_000 });
    expect(settled(allocatePayment({ amountCents: 9_500, openLines: may }))).toEqual({
      'may net': 7_000,
      'may lumpSum': 2_000,
      'may parking': 500,
    });
  });
});

describe('debts in the order of § 366 (2) BGB', () => {
  it('1000 € on two open months of 700 € pays the older, then the advance and 150 € of the newer', () => {
    const result = allocatePayment({ amountCents: 100_000, openLines: [...october, ...september] });
    expect(settled(result)).toEqual({
      'sep costs': 15_000,
      'sep net': 55_000,
      'oct costs': 15_000,
      'oct net': 15_000,
    });
  });
  it('1500 € on 700 + 700 € leaves 100 € credit', () => {
    const openLines = [...september, ...october];
    expect(allocatePayment({ amountCents: 150_000, openLines }).creditCents).toBe(10_000);
  });
  it('800 € with a back-payment of 245 € older than the rent of 800 €: the rent, which may end the tenancy', () => {
    const openLines = [oneOff('back', '2026-02-15', 24_500), ...rent('mar', '2026-03-04', { net: 80_000 })];
    expect(settled(allocatePayment({ amountCents: 80_000, openLines }))).toEqual({ 'mar net': 80_000 });
  });
  it('what is not due on the day of payment comes last, by its day', () => {
    const openLines = [
      ...rent('dec', '2026-12-03', { net: 70_000 }),
      oneOff('key', '2026-11-30', 4_000),
      oneOff('lock', '2026-11-20', 9_000),
    ];
    expect(settled(allocatePayment({ amountCents: 20_000, openLines, paidOn: '2026-11-22' }))).toEqual({
      'lock claim': 9_000,
      'key claim': 4_000,
      'dec net': 7_000,
    });
  });
  // A lease from Saturday, 29 June 2024: its two days and July are both due on 3 July.
  it('of two rents due on one day the earlier month is the older debt', () => {
    const july = rent('a', '2024-07-03', { net: 20_000 }, '2024-07-01');
    const june = rent('b', '2024-07-03', { net: 1_333 }, '2024-06-29');
    expect(settled(allocatePayment({ amountCents: 2_000, openLines: [...july, ...june] }))).toEqual({
      'b net': 1_333,
      'a net': 667,
    });
  });
  it('a debt carried over is as old as it was: September before October, though both fell due here on one day', () => {
    const carried = (lines: OpenLine[]) =>
      lines.map((line) => ({ ...line, dueOn: '2026-11-01', debt: { ...line.debt, periodFrom: null } }));
    const openLines = [...carried(october), ...carried(september)];
    const result = allocatePayment({ amountCents: 70_000, openLines, paidOn: '2026-11-02' });
    expect(result.allocations.map((share) => share.chargeId)).toEqual(['sep', 'sep']);
  });
});

describe('equal debts of one day share', () => {
  it('100 € on two of 100 €: 50 + 50', () => {
    const openLines = [oneOff('a', '2026-03-01', 10_000), oneOff('b', '2026-03-01', 10_000)];
    expect(settled(allocatePayment({ amountCents: 10_000, openLines }))).toEqual({
      'a claim': 5_000,
      'b claim': 5_000,
    });
  });
  it('100 € on 300, 150 and 50 €: 60 + 30 + 10', () => {
    const openLines = [30_000, 15_000, 5_000].map((cents, index) => oneOff(`${index}`, '2026-03-01', cents));
    expect(settled(allocatePayment({ amountCents: 10_000, openLines }))).toEqual({
      '0 claim': 6_000,
      '1 claim': 3_000,
      '2 claim': 1_000,
    });
  });
  it('0,01 € on two of 100 €: the first as listed, whatever their ids', () => {
    const openLines = [oneOff('z', '2026-03-01', 10_000), oneOff('k', '2026-03-01', 10_000)];
    expect(settled(allocatePayment({ amountCents: 1, openLines }))).toEqual({ 'z claim': 1 });
    expect(settled(allocatePayment({ amountCents: 1, openLines: openLines.toReversed() }))).toEqual({
      'k claim': 1,
    });
  });
  it('each with its own interest and costs: 120 € on 100 + 20 € interest and 100 + 20 € costs is 60 each', () => {
    const [a, b] = [oneOff('a', '2026-03-01', 10_000), oneOff('b', '2026-03-01', 10_000)];
    const openLines = [
      a,
      b,
      accessory('interest', 'interest', '2026-04-01', 2_000, a.debt),
      accessory('fee', 'cost', '2026-05-01', 2_000, b.debt),
    ];
    expect(settled(allocatePayment({ amountCents: 12_000, openLines }))).toEqual({
      'interest claim': 2_000,
      'a claim': 4_000,
      'fee claim': 2_000,
      'b claim': 4_000,
    });
  });
});

describe('costs, interest, principal inside each debt (§ 367 (1) BGB)', () => {
  const [january = [], february = []] = [
    rent('jan', '2026-01-06', { net: 100_000 }),
    rent('feb', '2026-02-04', { net: 100_000 }),
  ];
  const ofJanuary = january[0]?.debt;
  const ofFebruary = february[0]?.debt;

  it('100 € on 20 € costs, 50 € interest and 1000 € rent: 20 + 50 + 30', () => {
    const openLines = [
      ...january,
      accessory('interest', 'interest', '2026-03-01', 5_000, ofJanuary),
      accessory('costs', 'cost', '2026-03-05', 2_000, ofJanuary),
    ];
    expect(settled(allocatePayment({ amountCents: 10_000, openLines, paidOn: '2026-03-10' }))).toEqual({
      'costs claim': 2_000,
      'interest claim': 5_000,
      'jan net': 3_000,
    });
    // Costs that are not due yet wait for what is.
    const early = allocatePayment({ amountCents: 200_000, openLines, paidOn: '2026-03-04' });
    expect(early.allocations.map((share) => share.chargeId)).toEqual(['interest', 'jan', 'costs']);
  });
  it('1000 € on two rents of 1000 €, 5 € interest on the later: the older rent in full, the interest waits', () => {
    const openLines = [
      ...january,
      ...february,
      accessory('interest', 'interest', '2026-03-01', 500, ofFebruary),
    ];
    expect(settled(allocatePayment({ amountCents: 100_000, openLines, paidOn: '2026-03-10' }))).toEqual({
      'jan net': 100_000,
    });
  });
  it('one charge of interest on two rents is two parts: 3 € with January, 5 € with February', () => {
    const charged = (id: string, cents: number, debt?: Debt) => ({
      ...accessory('interest', 'interest', '2026-03-01', cents, debt),
      lineId: `interest ${id}`,
    });
    const openLines = [
      charged('feb', 500, ofFebruary),
      charged('jan', 300, ofJanuary),
      ...january,
      ...february,
    ];
    expect(settled(allocatePayment({ amountCents: 100_700, openLines, paidOn: '2026-03-10' }))).toEqual({
      'interest jan': 300,
      'jan net': 100_000,
      'interest feb': 400,
    });
  });
  it('interest that no debt is known of stands for itself, after the rents', () => {
    const openLines = [accessory('interest', 'interest', '2026-01-02', 500), ...january];
    expect(settled(allocatePayment({ amountCents: 100_000, openLines, paidOn: '2026-03-10' }))).toEqual({
      'jan net': 100_000,
    });
  });
});

describe('the stated purpose (§ 366 (1) BGB)', () => {
  it('1000 € for the newer month pays it first: 700 newer, 300 older', () => {
    const openLines = [...september, ...october];
    expect(settled(allocatePayment({ amountCents: 100_000, openLines, purpose: ['oct'] }))).toEqual({
      'oct costs': 15_000,
      'oct net': 55_000,
      'sep costs': 15_000,
      'sep net': 15_000,
    });
  });
  it('the rent it names goes before the costs and interest of that rent', () => {
    const openLines = [...september, accessory('fee', 'cost', '2026-09-10', 500, september[0]?.debt)];
    expect(settled(allocatePayment({ amountCents: 70_000, openLines, purpose: ['sep'] }))).toEqual({
      'sep costs': 15_000,
      'sep net': 55_000,
    });
  });
  it('its order counts; a purpose named twice or not open is passed over', () => {
    const january = rent('jan', '2026-01-05', { net: 10_000 });
    const result = allocatePayment({
      amountCents: 150_000,
      openLines: [...january, ...september, ...october],
      purpose: ['oct', 'x', 'sep', 'oct'],
    });
    expect([...new Set(result.allocations.map((share) => share.chargeId))]).toEqual(['oct', 'sep', 'jan']);
    expect(paid(result.allocations)).toBe(150_000);
  });
});

it('refuses a negative payment, parts of cents and a line listed twice', () => {
  expect(() => allocatePayment({ amountCents: -1, openLines: [] })).toThrow(RangeError);
  expect(() => allocatePayment({ amountCents: 0.5, openLines: [] })).toThrow(RangeError);
  expect(() => allocatePayment({ amountCents: 1, openLines: [...october, ...october] })).toThrow(RangeError);
});

describe('one transfer for several leases', () => {
  const of = (leaseId: string, lines: OpenLine[]) => lines.map((line) => ({ ...line, leaseId }));
  const openLines = [
    ...of('flat', rent('flat-1', '2026-01-06', { net: 70_000 })),
    ...of('garage', rent('garage-1', '2026-01-02', { net: 5_000 })),
    ...of('flat', rent('flat-2', '2026-02-04', { net: 70_000 })),
  ];
  it('of 740: the garage (50) was due first, the flat takes the other 690', () => {
    expect(splitTransfer({ amountCents: 74_000, leaseIds: ['flat', 'garage'], openLines })).toEqual([
      { leaseId: 'flat', amountCents: 69_000 },
      { leaseId: 'garage', amountCents: 5_000 },
    ]);
  });
  it('of 1.500: 50 for the garage, 1.400 for the flat and the rest, 50, as credit with the first lease', () => {
    expect(splitTransfer({ amountCents: 150_000, leaseIds: ['garage', 'flat'], openLines })).toEqual([
      { leaseId: 'garage', amountCents: 10_000 },
      { leaseId: 'flat', amountCents: 140_000 },
    ]);
  });
  it('of 100, rents of one day for 150 and 50: 75 + 25', () => {
    const sameDay = [
      ...of('flat', rent('a', '2026-01-06', { net: 15_000 })),
      ...of('garage', rent('b', '2026-01-06', { net: 5_000 })),
    ];
    expect(splitTransfer({ amountCents: 10_000, leaseIds: ['flat', 'garage'], openLines: sameDay })).toEqual([
      { leaseId: 'flat', amountCents: 7_500 },
      { leaseId: 'garage', amountCents: 2_500 },
    ]);
  });
  it('passes over what other leases owe, and names no lease that gets nothing', () => {
    expect(splitTransfer({ amountCents: 4_000, leaseIds: ['garage', 'store'], openLines })).toEqual([
      { leaseId: 'garage', amountCents: 4_000 },
    ]);
    expect(() => splitTransfer({ amountCents: 1, leaseIds: [], openLines })).toThrow(RangeError);
  });
});

describe('credits', () => {
  it('100 € credit of March before 50 € of April: the rent of 120 € takes 100 + 20 and leaves 30 €', () => {
    const result = allocateCredits({
      credits: [
        { paymentId: 'p1', paidOn: '2026-04-01', openCents: 5_000 },
        { paymentId: 'p2', paidOn: '2026-03-01', openCents: 10_000 },
      ],
      openLines: rent('may', '2026-05-06', { net: 12_000 }),
    });
    expect(result).toEqual({
      allocations: [
        { paymentId: 'p2', lineId: 'may net', chargeId: 'may', amountCents: 10_000 },
        { paymentId: 'p1', lineId: 'may net', chargeId: 'may', amountCents: 2_000 },
      ],
      credits: [{ paymentId: 'p1', paidOn: '2026-04-01', openCents: 3_000 }],
    });
  });
});
