import { describe, expect, it } from 'vitest';
import { chargeState } from './rules.ts';

describe('chargeState', () => {
  const charge = { totalCents: 70_000, openCents: 70_000, dueOn: '2026-11-04', waived: false };
  it.each([
    ['2026-11-03', 70_000, 'scheduled'],
    ['2026-11-04', 70_000, 'due'],
    ['2026-11-05', 70_000, 'overdue'],
    ['2026-11-03', 40_000, 'partly_paid'],
    ['2026-11-04', 40_000, 'partly_paid'],
    ['2026-11-05', 40_000, 'overdue'],
    ['2026-11-03', 0, 'paid'],
    ['2026-11-05', 0, 'paid'],
  ])('on %s with %i cents open of 70000, due 4 November: %s', (today, openCents, state) => {
    expect(chargeState({ ...charge, openCents }, today)).toBe(state);
  });
  it('waived in part it stays overdue until the rest is paid', () => {
    expect(chargeState({ ...charge, openCents: 65_000, waived: true }, '2026-12-01')).toBe('overdue');
    expect(chargeState({ ...charge, openCents: 0, waived: true }, '2026-12-01')).toBe('waived');
  });
});
