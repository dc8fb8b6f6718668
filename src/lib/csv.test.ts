import { expect, test } from 'vitest';
import { toCsv } from './csv';

test('German figures: comma and semicolon; −5 cents are −0,05', () => {
  expect(
    toCsv(
      [
        ['Monat', 'Netto'],
        ['November 2026', { cents: 123_456 }],
        ['x', { cents: -5 }],
      ],
      { decimal: ',' },
    ),
  ).toBe('\ufeffMonat;Netto\r\nNovember 2026;1234,56\r\nx;-0,05\r\n');
});

test('English figures: point and comma, days as they are', () => {
  expect(toCsv([['May', { cents: 100 }, { count: 31 }]], { decimal: '.' })).toBe('\ufeffMay,1.00,31\r\n');
});

test('Swiss figures: point and semicolon', () => {
  expect(toCsv([['Mai, 3. OG', { cents: 123_456 }]], { decimal: '.', separator: ';' })).toBe(
    '\ufeffMai, 3. OG;1234.56\r\n',
  );
});

test('quotes, separators and line breaks are quoted', () => {
  expect(toCsv([['a "b"', 'c;d', 'e,f', 'g\nh']], { decimal: ',' })).toBe(
    '\ufeff"a ""b""";"c;d";e,f;"g\nh"\r\n',
  );
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  ' =1',
  '\u200b=1',
  '\u3000\uff1d1',
  '\uff1d1',
  '\uff0b1',
  '\uff0d1',
  '\uff201',
])('a name that would run as a formula does not: %j', (name) => {
  expect(toCsv([[name]], { decimal: '.' })).toBe(`\ufeff'${name}\r\n`);
});

test.each([
  ['\r=1', "'\r'=1"],
  ['\n@A1', "'\n'@A1"],
  ['\rx', "'\rx"],
])('nor does one after a line break: %j', (name, written) => {
  expect(toCsv([[name]], { decimal: '.' })).toBe(`\ufeff"${written}"\r\n`);
});

/** The cells of a line as a program cuts them that takes these signs for separators: quotes count where a cell begins with one. */
function cutBy(separators: string, text: string): string[] {
  const cells: string[] = [];
  let rest = text;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"?/.exec(rest);
    const [, inner = ''] = quoted ?? [];
    rest = rest.slice(quoted?.[0].length ?? 0);
    const end = [...rest].findIndex((sign) => `${separators}\r\n`.includes(sign));
    const plain = end < 0 ? rest : rest.slice(0, end);
    cells.push(inner.replaceAll('""', '"') + plain);
    rest = end < 0 ? '' : rest.slice(end + 1);
  }
  return cells;
}

const hidden = [
  "Miete;=cmd|' /C calc'!A0;x",
  "Miete,=cmd|' /C calc'!A0,x",
  'Miete\t@SUM(1)\tx',
  'Miete; +1;x',
  'Miete;"-1";x',
  'Miete,"=1",x',
  'Miete;\u200b\uff1d1',
  'Miete;;,\t=1',
  'a;\n=1',
  'Zeile\n=1+1;x',
  'Zeile\r\n"-1"',
];
test.each(hidden)('nor where a program separates otherwise than the file: %j', (text) => {
  for (const decimal of [',', '.'] as const) {
    const file = toCsv([['id', text, 'end']], { decimal });
    for (const separators of [';', ',', '\t', ';,\t']) {
      const cells = cutBy(separators, file.slice(1));
      const formulas = cells.filter((cell) => /^[\s\p{Cf}"]*[=+\-@\uff1d]/u.test(cell));
      expect(formulas).toEqual([]);
    }
  }
});

test('signs of sums within a text stay what they are', () => {
  const text = 'Miete 5-2026, Nachzahlung (-50 €) = 3 + 4; a@example.com';
  expect(toCsv([[text]], { decimal: '.' })).toBe(`\ufeff"${text}"\r\n`);
});

test('words kept together on a page are plain words in a spreadsheet', () => {
  expect(toCsv([['Plagwitz, 2.\u00a0OG\u00a0rechts']], { decimal: '.' })).toBe(
    '\ufeff"Plagwitz, 2. OG rechts"\r\n',
  );
});
