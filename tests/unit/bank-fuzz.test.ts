import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBankFile } from '@/bank/index';
import { bankFileFaults } from '@/bank/statement';
import { corpus } from '../factories/bank-files/corpus.ts';

/**
 * Whatever happens to a file on its way, it is refused with a reason or every line of it is one that stands in it: its amount,
 * digit by digit, in what is kept of it.
 */
type Change = {
  at: number;
  kind: 'cut' | 'drop' | 'double' | 'change' | 'insert' | 'swap';
  length: number;
  byte: number;
};

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  kind: fc.constantFrom('cut', 'drop', 'double', 'change', 'insert', 'swap'),
  length: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 })),
  // The signs that formats are made of, more often than others.
  byte: fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(...Buffer.from(';,.:-+"<>/?\r\n CDSH0159\'')),
  ),
});

function changed(bytes: Uint8Array, { at, kind, length, byte }: Change): Uint8Array {
  const from = Math.floor(at * bytes.length);
  const [before, part, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  const parts = {
    cut: [before],
    drop: [before, after],
    double: [before, part, part, after],
    change: [before, Uint8Array.of(byte), bytes.subarray(from + 1)],
    insert: [before, Uint8Array.of(byte), bytes.subarray(from)],
    swap: [before, after.subarray(0, length), part, after.subarray(length)],
  }[kind];
  return new Uint8Array(Buffer.concat(parts));
}

/** Amounts that stand in a text, in cents without sign: digits with two, one or no decimals, in whatever groups. */
function amountsIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const [number] of text.matchAll(/\d[\d.,']*/g)) {
    for (let from = 0; from < number.length; from += 1) {
      const part = number.slice(from).replace(/[.,']+$/, '');
      const digits = part.replace(/\D/g, '');
      const decimals = /[.,](\d+)$/.exec(part)?.[1] ?? '';
      found.add(Number(digits) * 100);
      if (decimals.length === 1) found.add(Number(digits) * 10);
      if (decimals.length === 2) found.add(Number(digits));
      if (decimals.length > 2 && /^0+$/.test(decimals.slice(2)))
        found.add(Number(digits.slice(0, 2 - decimals.length)));
    }
  }
  return found;
}

test.each(corpus)('$name', ({ bytes }) => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const file = readBankFile(changes.reduce(changed, bytes));
      if (file.kind === 'fault') {
        expect(bankFileFaults).toContain(file.fault.code);
        return;
      }
      if (file.kind === 'table') return;
      for (const statement of file.statements) {
        for (const line of statement.lines) {
          expect(Number.isSafeInteger(line.amountCents) && line.amountCents !== 0).toBe(true);
          expect(line.bookedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
          expect(amountsIn(line.raw)).toContain(Math.abs(line.amountCents));
          if (line.returned) {
            expect(line.returned.originalCents + line.returned.chargeCents).toBe(Math.abs(line.amountCents));
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('bytes of no file at all', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(['fault', 'table', 'statements']).toContain(readBankFile(bytes).kind);
    }),
    { numRuns: 300 },
  );
});
