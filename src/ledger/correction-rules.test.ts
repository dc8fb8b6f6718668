import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from '../lib/money.ts';
import { meetLines } from './correction-rules.ts';

const key = (component: string) => ({
  component,
  settlement: component === 'costs' ? 'advance' : 'none',
  vatRateBp: 0,
});
const standing = (lineId: string, component: string, totalCents: number) => ({
  lineId,
  totalCents,
  isAdvance: component === 'costs',
  ...key(component),
});
const delta = (
  component: string,
  amountCents: number,
  more: { correctsLineId?: string; vatCents?: number } = {},
) => ({
  id: `new ${component}`,
  amountCents,
  vatCents: 0,
  ...key(component),
  ...more,
});
const rent = [standing('n', 'net', 70_000), standing('c', 'costs', 15_000)];
const met = (lines: ReturnType<typeof meetLines<ReturnType<typeof delta>>>) =>
  lines.map((line) => [line.component, line.correctsLineId, line.amountCents]);

describe('which lines a correction meets', () => {
  it('net − 50 and costs + 30 meet the net rent and the costs; parking is a line of its own', () => {
    expect(
      met(meetLines(rent, [delta('net', -5_000), delta('costs', 3_000), delta('parking', 4_000)])),
    ).toEqual([
      ['net', 'n', -5_000],
      ['costs', 'c', 3_000],
      ['parking', null, 4_000],
    ]);
  });
  it('of two parking spaces of 40 € 60 € less take the first whole and 20 € of the second', () => {
    const spaces = [...rent, standing('p1', 'parking', 4_000), standing('p2', 'parking', 4_000)];
    expect(met(meetLines(spaces, [delta('parking', -6_000)]))).toEqual([
      ['parking', 'p1', -4_000],
      ['parking', 'p2', -2_000],
    ]);
  });
  it('net − 100 where 40 of the net rent are left: 40 there, 60 from the costs', () => {
    const waived = [standing('n', 'net', 4_000), standing('c', 'costs', 15_000)];
    expect(met(meetLines(waived, [delta('net', -10_000)]))).toEqual([
      ['net', 'n', -4_000],
      ['net', 'c', -6_000],
    ]);
  });
  it('advance − 150 of which 50 are left, lump sum + 150 in its place: 50 there, 100 from the lump sum', () => {
    const waived = [standing('n', 'net', 0), standing('c', 'costs', 5_000)];
    const [added, ...taken] = meetLines(waived, [delta('lump', 15_000), delta('costs', -15_000)]);
    expect(added).toMatchObject({ id: 'new lump', correctsLineId: null, amountCents: 15_000 });
    expect(met(taken)).toEqual([
      ['costs', 'c', -5_000],
      ['costs', 'new lump', -10_000],
    ]);
  });
  it('a named line is met whatever its component is', () => {
    expect(met(meetLines(rent, [delta('net', 9_500, { correctsLineId: 'c' })]))).toEqual([
      ['net', 'c', 9_500],
    ]);
  });
  it('VAT goes with the amounts: −19 € of −119 € over 59 and 60 € are −9,42 and −9,58', () => {
    const spaces = [standing('p1', 'parking', 5_900), standing('p2', 'parking', 9_000)];
    const lines = meetLines(spaces, [delta('parking', -11_900, { vatCents: -1_900 })]);
    expect(lines.map((line) => line.vatCents)).toEqual([-942, -958]);
  });
  it('refuses more than all lines bear', () => {
    expect(() => meetLines(rent, [delta('net', -85_001)])).toThrow(RangeError);
  });

  it('over random corrections: the amounts stay, and no line is owed less than nothing', () => {
    const component = fc.constantFrom('net', 'costs', 'parking', 'lump');
    const lines = fc
      .array(fc.tuple(component, fc.nat(50_000)), { minLength: 1, maxLength: 5 })
      .map((drawn) => drawn.map(([name, cents], index) => standing(`l${index}`, name, cents)));
    const deltas = fc
      .uniqueArray(fc.tuple(component, fc.integer({ min: -60_000, max: 30_000 })), {
        selector: ([name]) => name,
        maxLength: 4,
      })
      .map((drawn) =>
        drawn.map(([name, cents]) => delta(name, cents, { vatCents: Math.round(cents / 10) || 0 })),
      );
    fc.assert(
      fc.property(lines, deltas, (owed, drawn) => {
        const before = sumCents(owed.map((line) => line.totalCents));
        const change = sumCents(drawn.map((one) => one.amountCents));
        if (before + change < 0) {
          expect(() => meetLines(owed, drawn)).toThrow(RangeError);
          return;
        }
        const result = meetLines(owed, drawn);
        for (const one of drawn) {
          const its = result.filter((line) => line.component === one.component);
          expect(sumCents(its.map((line) => line.amountCents))).toBe(one.amountCents);
          expect(sumCents(its.map((line) => line.vatCents))).toBe(one.vatCents);
        }
        const added = result.filter((line) => line.correctsLineId === null);
        for (const { lineId, cents } of [
          ...owed.map((line) => ({ lineId: line.lineId, cents: line.totalCents })),
          ...added.map((line) => ({ lineId: line.id, cents: line.amountCents })),
        ]) {
          const changes = result.filter((line) => line.correctsLineId === lineId);
          expect(cents + sumCents(changes.map((line) => line.amountCents))).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
