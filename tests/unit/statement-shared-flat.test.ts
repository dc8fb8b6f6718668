import { expect, test } from 'vitest';
import { flat, lease, line, shares, statement } from '../factories/statements.ts';

const room = (name: string, areaSqm: number) => flat(name, areaSqm, { kind: 'room' });
const of = (persons: number) => ({ persons: [{ count: persons }] });

/** A flat of 80 m² let by its rooms, each with its share of kitchen, bathroom and hall: two changes, and one empty in May and June. */
const sharedFlat = {
  units: [room('Zimmer 1', 20), room('Zimmer 2', 15), room('Zimmer 3', 25), room('Zimmer 4', 20)],
  vacantPersons: 1,
  leases: [
    lease('A', 'Zimmer 1', of(1)),
    lease('B', 'Zimmer 2', of(1), { to: '2025-04-30' }),
    lease('C', 'Zimmer 2', of(1), { from: '2025-07-01' }),
    lease('D', 'Zimmer 3', of(1), { to: '2025-08-31' }),
    lease('E', 'Zimmer 3', of(1), { from: '2025-09-01' }),
    lease('F', 'Zimmer 4', of(2)),
  ],
};

test('by area 2.920 are 0,10 a day and m²: 20 × 365 of A are 730, 15 × 61 empty days 91,50 for the landlord', () => {
  const found = statement({ ...sharedFlat, lines: [line('Tax', 2_920)] });
  expect(found.problems).toEqual([]);
  expect(shares(found)).toEqual({
    ...{ A: 730, B: 180, 'Zimmer 2 (vacancy)': 91.5, C: 276 },
    ...{ D: 607.5, E: 305, F: 730 },
  });
  expect(found.warnings.map(({ code }) => code)).toEqual(['vacancy']);
});

test('one water meter for all: by persons 1.825 are 1 a day for each of 5, and the empty room is one of the landlord', () => {
  const found = statement({ ...sharedFlat, lines: [line('Water', 1_825, { betrkvNo: 2, key: 'persons' })] });
  expect(found.problems).toEqual([]);
  expect(shares(found)).toEqual({
    ...{ A: 365, B: 120, 'Zimmer 2 (vacancy)': 61, C: 184 },
    ...{ D: 243, E: 122, F: 730 },
  });
});

test('what nobody is there to bear is the landlord’s alone: what all bear adds up to the cent, by units, too', () => {
  const found = statement({ ...sharedFlat, lines: [line('Refuse', 100, { betrkvNo: 8, key: 'units' })] });
  const all = Object.values(shares(found));
  expect(Math.round(all.reduce((sum, euro) => sum + euro, 0) * 100)).toBe(10_000);
  expect(shares(found)).toMatchObject({ A: 25, F: 25, 'Zimmer 2 (vacancy)': 4.18 });
});

test('a room is a dwelling: its back-payment is barred after the deadline (§ 556 (3) BGB)', () => {
  const found = statement({ ...sharedFlat, lines: [line('Tax', 2_920)], receivedOn: '2027-01-01' });
  expect(found.leases.map(({ claimableCents }) => claimableCents)).toEqual([0, 0, 0, 0, 0, 0]);
});
