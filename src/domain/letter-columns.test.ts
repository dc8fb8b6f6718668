import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LetterBlock } from './letter';
import { sideBySide, wordsBeside } from './letter-columns';

const text = (said: string): LetterBlock => ({ kind: 'text', text: said });
const table = (name: string, rows = 1): Extract<LetterBlock, { kind: 'table' }> => ({
  kind: 'table',
  head: null,
  rows: Array.from({ length: rows }, () => [name, '1,00 €']),
  total: null,
});
const payment: LetterBlock = { kind: 'payment', title: 'Zahlung', facts: [], code: null, hint: '' };

describe('two languages', () => {
  test('stand paragraph beside paragraph, and a table holds them together', () => {
    expect(
      sideBySide(
        [text('A'), text('B'), table('Miete'), text('C')],
        [text('a and b'), table('Rent'), text('c'), text('more')],
      ),
    ).toEqual([
      { own: text('A'), beside: text('a and b') },
      { own: text('B'), beside: null },
      { own: table('Miete'), beside: table('Rent') },
      { own: text('C'), beside: text('c') },
      { own: null, beside: text('more') },
    ]);
  });

  test('a table or a way to pay that one of them lacks stands alone', () => {
    expect(sideBySide([text('A'), table('Miete'), payment], [text('a'), text('b'), payment])).toEqual([
      { own: text('A'), beside: text('a') },
      { own: table('Miete'), beside: null },
      { own: null, beside: text('b') },
      { own: payment, beside: payment },
    ]);
  });

  test('say all that either says, each in its order, of whatever blocks they are', () => {
    const blocks = fc.array(
      fc.oneof(
        fc.string({ minLength: 1 }).map(text),
        fc.nat(3).map((rows) => table('x', rows)),
        fc.constant(payment),
      ),
    );
    fc.assert(
      fc.property(blocks, blocks, (own, beside) => {
        const pairs = sideBySide(own, beside);
        expect(pairs.flatMap((pair) => pair.own ?? [])).toEqual(own);
        expect(pairs.flatMap((pair) => pair.beside ?? [])).toEqual(beside);
      }),
    );
  });
});

describe('a table in two languages', () => {
  const own: LetterBlock & { kind: 'table' } = {
    kind: 'table',
    head: ['Wofür', 'Tag', 'Betrag'],
    rows: [
      ['Miete März 2026', '01.03.2026', '1.200,00 €'],
      ['IBAN', '', 'wird mitgeteilt'],
    ],
    total: ['Summe', '', '1.200,00 €'],
  };
  const beside: LetterBlock = {
    kind: 'table',
    head: ['What for', 'Day', 'Amount'],
    rows: [
      ['Rent March 2026', '1 Mar 2026', '€1,200.00'],
      ['IBAN', '', 'will be told'],
    ],
    total: ['Total', '', '€1,200.00'],
  };

  test('has both headings and both names of a row; amounts and days stand once', () => {
    expect(wordsBeside(own, beside)).toEqual({
      head: ['What for', 'Day', 'Amount'],
      rows: [
        ['Rent March 2026', null, null],
        [null, null, 'will be told'],
      ],
      total: ['Total', null, null],
    });
  });

  test('of another shape says nothing beside it', () => {
    expect(wordsBeside(own, table('Rent', 3)).rows).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });
});
