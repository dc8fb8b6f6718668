import { describe, expect, test } from 'vitest';
import { rules } from '@/explain/registry';
import { flat, lease, line, result, statement, year } from '../factories/statements.ts';

const one = {
  period: year,
  units: [flat('1', 60)],
  leases: [lease('A', '1', { monthlyAdvanceEuro: 100, advances: [{ dueEuro: 900, paidEuro: 800 }] })],
};
const forecast = (lines: object[], more: object = {}) =>
  result('statement_forecast', { ...one, lines, today: '2025-09-15', ...more }) as {
    lines: object[];
    leases: object[];
    problems: object[];
    isWhole: boolean;
  };
const half = { bills: [{ amountEuro: 500, from: '2025-01-01', to: '2025-06-30' }] };

describe('how a running year will end', () => {
  test('500 so far and 616 to come of 1.116 last year: 1.116 − (900 due + 3 × 100) = −84', () => {
    const found = forecast([line('Tax', 0, { ...half, lastYear: { amountEuro: 1116 } })]);
    expect(found.lines).toEqual([
      { lineId: 'Tax', name: 'Tax', soFarCents: 50_000, toComeCents: 61_600, isMissing: false },
    ]);
    expect(found.leases).toEqual([
      {
        leaseId: 'A',
        name: 'A',
        costsCents: 111_600,
        advancesCents: 120_000,
        resultCents: -8_400,
        fittingCents: 9_300,
        // 7 of 100: less than a tenth.
        shouldChange: false,
      },
    ]);
  });

  test('150 agreed from November on: of 900 due, 100 for October and 2 × 150 are to come, and nothing has to change', () => {
    const rising = lease('A', '1', {
      monthlyAdvanceEuro: 100,
      advances: [{ dueEuro: 900, paidEuro: 800 }],
      advancesAhead: [{ from: '2025-11-01', monthlyEuro: 150 }],
    });
    const found = forecast([line('Tax', 0, { bills: [], lastYear: { amountEuro: 1680 } })], {
      leases: [rising],
    });
    // 140 a month fit: too far from 100, and not from the 150 that are agreed.
    expect(found.leases).toMatchObject([
      { advancesCents: 130_000, resultCents: 38_000, fittingCents: 14_000, shouldChange: false },
    ]);
  });

  test('who moves in on 1 November has paid nothing so far and pays 2 × 120', () => {
    const coming = lease(
      'A',
      '1',
      { advancesAhead: [{ from: '2025-11-01', monthlyEuro: 120 }] },
      { from: '2025-11-01' },
    );
    const found = forecast([line('Tax', 1460)], { leases: [coming] });
    // 1.460 × 61 ÷ 365
    expect(found.leases).toMatchObject([{ costsCents: 24_400, advancesCents: 24_000, resultCents: 400 }]);
  });

  test('a house that is sold on 1 November has one month more to come, and no other advance to ask for', () => {
    const sold = { units: [flat('1', 60, { availableTo: '2025-10-31' })] };
    const found = forecast([line('Tax', 1460)], sold);
    // 1.460 × 304 ÷ 365
    expect(found.leases).toMatchObject([
      { costsCents: 121_600, advancesCents: 100_000, fittingCents: null, shouldChange: false },
    ]);
  });

  test('a cost of last year without any bill is missing; 1.500 instead of 1.200 ask for another advance', () => {
    const found = forecast([line('Tax', 0, { bills: [], lastYear: { amountEuro: 1500 } })]);
    expect(found.lines).toMatchObject([{ soFarCents: 0, toComeCents: 150_000, isMissing: true }]);
    expect(found.leases).toMatchObject([{ resultCents: 30_000, fittingCents: 12_500, shouldChange: true }]);
  });

  test('a line whose bills cover the period is finished, though it cost more last year', () => {
    const lastYear = { amountEuro: 1200 };
    const toCome = (bills: object[], more: object = {}) =>
      forecast([line('Tax', 0, { bills, lastYear, ...more })]).lines;
    const half = (from: string, to: string) => ({ amountEuro: 400, from, to });
    expect(toCome([{ amountEuro: 900, ...year }])).toMatchObject([{ soFarCents: 90_000, toComeCents: 0 }]);
    const both = [half('2025-07-01', '2026-06-30'), half('2024-12-01', '2025-06-30')];
    expect(toCome(both)).toMatchObject([{ toComeCents: 0 }]);
    // July is not there yet.
    const gap = [half('2025-01-01', '2025-06-30'), half('2025-08-01', '2025-12-31')];
    expect(toCome(gap)).toMatchObject([{ soFarCents: 80_000, toComeCents: 40_000 }]);
    const paid = { paidOn: '2025-02-01', amountEuro: 900 };
    const byPayment = { principle: 'payment' };
    const policy = [{ ...paid, from: '2025-02-01', to: '2026-01-31' }];
    expect(toCome(policy, byPayment)).toMatchObject([{ toComeCents: 0 }]);
    expect(toCome([paid], byPayment)).toMatchObject([{ toComeCents: 30_000 }]);
  });

  test('of 1.200 last year all are to come where 45 came back and nothing was paid; what came back for no bill stays', () => {
    const back = { amountEuro: -45, ...year };
    const lines = (lastYear: object) => forecast([line('Power', 0, { bills: [back], ...lastYear })]).lines;
    expect(lines({ lastYear: { amountEuro: 1200 } })).toMatchObject([
      { soFarCents: -4_500, toComeCents: 120_000, isMissing: true },
    ]);
    for (const lastYear of [{}, { lastYear: { amountEuro: -45 } }, { lastYear: { amountEuro: 0 } }]) {
      expect(lines(lastYear)).toMatchObject([{ soFarCents: -4_500, toComeCents: 0, isMissing: false }]);
    }
  });

  test('a caretaker of whom a fifth is repair: of 1.200 expected 960 are passed on', () => {
    const lastYear = { amountEuro: 1200 };
    const costs = (bills: object[], more: object) =>
      forecast([line('Caretaker', 0, { bills, lastYear: { ...lastYear, ...more } })]).leases;
    const quarter = { amountEuro: 300, notRecoverableEuro: 60, from: '2025-01-01', to: '2025-03-31' };
    expect(costs([quarter], {})).toMatchObject([{ costsCents: 96_000 }]);
    expect(costs([], { notRecoverableEuro: 240 })).toMatchObject([{ costsCents: 96_000 }]);
    // What last year kept back says more than the bills so far.
    expect(costs([quarter], { notRecoverableEuro: 0 })).toMatchObject([{ costsCents: 114_000 }]);
    expect(costs([], {})).toMatchObject([{ costsCents: 120_000 }]);
  });

  test('cable of last year is expected and charged to nobody', () => {
    const cable = line('Cable', 0, { betrkvNo: 15, isCable: true, bills: [], lastYear: { amountEuro: 120 } });
    expect(forecast([cable]).leases).toMatchObject([{ costsCents: 0 }]);
  });

  test('more than last year is no reason to expect less; a tenant who leaves in October pays one month more', () => {
    const leaving = lease('A', '1', { monthlyAdvanceEuro: 100 }, { to: '2025-10-31' });
    const found = forecast([line('Tax', 1460, { lastYear: { amountEuro: 100 } })], { leases: [leaving] });
    // 1.460 × 304 ÷ 365
    expect(found.leases).toMatchObject([
      { costsCents: 121_600, advancesCents: 10_000, fittingCents: null, shouldChange: false },
    ]);
  });

  test('what cannot be estimated says why and leaves the rest', () => {
    const found = forecast([line('Refuse', 10, { key: 'persons' }), line('Tax', 1200)]);
    expect(found.problems).toMatchObject([{ code: 'persons_missing', stops: 'line' }]);
    expect(found.leases).toMatchObject([{ costsCents: 120_000 }]);
    // Without the refuse it is no result that anybody may be told.
    expect(found.isWhole).toBe(false);
  });

  test('water whose meters nobody has read yet goes by area: 60 and 140 m², 300 so far and 700 to come', () => {
    const water = line('Water', 300, {
      betrkvNo: 2,
      key: 'consumption',
      meters: ['W1', 'W2'],
      lastYear: { amountEuro: 1000 },
      bills: [{ amountEuro: 300, from: '2025-01-01', to: '2025-03-31' }],
    });
    const found = forecast([water], {
      units: [flat('1', 60), flat('2', 140)],
      leases: [lease('A', '1'), lease('B', '2')],
      meters: ['1', '2'].map((unit) => ({
        ...{ name: `W${unit}`, unit },
        devices: [{ readings: [{ on: '2024-12-31', reading: 5 }] }],
      })),
    });
    expect(found.problems).toEqual([]);
    expect(found.leases).toMatchObject([{ costsCents: 30_000 }, { costsCents: 70_000 }]);
  });

  test('whole is what is known of last year, or is there already', () => {
    const isWhole = (lines: object[]) => forecast(lines).isWhole;
    expect(isWhole([line('Tax', 0, { ...half, lastYear: { amountEuro: 1116 } })])).toBe(true);
    expect(isWhole([line('Tax', 0, half)])).toBe(false);
    expect(isWhole([line('Tax', 900)])).toBe(true);
    expect(isWhole([])).toBe(false);
    // What is new this year is as much as its bills.
    expect(isWhole([line('Tax', 0, { ...half, lastYear: { amountEuro: 9 } }), line('Lift', 0, half)])).toBe(
      true,
    );
  });
});

describe('what a sent statement would say today', () => {
  test('a receipt that came later: 100 becomes 130, and the sent rows stay what they are', () => {
    const rows = (amountEuro: number) =>
      statement({ ...one, lines: [line('Tax', amountEuro), line('Lift', 50)] }).rows;
    const [sent, now] = [rows(100), rows(130)];
    const { result: changed, trace } = rules.statement_changes.explain({ sent, now });
    expect(changed).toEqual([{ lease: 'A', line: 'Tax', firstCents: 10_000, nowCents: 13_000 }]);
    expect(trace.result).toEqual({ kind: 'money', cents: 3_000 });
    expect(rules.statement_changes.explain({ sent, now: sent }).result).toEqual([]);
  });
  test('a line that was left out counts as 0', () => {
    const now = [{ lease: 'A', line: 'Tax', amountEuro: 5 }];
    expect(result('statement_changes', { sent: [], now })).toEqual([
      { lease: 'A', line: 'Tax', firstCents: 0, nowCents: 500 },
    ]);
  });
});
