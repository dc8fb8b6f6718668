import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatContained } from '../../domain/vat.ts';
import { prorationMethods, rentComponents, settlementKinds } from '../../domain/vocabulary.ts';
import { addDays, daysInMonth, firstOfMonth, lastOfMonth, shiftMonth } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import { type Rent, type RentLine, rentForPeriod, rentOn } from './rules.ts';

const net = (amountCents: number): RentLine => ({
  component: 'net',
  amountCents,
  settlement: 'none',
  vatRateBp: 0,
});
const costs = (amountCents: number): RentLine => ({
  component: 'operating_costs',
  amountCents,
  settlement: 'advance',
  vatRateBp: 0,
});
const rent = (validFrom: string, ...lines: RentLine[]): Rent => ({ validFrom, lines });
const warm = rent('2020-01-01', net(70_000), costs(23_000));

const owed = (overrides: Partial<Parameters<typeof rentForPeriod>[0]>) =>
  rentForPeriod({
    rents: [warm],
    leaseStartsOn: '2020-01-01',
    leaseEndsOn: null,
    month: '2026-11',
    method: 'calendar_days',
    ...overrides,
  });

const month = fc.integer({ min: 0, max: 600 }).map((count) => shiftMonth('2000-01', count));
const method = fc.constantFrom(...prorationMethods);
const line: fc.Arbitrary<RentLine> = fc.record({
  component: fc.constantFrom(...rentComponents),
  amountCents: fc.integer({ min: 0, max: 500_000 }),
  settlement: fc.constantFrom(...settlementKinds),
  vatRateBp: fc.constantFrom(0, 700, 1900),
});
const lines = fc.array(line, { minLength: 1, maxLength: 6 });
const total = (list: readonly RentLine[]) => sumCents(list.map((entry) => entry.amountCents));
/** A month with a first and a last day in it. */
const partMonth = month.chain((m) =>
  fc
    .tuple(fc.integer({ min: 0, max: daysInMonth(m) - 1 }), fc.integer({ min: 0, max: daysInMonth(m) - 1 }))
    .map(([a, b]) => ({
      month: m,
      from: addDays(firstOfMonth(m), Math.min(a, b)),
      to: addDays(firstOfMonth(m), Math.max(a, b)),
    })),
);

describe('rentOn', () => {
  const rents = [rent('2026-07-01', net(2)), rent('2025-01-01', net(1)), rent('2027-01-01', net(3))];
  it('takes the latest rent valid by the day, whatever the order', () => {
    expect(rentOn(rents, '2024-12-31')).toBeNull();
    expect(rentOn(rents, '2026-06-30')?.lines[0]?.amountCents).toBe(1);
    expect(rentOn(rents, '2026-07-01')?.lines[0]?.amountCents).toBe(2);
    expect(rentOn(rents, '2030-01-01')?.lines[0]?.amountCents).toBe(3);
  });
});

describe('a part month by calendar days', () => {
  it('from 15 November: 930.00 x 16/30 = 496.00, lines 373.33 + 122.67', () => {
    expect(owed({ leaseStartsOn: '2026-11-15' })).toEqual({
      month: '2026-11',
      periodFrom: '2026-11-15',
      periodTo: '2026-11-30',
      lines: [
        { ...net(37_333), vatCents: 0 },
        { ...costs(12_267), vatCents: 0 },
      ],
      totalCents: 49_600,
      proration: {
        method: 'calendar_days',
        segments: [
          {
            from: '2026-11-15',
            to: '2026-11-30',
            days: 16,
            basisDays: 30,
            fullCents: 93_000,
            amountCents: 49_600,
          },
        ],
      },
    });
  });
  it('15 to 31 August: 930.00 x 17/31 = 510.00', () => {
    expect(owed({ leaseStartsOn: '2026-08-15', month: '2026-08' })?.totalCents).toBe(51_000);
  });
  it('until 10 February 2024: 930.00 x 10/29 = 320.69', () => {
    expect(owed({ leaseEndsOn: '2024-02-10', month: '2024-02' })?.totalCents).toBe(32_069);
  });
  it('10 to 12 November, both ends in one month: 930.00 x 3/30 = 93.00', () => {
    expect(owed({ leaseStartsOn: '2026-11-10', leaseEndsOn: '2026-11-12' })?.totalCents).toBe(9_300);
  });
  it('a raise on 16 November: 930.00 x 15/30 + 1000.01 x 15/30 = 965.005, half up 965.01', () => {
    const raised = owed({ rents: [warm, rent('2026-11-16', net(77_001), costs(23_000))] });
    expect(raised?.totalCents).toBe(96_501);
    expect(raised?.lines.map((entry) => entry.amountCents)).toEqual([73_501, 23_000]);
    expect(raised?.proration?.segments.map(({ from, to, days }) => [from, to, days])).toEqual([
      ['2026-11-01', '2026-11-15', 15],
      ['2026-11-16', '2026-11-30', 15],
    ]);
  });
  it('a raise on the last day: 930.00 x 29/30 + 960.00 x 1/30 = 931.00', () => {
    expect(owed({ rents: [warm, rent('2026-11-30', net(73_000), costs(23_000))] })?.totalCents).toBe(93_100);
  });
  it('a parking space from 21 November adds a line: 60.00 x 10/30 = 20.00', () => {
    const parking: RentLine = {
      component: 'parking',
      amountCents: 6_000,
      settlement: 'none',
      vatRateBp: 1900,
    };
    const result = owed({ rents: [warm, rent('2026-11-21', ...warm.lines, parking)] });
    expect(result?.lines).toEqual([
      { ...net(70_000), vatCents: 0 },
      { ...costs(23_000), vatCents: 0 },
      { ...parking, amountCents: 2_000, vatCents: 319 },
    ]);
  });
  it('two equal lines stay two lines', () => {
    const result = owed({ rents: [rent('2020-01-01', net(10_000), net(10_000))], leaseEndsOn: '2026-11-15' });
    expect(result?.lines.map((entry) => entry.amountCents)).toEqual([5_000, 5_000]);
  });
});

describe('a part month of thirty days', () => {
  const thirty = (overrides: Partial<Parameters<typeof rentForPeriod>[0]>) =>
    owed({ method: 'thirty_days', ...overrides })?.totalCents;
  it('15 to 31 August: 930.00 x 16/30 = 496.00, day 31 does not count', () => {
    expect(thirty({ leaseStartsOn: '2026-08-15', month: '2026-08' })).toBe(49_600);
  });
  it('1 to 30 August: 930.00 x 30/30 = 930.00', () => {
    expect(thirty({ leaseEndsOn: '2026-08-30', month: '2026-08' })).toBe(93_000);
  });
  it('31 August alone: 930.00 x 0/30 = 0.00', () => {
    expect(thirty({ leaseStartsOn: '2026-08-31', month: '2026-08' })).toBe(0);
  });
  it('1 to 14 February: 930.00 x 14/30 = 434.00; 15 to 28: x 16/30 = 496.00', () => {
    expect(thirty({ leaseEndsOn: '2026-02-14', month: '2026-02' })).toBe(43_400);
    expect(thirty({ leaseStartsOn: '2026-02-15', month: '2026-02' })).toBe(49_600);
  });
});

describe('a part month owed in full', () => {
  it('from 15 November: 930.00, and says why', () => {
    const result = owed({ method: 'full_month', leaseStartsOn: '2026-11-15' });
    expect(result?.totalCents).toBe(93_000);
    expect(result?.proration?.segments).toEqual([
      {
        from: '2026-11-15',
        to: '2026-11-30',
        days: 16,
        basisDays: 30,
        fullCents: 93_000,
        amountCents: 93_000,
      },
    ]);
  });
  it('a raise in mid-month counts from the next month', () => {
    const rents = [warm, rent('2026-11-16', net(80_000))];
    expect(owed({ method: 'full_month', rents })?.totalCents).toBe(93_000);
    expect(owed({ method: 'full_month', rents, month: '2026-12' })?.totalCents).toBe(80_000);
  });
});

describe('what every method keeps', () => {
  it('a whole month of one rent is the agreed rent, unexplained because there is nothing to explain', () => {
    fc.assert(
      fc.property(month, method, lines, (m, how, agreed) => {
        const rents = [rent('1990-01-01', ...agreed), rent(firstOfMonth(shiftMonth(m, 1)), net(1))];
        const result = owed({ rents, month: m, method: how, leaseStartsOn: '1990-01-01' });
        expect(result?.lines.map(({ vatCents, ...entry }) => entry)).toEqual(agreed);
        expect(result?.totalCents).toBe(total(agreed));
        expect(result?.proration).toBeNull();
      }),
    );
  });
  it('0 ≤ part ≤ full; lines and segments each add up to the total; VAT stays inside its line', () => {
    fc.assert(
      fc.property(partMonth, method, lines, (part, how, agreed) => {
        const result = owed({
          rents: [rent('1990-01-01', ...agreed)],
          month: part.month,
          method: how,
          leaseStartsOn: part.from,
          leaseEndsOn: part.to,
        });
        if (!result) throw new Error('a covered month owes something');
        expect(result.totalCents).toBeGreaterThanOrEqual(0);
        expect(result.totalCents).toBeLessThanOrEqual(total(agreed));
        expect(total(result.lines)).toBe(result.totalCents);
        const segments = result.proration?.segments;
        if (segments) expect(sumCents(segments.map((entry) => entry.amountCents))).toBe(result.totalCents);
        for (const [index, entry] of result.lines.entries()) {
          expect(entry.amountCents).toBeGreaterThanOrEqual(0);
          expect(entry.amountCents).toBeLessThanOrEqual(agreed[index]?.amountCents ?? -1);
          expect(entry.vatCents).toBeLessThanOrEqual(entry.amountCents);
        }
      }),
    );
  });
  it('a month divided between two leases is the whole rent, within the cent of rounding', () => {
    fc.assert(
      fc.property(
        partMonth,
        fc.constantFrom('calendar_days' as const, 'thirty_days' as const),
        lines,
        (part, how, agreed) => {
          fc.pre(part.to < lastOfMonth(part.month));
          const rents = [rent('1990-01-01', ...agreed)];
          const common = { rents, month: part.month, method: how };
          const before = owed({ ...common, leaseStartsOn: '1990-01-01', leaseEndsOn: part.to });
          const after = owed({ ...common, leaseStartsOn: addDays(part.to, 1) });
          const sum = (before?.totalCents ?? Number.NaN) + (after?.totalCents ?? Number.NaN);
          expect(Math.abs(sum - total(agreed))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
  it('a change to the same rent in mid-month changes no cent', () => {
    fc.assert(
      fc.property(partMonth, method, lines, (part, how, agreed) => {
        fc.pre(part.from > firstOfMonth(part.month));
        const rents = [rent('1990-01-01', ...agreed), rent(part.from, ...agreed)];
        const result = owed({ rents, month: part.month, method: how, leaseStartsOn: '1990-01-01' });
        expect(result?.totalCents).toBe(total(agreed));
      }),
    );
  });
  it('a month with a raise lies between the two rents', () => {
    fc.assert(
      fc.property(partMonth, method, lines, fc.nat(50_000), (part, how, agreed, more) => {
        const raised = agreed.map((entry) => ({ ...entry, amountCents: entry.amountCents + more }));
        const rents = [rent('1990-01-01', ...agreed), rent(part.from, ...raised)];
        const result = owed({ rents, month: part.month, method: how, leaseStartsOn: '1990-01-01' });
        expect(result?.totalCents).toBeGreaterThanOrEqual(total(agreed));
        expect(result?.totalCents).toBeLessThanOrEqual(total(raised));
      }),
    );
  });
});

describe('months that owe nothing', () => {
  it('before the start, after the end, and without an agreed rent', () => {
    expect(owed({ leaseStartsOn: '2026-12-01' })).toBeNull();
    expect(owed({ leaseEndsOn: '2026-10-31' })).toBeNull();
    expect(owed({ rents: [] })).toBeNull();
    expect(owed({ rents: [rent('2026-12-01', net(1))] })).toBeNull();
  });
  it('days before the first agreed rent: 700.00 x 10/30 = 233.33', () => {
    const result = owed({ rents: [rent('2026-11-21', net(70_000))] });
    expect(result?.totalCents).toBe(23_333);
    expect(result?.proration?.segments[0]?.from).toBe('2026-11-21');
  });
  it('a negative rent is refused in whole and in part months', () => {
    expect(() => owed({ rents: [rent('2020-01-01', net(-1))] })).toThrow(RangeError);
    expect(() => owed({ rents: [rent('2020-01-01', net(-1))], leaseEndsOn: '2026-11-10' })).toThrow(
      RangeError,
    );
  });
});

describe('vatContained', () => {
  it('1190.00 at 19 % contains 190.00; 100.00 contains 15.97', () => {
    expect(vatContained(119_000, 1900)).toBe(19_000);
    expect(vatContained(10_000, 1900)).toBe(1_597);
    expect(vatContained(10_000, 0)).toBe(0);
  });
});
