import { describe, expect, test } from 'vitest';
import { depositHoldBack, lastOf, openPeriods } from './hold-back-rules';

const y2025 = { from: '2025-01-01', to: '2025-12-31', deadline: '2026-12-31' };
const spring = { from: '2026-01-01', to: '2026-03-31', deadline: '2027-12-31' };
const last = { from: '2024-07-01', to: '2024-12-31', resultCents: 18_400 };
const of = (more: object = {}) =>
  depositHoldBack({ open: [spring], last, monthlyAdvanceCents: 15_000, heldCents: 200_000, ...more }).result;

describe('what of a deposit may wait for the statement', () => {
  test('184.00 asked for of 184 days are 90.00 for 90 days of the next, until its deadline', () => {
    expect(of()).toEqual({ amountCents: 9_000, until: '2027-12-31' });
  });
  test('a year that is open still is added, until the later deadline: 365.00 and 90.00', () => {
    expect(of({ open: [y2025, spring] })).toEqual({ amountCents: 45_500, until: '2027-12-31' });
  });
  test('nothing where the last statement ended with a credit, or nothing is open', () => {
    expect(of({ last: { ...last, resultCents: -5_000 } })).toEqual({ amountCents: 0, until: null });
    expect(of({ open: [] })).toEqual({ amountCents: 0, until: null });
    expect(of({ open: [], last: null })).toEqual({ amountCents: 0, until: null });
  });
  test('never settled before: three advances of 150.00; never more than is held', () => {
    expect(of({ last: null }).amountCents).toBe(45_000);
    expect(of({ last: null, heldCents: 30_000 }).amountCents).toBe(30_000);
    expect(of({ last: null, heldCents: -1 }).amountCents).toBe(0);
  });
});

test('abroad it is a proposal that cites no German court', () => {
  const sourcesOf = (isGerman: boolean) =>
    depositHoldBack({ open: [spring], last, monthlyAdvanceCents: 0, heldCents: 1, isGerman }).trace.sources;
  expect(sourcesOf(true)).toContain('BGH VIII ZR 71/05');
  expect(sourcesOf(false)).toEqual([]);
});

describe('what is open of a tenancy', () => {
  const years = [y2025, { from: '2026-01-01', to: '2026-12-31', deadline: '2027-12-31' }];
  const term = { from: '2025-04-01', to: '2026-03-31' };
  test('its days in each year, as long as something may be asked for', () => {
    expect(openPeriods(years, term, [], '2026-11-01')).toEqual([
      { from: '2025-04-01', to: '2025-12-31', deadline: '2026-12-31' },
      spring,
    ]);
    expect(openPeriods(years, term, [], '2027-01-01')).toEqual([spring]);
  });
  test('what a statement has settled is open no more', () => {
    expect(openPeriods(years, term, [{ from: '2025-01-01', to: '2025-12-31' }], '2026-11-01')).toEqual([
      spring,
    ]);
  });
});

test('of several statements the last that holds days of the tenancy counts, for these; one of other days never', () => {
  const told = [
    { from: '2024-01-01', to: '2024-12-31', resultCents: 18_400 },
    { from: '2025-01-01', to: '2025-12-31', resultCents: 5_000 },
  ];
  expect(lastOf(told, { from: '2024-07-01', to: '2024-12-30' })).toEqual({
    ...{ from: '2024-07-01', to: '2024-12-30', resultCents: 18_400 },
  });
  expect(lastOf(told, { from: '2026-01-01', to: '2026-03-31' })).toBeNull();
});
