import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysInclusive } from '@/lib/calendar';
import type { ShownStatement } from '../factories/statements.ts';
import { lease, line, statement } from '../factories/statements.ts';

/**
 * Water as it ran, day by day, and a meter that counted it: whoever reads the meter at the changes has to find what ran,
 * however often its device was swapped.
 */
const year = { from: '2025-01-01', to: '2025-12-31' };
const before = '2024-12-31';
const dayOfYear = fc.integer({ min: 1, max: 363 }).map((days) => addDays(year.from, days));
const days = (count: number) => fc.uniqueArray(dayOfYear, { maxLength: count }).map((list) => list.sort());

const tap = fc.record({
  /** What runs in a day goes round and round in these, in litres. */
  litres: fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 9 }),
  changes: days(3),
  swaps: days(2),
  starts: fc.array(fc.nat({ max: 90_000 }), { minLength: 3, maxLength: 3 }),
  readsInTheMorning: fc.boolean(),
});
type Tap = typeof tap extends fc.Arbitrary<infer Value> ? Value : never;

/** Through the evening of a day, from the first of the year. */
function ranUntil({ litres }: Tap, day: string): number {
  let sum = 0;
  for (let index = 0; index < daysInclusive(year.from, day); index += 1)
    sum += litres[index % litres.length] ?? 0;
  return sum;
}

function devicesOf(of: Tap) {
  const readAt = [before, ...of.changes.map((change) => addDays(change, -1)), year.to];
  const borders = [before, ...of.swaps, '2199-12-31'];
  return of.starts.slice(0, of.swaps.length + 1).map((start, index) => {
    const [from = before, to = year.to] = [borders[index], borders[index + 1]];
    const shows = (day: string) => (start + ranUntil(of, day) - ranUntil(of, from)) / 1_000;
    const inside = readAt.filter((day) => (index === 0 ? from <= day : from < day) && day <= to);
    const isLast = index === of.swaps.length;
    const on = [...new Set([...(index === 0 ? [] : [from]), ...inside, ...(isLast ? [] : [to])])];
    // The morning after shows what the evening before did; the days of the swaps and the ends stay what they are.
    const isMorning = (day: string) =>
      of.readsInTheMorning && of.changes.includes(addDays(day, 1)) && day !== to && day !== from;
    return {
      number: `device ${index}`,
      ...(index > 0 && { installedOn: from }),
      ...(!isLast && { removedOn: to }),
      readings: on.map((day) => ({
        on: isMorning(day) && addDays(day, 1) <= to ? addDays(day, 1) : day,
        reading: shows(day),
      })),
    };
  });
}

const tenantsOf = (of: Tap, unit: string) => {
  const starts = [year.from, ...of.changes];
  return starts.map((from, index) => {
    const next = starts[index + 1];
    return lease(`${unit}, ${index}`, unit, {}, { from, to: next === undefined ? null : addDays(next, -1) });
  });
};

const ranFor = (of: Tap, unit: string) => {
  const borders = [year.from, ...of.changes, '2026-01-01'];
  return borders.slice(0, -1).map((from, index): [string, number] => {
    const until = addDays(borders[index + 1] ?? from, -1);
    return [
      `${unit}, ${index}`,
      ranUntil(of, until) - (from === year.from ? 0 : ranUntil(of, addDays(from, -1))),
    ];
  });
};

const weights = (found: ShownStatement) =>
  Object.fromEntries((found.lines[0]?.shares ?? []).map((share) => [share.of, share.parts[0]?.weight ?? 0]));
/** A reading between two changes on days that follow each other could be that of either. */
const isClear = ({ changes, swaps }: Tap) =>
  changes.every((day) => !swaps.includes(day) && ![...swaps, ...changes].includes(addDays(day, -1)));
const some = (parts: [string, number][]) => parts.some(([, litres]) => litres > 0);

test('whoever reads at the changes finds what ran, through every swap', () => {
  fc.assert(
    fc.property(tap, (of) => {
      fc.pre(isClear(of));
      const expected = ranFor(of, '1');
      fc.pre(some(expected));
      const found = statement({
        units: [{ name: '1' }],
        leases: tenantsOf(of, '1'),
        lines: [line('Water', 1000, { key: 'consumption', meters: ['W'] })],
        meters: [{ name: 'W', unit: '1', devices: devicesOf(of) }],
      });
      expect(found.problems).toEqual([]);
      expect(weights(found)).toEqual(Object.fromEntries(expected));
      const sum = found.lines[0]?.shares.reduce((all, { amountCents }) => all + amountCents, 0);
      expect(sum).toBe(100_000);
    }),
    { numRuns: 150 },
  );
});

test('the main meter less the sub-meter is what ran in the flat without one', () => {
  fc.assert(
    fc.property(tap, fc.nat({ max: 900 }), (of, daily) => {
      fc.pre(isClear(of));
      const all = { ...of, litres: of.litres.map((one) => one + daily), changes: [], swaps: [] };
      const expected: [string, number][] = [...ranFor(of, '1'), ['B', 365 * daily]];
      fc.pre(some(expected));
      const found = statement({
        units: [{ name: '1' }, { name: '2' }],
        leases: [...tenantsOf(of, '1'), lease('B', '2')],
        lines: [line('Water', 1000, { key: 'consumption', meters: ['W', 'Main'] })],
        meters: [
          { name: 'W', unit: '1', devices: devicesOf(of) },
          { name: 'Main', devices: devicesOf(all) },
        ],
      });
      expect(found.problems).toEqual([]);
      expect(weights(found)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 100 },
  );
});
