import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vatContained } from '@/domain/vat';
import { bookOfVat, type OwnLine } from '../../../tests/independent/vat.ts';
import {
  inputVat,
  inputVatMonth,
  sumVat,
  undecidedReason,
  type VatClaim,
  vatDue,
  vatParts,
} from './rules.ts';

const rent: VatClaim = {
  month: '2026-03',
  line: { amountCents: 119_000, vatCents: 19_000 },
  amountCents: 119_000,
  vatCents: 19_000,
  receipts: [],
};
const partsOf = (basis: 'agreed' | 'received', claim: Partial<VatClaim>) =>
  vatParts({ basis, claim: { ...rent, ...claim } }).result;

describe('when VAT arises', () => {
  test('1,190 € for March, unpaid: agreed 1,000 + 190 in March, received nothing', () => {
    expect(partsOf('agreed', {})).toEqual([{ month: '2026-03', netCents: 100_000, vatCents: 19_000 }]);
    expect(partsOf('received', {})).toEqual([]);
  });

  test('595 € of it paid in February: 500 + 95 in February, 500 + 95 in March (§ 13 (1) no. 1 a sentence 4 UStG)', () => {
    const receipts = [
      { month: '2026-02', cents: 59_500 },
      { month: '2026-05', cents: 59_500 },
    ];
    expect(partsOf('agreed', { receipts })).toEqual([
      { month: '2026-02', netCents: 50_000, vatCents: 9_500 },
      { month: '2026-03', netCents: 50_000, vatCents: 9_500 },
    ]);
    expect(partsOf('received', { receipts }).map(({ month }) => month)).toEqual(['2026-02', '2026-05']);
  });

  test('paid in March, returned by the bank in April: received 1,000 + 190, then −1,000 − 190; agreed it stays in March', () => {
    const receipts = [
      { month: '2026-03', cents: 119_000 },
      { month: '2026-04', cents: -119_000 },
    ];
    expect(partsOf('received', { receipts })).toEqual([
      { month: '2026-03', netCents: 100_000, vatCents: 19_000 },
      { month: '2026-04', netCents: -100_000, vatCents: -19_000 },
    ]);
    expect(partsOf('agreed', { receipts })).toEqual([
      { month: '2026-03', netCents: 100_000, vatCents: 19_000 },
    ]);
  });

  test('voided it is nothing', () => {
    expect(partsOf('agreed', { amountCents: 0, vatCents: 0 })).toEqual([]);
  });

  const anyLine = fc
    .record({
      suppliedIn: fc.integer({ min: 0, max: 11 }),
      gross: fc.integer({ min: 1, max: 500_000 }),
      rateBp: fc.constantFrom(700, 1_600, 1_900),
      paid: fc.array(
        fc.record({ month: fc.integer({ min: 0, max: 11 }), share: fc.integer({ min: 0, max: 100 }) }),
        {
          maxLength: 4,
        },
      ),
    })
    .map(({ suppliedIn, gross, rateBp, paid }): OwnLine => {
      let left = gross;
      const payments = paid.flatMap(({ month, share }) => {
        const cents = Math.floor((left * share) / 100);
        left -= cents;
        return cents > 0 ? [{ month, cents }] : [];
      });
      return { suppliedIn, gross, vat: vatContained(gross, rateBp), payments };
    });
  const monthOf = (index: number) => `2026-${String(index + 1).padStart(2, '0')}`;
  const claimOf = ({ suppliedIn, gross, vat, payments }: OwnLine): VatClaim => ({
    month: monthOf(suppliedIn),
    line: { amountCents: gross, vatCents: vat },
    amountCents: gross,
    vatCents: vat,
    receipts: payments.map(({ month, cents }) => ({ month: monthOf(month), cents })),
  });

  test.each(['agreed', 'received'] as const)(
    'by fees %s every month is what a second accountant books, and the months are the year and the lines',
    (basis) => {
      fc.assert(
        fc.property(fc.array(anyLine, { maxLength: 8 }), (lines) => {
          const parts = lines.flatMap((line) => vatParts({ basis, claim: claimOf(line) }).result);
          const months = Array.from({ length: 12 }, (_, index) =>
            sumVat(
              parts
                .filter(({ month }) => month === monthOf(index))
                .map(({ netCents, vatCents }) => ({
                  rates: [{ rateBp: 1_900, netCents, vatCents }],
                  inputCents: 7,
                })),
            ),
          );
          const told = months.map(({ rates }) => ({
            net: rates[0]?.netCents ?? 0,
            vat: rates[0]?.vatCents ?? 0,
          }));
          expect(told).toEqual(bookOfVat(lines, 12, basis === 'received'));
          const quarters = [0, 3, 6, 9].map((from) => sumVat(months.slice(from, from + 3)));
          expect(sumVat(quarters)).toEqual(sumVat(months));
          const due = months.reduce((sum, one) => sum + vatDue(one).result, 0);
          expect(vatDue(sumVat(months)).result).toBe(due);
          if (basis === 'agreed') {
            expect(parts.reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(
              lines.reduce((sum, { vat }) => sum + vat, 0),
            );
          }
        }),
      );
    },
  );
});

describe('VAT of bills', () => {
  const shop = { name: 'Laden', weight: 14_000, use: 'taxed' as const };
  const flat = { name: 'Wohnung', weight: 6_000, use: 'exempt' as const };

  test('190 € for a shop of 140 m² and a flat of 60 m²: 190 × 140 ÷ 200 = 133 € (§ 15 (4) UStG)', () => {
    expect(inputVat({ vatCents: 19_000, units: [shop, flat] }).result).toBe(13_300);
  });

  test('for the shop alone all of it, for the flat alone nothing, with whatever area', () => {
    expect(inputVat({ vatCents: 19_000, units: [{ ...shop, weight: null }] }).result).toBe(19_000);
    expect(inputVat({ vatCents: 19_000, units: [{ ...flat, weight: null }] }).result).toBe(0);
  });

  test('what cannot be said is not guessed', () => {
    const asked = (units: Parameters<typeof undecidedReason>[0]) => [
      undecidedReason(units),
      inputVat({ vatCents: 19_000, units }).result,
    ];
    expect(asked([])).toEqual(['no_property', null]);
    expect(asked([shop, { ...flat, weight: null }])).toEqual(['no_area', null]);
    expect(asked([shop, { ...flat, use: null }])).toEqual(['never_let', null]);
  });

  test.each([
    ['billed in March, paid in April: March', '2026-04-02', '2026-03-20', null, '2026-03'],
    ['without a day of the bill: when it is booked', '2026-04-02', null, null, '2026-04'],
    [
      'billed in March, supplied in May, paid in April: April',
      '2026-04-02',
      '2026-03-20',
      '2026-05-31',
      '2026-04',
    ],
    ['billed in March for the year before: March', '2026-04-02', '2026-03-20', '2025-12-31', '2026-03'],
  ])('%s', (_, bookedOn, invoiceOn, serviceTo, month) => {
    expect(inputVatMonth({ bookedOn, invoiceOn, serviceTo })).toBe(month);
  });
});
