import { expect, test } from 'vitest';
import { nextTry } from './mail-rules';

test('a mail is tried again after 2 minutes, later and later, for three days, then given up', () => {
  const now = new Date('2026-02-20T11:00:00Z');
  expect(nextTry(1, now)?.toISOString()).toBe('2026-02-20T11:02:00.000Z');
  let at = now;
  let attempts = 1;
  let before = 0;
  for (let next = nextTry(attempts, at); next; next = nextTry(attempts, at)) {
    expect(next.getTime() - at.getTime()).toBeGreaterThanOrEqual(before);
    before = next.getTime() - at.getTime();
    at = next;
    attempts += 1;
  }
  expect(attempts).toBe(10);
  const days = (at.getTime() - now.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(2.5);
  expect(days).toBeLessThan(3.5);
});
