import { describe, expect, test } from 'vitest';
import { objectionsUntil } from './rules';

describe('objections are heard for twelve months from receipt (§ 556 (3) sentence 5 BGB)', () => {
  test.each([
    ['by mail, on its day', { sentOn: '2026-02-10', way: 'mail' }, '2027-02-10'],
    [
      'handed over on the last of February of a leap year',
      { sentOn: '2028-02-29', way: 'handed_over' },
      '2029-02-28',
    ],
    ['by post, four days later', { sentOn: '2026-02-10', way: 'post' }, '2027-02-14'],
    ['nobody has said how: as by post', { sentOn: '2026-12-30', way: null }, '2028-01-03'],
  ] as const)('%s', (_, sending, until) => {
    expect(objectionsUntil(sending)).toBe(until);
  });
});
