import { describe, expect, it } from 'vitest';
import type { LetterBlock } from '@/domain/letter';
import { alwaysSays, markWords, parseTemplate, renderBody, renderLine, rewriteMarks } from './template-rules';

const english = { if: 'if', not: 'not', else: 'else', end: 'end' };
const own = markWords(
  [
    ['tenants', { key: 'tenants', kind: 'text' }],
    ['deposit', { key: 'deposit', kind: 'text' }],
    ['rent table', { key: 'rent_table', kind: 'block' }],
    ['german law', { key: 'german_law', kind: 'condition' }],
  ],
  english,
);
const table: LetterBlock = { kind: 'table', head: null, rows: [['Rent', '500 €']], total: null };

const render = (text: string, values: Record<string, string | LetterBlock[]>) => {
  const { parts, issues } = parseTemplate(text, own);
  expect(issues).toEqual([]);
  return renderBody(parts, values);
};
const texts = (blocks: readonly LetterBlock[]) =>
  blocks.map((block) => (block.kind === 'text' ? block.text : block.kind));
const problems = (text: string, options = {}) =>
  parseTemplate(text, own, options).issues.map(({ code, line, name }) => `${line} ${code} ${name}`.trim());

describe('a text with marks', () => {
  it('is filled, however a mark is spelled and spaced', () => {
    expect(texts(render('To [[ Tenants ]],\n\nhello.', { tenants: 'Anna' }).blocks)).toEqual([
      'To Anna,',
      'hello.',
    ]);
  });

  it('has blocks where they stand, on lines of their own', () => {
    const { blocks } = render('Before\n[[rent table]]\nafter', { rent_table: [table] });
    expect(texts(blocks)).toEqual(['Before', 'table', 'after']);
  });

  it('says what a condition asks for, else the other, and no blank line for either', () => {
    const text = 'A\n[[if deposit]]\nsum [[deposit]]\n[[else]]\nnone\n[[end]]\nB';
    expect(texts(render(text, { deposit: '5 €' }).blocks)).toEqual(['A\nsum 5 €\nB']);
    expect(texts(render(text, { deposit: ' ' }).blocks)).toEqual(['A\nnone\nB']);
    expect(texts(render('x[[if not deposit]] y[[end]]', {}).blocks)).toEqual(['x y']);
  });

  it('nests conditions', () => {
    const text = '[[if german law]][[if deposit]]both[[else]]one[[end]][[end]]';
    expect(texts(render(text, { german_law: 'yes', deposit: '1' }).blocks)).toEqual(['both']);
    expect(texts(render(text, { german_law: 'yes' }).blocks)).toEqual(['one']);
    expect(texts(render(text, { deposit: '1' }).blocks)).toEqual([]);
  });

  it('names the marks that had nothing to say, those in parts that were left out not', () => {
    expect(render('[[tenants]] [[deposit]] [[if not tenants]]x[[end]]', { tenants: 'A' }).empty).toEqual([
      'deposit',
    ]);
  });
});

describe('a value', () => {
  it('with marks is never read again', () => {
    const { blocks } = render('[[tenants]] owes', { tenants: '[[deposit]] [[end]]', deposit: 'secret' });
    expect(texts(blocks)).toEqual(['[[deposit]] [[end]] owes']);
  });

  it('with markup is only text', () => {
    const { blocks } = render('[[tenants]]', { tenants: '<b>A</b> & {{x}} $y %s' });
    expect(texts(blocks)).toEqual(['<b>A</b> & {{x}} $y %s']);
  });

  it('with line breaks and controls makes no paragraph and no line', () => {
    const { blocks } = render('[[tenants]]', { tenants: 'Anna\n\nBcc: x\r\n\u0000\u001b[2JB' });
    expect(texts(blocks)).toEqual(['Anna Bcc: x [2JB']);
  });

  it('that would turn the words after it around does not', () => {
    const { blocks } = render('[[tenants]] owes', { tenants: 'A \u202eB\u2066' });
    expect(texts(blocks)).toEqual(['A B owes']);
  });

  it('keeps an amount in one piece', () => {
    expect(texts(render('[[deposit]]', { deposit: '5\u00a0€' }).blocks)).toEqual(['5\u00a0€']);
  });

  it('is looked for among the own ones only', () => {
    const odd = markWords([['constructor', { key: 'constructor', kind: 'text' }]], english);
    const { parts } = parseTemplate('[[constructor]][[if constructor]]x[[end]]', odd);
    expect(renderBody(parts, {})).toEqual({ blocks: [], empty: ['constructor'] });
  });
});

describe('what is wrong', () => {
  it.each([
    ['a\n[[Tenent]]', ['2 unknown_field Tenent']],
    ['[[if nothing]]x[[end]]', ['1 unknown_field if nothing', '1 nothing_to_end end']],
    ['a [[tenants', ['1 unfinished_mark [[']],
    ['tenants]] b', ['1 unfinished_mark ]]']],
    ['[[a[[tenants]]', ['1 unfinished_mark [[']],
    ['\n[[if deposit]]\nx', ['2 not_ended if deposit']],
    ['x\n[[end]]', ['2 nothing_to_end end']],
    ['[[else]]', ['1 nothing_to_end else']],
    ['[[if deposit]]a[[else]]b[[else]]c[[end]]', ['1 second_else else']],
    ['see [[rent table]] here', ['1 block_in_line rent table']],
    ['[[german law]]', ['1 only_condition german law']],
    ['[[__proto__]]', ['1 unknown_field __proto__']],
  ])('%j', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('is a block or a second line in a subject', () => {
    expect(problems('[[rent table]]', { isLine: true })).toEqual(['1 block_in_line rent table']);
    expect(problems('a\nb', { isLine: true })).toEqual(['1 one_line']);
  });

  it('is nothing in brackets that are no marks', () => {
    expect(problems('[sic] a[1] {{x}}')).toEqual([]);
  });

  it('costs whoever reads it no time: twenty in one request keep nobody waiting', () => {
    const started = performance.now();
    for (let time = 0; time < 20; time += 1) problems('[[x]] '.repeat(1_000));
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('is found fast, however long and wild it is', () => {
    const started = performance.now();
    problems('[['.repeat(3_000));
    problems(']]['.repeat(2_000));
    problems('[[if deposit]]'.repeat(400));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a subject', () => {
  it('is one line', () => {
    const { parts } = parseTemplate('Deposit of  [[tenants]]', own, { isLine: true });
    expect(renderLine(parts, { tenants: 'A\nB' })).toEqual({ text: 'Deposit of A B', empty: [] });
  });
});

describe('marks in another language', () => {
  const names: Record<string, string> = {
    tenants: 'Mieter',
    deposit: 'Kaution',
    rent_table: 'Tabelle der Miete',
    german_law: 'deutsches Recht',
  };
  const germanWords = { if: 'wenn', not: 'nicht', else: 'sonst', end: 'ende' };
  const german = markWords(
    [
      ['Mieter', { key: 'tenants', kind: 'text' }],
      ['Kaution', { key: 'deposit', kind: 'text' }],
      ['Tabelle der Miete', { key: 'rent_table', kind: 'block' }],
      ['deutsches Recht', { key: 'german_law', kind: 'condition' }],
    ],
    germanWords,
  );
  const nameOf = (key: string) => names[key] ?? key;

  it('are the same marks, there and back', () => {
    const text = 'x [[Tenants]] [[if not deposit]]a[[else]]b[[END]] [[unknown]]\n[[rent table]]';
    const shown = rewriteMarks(text, own, { nameOf, words: germanWords });
    expect(shown).toBe(
      'x [[Mieter]] [[wenn nicht Kaution]]a[[sonst]]b[[ende]] [[unknown]]\n[[Tabelle der Miete]]',
    );
    expect(rewriteMarks(shown, german, { nameOf: (key) => key.replace('_', ' '), words: english })).toBe(
      'x [[tenants]] [[if not deposit]]a[[else]]b[[end]] [[unknown]]\n[[rent table]]',
    );
  });
});

describe('what a text says in any case', () => {
  const says = (text: string) => alwaysSays(parseTemplate(text, own).parts, 'rent_table');

  it('stands outside conditions, or in both answers to one', () => {
    expect(says('A\n[[rent table]]\nB')).toBe(true);
    expect(says('[[if deposit]]\n[[rent table]]\n[[else]]\n[[rent table]]\n[[end]]')).toBe(true);
    expect(says('[[if deposit]]\n[[rent table]]\n[[end]]')).toBe(false);
    expect(says('[[if not deposit]]\n[[rent table]]\n[[end]]')).toBe(false);
    expect(says('A')).toBe(false);
  });

  it('may ask whether there is anything to say, and nothing else', () => {
    expect(says('[[if rent table]]\n[[rent table]]\n[[end]]')).toBe(true);
    expect(says('[[if not rent table]]\nnone\n[[else]]\n[[rent table]]\n[[end]]')).toBe(true);
    expect(says('[[if not rent table]]\n[[rent table]]\n[[end]]')).toBe(false);
    expect(says('[[if rent table]][[if deposit]]\n[[rent table]]\n[[end]][[end]]')).toBe(false);
  });
});
