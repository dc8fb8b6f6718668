import { expect, it } from 'vitest';
import { findAlike } from './alike-rules.ts';

const received = [
  { id: 'early', paidOn: '2026-11-03', amountCents: 70_000 },
  { id: 'late', paidOn: '2026-11-05', amountCents: 70_000 },
];

it('the same amount within ten days may be the same money, the latest of several; another amount or month is not', () => {
  const alike = (amountCents: number | null, paidOn: string | null) =>
    findAlike(received, { amountCents, paidOn })?.id;
  expect(alike(70_000, '2026-11-05')).toBe('late');
  expect(alike(70_000, '2026-11-15')).toBe('late');
  expect(alike(70_000, '2026-10-25')).toBe('early');
  expect(alike(70_000, '2026-11-16')).toBeUndefined();
  expect(alike(70_001, '2026-11-05')).toBeUndefined();
  expect(alike(null, '2026-11-05')).toBeUndefined();
  expect(alike(70_000, null)).toBeUndefined();
});
