import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyKinds } from '@/domain/vocabulary';
import { compareKeys, findRoom, likelyKind, missingKeys, newDefects, roomsOfMoveIn } from './rules';

const key = fc.record({
  kind: fc.constantFrom(...keyKinds),
  label: fc.constantFrom(null, 'B7', ' b7 ', 'C'),
  count: fc.integer({ min: 0, max: 9 }),
});
const keys = fc.array(key, { maxLength: 12 });
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('keys', () => {
  test('3 given and 2 returned: one is missing; a garage key too many makes up for nothing', () => {
    const lines = compareKeys(
      [
        { kind: 'flat_door', label: null, count: 2 },
        { kind: 'flat_door', label: null, count: 1 },
        { kind: 'letter_box', label: 'B7', count: 2 },
      ],
      [
        { kind: 'letter_box', label: 'b7 ', count: 2 },
        { kind: 'flat_door', label: '', count: 2 },
        { kind: 'garage', label: null, count: 1 },
      ],
    );
    expect(lines).toEqual([
      { kind: 'flat_door', label: null, given: 3, returned: 2 },
      { kind: 'letter_box', label: 'B7', given: 2, returned: 2 },
      { kind: 'garage', label: null, given: 0, returned: 1 },
    ]);
    expect(missingKeys(lines)).toBe(1);
  });

  test('no key is lost or counted twice, and none is missing when all come back', () => {
    fc.assert(
      fc.property(keys, keys, (given, returned) => {
        const lines = compareKeys(given, returned);
        expect(sum(lines.map((line) => line.given))).toBe(sum(given.map((one) => one.count)));
        expect(sum(lines.map((line) => line.returned))).toBe(sum(returned.map((one) => one.count)));
        expect(missingKeys(compareKeys(given, given.toReversed()))).toBe(0);
        expect(missingKeys(compareKeys(given, []))).toBe(sum(given.map((one) => one.count)));
      }),
    );
  });
});

describe('rooms', () => {
  const rooms = [
    { name: 'Bad', defects: [{ description: 'Fuge', isKnown: false, mendUntil: '2024-03-01' }] },
    { name: 'Küche', defects: [] },
  ];

  test('are found by their name, however it is written', () => {
    expect(findRoom(rooms, ' bad ')?.name).toBe('Bad');
    expect(findRoom(rooms, 'Flur')).toBeNull();
  });

  test('taken over from moving in, every defect is known and nobody is late with it', () => {
    const taken = roomsOfMoveIn(rooms);
    expect(newDefects(rooms)).toHaveLength(1);
    expect(newDefects(taken)).toEqual([]);
    expect(taken[0]?.defects).toEqual([{ description: 'Fuge', isKnown: true, mendUntil: null }]);
  });
});

test('of a tenancy that is ending the record is of moving out, also where nobody wrote down who moved in', () => {
  expect(likelyKind(false, 'upcoming')).toBe('move_in');
  expect(likelyKind(false, 'active')).toBe('move_in');
  expect(likelyKind(true, 'active')).toBe('move_out');
  expect(likelyKind(false, 'notice_given')).toBe('move_out');
  expect(likelyKind(false, 'ended')).toBe('move_out');
});
