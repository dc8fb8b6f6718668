import { expect, test } from 'vitest';
import { yearCells } from './year-cell-rules';

const charge = (
  month: string,
  state: 'paid' | 'overdue' | 'waived',
  totalCents: number,
  openCents: number,
) => ({
  month,
  state,
  totalCents,
  openCents,
});

test('a paid rent of 850.00 and an overdue fee of 4.50 make an overdue month of 854.50 with 4.50 open', () => {
  const rent = charge('2026-01', 'paid', 85_000, 0);
  const fee = charge('2026-01', 'overdue', 450, 450);
  expect(yearCells([rent, fee]).get('2026-01')).toEqual({
    state: 'overdue',
    totalCents: 85_450,
    openCents: 450,
    charges: [rent, fee],
  });
});

test('a paid charge tells more of a month than a waived one', () => {
  const cells = yearCells([charge('2026-02', 'waived', 0, 0), charge('2026-02', 'paid', 100, 0)]);
  expect(cells.get('2026-02')?.state).toBe('paid');
  expect(cells.has('2026-03')).toBe(false);
});
