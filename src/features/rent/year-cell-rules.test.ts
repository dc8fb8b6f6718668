import { expect, test } from 'vitest';
import { yearCells } from './year-cell-rules';

const charge = (
  kind: 'rent' | 'fee',
  state: 'paid' | 'overdue' | 'waived',
  totalCents: number,
  openCents: number,
  month = '2026-01',
) => ({ month, kind, state, totalCents, openCents });

test('a paid rent of 850.00 and an overdue fee of 4.50 make an overdue month: 850.00 due, 4.50 open', () => {
  const rent = charge('rent', 'paid', 85_000, 0);
  const fee = charge('fee', 'overdue', 450, 450);
  expect(yearCells([fee, rent]).get('2026-01')).toEqual({
    state: 'overdue',
    dueCents: 85_000,
    openCents: 450,
    charges: [rent, fee],
  });
});

test('a month with a fee of 5.00 and no rent has nothing due', () => {
  const fee = charge('fee', 'overdue', 500, 500);
  expect(yearCells([fee]).get('2026-01')).toMatchObject({ dueCents: 0, openCents: 500 });
});

test('a paid charge tells more of a month than a waived one', () => {
  const cells = yearCells([
    charge('rent', 'waived', 0, 0, '2026-02'),
    charge('rent', 'paid', 100, 0, '2026-02'),
  ]);
  expect(cells.get('2026-02')?.state).toBe('paid');
  expect(cells.has('2026-03')).toBe(false);
});
