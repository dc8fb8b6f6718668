import { expect, test } from 'vitest';
import { type CapHistory, earliestReferenceRise, referenceRentCap, referenceRise } from './index-rules';

const history: CapHistory = [
  { validFrom: '2019-03-01', netCents: 60_000, reason: 'initial' },
  // Agreed by both (§ 557 (1) BGB): counts against the cap like one that was asked for.
  { validFrom: '2024-06-01', netCents: 65_000, reason: 'agreed' },
  { validFrom: '2025-02-01', netCents: 68_000, reason: 'modernisation' },
];
const allowed = (validFrom: string, referenceRentCents: number | null = null) =>
  referenceRentCap({
    ...referenceRise(history, validFrom),
    referenceRentCents,
    capBp: 2_000,
    requestReceivedOn: null,
  }).result;

test('agreed rises within three years count against the cap: 600 × 120 % + 30 of a modernisation = 750', () => {
  expect(referenceRise(history, '2026-10-01')).toEqual({
    currentRentCents: 68_000,
    rentThreeYearsAgoCents: 60_000,
    modernisationCents: 3_000,
  });
  expect(allowed('2026-10-01')).toMatchObject({ capCents: 75_000, increaseCents: 7_000 });
  expect(allowed('2026-10-01', 70_000)).toMatchObject({ allowedRentCents: 70_000, increaseCents: 2_000 });
});

test('three years after the agreement it is what the cap begins with: 650 × 120 % + 30 = 810', () => {
  expect(allowed('2027-05-31')).toMatchObject({ capCents: 75_000 });
  expect(allowed('2027-06-01')).toMatchObject({ capCents: 81_000 });
  // 680 × 120 % = 816: the modernisation of three years ago is part of the rent.
  expect(allowed('2028-02-01')).toMatchObject({ capCents: 81_600 });
});

test('a rise waits fifteen months for the one before, agreed too; a modernisation is none of them', () => {
  expect(earliestReferenceRise(history, '2026-10-01')).toBe('2025-09-01');
  expect(earliestReferenceRise(history.slice(0, 1), '2026-10-01')).toBe('2020-06-01');
  expect(earliestReferenceRise([], '2026-10-01')).toBe('2026-10-01');
});
