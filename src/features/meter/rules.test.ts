import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meterKinds } from '@/domain/vocabulary';
import { addDays } from '@/lib/calendar';
import { placesOf } from '../statement/meter-rules';
import {
  compareMeters,
  consumedThousandths,
  isAboveNext,
  meterBeside,
  readingAfter,
  readingBefore,
  successorBeside,
} from './rules';

const reading = fc.record({
  readOn: fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-01-01', days)),
  readingThousandths: fc.integer({ min: 0, max: 1_000_000_000_000 }),
});

test('4.711,3 to 5.211,8 kWh are 500,5; back to 12 m³ from 12,345 are −0,345', () => {
  const from = (readingThousandths: number) => ({ readOn: '2026-01-01', readingThousandths });
  expect(consumedThousandths(from(4_711_300), from(5_211_800))).toBe(500_500);
  expect(consumedThousandths(from(12_345), from(12_000))).toBe(-345);
});

test('the reading before a day is the latest until then, of one day the last written down', () => {
  const rows = [
    { readOn: '2026-01-01', readingThousandths: 1 },
    { readOn: '2026-02-01', readingThousandths: 2 },
    { readOn: '2026-02-01', readingThousandths: 3 },
    { readOn: '2026-03-01', readingThousandths: 4 },
  ];
  expect(readingBefore(rows, '2026-02-28')?.readingThousandths).toBe(3);
  expect(readingBefore(rows, '2025-12-31')).toBeNull();
});

test('a reading of a day between 100 and 200 is not above 200; after 200 nothing follows', () => {
  const rows = [
    { readOn: '2026-01-01', readingThousandths: 100 },
    { readOn: '2026-03-01', readingThousandths: 200 },
    { readOn: '2026-03-01', readingThousandths: 201 },
  ];
  const beside = (day: string) => ({ previous: readingBefore(rows, day), next: readingAfter(rows, day) });
  expect(isAboveNext(200, beside('2026-02-01'))).toBe(false);
  expect(isAboveNext(201, beside('2026-02-01'))).toBe(true);
  expect(isAboveNext(201, beside('2025-12-31'))).toBe(true);
  // Of the day of the last reading it comes after it.
  expect(isAboveNext(900, beside('2026-03-01'))).toBe(false);
});

test('a meter that began anew at 99,999 is read between its last and its first m³ as it shows', () => {
  const previous = { readOn: '2026-01-01', readingThousandths: 99_990_000 };
  const next = { readOn: '2026-03-01', readingThousandths: 5_000 };
  expect(isAboveNext(99_995_000, { previous, next })).toBe(false);
});

test('a meter put in on the day another was taken out is beside it by a reading of the day before only', () => {
  const place = { unitId: '1', kind: 'electricity' as const, location: 'Flur' };
  const old = { ...place, id: 'old', removedOn: '2026-03-10', readings: [] };
  const next = { ...place, id: 'new', removedOn: null, readings: [] };
  const other = { ...next, location: 'Keller' };
  expect(meterBeside([old, next], next, '2026-03-10')).toBeNull();
  expect(meterBeside([old, next], next, '2026-03-09')).toBe(old);
  expect(meterBeside([old, other], other, '2026-03-09')).toBeNull();
  // One that was read before the other went never came after it.
  const beside = { ...next, readings: [{ readOn: '2026-01-01', readingThousandths: 1 }] };
  expect(meterBeside([old, beside], beside, '2026-02-01')).toBeNull();
});

test('an old meter is beside its successor where it is out later than that was first read', () => {
  const place = { unitId: '1', kind: 'electricity' as const, location: 'Flur', removedOn: null };
  const readOn = (day: string) => [{ readOn: day, readingThousandths: 1 }];
  const old = { ...place, id: 'old', readings: readOn('2025-01-01') };
  const next = { ...place, id: 'new', readings: readOn('2026-03-10') };
  const found = { meter: next, firstReadOn: '2026-03-10' };
  expect(successorBeside([old, next], old, '2026-03-10')).toBeNull();
  expect(successorBeside([old, next], old, '2026-03-11')).toEqual(found);
  expect(successorBeside([old, { ...next, location: 'Keller' }], old, '2026-03-11')).toBeNull();
  expect(successorBeside([old, { ...next, readings: [] }], old, '2026-03-11')).toBeNull();
  // The older one of the place is none that follows, nor is one that came after another.
  expect(successorBeside([old, next], next, '2026-04-01')).toBeNull();
  const [out, third] = [
    { ...next, removedOn: '2026-06-01' },
    { ...next, id: 'third', readings: readOn('2026-06-01') },
  ];
  expect(successorBeside([third, out, old], old, '2026-07-01')).toEqual({ ...found, meter: out });
  const other = { ...old, id: 'other', removedOn: '2026-03-10' };
  expect(successorBeside([old, other, next], old, '2026-03-11')).toBeNull();
});

test('a removal that is said to be beside is so for the statement, and one that is not stands one after the other', () => {
  const on = fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(on, on, on, (first, second, removedOn) => {
      fc.pre(first < second && removedOn >= first);
      const place = { unitId: '1', kind: 'electricity' as const, measure: 'kwh' as const, location: null };
      const more = { number: null, factorThousandths: null, calibratedUntil: null, isByDays: false };
      const hung = (id: string, day: string, out: string | null) => ({
        ...{ ...place, ...more, id, removedOn: out },
        readings: [{ readOn: day, readingThousandths: 1 }],
      });
      const [old, next] = [hung('old', first, removedOn), hung('new', second, null)];
      const isBeside = successorBeside([old, next], old, removedOn) !== null;
      expect(placesOf([old, next], () => '')).toHaveLength(isBeside ? 2 : 1);
    }),
  );
});

test('from one reading to the next, what ran through adds up to what ran through in all', () => {
  fc.assert(
    fc.property(fc.array(reading, { minLength: 2, maxLength: 8 }), (rows) => {
      const [first = rows[0], last = rows[0]] = [rows[0], rows.at(-1)];
      if (!first || !last) return;
      const steps = rows.slice(1).map((row, index) => consumedThousandths(rows[index] ?? row, row));
      expect(steps.reduce((sum, step) => sum + step, 0)).toBe(consumedThousandths(first, last));
    }),
  );
});

test('meters stand by kind, place and number, the same from whatever order', () => {
  const meter = fc.record({
    kind: fc.constantFrom(...meterKinds),
    number: fc.constantFrom(null, '2', '10'),
    location: fc.constantFrom(null, 'Bad', 'Küche'),
  });
  fc.assert(
    fc.property(fc.array(meter, { maxLength: 8 }), (rows) => {
      const words = (list: typeof rows) => list.map((row) => JSON.stringify(row));
      expect(words(rows.toSorted(compareMeters))).toEqual(words(rows.toReversed().toSorted(compareMeters)));
    }),
  );
  const [first] = [
    { kind: 'cold_water' as const, number: '10', location: 'Bad' },
    { kind: 'cold_water' as const, number: '2', location: 'Bad' },
  ].toSorted(compareMeters);
  expect(first?.number).toBe('2');
});
