import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors.ts';
import { decodeCursor, encodeCursor, toPage } from './cursor.ts';

describe('cursor', () => {
  test('any position comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (key, id) => {
        expect(decodeCursor(encodeCursor({ key, id }))).toEqual({ key, id });
      }),
    );
  });

  test('none is none; anything else is invalid input, never a crash', () => {
    expect(decodeCursor(null)).toBeNull();
    expect(decodeCursor(undefined)).toBeNull();
    expect(decodeCursor('')).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), fc.json()), (text) => {
        expect(() => decodeCursor(text)).toThrow(DomainError);
      }),
    );
  });

  test('the longest name fits into what a list accepts', () => {
    const cursor = encodeCursor({ key: '木'.repeat(404), id: crypto.randomUUID() });
    expect(cursor.length).toBeLessThanOrEqual(4_000);
  });
});

describe('toPage', () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `n${n}`, id: crypto.randomUUID() }));
  const positionOf = (row: { name: string; id: string }) => ({ key: row.name, id: row.id });

  test('3 of 4 rows: the page ends at the third, where the next begins', () => {
    const rows = rowsOf(4);
    const page = toPage(rows, 3, positionOf);
    expect(page.rows).toEqual(rows.slice(0, 3));
    expect(decodeCursor(page.nextCursor)).toEqual({ key: 'n2', id: rows[2]?.id });
  });

  test('a page that is just full is the last one', () => {
    expect(toPage(rowsOf(3), 3, positionOf).nextCursor).toBeNull();
    expect(toPage(rowsOf(0), 3, positionOf)).toEqual({ rows: [], nextCursor: null });
  });
});
