import { expect, test } from 'vitest';
import { readRentView, writeRentView } from './year-params';

const today = '2026-11-21';
const read = (query: string) => readRentView(new URLSearchParams(query), today);
const write = (query: string, view: Parameters<typeof writeRentView>[1]) =>
  writeRentView(new URLSearchParams(query), view, today).toString();

test('without a word it is this year, month by month', () => {
  expect(read('')).toEqual({ kind: 'year', year: 2026 });
});

test.each(['rentYear=26', 'rentYear=12345', 'rentYear=abcd', 'rent=tree'])('%s says nothing', (query) => {
  expect(read(query)).toEqual({ kind: 'year', year: 2026 });
});

test.each([
  { kind: 'year', year: 2024 },
  { kind: 'year', year: 2026 },
  { kind: 'list', year: 2026 },
] as const)('what is written is read again: %o', (view) => {
  expect(read(write('', view))).toEqual(view);
});

test('the bookings below keep what the address says of them', () => {
  expect(write('q=Dach&rentYear=2020', { kind: 'year', year: 2026 })).toBe('q=Dach');
});
