import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBankFile } from '@/bank/index';
import { type KnownLine, recogniseLines } from '@/bank/lines/same-line';
import type { StatementLine } from '@/bank/statement';
import { batchEntry, camt } from '../factories/bank-files/camt-files.ts';
import { corpus } from '../factories/bank-files/corpus.ts';
import { encodeUtf8 } from '../factories/bank-files/truth.ts';
import { slowness, spentSince } from '../setup/machine.ts';

const linesOf = (bytes: Uint8Array): StatementLine[] => {
  const file = readBankFile(bytes);
  if (file.kind !== 'statements') throw new Error(file.kind);
  return file.statements.flatMap((statement) => statement.lines);
};
const kept = (lines: readonly StatementLine[]): KnownLine[] =>
  lines.map((line, index) => ({
    ...line,
    id: `known ${index}`,
    endToEnd: line.references.endToEnd,
    entry: { id: `booking ${line.bookedOn} ${line.entry.index}`, amountCents: line.entry.amountCents },
  }));

describe('the same line again', () => {
  const files = corpus.map(({ name, bytes }) => ({ name, lines: linesOf(bytes) }));

  test.each(files)('$name after every other file of the week adds nothing', ({ lines }) => {
    for (const other of files) {
      const { fresh, known } = recogniseLines(lines, kept(other.lines));
      expect([other.name, fresh]).toEqual([other.name, []]);
      // Each known line once.
      expect(new Set(known.values()).size).toBe(lines.length);
    }
  });

  test('of two equal payments of a day the second is new where one was known', () => {
    const [{ lines } = { lines: [] }] = files;
    const { fresh } = recogniseLines(lines, kept(lines).slice(1));
    expect(fresh).toHaveLength(1);
    expect(lines[fresh[0] ?? -1]).toMatchObject({ bookedOn: '2026-05-04', amountCents: 85_000 });
  });

  test('equal payments of every week stay as many as they are', () => {
    const [first] = linesOf(corpus[0]?.bytes ?? new Uint8Array());
    if (!first) throw new Error('the corpus has lines');
    const weekly = ['2026-05-04', '2026-05-11', '2026-05-18'].map((bookedOn) => ({ ...first, bookedOn }));
    expect(recogniseLines(weekly, kept(weekly.slice(0, 2))).fresh).toEqual([2]);
  });

  test('two payers who chose different references are two', () => {
    const line = linesOf(corpus[0]?.bytes ?? new Uint8Array()).find((one) => one.references.endToEnd);
    if (!line) throw new Error('the corpus has references');
    const other = { ...line, references: { ...line.references, endToEnd: 'ANOTHER' } };
    expect(recogniseLines([other], kept([line])).fresh).toEqual([0]);
    const byBank = { ...line, references: { ...line.references, bank: 'ANOTHER' } };
    expect(recogniseLines([byBank], kept([line])).fresh).toEqual([]);
    const inCapitals = { ...line, references: { ...line.references, endToEnd: 'rf-a7' } };
    const asWritten = { ...line, references: { ...line.references, endToEnd: 'RF-A7' } };
    expect(recogniseLines([inCapitals], kept([asWritten])).fresh).toEqual([]);
  });

  test('another payer’s amount of the same day is not the one that is known', () => {
    const [first] = linesOf(corpus[0]?.bytes ?? new Uint8Array());
    if (!first) throw new Error('the corpus has lines');
    const huber = { ...first, account: 'DE02120300000000202051' };
    const yilmaz = { ...first, account: 'DE89370400440532013000' };
    const plain = (line: StatementLine) => ({ ...line, references: { ...line.references, endToEnd: null } });
    expect(recogniseLines([plain(yilmaz)], kept([plain(huber)])).fresh).toEqual([0]);
  });

  test('a batch that was one line before is known with all its parts', () => {
    const whole = linesOf(encodeUtf8(camt('053', '02', batchEntry('02', false))));
    const parts = linesOf(encodeUtf8(camt('053', '08', batchEntry('08', true))));
    expect(parts).toHaveLength(3);
    expect(recogniseLines(parts, kept(whole)).fresh).toEqual([]);
    expect(recogniseLines(whole, kept(parts)).fresh).toEqual([]);
    // A payment of its own, equal to one of the parts, is neither taken for it nor lost beside it.
    const [single] = parts;
    if (!single) throw new Error('the batch has parts');
    const own = { ...single, text: 'Something else', entry: { index: 9, amountCents: single.amountCents } };
    expect(recogniseLines([...parts, own], kept(whole)).fresh).toEqual([3]);
    expect(recogniseLines([...parts, own], kept([...whole, own])).fresh).toEqual([]);
    expect(recogniseLines([...whole, own], kept(parts)).fresh).toEqual([1]);
  });

  test('ten thousand equal payments of a day are counted in no time', () => {
    const [first] = linesOf(corpus[0]?.bytes ?? new Uint8Array());
    if (!first) throw new Error('the corpus has lines');
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...first,
      entry: { index, amountCents: first.amountCents },
    }));
    expect(recogniseLines(many, kept(many.slice(0, 9_990))).fresh).toHaveLength(10);
  });

  test('many amounts that many paid on one day are compared in no time, too', () => {
    const [first] = linesOf(corpus[0]?.bytes ?? new Uint8Array());
    if (!first) throw new Error('the corpus has lines');
    const many = Array.from({ length: 2_000 }, (_, index) => {
      const amountCents = 10_000 + (index % 4);
      return { ...first, amountCents, entry: { index, amountCents } };
    });
    const stored = kept(many);
    const began = process.cpuUsage();
    expect(recogniseLines(many, stored).fresh).toEqual([]);
    expect(spentSince(began)).toBeLessThan(3_000 * slowness());
  });

  test('as many of a day and amount are new as were not known, in any order', () => {
    const [first] = linesOf(corpus[0]?.bytes ?? new Uint8Array());
    if (!first) throw new Error('the corpus has lines');
    const line = fc.record({
      amountCents: fc.constantFrom(100, 200, -100),
      bookedOn: fc.constantFrom('2026-05-04', '2026-05-05'),
      text: fc.constantFrom('a', 'b c', 'c'),
    });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.array(line, { maxLength: 12 }),
        (incoming, before) => {
          const own = incoming.map((one, index) => ({
            ...first,
            ...one,
            entry: { index, amountCents: one.amountCents },
          }));
          const { fresh } = recogniseLines(
            own,
            kept(
              before.map((one, index) => ({
                ...first,
                ...one,
                entry: { index, amountCents: one.amountCents },
              })),
            ),
          );
          const count = (of: readonly { amountCents: number; bookedOn: string }[], key: string) =>
            of.filter((one) => `${one.bookedOn} ${one.amountCents}` === key).length;
          for (const key of new Set(own.map((one) => `${one.bookedOn} ${one.amountCents}`))) {
            const isNew = fresh.flatMap((index) => own[index] ?? []);
            expect(count(isNew, key)).toBe(Math.max(0, count(own, key) - count(before, key)));
          }
        },
      ),
    );
  });
});
