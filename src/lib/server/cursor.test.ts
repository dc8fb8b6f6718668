import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors.ts';
import { decodeCursor, encodeCursor, toPage } from './cursor.ts';

describe('cursor', () => {
  test('any position comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((key) => !key.includes('\0')),
        fc.uuid(),
        (key, id) => {
          expect(decodeCursor(encodeCursor({ key, id }), 'text')).toEqual({ key, id });
        },
      ),
    );
  });

  test('none is none; anything else is invalid input, never a crash', () => {
    expect(decodeCursor(null, 'text')).toBeNull();
    expect(decodeCursor(undefined, 'text')).toBeNull();
    expect(decodeCursor('', 'text')).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), fc.json()), (text) => {
        expect(() => decodeCursor(text, 'text')).toThrow(DomainError);
      }),
    );
  });

  test.each([
    ['text', 'a\0b'],
    ['bigint', '1'.repeat(19)],
    ['bigint', '1e3'],
    ['date', '2026-02-30'],
    ['date', '0000-01-01'],
    ['date', 'now()'],
    ['instant', '2026-13-01T00:00:00.000Z'],
    ['instant', '2026-01-01'],
  ] as const)('%s: %j is no key Postgres could read', (kind, key) => {
    const cursor = encodeCursor({ key, id: crypto.randomUUID() });
    expect(() => decodeCursor(cursor, kind)).toThrow(DomainError);
  });

  test('days, never and instants come back', () => {
    const read = (key: string, kind: 'date' | 'instant') =>
      decodeCursor(encodeCursor({ key, id: crypto.randomUUID() }), kind)?.key;
    expect(read('2024-02-29', 'date')).toBe('2024-02-29');
    expect(read('infinity', 'date')).toBe('infinity');
    expect(read(new Date(0).toISOString(), 'instant')).toBe('1970-01-01T00:00:00.000Z');
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
    expect(decodeCursor(page.nextCursor, 'text')).toEqual({ key: 'n2', id: rows[2]?.id });
  });

  test('a page that is just full is the last one', () => {
    expect(toPage(rowsOf(3), 3, positionOf).nextCursor).toBeNull();
    expect(toPage(rowsOf(0), 3, positionOf)).toEqual({ rows: [], nextCursor: null });
  });
});
