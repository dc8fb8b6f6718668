import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMethods, unitKinds } from '../../domain/vocabulary.ts';
import { sumCents } from '../../lib/money.ts';
import { type SplitUnit, splitBill, splitWeights, usualKey } from './rules.ts';

const unit = (unitId: string, facts: Partial<SplitUnit> = {}): SplitUnit => ({
  unitId,
  kind: 'apartment',
  areaSqm100: null,
  coOwnershipNumerator: null,
  coOwnershipDenominator: null,
  leaseId: null,
  persons: null,
  ...facts,
});
const centsOf = (split: ReturnType<typeof splitBill>) => split.shares.map((share) => share.amountCents);

const anyUnit = fc
  .record({
    kind: fc.constantFrom(...unitKinds),
    areaSqm100: fc.option(fc.nat(50_000)),
    share: fc.option(fc.tuple(fc.nat(1_000), fc.constantFrom(1_000, 10_000, 997, 24))),
    leaseId: fc.option(fc.constantFrom('a', 'b', 'c')),
    persons: fc.option(fc.nat(9)),
  })
  .map(({ share, ...facts }) => ({
    ...facts,
    coOwnershipNumerator: share?.[0] ?? null,
    coOwnershipDenominator: share?.[1] ?? null,
  }));
const anyUnits = fc
  .array(anyUnit, { minLength: 1, maxLength: 12 })
  .map((units) => units.map((facts, index) => unit(`u${index}`, facts)));

describe('splitBill', () => {
  it('by area 50, 75 and 25 m²: 100,00 € is 33,33 + 50,00 + 16,67', () => {
    const units = [
      unit('a', { areaSqm100: 5_000 }),
      unit('b', { areaSqm100: 7_500 }),
      unit('c', { areaSqm100: 2_500 }),
    ];
    expect(centsOf(splitBill({ amountCents: 10_000, method: 'area', units }))).toEqual([3_333, 5_000, 1_667]);
  });
  it('by shares 87/1000 and 1/8: 87 and 125 of 212, so 1.000,00 € is 410,38 + 589,62', () => {
    const units = [
      unit('a', { coOwnershipNumerator: 87, coOwnershipDenominator: 1_000 }),
      unit('b', { coOwnershipNumerator: 1, coOwnershipDenominator: 8 }),
    ];
    expect(splitWeights('share', units)).toEqual([87, 125]);
    expect(centsOf(splitBill({ amountCents: 100_000, method: 'share', units }))).toEqual([41_038, 58_962]);
  });
  it('equally over three: 0,02 € is 1 + 1 + 0 cents', () => {
    const units = ['a', 'b', 'c'].map((id) => unit(id));
    expect(centsOf(splitBill({ amountCents: 2, method: 'equal', units }))).toEqual([1, 1, 0]);
  });
  it('by persons 3 and 1 and a vacant flat as one: 100,00 € is 60,00 + 20,00 + 20,00', () => {
    const units = [
      unit('a', { leaseId: 'x', persons: 3 }),
      unit('b', { leaseId: 'y', persons: 1 }),
      unit('c'),
    ];
    expect(centsOf(splitBill({ amountCents: 10_000, method: 'persons', units }))).toEqual([
      6_000, 2_000, 2_000,
    ]);
  });
  it('a household with a flat and a garage counts once, at the flat', () => {
    const units = [
      unit('garage', { kind: 'parking', leaseId: 'x', persons: 2 }),
      unit('flat', { leaseId: 'x', persons: 2 }),
      unit('shop', { kind: 'commercial', leaseId: 'y', persons: null }),
    ];
    expect(splitWeights('persons', units)).toEqual([0, 2, 0]);
  });
  it('by hand takes the amounts, and says when they do not sum up', () => {
    const units = [unit('a'), unit('b')];
    const byHand = (a: number, b: number) =>
      splitBill({
        amountCents: 1_000,
        method: 'manual',
        units,
        manualCents: new Map([
          ['a', a],
          ['b', b],
        ]),
      });
    expect(byHand(300, 700)).toMatchObject({
      problem: null,
      shares: [{ amountCents: 300 }, { amountCents: 700 }],
    });
    expect(byHand(300, 699).problem).toBe('sum_differs');
  });
  it('names what keeps it from splitting', () => {
    const problem = (method: 'area' | 'persons', units: SplitUnit[]) =>
      splitBill({ amountCents: 100, method, units }).problem;
    expect(problem('area', [])).toBe('no_units');
    expect(problem('area', [unit('a', { areaSqm100: 5_000 }), unit('b')])).toBe('weights_missing');
    expect(problem('area', [unit('a', { areaSqm100: 0 })])).toBe('weights_zero');
    expect(problem('persons', [unit('a', { kind: 'parking' })])).toBe('weights_zero');
  });
  it('without a problem the shares sum to the whole, none is negative, and weight 0 pays nothing', () => {
    fc.assert(
      fc.property(
        anyUnits,
        fc.constantFrom(...splitMethods),
        fc.integer({ min: 1, max: 10_000_000 }),
        (units, method, amountCents) => {
          const { shares, problem } = splitBill({ amountCents, method, units });
          if (problem) return;
          expect(sumCents(shares.map((share) => share.amountCents))).toBe(amountCents);
          for (const share of shares) {
            expect(share.amountCents).toBeGreaterThanOrEqual(0);
            if (share.weight === 0) expect(share.amountCents).toBe(0);
          }
        },
      ),
    );
  });
  it('each share is its exact part, rounded up or down by less than a cent', () => {
    fc.assert(
      fc.property(anyUnits, fc.integer({ min: 1, max: 10_000_000 }), (units, amountCents) => {
        const { shares, problem } = splitBill({ amountCents, method: 'area', units });
        if (problem) return;
        const total = shares.reduce((sum, share) => sum + (share.weight ?? 0), 0);
        for (const share of shares) {
          expect(Math.abs(share.amountCents - (amountCents * (share.weight ?? 0)) / total)).toBeLessThan(1);
        }
      }),
    );
  });
});

it('insurance is passed on by area in Germany, by nothing in Ohio, and an own category by what it says', () => {
  const insurance = { code: 'insurance', isRecoverable: true };
  expect(usualKey('DE', insurance)).toBe('area');
  expect(usualKey('AT', insurance)).toBe('area');
  expect(usualKey('ES', insurance)).toBeNull();
  expect(usualKey('US', insurance)).toBeNull();
  expect(usualKey('US', { code: null, isRecoverable: true })).toBe('area');
  expect(usualKey('DE', { code: 'repairs', isRecoverable: false })).toBeNull();
  expect(usualKey('DE', null)).toBeNull();
});
