import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit';

test('5 an hour: the sixth waits 12 minutes, then one more may', () => {
  const limit = new RateLimit({ limit: 5, perMs: 3_600_000 });
  for (let time = 0; time < 5; time += 1) expect(limit.take('a', { now: 0 })).toBe(0);
  expect(limit.take('a', { now: 0 })).toBe(720_000);
  expect(limit.take('b', { now: 0 })).toBe(0);
  expect(limit.take('a', { now: 719_999 })).toBe(1);
  expect(limit.take('a', { now: 720_000 })).toBe(0);
});

test('in any window of one period, no more than twice the limit is let through', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }),
      (limit, pauses) => {
        const bucket = new RateLimit({ limit, perMs: 1_000 });
        let now = 0;
        const passed: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if (bucket.take('key', { now }) === 0) passed.push(now);
        }
        for (const from of passed) {
          expect(passed.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(
            2 * limit,
          );
        }
      },
    ),
  );
});

test('forgets the key that was quiet the longest when there are too many', () => {
  const limit = new RateLimit({ limit: 1, perMs: 1_000_000, maxKeys: 2 });
  for (const key of ['old', 'new', 'newest']) limit.take(key, { now: 0 });
  expect(limit.take('newest', { now: 0 })).toBeGreaterThan(0);
  expect(limit.take('old', { now: 0 })).toBe(0);
});
