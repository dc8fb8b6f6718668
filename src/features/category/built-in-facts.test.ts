import { describe, expect, it } from 'vitest';
import de from '../../../messages/de.json';
import en from '../../../messages/en.json';
import { builtInCategories, builtInRows } from './built-in-facts';

const leaves = builtInRows.filter((row) => row.parentCode !== null);

describe('the built-in categories', () => {
  it('hold the 17 operating costs of § 2 BetrKV once each, in order, all recoverable, nothing else is', () => {
    const numbered = leaves.filter((leaf) => leaf.betrkvNo !== null);
    expect(numbered.map((leaf) => leaf.betrkvNo)).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
    expect(leaves.filter((leaf) => leaf.isRecoverable)).toEqual(numbered);
  });

  it('bear a code of their own each', () => {
    const codes = builtInRows.map((row) => row.code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([
    ['property_tax', 1, 16],
    ['insurance', 13, 9],
    ['repairs', null, 14],
    ['management', null, 11],
    ['mortgage_interest', null, 12],
    ['legal', null, 10],
    ['principal', null, null],
  ])('%s: BetrKV %s, Schedule E line %s', (code, betrkvNo, scheduleELine) => {
    expect(leaves.find((leaf) => leaf.code === code)).toMatchObject({ betrkvNo, scheduleELine });
  });

  it('income stands on line 3 of Schedule E, expenses on 5 to 19', () => {
    for (const { direction, scheduleELine } of leaves) {
      if (scheduleELine === null) continue;
      expect(direction === 'income' ? scheduleELine === 3 : scheduleELine >= 5 && scheduleELine <= 19).toBe(
        true,
      );
    }
  });

  it('have words in both languages, and no word is left over', () => {
    const codes = builtInCategories.flatMap((group) => [
      group.code,
      ...group.leaves.map((leaf) => leaf.code),
    ]);
    for (const messages of [en, de]) {
      expect(Object.keys(messages.Category.builtIn).sort()).toEqual(codes.toSorted());
    }
  });
});
